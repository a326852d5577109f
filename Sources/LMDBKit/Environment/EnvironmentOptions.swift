/// How to open an environment.
package struct EnvironmentOptions: Sendable {
  /// What the opener may do, and whether the store must be there.
  package enum Access: Sendable {
    /// Read and write; a missing store is made (its last path component only), mode 0700.
    case create
    /// Read and write a store that is there.
    case openExisting
    /// Read a store that is there; the lock file must still be writable where it can be.
    case readOnly
  }

  /// What a commit that has returned survives.
  package enum Durability: Sendable {
    /// A power cut.
    case full
    /// A crash of the process; a power cut may undo the last commits, never damage the store.
    case relaxed
  }

  package var access: Access
  package var durability: Durability
  /// The map's first size in bytes; `nil` takes as much address space as there is, up to the limit.
  package var initialMapSize: Int?
  /// The size in bytes that the map, and with it the file, never exceeds by this process's growth.
  package var mapLimit: Int
  /// How many read transactions all processes together may hold; decided by who opens first.
  package var maxReaders: Int
  /// The names of the tables to open, and, with write access, to make.
  package var tables: [String]

  package init(
    access: Access = .create, durability: Durability = .full, initialMapSize: Int? = nil,
    mapLimit: Int = EnvironmentOptions.largestMap, maxReaders: Int = 126, tables: [String] = []
  ) {
    self.access = access
    self.durability = durability
    self.initialMapSize = initialMapSize
    self.mapLimit = mapLimit
    self.maxReaders = maxReaders
    self.tables = tables
  }

  /// One tebibyte where addresses have 64 bits (it costs nothing there), half a gibibyte elsewhere.
  package static let largestMap = Int.bitWidth == 64 ? 1 << 40 : 1 << 29
}
