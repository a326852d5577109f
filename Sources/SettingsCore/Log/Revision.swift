/// The number of a commit: 1, 2, 3 … without gaps, over the whole store, never reused.
///
/// Revision 0 is the empty store before its first commit.
public struct Revision: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  /// The number.
  public let rawValue: UInt64

  /// Makes a revision from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The empty store before its first commit.
  public static let zero = Revision(rawValue: 0)

  /// Whether one revision is older than another.
  public static func < (lhs: Revision, rhs: Revision) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The revision of the next commit.
  package var next: Revision { Revision(rawValue: rawValue &+ 1) }

  /// The revision of the commit before this one; revision 0 has none and stays itself.
  package var previous: Revision { Revision(rawValue: rawValue == 0 ? 0 : rawValue - 1) }
}

extension Revision: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Makes a revision from a literal.
  public init(integerLiteral value: UInt64) { self.rawValue = value }

  /// The number in decimal digits.
  public var description: String { String(rawValue) }
}

/// The place of one event in the log: its commit's revision and its index in that commit.
public struct Position: Hashable, Comparable, Sendable {
  /// The commit's revision.
  public let revision: Revision
  /// The index of the event in its commit, from 0.
  public let index: Int

  /// Makes a position.
  public init(revision: Revision, index: Int) {
    self.revision = revision
    self.index = index
  }

  /// Whether one event came before another.
  public static func < (lhs: Position, rhs: Position) -> Bool {
    (lhs.revision, lhs.index) < (rhs.revision, rhs.index)
  }
}
