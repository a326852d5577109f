/// A named table of an environment, with the types of its keys and values.
///
/// Tables are constants of the layers above; the environment opens those it is told of when it is
/// opened itself. Making one costs a look-up of its name, using one costs nothing. The names live
/// as long as the process.
@usableFromInline
package struct Table<Key: TableCodable, Value: TableCodable>: Sendable {
  /// The table's name, or `nil` for the main, unnamed one.
  package let name: String?
  /// The name's number in this process.
  @usableFromInline let index: Int

  package init(_ name: String) {
    self.name = name
    self.index = TableNames.index(of: name)
  }

  private init(main: Void) {
    self.name = nil
    self.index = TableNames.main
  }

  /// The environment's unnamed table, which is always there.
  ///
  /// The named tables' own entries live in it too: use it for a few rows with keys that are no
  /// table's name, and do not scan it.
  package static var main: Table { Table(main: ()) }
}

/// Gives each table name a small number, so that a transaction finds its table without hashing.
enum TableNames {
  static let main = 0
  private static let numbers = Guarded<[String: Int]>([:])

  static func index(of name: String) -> Int {
    numbers.withLock { numbers in
      if let known = numbers[name] { return known }
      let next = numbers.count + 1
      numbers[name] = next
      return next
    }
  }
}
