/// The number of a transaction: it rises by one with every commit that wrote something.
///
/// A read's id is that of the last commit it sees. A write's id is not yet taken: when the write is
/// aborted, or changes nothing, the next one gets the same number.
@usableFromInline
package struct TransactionID: RawRepresentable, Hashable, Comparable, Sendable {
  @usableFromInline package let rawValue: UInt64

  @inlinable
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  @inlinable
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
