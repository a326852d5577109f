import Foundation
public import SettingsCore

extension SettingValue {
  /// Whether a settings page takes two values for the same: numbers compare by value, so that 1,
  /// 1.0 and true match, while the text "1" does not (rule V5).
  ///
  /// - Complexity: O(size of the values).
  public func matches(_ other: SettingValue) -> Bool {
    switch (self, other) {
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.matches($1) }
    case (.dictionary(let a), .dictionary(let b)):
      return a.count == b.count
        && a.allSatisfy { key, value in b[key].map { value.matches($0) } ?? false }
    default: break
    }
    if let a = wholeNumber, let b = other.wholeNumber { return a == b }
    if let a = number, let b = other.number { return a == b }
    return self == other
  }

  /// The truth a settings page sees in a value: a number that is not 0, a text that starts like
  /// "YES", "true" or a number other than 0; nil for what is neither (rule V7).
  public var truth: Bool? {
    switch self {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .double(let value): value != 0
    case .string(let text): text.truth
    case .data, .date, .array, .dictionary: nil
    }
  }

  /// The number in a value: a text gives the number that it starts with, 0 when there is none.
  package var leadingNumber: Double? {
    if case .string(let text) = self { return text.leadingNumber }
    return number
  }

  private var wholeNumber: Int64? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): value
    default: nil
    }
  }

  private var number: Double? {
    if case .double(let value) = self { return value }
    return wholeNumber.map(Double.init)
  }
}

extension String {
  fileprivate var truth: Bool {
    var rest = unicodeScalars.drop(while: \.properties.isWhitespace)
    if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
    rest = rest.drop { $0 == "0" }
    guard let first = rest.first else { return false }
    return "YyTt123456789".unicodeScalars.contains(first)
  }

  fileprivate var leadingNumber: Double {
    // Not characters: a digit may have an accent or an enclosing box, and is a digit nevertheless.
    let text = unicodeScalars.drop(while: \.properties.isWhitespace)
    var end = text.startIndex
    func take(_ characters: String) -> Bool {
      guard end < text.endIndex, characters.unicodeScalars.contains(text[end]) else { return false }
      end = text.index(after: end)
      return true
    }
    let digits = "0123456789"
    _ = take("+-")
    while take(digits) {}
    if take(".") { while take(digits) {} }
    let mantissa = text[..<end]
    if take("eE") {
      _ = take("+-")
      let exponentStart = end
      while take(digits) {}
      if end == exponentStart { end = mantissa.endIndex }
    }
    let number = String(text[..<end])
    return Double(number) ?? Double(number + "0") ?? 0
  }
}
