import Foundation
import SettingsSchema

/// Dates as they are typed: `2026-11-30 08:15`, or the part of it that a row picks.
struct TypedDate {
  let mode: Specifier.Element.DatePickerMode
  let timeZone: TimeZone

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  /// What is to be typed, for a person who typed something else.
  var example: String {
    switch mode {
    case .date: "2026-11-30"
    case .time: "08:15"
    case .dateAndTime: "2026-11-30 08:15"
    }
  }

  func text(of date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func digits(_ number: Int?, _ width: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let day = "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
    let time = "\(digits(parts.hour, 2)):\(digits(parts.minute, 2))"
    return switch mode {
    case .date: day
    case .time: time
    case .dateAndTime: "\(day) \(time)"
    }
  }

  /// The date that a text says; nil when it says none that exists.
  ///
  /// What the row does not pick, such as the day of a time, is that of the date before.
  func date(from text: String, before: Date) -> Date? {
    let words = text.split { $0 == " " || $0 == "T" }
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: before)
    guard words.count == (mode == .dateAndTime ? 2 : 1) else { return nil }
    var wanted = parts
    if mode != .time {
      guard let day = numbers(words[0], "-", count: 3) else { return nil }
      (wanted.year, wanted.month, wanted.day) = (day[0], day[1], day[2])
    }
    if mode != .date {
      guard let time = numbers(words[words.count - 1], ":", count: 2) else { return nil }
      (wanted.hour, wanted.minute) = (time[0], time[1])
    }
    guard wanted.isValidDate(in: calendar) else { return nil }
    return calendar.date(from: wanted)
  }

  private func numbers(_ text: Substring, _ separator: Character, count: Int) -> [Int]? {
    let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      part.allSatisfy(\.isASCII) && part.allSatisfy(\.isNumber) ? Int(part) : nil
    }
    guard numbers.count == count else { return nil }
    let known = numbers.compactMap(\.self)
    return known.count == count ? known : nil
  }
}
