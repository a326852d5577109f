package import SettingsCore

/// Why an earlier state was not brought back: somebody changed a setting since.
package struct RestorationConflict: Hashable, Sendable, CustomStringConvertible {
  package enum Verb: Hashable, Sendable {
    case undo, redo, revert

    fileprivate var participle: String {
      switch self {
      case .undo: "undone"
      case .redo: "done again"
      case .revert: "reverted"
      }
    }
  }

  package let verb: Verb
  /// The commit that was to be taken back or done again; of a step, its first.
  package let revision: Revision
  package let author: String
  /// The setting that somebody else changed.
  package let name: SettingName
  /// The commit that the setting's state comes from.
  package let culprit: SettingsCommit?

  package var description: String {
    let what = "revision \(revision) of \(author) cannot be \(verb.participle): "
    guard let culprit else { return what + "\(name) was changed meanwhile" }
    return what + "\(name) is as \(culprit.author) made it in revision \(culprit.revision)"
  }
}
