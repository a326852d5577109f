/// How a commit takes part in undo.
///
/// ```swift
/// try store.commit(undo: .group("drag 7", within: .seconds(2))) { $0[.volume] = 0.4 }
/// ```
public struct UndoPolicy: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case step
    case none
    case group(String, within: Duration?)
  }

  package let kind: Kind

  /// The commit is a step of its own, and ends what its author could redo.
  public static let step = UndoPolicy(kind: .step)

  /// The commit is no step: undo passes it by, and what its author could redo stays.
  ///
  /// For what nobody would want to take back, such as the place of a window.
  public static let none = UndoPolicy(kind: .none)

  /// The commit continues the author's newest step when that ended with the same token, so that one
  /// undo takes both back; otherwise it begins a step.
  ///
  /// Use a token for each gesture or group: commits that belong together are one step, also when the
  /// program was started again in between. A step ends with any other step of the author, with an
  /// undo, and when somebody else changed one of its settings meanwhile.
  ///
  /// - Parameters:
  ///   - token: what the commits have in common: at most 255 bytes of UTF-8.
  ///   - within: how long ago this process may have recorded the step's last commit. It is measured on a
  ///     clock that nobody can set; a step of another process is not continued then. Nil is for ever.
  public static func group(_ token: String, within: Duration? = nil) -> UndoPolicy {
    UndoPolicy(kind: .group(token, within: within))
  }
}

/// Whose steps are undone or done again.
@nonexhaustive
public enum UndoScope: Hashable, Sendable {
  /// Those of the author who asks.
  case author
  /// Those of everybody, what was done or undone last first.
  case allAuthors
}
