import Foundation
import SettingsSchema

/// `check SHARED DIFFERENCES.md` compares with what InAppSettingsKit answers, operations included; `fuzz SEED SECONDS`
/// feeds mutated files to the readers; `lint PATH…` prints what is wrong with bundles.
func run(arguments: [String]) -> Int32 {
  switch arguments.first {
  case "check" where arguments.count == 3:
    return check(shared: arguments[1], differences: arguments[2])
  case "fuzz" where arguments.count == 3:
    guard let seed = UInt64(arguments[1]), let seconds = Double(arguments[2]) else { return 2 }
    return fuzz(seed: seed, seconds: seconds)
  case "lint" where arguments.count > 1:
    for path in arguments.dropFirst() {
      let start = ContinuousClock.now
      let diagnostics = SettingsBundle.lint(URL(filePath: path, directoryHint: .isDirectory))
      print("\(path): \(diagnostics.count) diagnostics, \(ContinuousClock.now - start)")
      for diagnostic in diagnostics { print("  \(diagnostic)") }
    }
    return 0
  default:
    print("usage: SchemaProbe check SHARED DIFFERENCES.md | fuzz SEED SECONDS | lint PATH…")
    return 2
  }
}

/// Compares every entry of the index and prints what differs without being on the list.
private func check(shared: String, differences: String) -> Int32 {
  let directory = URL(filePath: shared, directoryHint: .isDirectory)
  do {
    let list = try DeliberateList(contentsOf: URL(filePath: differences))
    let index = try JSON(contentsOf: directory.appending(path: "expected/index.json"))
    var comparison = Comparison(list: list)
    for entry in index.array {
      try comparison.compare(ExpectedEntry(entry, in: directory))
    }
    return comparison.finish()
  } catch {
    print("cannot compare: \(error)")
    return 2
  }
}
