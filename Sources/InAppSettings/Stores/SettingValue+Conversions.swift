import SettingsCore
import SettingsSchema

/// What the getters of a store make of a value (rule T1). A value that is no number and no text
/// counts as absent.
extension SettingValue? {
  /// Whether a number is not 0, or a text starts like `YES`, `true` or a number other than 0.
  var boolValue: Bool { self?.truth ?? false }

  /// The number, or the one that a text starts with.
  var doubleValue: Double { self?.leadingNumber ?? 0 }

  /// The number without its fraction, or the digits that a text starts with; what does not fit is the
  /// greatest or least that does.
  var integerValue: Int {
    switch self {
    case .integer(let number): return Int(clamping: number)
    case .string(let text): return text.leadingInteger
    default:
      let number = doubleValue
      return Int(exactly: number.rounded(.towardZero)) ?? (number.isNaN ? 0 : number.saturated)
    }
  }
}

extension Double {
  fileprivate var saturated: Int { self < 0 ? .min : .max }
}

extension String {
  fileprivate var leadingInteger: Int {
    // Not characters: a digit may have an accent or an enclosing box, and is a digit nevertheless.
    var rest = unicodeScalars.drop(while: \.properties.isWhitespace)
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return 0 }
    return Int((isNegative ? "-" : "") + String(digits)) ?? (isNegative ? .min : .max)
  }
}
