import EventLog
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file of a store, and the ones that take its place when it is shrunk.
final class StoreFiles: Sendable {
  /// A file, and the one that took its place; a chain, so that finding the last one takes no lock.
  private final class Link: Sendable {
    let ledger: Ledger
    let next = AtomicLazyReference<Link>()
    /// Whether there is a next one: each read asks, and of a reference that takes three times as long.
    let isReplaced = Atomic(false)

    init(_ ledger: Ledger) { self.ledger = ledger }
  }

  private let first: Link
  private let path: String
  private let options: LedgerOptions
  /// Whether the store was closed; held while another file is opened.
  private let isClosed = Mutex(false)

  init(_ path: String, _ options: LedgerOptions) throws {
    // The working directory may be another one when the path is opened again.
    self.path = URL(filePath: path).path
    self.options = options
    first = Link(try Ledger.open(at: path, options))
  }

  /// The ledger of the present file.
  var ledger: Ledger {
    guard first.isReplaced.load(ordering: .acquiring) else { return first.ledger }
    return last.ledger
  }

  private var last: Link {
    var link = first
    while let next = link.next.load() { link = next }
    return link
  }

  /// Calls the ledger; again with that of the new file, when the file was replaced by a smaller one.
  func run<R>(_ body: (Ledger) throws -> R) throws -> R {
    while true {
      let ledger = ledger
      do {
        return try body(ledger)
      } catch is RetiredStore {
        try follow(ledger)
      } catch let error where StorageFailure(error)?.code == .closed && self.ledger !== ledger {
        // Another thread has gone on to the new file.
      }
    }
  }

  private func follow(_ retired: Ledger) throws {
    let isFirst = try isClosed.withLock { isClosed in
      guard !isClosed else { throw SettingsError.closed(path: path) }
      let last = last
      guard last.ledger === retired else { return false }
      _ = last.next.storeIfNil(Link(try retired.reopen(at: path, options)))
      last.isReplaced.store(true, ordering: .releasing)
      return true
    }
    guard isFirst else { return }
    retired.close()
    retired.signal.wakeAll()
  }

  func close() {
    isClosed.withLock { isClosed in
      isClosed = true
      ledger.close()
    }
    ledger.signal.wakeAll()
  }
}
