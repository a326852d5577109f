import SettingsCore

/// The newest commit of each gesture or group that this process recorded, and when.
///
/// Commits with the same token and author are one step of undo when they follow one another closely. That
/// is measured on a clock that nobody can set.
struct Gestures: Sendable {
  struct Gesture: Sendable {
    /// The commits that the step begins and ends with.
    let first: Revision
    let last: Revision
    /// Whether the step's commits are all those from its first to its last.
    let isUnbroken: Bool
    fileprivate let recorded: ContinuousClock.Instant

    /// Whether it was recorded at most so long ago.
    func isRecent(_ duration: Duration) -> Bool { .now - recorded <= duration }
  }

  private struct Key: Hashable {
    let author: AuthorName
    let token: [UInt8]
  }

  private var gestures: [Key: Gesture] = [:]

  /// So many gestures are remembered at most; a step that was forgotten is not continued within a time.
  private static let limit = 256

  func newest(_ token: String, of author: String) -> Gesture? {
    gestures[Key(author: AuthorName(author), token: Array(token.utf8))]
  }

  mutating func note(_ commit: SettingsCommit) {
    guard let token = commit.undo.group, !commit.events.isEmpty else { return }
    let key = Key(author: AuthorName(commit.author), token: Array(token.utf8))
    let before = gestures[key]
    // Threads may tell of their commits in another order than they recorded them.
    if let before, before.last > commit.revision { return }
    let first = commit.undo.continues ?? commit.revision
    let goesOn = before.map {
      $0.isUnbroken && $0.first == first && $0.last.next == commit.revision
    }
    if before == nil, gestures.count >= Self.limit {
      let newest = gestures.sorted { $0.value.recorded > $1.value.recorded }
      gestures = Dictionary(
        newest.prefix(Self.limit / 2).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    }
    gestures[key] = Gesture(
      first: first, last: commit.revision,
      isUnbroken: commit.undo.continues == nil || goesOn == true, recorded: .now)
  }
}
