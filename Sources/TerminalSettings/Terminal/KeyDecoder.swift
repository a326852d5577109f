/// Turns the bytes that a terminal sends into keys.
///
/// A sequence may come in any number of pieces. An Escape at the end of what has come may be the key
/// or the beginning of a sequence: whoever feeds the decoder waits a moment while ``isPending``, and
/// then calls ``flush()``.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  private var pasted: [UInt8]?

  private static let escape: UInt8 = 0x1b
  private static let endOfPaste: [UInt8] = Array("\u{1b}[201~".utf8)

  /// Whether bytes are held back that may go on.
  var isPending: Bool { !bytes.isEmpty && pasted == nil }

  /// Takes bytes, and gives the keys that they complete.
  mutating func feed(_ more: some Sequence<UInt8>) -> [Key] {
    bytes += more
    return takeAll(isEnd: false)
  }

  /// Gives what is held back: nothing more belongs to it.
  mutating func flush() -> [Key] { takeAll(isEnd: true) }

  private mutating func takeAll(isEnd: Bool) -> [Key] {
    var keys: [Key] = []
    while !bytes.isEmpty {
      if pasted != nil {
        guard let key = takePaste() else { break }
        keys.append(key)
      } else {
        guard let (taken, found) = Self.first(of: bytes, isEnd: isEnd) else { break }
        bytes.removeFirst(taken)
        if found == [.pasteBegins] { pasted = [] }
        keys += found.compactMap(\.key)
      }
    }
    return keys
  }

  /// The text of a paste once its end has come.
  private mutating func takePaste() -> Key? {
    let end = Self.endOfPaste
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
      // The last bytes may be the beginning of the end.
      let kept = min(bytes.count, end.count - 1)
      pasted?.append(contentsOf: bytes.dropLast(kept))
      bytes.removeFirst(bytes.count - kept)
      return nil
    }
    let text = (pasted ?? []) + bytes[..<start]
    bytes.removeFirst(start + end.count)
    pasted = nil
    return .paste(String(decoding: text, as: UTF8.self))
  }
}

// MARK: - One key

extension KeyDecoder {
  private enum Found: Equatable {
    case pressed(Key)
    case pasteBegins

    var key: Key? {
      if case .pressed(let key) = self { key } else { nil }
    }
  }

  /// The keys that the first bytes stand for, and how many bytes; nil when more have to come.
  private static func first(of bytes: [UInt8], isEnd: Bool) -> (Int, [Found])? {
    let first = bytes[0]
    if first == escape { return sequence(bytes, isEnd: isEnd) }
    if let key = control(first) { return (1, [.pressed(key)]) }
    let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
    if bytes.count < length && !isEnd { return nil }
    let text = String(validating: bytes.prefix(length), as: UTF8.self)
    // What is not UTF-8 cannot have been typed: it is dropped byte by byte.
    guard let scalar = text?.unicodeScalars.first else { return (1, []) }
    return (length, [.pressed(.character(scalar))])
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x0d: .enter
    case 0x0a: .newline
    case 0x09: .tab
    case 0x08, 0x7f: .backspace
    case 1...26: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0..<32: .unknown
    default: nil
    }
  }

  /// The keys of a sequence that begins with Escape.
  private static func sequence(_ bytes: [UInt8], isEnd: Bool) -> (Int, [Found])? {
    guard bytes.count > 1 else { return isEnd ? (1, [.pressed(.escape)]) : nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      if let (count, found) = controlSequence(bytes) { return (count, [found]) }
      return isEnd ? (bytes.count, [.pressed(.unknown)]) : nil
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return isEnd ? (bytes.count, [.pressed(.unknown)]) : nil }
      return (3, [.pressed(cursorKey(bytes[2]))])
    case 0x0d: return (2, [.pressed(.newline)])
    default: return (1, [.pressed(.escape)])  // Escape, and then another key
    }
  }

  /// `ESC [ parameters final`.
  private static func controlSequence(_ bytes: [UInt8]) -> (Int, Found)? {
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3f).contains($0) }) else {
      return nil
    }
    // Something that belongs to no sequence ends it, and stays for the next key.
    guard (0x40...0x7e).contains(bytes[end]) else { return (end, .pressed(.unknown)) }
    let text = String(decoding: bytes[2..<end], as: UTF8.self)
    let number = text.split(separator: ";").first.flatMap { Int($0) } ?? 1
    if bytes[end] != UInt8(ascii: "~") { return (end + 1, .pressed(cursorKey(bytes[end]))) }
    if number == 200 { return (end + 1, .pasteBegins) }
    return (end + 1, .pressed(numberedKey(number)))
  }

  private static func cursorKey(_ final: UInt8) -> Key {
    switch Unicode.Scalar(final) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "F": .end
    case "H": .home
    case "M": .enter
    case "Z": .backTab
    default: .unknown
    }
  }

  private static func numberedKey(_ number: Int) -> Key {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    default: .unknown
    }
  }
}
