#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import SettingsCore

/// A commit as the log keeps it: deterministic CBOR, described byte by byte in docs/format.md.
package struct CommitRecord: Hashable, Sendable {
  /// The facts.
  ///
  /// The digest is not among the bytes of its own record and stays zero here; ask ``digest(of:)``
  /// for it.
  package var commit: SettingsCommit
  /// The digest of the commit before; 32 zero bytes in the first.
  package var previous: Digest
  /// Random bytes that keep short contents from being guessed by their digest.
  ///
  /// Absent once redacted.
  package var nonce: [UInt8]?
  /// For a redacted record: the digest that the original had, which stays its digest in the chain.
  package var originalDigest: Digest?
  /// The advisory entries of the record, each a label and its item, which a copy keeps byte for byte.
  package var advisory: [[UInt8]] = []

  package init(
    commit: SettingsCommit, previous: Digest, nonce: [UInt8]?, originalDigest: Digest? = nil
  ) {
    self.commit = commit
    self.previous = previous
    self.nonce = nonce
    self.originalDigest = originalDigest
  }

  /// The digest of the record in the chain.
  ///
  /// - Parameter bytes: the record's own bytes.
  package func digest(of bytes: [UInt8]) throws(EventLogError) -> Digest {
    if let originalDigest { return originalDigest }
    return try SHA256.digest(of: bytes)
  }

  /// Fresh random bytes for a new record.
  package static func makeNonce() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<RecordFormat.nonceBytes / 8).flatMap { _ in
      littleEndianBytes(of: generator.next())
    }
  }

  private static func littleEndianBytes(of word: UInt64) -> [UInt8] {
    stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
  }
}

extension UUID {
  /// The 16 bytes of the identifier.
  package var byteArray: [UInt8] {
    let b = uuid
    return [
      b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7, b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15,
    ]
  }

  /// Makes an identifier from 16 bytes; nil for any other number.
  package init?(byteArray b: some Collection<UInt8>) {
    let b = Array(b)
    guard b.count == 16 else { return nil }
    self.init(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }
}
