/// How large an environment is and how it is used, as of one moment.
package struct EnvironmentStatistics: Hashable, Sendable {
  /// The memory map's size in bytes: how far the file can grow before the map has to.
  package let mapSize: Int
  /// The size of a page in bytes.
  package let pageSize: Int
  /// Pages that are part of the file, free ones included.
  package let usedPages: Int
  /// Pages that later commits can use again.
  package let freePages: Int
  /// The data file's length in bytes.
  package let fileBytes: Int
  /// Reader slots in the lock file.
  package let maxReaders: Int
  /// Reader slots that are taken, in all processes, resting readers included.
  package let readersInUse: Int
  /// The commit that these numbers describe.
  package let lastTransactionID: TransactionID
  /// The number of entries of each table that was named at opening; 0 for one that is missing.
  package let entries: [String: Int]
}
