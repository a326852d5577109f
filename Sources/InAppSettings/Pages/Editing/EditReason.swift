import SettingsCore
import SettingsSchema

/// The sentences that commits of pages give as their reasons.
package enum EditReason {
  /// A text that fits the log, whatever titles and names an app has.
  package static func fitting(_ text: String) -> String { cut(text, to: 500) }

  /// A text of an app in quotation marks, not longer than a line.
  static func quoted(_ text: String) -> String { "“" + cut(text, to: 80) + "”" }

  /// The title, else the key: bundles have rows with an empty title, which would name nothing.
  static func name(_ title: String?, _ key: SettingName?) -> String? {
    if let title, !title.isEmpty { return title }
    return key?.text
  }

  private static func cut(_ text: String, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }
}

extension RowPlace {
  /// The row's name in quotation marks.
  var quoted: String { EditReason.quoted(name) }

  /// The list's name in quotation marks.
  var quotedList: String {
    EditReason.quoted(EditReason.name(header?.title, header?.key) ?? name)
  }

  /// The reason for a change of an item, or for a new one; nil for rows of no list.
  var listReason: String? {
    switch row {
    case .item: "Changed an item of \(quotedList)"
    case .add: "Added an item to \(quotedList)"
    default: nil
    }
  }
}
