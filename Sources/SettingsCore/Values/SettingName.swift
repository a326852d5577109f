/// The name of a setting: UTF-8 text of 1…511 bytes without NUL.
///
/// Two names are the same when their bytes are: `é` as one character and `é` as `e` with a
/// combining accent are two names, although Swift's `String` calls them equal. Dots are ordinary
/// characters; `"editor."` is a prefix like any other.
///
/// A literal makes a name (`let name: SettingName = "editor.fontSize"`); text known at run time only
/// goes through ``init(_:)``, which throws.
public struct SettingName: Sendable {
  /// The greatest length of a name, in UTF-8 bytes.
  public static let maximumLength = 511

  /// The name as text.
  public let text: String

  /// Makes a name from text known at run time.
  ///
  /// - Throws: ``InvalidNameError`` when the text is empty, longer than 511 UTF-8 bytes, or holds NUL.
  /// - Complexity: O(length).
  public init(_ text: String) throws(InvalidNameError) {
    var text = text
    text.makeContiguousUTF8()
    if let problem = InvalidNameError.Problem(of: text) {
      throw InvalidNameError(text: text, problem: problem)
    }
    self.text = text
  }
}

extension SettingName: ExpressibleByStringLiteral {
  /// Makes a name from a literal.
  ///
  /// - Precondition: the literal is 1…511 UTF-8 bytes and holds no NUL. A literal is the programmer's
  ///   own text, so a bad one stops the program; text from elsewhere goes through ``init(_:)``.
  public init(stringLiteral literal: String) {
    let problem = InvalidNameError.Problem(of: literal)
    precondition(problem == nil, "invalid setting name: \(literal.debugDescription)")
    self.text = literal
  }
}

extension SettingName: Hashable {
  /// Whether two names have the same bytes.
  public static func == (lhs: SettingName, rhs: SettingName) -> Bool {
    lhs.text.hasSameBytes(as: rhs.text)
  }

  /// Feeds the name to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)  // equal bytes are equal strings, so equal hashes
  }
}

extension SettingName: Comparable {
  /// Whether one name comes before another in the order of their bytes.
  public static func < (lhs: SettingName, rhs: SettingName) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }

  /// Whether the name starts with these bytes.
  public func hasPrefix(_ prefix: String) -> Bool {
    text.utf8.starts(with: prefix.utf8)
  }
}

extension SettingName: CustomStringConvertible {
  /// The name as text.
  public var description: String { text }
}

/// Says why a text cannot be the name of a setting.
public struct InvalidNameError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with a name.
  public enum Problem: Hashable, Sendable {
    /// The text has no characters.
    case empty
    /// The text is longer than 511 UTF-8 bytes; the payload is its length.
    case tooLong(Int)
    /// The text holds the character NUL (U+0000).
    case containsNUL

    init?(of text: String) {
      let bytes = text.utf8
      if bytes.isEmpty {
        self = .empty
      } else if bytes.count > SettingName.maximumLength {
        self = .tooLong(bytes.count)
      } else if bytes.contains(0) {
        self = .containsNUL
      } else {
        return nil
      }
    }
  }

  /// The text that was refused.
  public let text: String
  /// What is wrong with it.
  public let problem: Problem

  /// A sentence that names the text and says what a name may be.
  public var description: String {
    switch problem {
    case .empty: "A setting's name cannot be empty."
    case .tooLong(let count):
      "The setting name that starts with \(String(text.prefix(40)).debugDescription) is \(count) "
        + "bytes long; a name has at most \(SettingName.maximumLength) UTF-8 bytes."
    case .containsNUL:
      "The setting name \(text.debugDescription) holds a NUL character; remove it."
    }
  }
}

extension String {
  /// Whether two texts have the same UTF-8 bytes.
  ///
  /// `==` asks for canonical equivalence instead. Unequal strings never have equal bytes, so the loop
  /// runs only on a likely match.
  package func hasSameBytes(as other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}
