import Foundation
import SettingsCore
import Testing

@testable import EventLog

/// The example of docs/format.md: its bytes are those that this code writes.
@Suite struct FormatExampleTests {
  private static let origin = "00112233-4455-4677-8899-aabbccddeeff"

  private static func makeCommit(
    _ revision: Revision, _ author: String, _ time: Int64, _ cause: CommitCause,
    _ events: [SettingsEvent]
  ) throws -> SettingsCommit {
    let origin = try #require(UUID(uuidString: origin))
    return SettingsCommit(
      revision: revision, time: Timestamp(microseconds: time), author: author, origin: origin,
      cause: cause, events: events)
  }

  @Test func `the records of the documented example are what is written`() throws {
    var first = try Self.makeCommit(
      1, "alice", 1_767_225_600_000_000, .edit, [SettingsEvent("editor.fontSize", .set(14.0))])
    first.reason = "Too small"
    let firstRecord = CommitRecord(commit: first, previous: .zero, nonce: Array(0..<16))
    let firstBytes = try firstRecord.encoded(firstOrigin: nil)
    let digest = try firstRecord.digest(of: firstBytes)

    let second = try Self.makeCommit(
      2, "bob", 1_767_225_660_000_000, .undo(of: [1]),
      [SettingsEvent("editor.fontSize", .reset, restores: 0), SettingsEvent("beta", .hide)])
    let secondRecord = CommitRecord(commit: second, previous: digest, nonce: Array(16..<32))
    let secondBytes = try secondRecord.encoded(firstOrigin: first.origin)
    let head = HeadRow(revision: 2, digest: try secondRecord.digest(of: secondBytes))

    let written = [
      StoreRow(origin: first.origin).encoded(), firstBytes, digest.bytes, secondBytes,
      head.encoded(),
    ]
    #expect(written.map(\.hexadecimal) == (try Self.documentedBytes()))
  }

  /// The blocks of bytes in the document, without their comments.
  private static func documentedBytes() throws -> [String] {
    let document = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/format.md").standardized
    let lines = try String(contentsOf: document, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [String] = []
    var isInside = false
    for line in lines {
      if line == "```hex" {
        isInside = true
        blocks.append("")
      } else if line.hasPrefix("```") {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1] += line.prefix { $0 != "#" }.filter { $0 != " " }
      }
    }
    return blocks
  }
}
