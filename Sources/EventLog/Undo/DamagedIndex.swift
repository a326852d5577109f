/// The saved rows of a projection cannot be trusted: what is asked for comes from the log instead.
struct DamagedIndex: Error {
  let table: String

  /// Says which table it was when a row of it is damaged.
  static func naming<R>(_ table: ProjectionTable, _ body: () throws -> R) throws -> R {
    do { return try body() } catch is DamagedRow { throw DamagedIndex(table: table.name) }
  }
}
