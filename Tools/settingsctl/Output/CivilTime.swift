/// A time in the form of ISO 8601, made from and read as whole microseconds since 1970.
struct CivilTime {
  /// Microseconds since 1970, in UTC when the text named a zone, else in local time.
  let microseconds: Int64
  /// Whether the text named a zone.
  let hasZone: Bool

  /// Reads `2026-11-30`, `2026-11-30T07:13`, `2026-11-30T07:13:34.123456+01:00`; nil for other texts.
  init?(_ text: String) {
    var scanner = Scanner(rest: Array(text.utf8)[...])
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
      scanner.take("-"), let day = scanner.number(2),
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    var time = Self.days(year, month, day) * 86_400_000_000
    var hasZone = false
    if scanner.take("T") || scanner.take(" ") {
      guard let clock = scanner.clock(), let zone = scanner.zone() else { return nil }
      time += clock
      if case .offset(let offset) = zone { (time, hasZone) = (time - offset, true) }
    }
    guard scanner.rest.isEmpty else { return nil }
    (self.microseconds, self.hasZone) = (time, hasZone)
  }

  /// `2026-11-30T07:13:34.123456Z`.
  static func text(_ microseconds: Int64) -> String {
    let (date, clock, fraction) = parts(microseconds)
    return "\(date)T\(clock).\(padded(fraction, 6))Z"
  }

  /// `2026-11-30 07:13:34Z`, for people.
  static func shortText(_ microseconds: Int64) -> String {
    let (date, clock, _) = parts(microseconds)
    return "\(date) \(clock)Z"
  }

  /// The microseconds of the years that ISO 8601 can write with four digits, from 0001 to 9999.
  static let fourDigitYears =
    (days(1, 1, 1) * 86_400_000_000)..<(days(10_000, 1, 1) * 86_400_000_000)

  private static func parts(_ microseconds: Int64) -> (String, String, Int64) {
    let day = floorDivide(microseconds, 86_400_000_000)
    let rest = microseconds - day * 86_400_000_000
    let (year, month, dayOfMonth) = date(day)
    let seconds = rest / 1_000_000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return (
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))",
      clock.joined(separator: ":"), rest % 1_000_000
    )
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
      + digits
  }
}

// MARK: - The calendar

extension CivilTime {
  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days from 1970-01-01.
  ///
  /// Years are counted from March, so that a leap day ends its year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month < 3 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let leapDays =
      floorDivide(marchYear, 4) - floorDivide(marchYear, 100) + floorDivide(marchYear, 400)
    return marchYear * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 719_469
  }

  private static func date(_ days: Int64) -> (Int64, Int64, Int64) {
    // A first guess that is at most one year off, then put right.
    var year = floorDivide(days * 400, 146_097) + 1970
    while Self.days(year, 1, 1) > days { year -= 1 }
    while Self.days(year + 1, 1, 1) <= days { year += 1 }
    var month: Int64 = 1
    while month < 12, Self.days(year, month + 1, 1) <= days { month += 1 }
    return (year, month, days - Self.days(year, month, 1) + 1)
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}

// MARK: - Reading

private struct Scanner {
  enum Zone {
    case local
    case offset(Int64)
  }

  var rest: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(_ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1) - 48 }
  }

  /// `hh:mm`, `hh:mm:ss` or `hh:mm:ss.ffffff`, in microseconds.
  mutating func clock() -> Int64? {
    guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else {
      return nil
    }
    var time = (hour * 60 + minute) * 60_000_000
    guard take(":") else { return time }
    guard let second = number(2), second < 60 else { return nil }
    time += second * 1_000_000
    guard take(".") else { return time }
    let count = rest.prefix { (48...57).contains($0) }.count
    guard (1...6).contains(count), var fraction = number(count) else { return nil }
    for _ in count..<6 { fraction *= 10 }
    return time + fraction
  }

  /// `Z`, `+hh:mm`, `-hhmm` or nothing.
  mutating func zone() -> Zone? {
    if take("Z") { return .offset(0) }
    let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0 else { return .local }
    guard let hours = number(2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    return .offset(sign * (hours * 60 + minutes) * 60_000_000)
  }
}
