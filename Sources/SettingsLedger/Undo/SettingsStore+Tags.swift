import EventLog
public import SettingsCore

/// A name for a place in history.
public struct SettingsTag: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The revision that it stands for.
  public let revision: Revision
  /// The commit that set it, which says who did and when.
  public let commit: SettingsCommit
}

extension SettingsStore {
  /// Gives a place in history a name, as a commit.
  ///
  /// ```swift
  /// try store.tag("before-upgrade")
  /// try store.rollback(to: .tag("before-upgrade"))
  /// ```
  ///
  /// A tag is no step of undo. Setting a tag where it stands already records nothing.
  ///
  /// - Parameters:
  ///   - name: at most 255 bytes of UTF-8 without colons, blanks and control characters, that do not start
  ///     with a hyphen nor read as a revision, an age or a date.
  ///   - point: the place.
  ///   - move: whether a tag with the name may be taken from another place.
  ///   - reason: why, for people who read the log.
  /// - Throws: `invalidTag`; `tagExists` when the tag stands elsewhere and must not be moved; what
  ///   finding the point throws. Nothing is recorded then.
  @discardableResult
  public func tag(
    _ name: String, at point: HistoryPoint = .latest, move: Bool = false, reason: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    let change = TagChange(name, .set(try place(point), moves: move))
    return try unwrapped { try perform(CommitRequest(facts(reason: reason), .tag(change))) }
  }

  /// Gives a place in history a name, without blocking the thread.
  @discardableResult
  public func tag(
    _ name: String, at point: HistoryPoint = .latest, move: Bool = false, reason: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await change(TagChange(name, .set(try place(point), moves: move)), reason)
  }

  /// Deletes a tag, as a commit; what it stood for stays.
  ///
  /// - Throws: `noSuchTag`.
  @discardableResult
  public func deleteTag(
    _ name: String, reason: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    let change = TagChange(name, .delete)
    return try unwrapped { try perform(CommitRequest(facts(reason: reason), .tag(change))) }
  }

  /// Deletes a tag, without blocking the thread.
  @discardableResult
  public func deleteTag(
    _ name: String, reason: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await change(TagChange(name, .delete), reason)
  }

  /// All tags, in the order of their names' bytes.
  public func tags() throws(SettingsError) -> [SettingsTag] {
    try connection.run { ledger in
      try ledger.tags().map { SettingsTag(name: $0.name, revision: $0.revision, commit: $0.commit) }
    }
  }

  private func change(
    _ change: TagChange, _ reason: String?
  ) async throws(SettingsError) -> CommitOutcome {
    let facts = facts(reason: reason)
    do {
      return try await perform { CommitRequest(facts, .tag(change)) }
    } catch {
      throw SettingsError(error, path: path)
    }
  }

  /// The revision of a place; nil for the head, which only the write itself knows.
  private func place(_ point: HistoryPoint) throws(SettingsError) -> Revision? {
    if case .latest = point { return nil }
    return try revision(at: point)
  }
}
