#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

/// The handles of an environment's tables at one moment.
///
/// A class that never changes, so that every transaction can hold it for the price of a reference.
final class TableHandles: Sendable {
  enum State {
    case undeclared
    case absent
    case open(MDB_dbi)
  }

  /// The tables that were named at opening.
  let names: [String]
  /// Those of them that do not exist yet.
  let absent: [String]
  private let states: [State]

  /// The C library numbers the table of free pages 0 and the unnamed one 1.
  static let free: MDB_dbi = 0
  private static let main: MDB_dbi = 1

  /// Only the unnamed table, which is always there.
  init() {
    names = []
    absent = []
    states = [.open(Self.main)]
  }

  /// The handles of others with some tables added or found; `nil` stands for an absent one.
  init(_ others: TableHandles, adding handles: [(name: String, handle: MDB_dbi?)]) {
    var names = others.names
    var absent = others.absent
    var states = others.states
    for (name, handle) in handles {
      let index = TableNames.index(of: name)
      while states.count <= index { states.append(.undeclared) }
      if !names.contains(name) { names.append(name) }
      absent.removeAll { $0 == name }
      if handle == nil { absent.append(name) }
      states[index] = handle.map { .open($0) } ?? .absent
    }
    self.names = names
    self.absent = absent
    self.states = states
  }

  @inline(__always)
  subscript(index: Int) -> State {
    index < states.count ? states[index] : .undeclared
  }

  subscript(name: String) -> State { self[TableNames.index(of: name)] }
}
