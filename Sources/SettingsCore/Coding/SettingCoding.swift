/// How the values of a Swift type are stored, decided once when a key is made.
package struct SettingCoding<Value: Sendable>: Sendable {
  /// The stored form of a value; nil when the value means "unset".
  package let encode: @Sendable (Value) throws(InvalidValueError) -> SettingValue?
  /// The value of a stored form.
  package let decode: @Sendable (SettingValue) throws(SettingMismatch) -> Value
}

extension SettingCoding where Value: Codable {
  /// The coding of a single value for the types that have one, else that of a structure.
  package static func codable() -> SettingCoding {
    if let scalar = Value.self as? any ScalarSetting.Type,
      let coding = scalar.coding(of: Value.self)
    {
      return coding
    }
    return SettingCoding(
      encode: { value throws(InvalidValueError) in try SettingValueEncoder.encode(value) },
      decode: { stored throws(SettingMismatch) in
        try SettingValueDecoder.decode(Value.self, from: stored)
      })
  }
}

extension SettingCoding where Value: RawRepresentable, Value.RawValue: Codable & Sendable {
  /// The coding of the raw value.
  package static func rawValue() -> SettingCoding {
    let raw = SettingCoding<Value.RawValue>.codable()
    return SettingCoding(
      encode: { value throws(InvalidValueError) in try raw.encode(value.rawValue) },
      decode: { stored throws(SettingMismatch) in
        guard let value = Value(rawValue: try raw.decode(stored)) else {
          throw SettingMismatch(expected: Value.self, found: stored, "it is none of the cases")
        }
        return value
      })
  }
}

extension SettingCoding {
  /// The coding of an optional: nil is stored as nothing.
  package static func optional<Wrapped>(_ wrapped: SettingCoding<Wrapped>) -> SettingCoding
  where Value == Wrapped? {
    SettingCoding(
      encode: { value throws(InvalidValueError) in
        guard let value else { return nil }
        return try wrapped.encode(value)
      },
      decode: { stored throws(SettingMismatch) in try wrapped.decode(stored) })
  }
}

/// Says why a stored value does not convert to the type that was asked for.
public struct SettingMismatch: Error, Hashable, CustomStringConvertible {
  /// The Swift type that was asked for.
  public let expected: String
  /// The kind of the stored value.
  public let found: SettingValue.Kind
  /// What more there is to say, such as where in a structure the trouble is.
  public let detail: String?

  package init(expected: Any.Type, found: SettingValue, _ detail: String? = nil) {
    self.expected = String(describing: expected)
    self.found = found.kind
    self.detail = detail
  }

  /// A sentence without the stored value itself, which may be secret.
  public var description: String {
    "a stored value of kind \(found.rawValue) does not read as \(expected)"
      + (detail.map { ": \($0)" } ?? "")
  }
}
