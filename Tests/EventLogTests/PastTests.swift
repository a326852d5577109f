import Foundation
import LMDBKit
import SettingsCore
import Testing

@testable import EventLog

/// Indexes and looks into the past where something else happened meanwhile.
@Suite struct PastTests {
  @Test func `a look into the past whose transaction is older than the state finds what is there`()
    throws
  {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append([[SettingsEvent("x", .set(1))], [SettingsEvent("x", .set(2))]])
        var state = try ledger.withState { copy $0 }
        let commit = try ledger.commit(2)
        // As another thread does between the beginning of the transaction and the look at the state.
        state.apply(
          SettingsCommit(
            revision: 3, time: commit.time, author: "other", origin: commit.origin,
            events: [SettingsEvent("x", .set(3))]))
        try ledger.environment.read { transaction in
          let past = Past(state, firstOrigin: commit.origin)
          let (all, newest) = (
            try past.revisions(of: "x", in: transaction),
            try past.newestRevisions(of: "x", through: 2, limit: 9, in: transaction)
          )
          #expect(all == [1, 2] && newest == [2, 1])
        }
      }
    }
  }

  @Test func `a tag that was moved below the floor is gone, wherever it stood when it was saved`()
    throws
  {
    func commit(_ revision: Revision, _ cause: CommitCause) -> SettingsCommit {
      SettingsCommit(
        revision: revision, time: Timestamp(microseconds: 1), author: "a", origin: UUID(),
        cause: cause, events: [])
    }
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.environment.write { transaction -> Completion<Void> in
          for slice in [
            [commit(20, .tag("t", 10))],
            [commit(30, .tag("t", 5)), commit(31, .compact(.init(floor: 9, baseline: .zero)))],
          ] {
            var tags = TagIndex()
            for commit in slice { tags.fold(commit) }
            try tags.save(SettingsState(), in: transaction)
          }
          #expect(try TagIndex.places(in: transaction).isEmpty)
          return .commit(())
        }
      }
    }
  }
}
