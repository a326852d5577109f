/// The rules for the name of a tag.
///
/// A tag stands where a place in history is asked for, so its name must not read as another one: as a
/// revision (`12`), as `HEAD` or `HEAD~3`, as an age (`2h`), as a date (`2026-11-30`), or as an option.
package enum TagName {
  /// The greatest length of a name, in UTF-8 bytes.
  package static let maximumLength = 255

  /// What is wrong with a name, as the end of a sentence that begins with the name; nil when nothing is.
  package static func problem(of name: String) -> String? {
    let bytes = Array(name.utf8)
    if bytes.isEmpty { return "is empty" }
    if bytes.count > maximumLength {
      return "has \(bytes.count) bytes; at most \(maximumLength) are allowed"
    }
    if bytes[0] == UInt8(ascii: "-") { return "starts with `-`, as options do" }
    if bytes.contains(UInt8(ascii: ":")) { return "holds a colon" }
    if name.unicodeScalars.contains(where: { isBlankOrControl($0) }) {
      return "holds a blank or a control character"
    }
    if bytes.allSatisfy(isDigit) { return "reads as a revision" }
    if name == "HEAD" || name.utf8.starts(with: "HEAD~".utf8) { return "reads as a revision" }
    if isAge(bytes) { return "reads as an age" }
    return isDate(bytes) ? "reads as a date" : nil
  }

  private static func isBlankOrControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
      || [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isAge(_ bytes: [UInt8]) -> Bool {
    guard let unit = bytes.last, "smhdw".utf8.contains(unit) else { return false }
    return bytes.count > 1 && bytes.dropLast().allSatisfy(isDigit)
  }

  /// Four digits, two and two, joined by hyphens, at its beginning: what follows may be a time.
  private static func isDate(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 10
      && zip(bytes, "0000-00-00".utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "-") ? byte == form : isDigit(byte)
      }
  }
}
