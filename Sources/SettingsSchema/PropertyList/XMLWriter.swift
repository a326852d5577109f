import Foundation
import SettingsCore

/// Writes a value as an XML property list.
struct XMLWriter {
  private var output = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  mutating func write(_ value: SettingValue) throws(PropertyListError) -> Data {
    try write(value, depth: 0)
    output += "</plist>\n"
    return Data(output.utf8)
  }

  private mutating func write(_ value: SettingValue, depth: Int) throws(PropertyListError) {
    guard depth <= PropertyList.maximumDepth else { throw .tooDeep }
    switch value {
    case .bool(let value): line(value ? "<true/>" : "<false/>", depth)
    case .integer(let value): line("<integer>\(value)</integer>", depth)
    case .double(let value): line("<real>\(Self.text(of: value))</real>", depth)
    case .string(let value): line("<string>\(try Self.escaped(value))</string>", depth)
    case .data(let value): line("<data>\(value.base64EncodedString())</data>", depth)
    case .date(let value):
      guard let text = PropertyListDate.text(of: value) else {
        throw PropertyListError(
          file: nil, problem: "a date outside the years 1 to 9999 cannot be written")
      }
      line("<date>\(text)</date>", depth)
    case .array(let values):
      if values.isEmpty { return line("<array/>", depth) }
      line("<array>", depth)
      for value in values { try write(value, depth: depth + 1) }
      line("</array>", depth)
    case .dictionary(let values):
      if values.isEmpty { return line("<dict/>", depth) }
      line("<dict>", depth)
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        line("<key>\(try Self.escaped(key.text))</key>", depth + 1)
        try write(value, depth: depth + 1)
      }
      line("</dict>", depth)
    }
  }

  private mutating func line(_ text: String, _ depth: Int) {
    output += String(repeating: "\t", count: depth) + text + "\n"
  }

  private static func text(of value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    return "\(value)"
  }

  private static func escaped(_ text: String) throws(PropertyListError) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      // A reader turns a bare carriage return into a line feed.
      case "\r": result += "&#13;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
        throw PropertyListError(
          file: nil,
          problem:
            "a text holds the character U+\(String(scalar.value, radix: 16, uppercase: true))"
            + ", which XML cannot hold")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The dates of XML property lists: `2001-02-03T04:05:06Z`.
enum PropertyListDate {
  static func date(from text: String) -> Date? {
    let parts = text.split(omittingEmptySubsequences: false) { "-T:Z".contains($0) }
    guard parts.count == 7, parts[6].isEmpty, text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    let numbers = parts.prefix(6).compactMap { $0.first == "+" ? nil : Int($0) }
    guard numbers.count == 6, (0...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), (0...23).contains(numbers[3]), (0...59).contains(numbers[4]),
      (0...60).contains(numbers[5])
    else { return nil }
    let days = daysSince2001(year: numbers[0], month: numbers[1], day: numbers[2])
    let seconds = days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }

  static func text(of date: Date) -> String? {
    let time = date.timeIntervalSinceReferenceDate.rounded(.down)
    // From 0001-01-01 to the end of 9999.
    guard time >= -63_113_904_000, time < 252_423_993_600 else { return nil }
    let total = Int(time)
    let days = total >= 0 ? total / 86_400 : -((86_399 - total) / 86_400)
    let rest = total - days * 86_400
    let (year, month, day) = civil(daysSince2001: days)
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))T"
      + "\(padded(rest / 3600)):\(padded(rest / 60 % 60)):\(padded(rest % 60))Z"
  }

  // Years are counted from March, so that the leap day is the last day of a year; 400 years have
  // 146,097 days. The epoch is the number of days from 0000-03-01 to 2001-01-01.
  private static let epoch = 730_791

  private static func daysSince2001(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - epoch
  }

  private static func civil(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + epoch
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
