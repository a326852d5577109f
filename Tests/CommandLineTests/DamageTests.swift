import Foundation
import Testing

/// Case S3: whatever happens to the bytes of a store, the answer is a sentence and a documented exit
/// code, the bytes stay, and what still verifies can be had.
@Suite struct DamageTests {
  /// A store with some pages of log, made once.
  private static let bytes = Result {
    let tool = try CommandLineTool()
    for index in 0..<60 {
      try tool.text("set", "k.\(index % 7)", String(repeating: "v", count: 300) + "\(index)")
    }
    return try tool.contents(of: "s/data.mdb")
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// The bytes with damage of one of four kinds.
  private func damaged(_ bytes: Data, seed: UInt64) -> (Data, String) {
    var bytes = bytes
    var generator = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15)
    _ = generator.next()
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let page = place / 4096 * 4096
    switch seed % 4 {
    case 0:
      bytes[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
      return (bytes, "a bit of byte \(place)")
    case 1:
      bytes.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
      return (bytes, "page \(page / 4096) zeroed")
    case 2:
      let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
      bytes.replaceSubrange(page..<page + 4096, with: noise)
      return (bytes, "noise in page \(page / 4096)")
    default: return (bytes.prefix(place), "cut at \(place)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `damage is a sentence, and what verifies is recovered`(seed: UInt64) throws {
    let tool = try CommandLineTool()
    let (bytes, damage) = damaged(try Self.bytes.get(), seed: seed)
    let folder = tool.folder.appending(path: "s")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try bytes.write(to: folder.appending(path: "data.mdb"))

    let verified = try tool("verify")
    let health = try tool("doctor")
    let salvaged = try tool("salvage", "s", "new", "--json")
    #expect([0, 3, 5].contains(verified.exit), "\(damage)")
    #expect([0, 1, 3].contains(health.exit), "\(damage)")
    #expect([0, 3].contains(salvaged.exit), "\(damage)")
    for run in [verified, health, salvaged] where run.exit > 1 {
      #expect(run.text == "", "\(damage)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(damage): \(run.errors)")
    }
    #expect(try tool.contents(of: "s/data.mdb") == bytes, "\(damage)")
    guard salvaged.exit == 0 else {
      #expect(salvaged.errors.contains(#""code":"#), "\(damage)")
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "new").path))
      return
    }
    #expect(try tool("--store", "new", "verify").exit == 0, "\(damage)")
    if verified.exit == 0 { #expect(!salvaged.text.contains("lost"), "\(damage)") }
    if salvaged.text.contains("lost") { #expect(verified.exit != 0, "\(damage)") }
  }

  @Test func `A crash of the C library is an answer`() throws {
    let tool = try CommandLineTool()
    let bytes = try Self.bytes.get()
    let folder = tool.folder.appending(path: "s")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    var crashes = 0
    for seed in 1...60 as ClosedRange<UInt64> where seed % 4 == 2 && crashes == 0 {
      try damaged(bytes, seed: seed).0.write(to: folder.appending(path: "data.mdb"))
      let run = try tool("verify", "--json")
      guard run.text.contains("ended the C library") else { continue }
      crashes += 1
      #expect(run.exit == 5)
      #expect(
        run.text.hasPrefix(#"{"ok":false,"problem":"The store s cannot be read: a damaged page"#))
      let text = try tool("verify")
      #expect(text.exit == 5)
      #expect(text.errors.contains("settingsctl salvage"))
    }
    #expect(crashes > 0)
  }

  @Test func `The process that reads ends with the one that started it`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    // Its standard input ends, as it does when the parent is gone, and what it does would not.
    let run = try tool.run(["watch"], environment: ["SETTINGSCTL_CHILD": "whole"])
    #expect(run.exit == 3)
    #expect(run.text == "")
  }

  @Test(arguments: [0, 1])
  func `Salvage says when the last commit may be one that cannot be told`(page: Int) throws {
    let tool = try CommandLineTool()
    for index in 1...3 { try tool.text("set", "a", "\(index)") }
    let file = tool.folder.appending(path: "s/data.mdb")
    var bytes = try Data(contentsOf: file)
    let size = Int(getpagesize())
    bytes.replaceSubrange(page * size..<(page + 1) * size, with: Data(count: size))
    try bytes.write(to: file)
    let text = try tool.text("salvage", "s", "new")
    #expect(text.contains("recovered through revision 3") || text.contains("through revision 2"))
    #expect(text.contains("lost: nothing, but a later revision could not be told: one of"))
    #expect(try tool.run(["--store", "new", "verify"]).exit == 0)
  }

  @Test func `Salvage names what is lost`() throws {
    let tool = try CommandLineTool()
    for index in 1...3 { try tool.text("set", "a", "needle-\(index)") }
    let digest = try tool.text("digest")
    let whole = try tool.text("salvage", "s", "whole")
    #expect(whole == "recovered through revision 3 into whole, digest \(digest)nothing is lost\n")
    let file = tool.folder.appending(path: "s/data.mdb")
    var bytes = try Data(contentsOf: file)
    var found = 0
    while let range = bytes.range(of: Data("needle-2".utf8), in: found..<bytes.count) {
      bytes[range.lowerBound] = UInt8(ascii: "N")
      found = range.upperBound
    }
    try bytes.write(to: file)
    let text = try tool.text("salvage", "s", "text")
    #expect(
      text.steady == """
        recovered through revision 1 into text, digest 1:DIGEST
        lost: revision 2 and 1 more: its bytes do not match the digest that revision 3 holds

        """)
    let json = try tool.text("salvage", "s", "json", "--json").steady
    #expect(
      json == #"""
        {"digest":"DIGEST","lost":{"count":2,"problem":"its bytes do not match the digest that revision 3 \#
        holds","revision":2},"revision":1}

        """#)
    #expect(try tool.text("--store", "json", "get", "a") == "needle-1\n")
    #expect(try tool("salvage", "s", "json").exit == 4)
    #expect(try tool("salvage", "none", "new").exit == 3)
    #expect(try tool("salvage", "s").exit == 2)
  }
}
