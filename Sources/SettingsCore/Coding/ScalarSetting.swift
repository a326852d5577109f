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
  /// How values of this type are stored.
  static var coding: SettingCoding<Self> { get }
}

extension ScalarSetting {
  /// The coding of this type under the name that a generic caller knows it by; nil for another type.
  static func coding<Value>(of type: Value.Type) -> SettingCoding<Value>? {
    coding as? SettingCoding<Value>
  }
}

extension SettingCoding where Value: ScalarSetting {
  /// The coding of a single value.
  ///
  /// Each type asks for its own, so that the closures are compiled for it.
  @inline(__always)
  fileprivate static func scalar() -> SettingCoding {
    SettingCoding(
      encode: { value throws(InvalidValueError) in try value.stored() },
      decode: { stored throws(SettingMismatch) in
        guard let value = Value(stored: stored) else {
          throw SettingMismatch(expected: Value.self, found: stored)
        }
        return value
      })
  }
}

extension Bool: ScalarSetting {
  package static var coding: SettingCoding<Bool> { .scalar() }

  package init?(stored: SettingValue) {
    guard case .bool(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .bool(self) }
}

extension String: ScalarSetting {
  package static var coding: SettingCoding<String> { .scalar() }

  package init?(stored: SettingValue) {
    guard case .string(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .string(self) }
}

extension Data: ScalarSetting {
  package static var coding: SettingCoding<Data> { .scalar() }

  package init?(stored: SettingValue) {
    guard case .data(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .data(self) }
}

extension Date: ScalarSetting {
  package static var coding: SettingCoding<Date> { .scalar() }

  package init?(stored: SettingValue) {
    guard case .date(let value) = stored else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .date(self) }
}

extension URL: ScalarSetting {
  package static var coding: SettingCoding<URL> { .scalar() }

  package init?(stored: SettingValue) {
    guard case .string(let text) = stored, let value = URL(string: text) else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .string(absoluteString) }
}

extension UUID: ScalarSetting {
  package static var coding: SettingCoding<UUID> { .scalar() }

  package init?(stored: SettingValue) {
    guard case .string(let text) = stored, let value = UUID(uuidString: text) else { return nil }
    self = value
  }

  package func stored() -> SettingValue { .string(uuidString) }
}

extension Double: ScalarSetting {
  package static var coding: SettingCoding<Double> { .scalar() }

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
  package static var coding: SettingCoding<Float> { .scalar() }

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

extension Int: ScalarSetting {
  package static var coding: SettingCoding<Int> { .scalar() }
}
extension Int8: ScalarSetting {
  package static var coding: SettingCoding<Int8> { .scalar() }
}
extension Int16: ScalarSetting {
  package static var coding: SettingCoding<Int16> { .scalar() }
}
extension Int32: ScalarSetting {
  package static var coding: SettingCoding<Int32> { .scalar() }
}
extension Int64: ScalarSetting {
  package static var coding: SettingCoding<Int64> { .scalar() }
}
extension UInt: ScalarSetting {
  package static var coding: SettingCoding<UInt> { .scalar() }
}
extension UInt8: ScalarSetting {
  package static var coding: SettingCoding<UInt8> { .scalar() }
}
extension UInt16: ScalarSetting {
  package static var coding: SettingCoding<UInt16> { .scalar() }
}
extension UInt32: ScalarSetting {
  package static var coding: SettingCoding<UInt32> { .scalar() }
}
extension UInt64: ScalarSetting {
  package static var coding: SettingCoding<UInt64> { .scalar() }
}
