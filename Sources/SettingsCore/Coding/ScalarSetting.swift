#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A Swift type that is stored as one single value.
package protocol ScalarSetting: Codable, Sendable {
  /// The value of a stored form; nil when it does not convert.
  init?(stored: SettingValue)
  /// The stored form.
  func stored() throws(InvalidValueError) -> SettingValue
}

extension ScalarSetting {
  /// The coding of this type under the name that a generic caller knows it by; nil for another type.
  static func coding<Value>(of type: Value.Type) -> SettingCoding<Value>? {
    SettingCoding<Self>(
      encode: { value throws(InvalidValueError) in try value.stored() },
      decode: { stored throws(SettingMismatch) in
        guard let value = Self(stored: stored) else {
          throw SettingMismatch(expected: Self.self, found: stored)
        }
        return value
      }) as? SettingCoding<Value>
  }
}

extension Bool: ScalarSetting {
  package init?(stored: SettingValue) {
    guard case .bool(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .bool(self) }
}

extension String: ScalarSetting {
  package init?(stored: SettingValue) {
    guard case .string(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .string(self) }
}

extension Data: ScalarSetting {
  package init?(stored: SettingValue) {
    guard case .data(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .data(self) }
}

extension Date: ScalarSetting {
  package init?(stored: SettingValue) {
    guard case .date(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .date(self) }
}

extension URL: ScalarSetting {
  package init?(stored: SettingValue) {
    guard case .string(let text) = stored, let value = URL(string: text) else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .string(absoluteString) }
}

extension UUID: ScalarSetting {
  package init?(stored: SettingValue) {
    guard case .string(let text) = stored, let value = UUID(uuidString: text) else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .string(uuidString) }
}

extension Double: ScalarSetting {
  package init?(stored: SettingValue) {
    switch stored {
    case .double(let value): self = value
    case .integer(let value): self.init(exactly: value)
    default: return nil
    }
  }

  package func stored() -> SettingValue { .double(self) }
}

extension Float: ScalarSetting {
  package init?(stored: SettingValue) {
    switch stored {
    case .double(let value) where value.isNaN: self = .nan
    case .double(let value): self.init(exactly: value)
    case .integer(let value): self.init(exactly: value)
    default: return nil
    }
  }

  package func stored() -> SettingValue { .double(Double(self)) }
}

extension FixedWidthInteger where Self: ScalarSetting {
  package init?(stored: SettingValue) {
    switch stored {
    case .integer(let value): self.init(exactly: value)
    case .double(let value): self.init(exactly: value)
    default: return nil
    }
  }

  package func stored() throws(InvalidValueError) -> SettingValue {
    guard let value = Int64(exactly: self) else { throw .integerOutOfRange(String(self)) }
    return .integer(value)
  }
}

extension Int: ScalarSetting {}
extension Int8: ScalarSetting {}
extension Int16: ScalarSetting {}
extension Int32: ScalarSetting {}
extension Int64: ScalarSetting {}
extension UInt: ScalarSetting {}
extension UInt8: ScalarSetting {}
extension UInt16: ScalarSetting {}
extension UInt32: ScalarSetting {}
extension UInt64: ScalarSetting {}
