import Foundation
import SettingsLedger
import Testing

/// Everything that a store can do in random order, by a process that is killed again and again.
@Suite(.timeLimit(.minutes(10))) struct KilledStoreTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `killed at any moment, a store has each thing that was done whole or not at all`(
    seed: UInt64
  ) throws {
    try withDirectory { directory in
      let path = directory + "/s"
      var (told, erased) = (Revision.zero, [Revision: String]())
      for round in 0..<5 {
        let child = try Child("everything", path, "\(seed * 100 + UInt64(round))")
        for _ in 0..<(25 + 9 * round) {
          let words = try #require(child.nextLine()).split(separator: " ")
          let number = Revision(rawValue: try #require(UInt64(words[words.count > 1 ? 1 : 0])))
          if words.count > 1 { erased[number] = String(words[2]) } else { told = max(told, number) }
        }
        child.kill()
        let store = try SettingsStore(path: path, author: "test")
        #expect(store.revision >= told)
        let report = try store.verify()
        #expect(Set(erased.keys).isSubset(of: report.redacted))
        try expectStateOfReplay(store)
        let backup = directory + "/backup-\(round)"
        try store.backup(to: backup)
        let bytes = try Data(contentsOf: URL(filePath: backup + "/data.mdb"))
        for (revision, mark) in erased {
          #expect(bytes.range(of: Data((mark + " ").utf8)) == nil, "revision \(revision)")
        }
        store.close()
      }
      #expect(!erased.isEmpty)
    }
  }

  private func expectStateOfReplay(_ store: SettingsStore) throws {
    var values: [SettingName: SettingValue] = [:]
    var hidden: Set<SettingName> = []
    var waiting: Set<Revision> = []
    for commit in try store.commits(after: 0, limit: .max) {
      for event in commit.events {
        switch event.kind {
        case .hide: hidden.insert(event.name)
        case .unhide: hidden.remove(event.name)
        default: values[event.name] = event.value
        }
      }
      if commit.confirmBy != nil { waiting.insert(commit.revision) }
      switch commit.cause {
      case .confirm(let revision), .expire(let revision):
        #expect(waiting.remove(revision) != nil)
      default: break
      }
    }
    #expect(Dictionary(uniqueKeysWithValues: store.names().map { ($0, store[$0]) }) == values)
    #expect(Set(store.hiddenNames()) == hidden)
    #expect(try store.pendingCommits().map(\.revision) == waiting.sorted())
  }
}
