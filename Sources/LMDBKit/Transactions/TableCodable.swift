/// A type whose values can be keys or values of a table.
///
/// Keys are ordered by their bytes, compared as unsigned numbers from the first to the last.
@usableFromInline
package protocol TableCodable {
  /// The bytes that stand for this value.
  func encoded() -> [UInt8]

  /// Hands the bytes to a closure; worth writing when it can be done without an array.
  func withEncoded<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R

  /// The value that the bytes stand for.
  /// - Throws: when they stand for none.
  init(decoding bytes: Span<UInt8>) throws
}

extension TableCodable {
  @inlinable
  package func withEncoded<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bytes = encoded()
    return try body(bytes.span)
  }
}

extension [UInt8]: TableCodable {
  @inlinable
  package func encoded() -> [UInt8] { self }

  @inlinable
  package init(decoding bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }
}

/// Text as its UTF-8 bytes, neither normalized nor terminated.
extension String: TableCodable {
  @usableFromInline
  package func encoded() -> [UInt8] { [UInt8](utf8) }

  /// The text of UTF-8 bytes.
  /// - Throws: `LMDBError` with `.undecodable` when they are not UTF-8.
  @usableFromInline
  package init(decoding bytes: Span<UInt8>) throws {
    let text = unsafe bytes.withUnsafeBufferPointer {
      unsafe String(validating: $0, as: UTF8.self)
    }
    guard let text else {
      throw LMDBError(
        .undecodable, operation: "decode", path: "a text", detail: "not valid UTF-8")
    }
    self = text
  }
}

/// No bytes at all, for tables whose keys say everything.
@usableFromInline
package struct Nothing: TableCodable, Hashable, Sendable {
  @inlinable
  package init() {}

  @inlinable
  package init(decoding bytes: Span<UInt8>) {}

  @inlinable
  package func encoded() -> [UInt8] { [] }
}

extension UInt64 {
  /// Hands the eight bytes to a closure, most significant first, so that bytes sort like numbers.
  @inlinable
  package func withBigEndianBytes<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    let bigEndian = self.bigEndian
    return try unsafe withUnsafeBytes(of: bigEndian) { bytes in
      try unsafe body(Span(_unsafeBytes: bytes))
    }
  }

  /// The number of eight bytes, most significant first; `nil` for any other count.
  @inlinable
  package init?(bigEndianBytes bytes: Span<UInt8>) {
    guard bytes.count == 8 else { return nil }
    self = unsafe bytes.withUnsafeBytes {
      unsafe UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self))
    }
  }
}
