import Foundation
import SettingsCore
import SettingsSchema

/// A small generator that gives the same numbers for the same seed everywhere (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Feeds mutated files to the readers until the time is over.
///
/// A crash ends the process; a hang is one
/// input that takes longer than `slow`.
func fuzz(seed: UInt64, seconds: Double) -> Int32 {
  print("seed \(seed)")
  var generator = SeededGenerator(seed: seed)
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  let slow = Duration.seconds(2)
  var runs = 0
  var read = 0
  do {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "schema-fuzz-\(UUID().uuidString).bundle", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer {
      // Left-over temporary files are no failure.
      try? FileManager.default.removeItem(at: directory)
    }
    let seeds = try FuzzSeeds.all()
    while clock.now < end {
      let bytes = mutated(seeds, using: &generator)
      let start = clock.now
      read += try feed(bytes, in: directory) ? 1 : 0
      runs += 1
      if clock.now - start > slow {
        print("run \(runs) took \(clock.now - start): \(Data(bytes).base64EncodedString())")
        return 1
      }
    }
  } catch {
    print("cannot fuzz: \(error)")
    return 2
  }
  print("\(runs) inputs, \(read) of them property lists; no crash, no hang")
  return 0
}

/// Reads one input as a property list and, when it is one, as a page and as a table; writes it
/// again.
private func feed(_ bytes: [UInt8], in directory: URL) throws -> Bool {
  guard let value = try? PropertyList.read(Data(bytes), name: "fuzz") else { return false }
  if let written = try? PropertyList.write(value) {
    let again = try PropertyList.read(written, name: "written")
    guard again.isSame(as: value) else {
      throw FuzzFailure(
        text: "written and read again, a value differs: \(Data(bytes).base64EncodedString())")
    }
  }
  _ = try? SettingValue(propertyList: value.propertyList)
  try Data(bytes).write(to: directory.appending(path: "Root.plist"))
  try Data(bytes).write(to: directory.appending(path: "Root.strings"))
  guard let bundle = try? SettingsBundle(at: directory) else { return true }
  let defaults = bundle.defaults()
  _ = bundle.secretNames()
  _ = bundle.diagnostics.map(\.description)
  for idiom in Idiom.allCases {
    for page in bundle.pages {
      let outline = PageOutline(page, idiom: idiom, hidden: Set(defaults.keys.prefix(2))) {
        defaults[$0]
      }
      _ = (outline.text, outline.value)
    }
  }
  return true
}

struct FuzzFailure: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

extension SettingValue {
  /// Equality, except that dates are written to the second.
  fileprivate func isSame(as other: SettingValue) -> Bool {
    switch (self, other) {
    case (.date(let a), .date(let b)): abs(a.timeIntervalSince(b)) <= 1
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count
        && a.allSatisfy { key, value in b[key].map { value.isSame(as: $0) } ?? false }
    default: self == other
    }
  }
}
