/// Turns `Codable` values into structured setting values, so that history and diffs stay readable.
enum SettingValueEncoder {
  /// The stored form of a value; nil for a nil optional.
  static func encode(_ value: some Encodable) throws(InvalidValueError) -> SettingValue? {
    let node = EncodedNode()
    do {
      try node.encode(value, at: [])
      return try node.value(at: [])
    } catch let error as InvalidValueError {
      throw error
    } catch let EncodingError.invalidValue(_, context) {
      throw .notEncodable(context.debugDescription + place(context.codingPath))
    } catch {
      throw .notEncodable(String(describing: error))
    }
  }

  static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " (at \(path.map(\.stringValue).joined(separator: ".")))"
  }
}

/// A value while it is being encoded: containers fill it after they were handed out.
private final class EncodedNode {
  private enum Content {
    case empty
    case null
    case value(SettingValue)
    case array([EncodedNode])
    case dictionary([SettingValue.DictionaryKey: EncodedNode])
  }

  private var content = Content.empty

  func encode(_ value: some Encodable, at path: [any CodingKey]) throws {
    if let scalar = value as? any ScalarSetting {
      content = .value(try scalar.stored())
    } else {
      // Refused before the recursion of an endless structure gets far.
      guard path.count <= SettingValue.maximumDepth else { throw InvalidValueError.tooDeep }
      try value.encode(to: NodeEncoder(node: self, codingPath: path))
    }
  }

  func encodeNull() { content = .null }

  func becomeDictionary() {
    if case .dictionary = content { return }
    content = .dictionary([:])
  }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func child(for key: any CodingKey) -> EncodedNode {
    let node = EncodedNode()
    if case .dictionary(var entries) = content {
      content = .empty  // so that the entries are changed in place
      entries[SettingValue.DictionaryKey(key.stringValue)] = node
      content = .dictionary(entries)
    }
    return node
  }

  func appendChild() -> EncodedNode {
    let node = EncodedNode()
    if case .array(var elements) = content {
      content = .empty
      elements.append(node)
      content = .array(elements)
    }
    return node
  }

  var count: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  /// What has been encoded; nil for nil.
  ///
  /// A nil inside an array has no place in a property list.
  func value(at path: [String]) throws(InvalidValueError) -> SettingValue? {
    switch content {
    case .null: return nil
    case .value(let value): return value
    case .empty: return .dictionary([:])
    case .array(let elements):
      var values: [SettingValue] = []
      for (index, element) in elements.enumerated() {
        let path = path + [String(index)]
        guard let value = try element.value(at: path) else {
          let place = path.joined(separator: ".")
          throw .notEncodable("nil inside an array (at \(place)) has no stored form; leave it out")
        }
        values.append(value)
      }
      return .array(values)
    case .dictionary(let entries):
      var values: [SettingValue.DictionaryKey: SettingValue] = [:]
      for (key, entry) in entries { values[key] = try entry.value(at: path + [key.text]) }
      return .dictionary(values)
    }
  }
}

private struct NodeEncoder: Encoder, SingleValueEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeDictionary()
    return KeyedEncodingContainer(NodeKeyedContainer<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return NodeUnkeyedContainer(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { node.encodeNull() }
  func encode<T: Encodable>(_ value: T) throws { try node.encode(value, at: codingPath) }
}

private struct NodeKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { node.child(for: key).encodeNull() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try node.child(for: key).encode(value, at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    superEncoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let key = PlainCodingKey("super")
    return NodeEncoder(node: node.child(for: key), codingPath: codingPath + [key])
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    NodeEncoder(node: node.child(for: key), codingPath: codingPath + [key])
  }
}

private struct NodeUnkeyedContainer: UnkeyedEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  func encodeNil() { node.appendChild().encodeNull() }

  func encode<T: Encodable>(_ value: T) throws {
    let key = PlainCodingKey(intValue: count)
    try node.appendChild().encode(value, at: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    superEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let key = PlainCodingKey(intValue: count)
    return NodeEncoder(node: node.appendChild(), codingPath: codingPath + [key])
  }
}

/// A coding key that is just a name or an index.
struct PlainCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(stringValue: String) { self.init(stringValue) }
  init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}
