/// Turns structured setting values back into `Codable` ones, with the number rule of `SettingKey`.
enum SettingValueDecoder {
  static func decode<T: Decodable>(
    _ type: T.Type, from stored: SettingValue
  ) throws(SettingMismatch) -> T {
    do {
      return try StoredDecoder(value: stored, codingPath: []).decode(type)
    } catch let error as DecodingError {
      throw SettingMismatch(expected: type, found: stored, error.sentence)
    } catch {
      throw SettingMismatch(expected: type, found: stored, String(describing: error))
    }
  }
}

extension DecodingError {
  fileprivate var sentence: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription + SettingValueEncoder.place(context.codingPath)
    case .keyNotFound(let key, let context):
      "no entry \(key.stringValue)" + SettingValueEncoder.place(context.codingPath)
    @unknown default: "it cannot be read"
    }
  }
}

private struct StoredDecoder: Decoder, SingleValueDecodingContainer {
  let value: SettingValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let reason = "a value of kind \(value.kind.rawValue) does not read as \(type)"
    return .typeMismatch(type, .init(codingPath: codingPath, debugDescription: reason))
  }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let scalar = type as? any ScalarSetting.Type else { return try T(from: self) }
    guard let result = scalar.init(stored: value) as? T else { throw mismatch(type) }
    return result
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let entries) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      StoredKeyedContainer<Key>(entries: entries, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return StoredUnkeyedContainer(elements: elements, codingPath: codingPath)
  }
}

private struct StoredKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let entries: [SettingValue.DictionaryKey: SettingValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { entries.keys.sorted().compactMap { Key(stringValue: $0.text) } }
  func contains(_ key: Key) -> Bool { entries[.init(key.stringValue)] != nil }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder(for: key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(for: PlainCodingKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: any CodingKey) throws -> StoredDecoder {
    guard let value = entries[.init(key.stringValue)] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
    }
    return StoredDecoder(value: value, codingPath: codingPath + [key])
  }
}

private struct StoredUnkeyedContainer: UnkeyedDecodingContainer {
  let elements: [SettingValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(elements: [SettingValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  func decodeNil() -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  private func current() throws -> StoredDecoder {
    let path = codingPath + [PlainCodingKey(intValue: currentIndex)]
    guard currentIndex < elements.count else {
      let reason = "the array has only \(elements.count) elements"
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: path, debugDescription: reason))
    }
    return StoredDecoder(value: elements[currentIndex], codingPath: path)
  }
}
