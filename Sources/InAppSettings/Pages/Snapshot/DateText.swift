import Foundation
import SettingsSchema

/// Writes dates as a page without a locale shows them: `2026-11-30 08:15`.
enum DateText {
  static func text(
    of date: Date, _ mode: Specifier.Element.DatePickerMode, in zone: TimeZone
  ) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let day = [padded(parts.year, 4), padded(parts.month, 2), padded(parts.day, 2)]
    let time = [padded(parts.hour, 2), padded(parts.minute, 2)].joined(separator: ":")
    return switch mode {
    case .date: day.joined(separator: "-")
    case .time: time
    case .dateAndTime: day.joined(separator: "-") + " " + time
    }
  }

  private static func padded(_ number: Int?, _ width: Int) -> String {
    let digits = String(number ?? 0)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
