/// A SHA-256 digest: the head of the hash chain after a commit.
///
/// Each record holds the digest of the one before it, so the digest of the head stands for the whole
/// log: keep it elsewhere, and a rewritten log no longer matches it.
public struct Digest: Hashable, Sendable {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// The digest before the first commit: 32 zero bytes.
  public static let zero = Digest(unchecked: Array(repeating: 0, count: byteCount))

  /// The length of a digest.
  public static let byteCount = 32

  /// Makes a digest from its 32 bytes; nil for any other number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Digest.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Makes a digest from 64 hexadecimal digits in either case; nil for any other text.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard text.utf8.count == 2 * Digest.byteCount, digits.count == text.utf8.count else {
      return nil
    }
    self.bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] * 16 + digits[$0 + 1])
    }
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

extension Digest: CustomStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public var description: String { bytes.hexadecimal }
}

extension [UInt8] {
  /// The bytes as lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
