import Foundation
import SettingsLedger
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConfirmationProcessTests {
  @Test func `a change is taken back by others when the process that made it was killed`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      let store = try SettingsStore(path: path, author: "test")
      try store.set("net.gateway", to: "old")
      store.close()
      let child = try Child("pend", path, "50")
      #expect(child.nextLine() == "2")
      child.kill()
      Thread.sleep(forTimeInterval: 0.06)
      // Nobody had the store open: who opens it next takes it back.
      let next = try SettingsStore(path: path, author: "test")
      #expect(next["net.gateway"] == "old")
      #expect(try next.commit(at: 3).cause == .expire(of: 2))
      try next.verify()
      next.close()
    }
  }

  @Test func `an idle process takes a change back also in the file that took the store's place`()
    throws
  {
    try withDirectory { directory in
      let path = directory + "/s"
      let store = try SettingsStore(path: path, author: "test")
      try store.set("net.gateway", to: "old")
      let child = try Child("pend", path, "1000")
      #expect(child.nextLine() == "2")
      try store.shrink()
      store.close()
      let reader = try SettingsStore(
        path: path, author: "test", configuration: StoreConfiguration(access: .readOnly))
      for _ in 0..<30_000 where reader["net.gateway"] != "old" { usleep(1000) }
      #expect(reader["net.gateway"] == "old")
      #expect(try reader.commit(at: 3).cause == .expire(of: 2))
      reader.close()
      child.kill()
    }
  }

  @Test func `two processes that see a change expire take it back once`() async throws {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    try await store.set("net.gateway", to: "old")
    let others = try [Child("witness", path), Child("witness", path)]
    for other in others { #expect(other.nextLine() == "ready") }
    for round in 0..<3 {
      let first = store.revision
      let child = try Child("pend", path, "60")
      #expect(child.nextLine() == "\(first.rawValue + 1)")
      if round > 0 { child.kill() }
      var causes: [CommitCause] = []
      for try await commit in store.commits(after: first) {
        causes.append(commit.cause)
        if causes.count == 2 { break }
      }
      #expect(causes == [.edit, .expire(of: Revision(rawValue: first.rawValue + 1))])
      for other in others {
        #expect(other.nextLine() == "\(first.rawValue + 1) edit")
        #expect(other.nextLine() == "\(first.rawValue + 2) expire")
      }
      #expect(store["net.gateway"] == "old")
    }
    // Whoever else saw it expire has added nothing.
    try await Task.sleep(for: .milliseconds(50))
    #expect(store.revision == 7)
    for other in others { other.kill() }
    try store.verify()
    store.close()
  }
}
