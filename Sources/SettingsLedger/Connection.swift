import EventLog
import SettingsCore
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One opening of a store, shared by the handles made from it.
final class Connection: Sendable {
  let path: String
  let files: StoreFiles
  let queue: CommitQueue
  let configuration: StoreConfiguration
  let defaults = RegisteredDefaults()
  let secrets = RegisteredSecrets()
  private let isClosed = Atomic(false)
  /// A directory that goes away with the store; nil for a store that is meant to last.
  private let temporaryDirectory: String?
  private let owner = ProcessInfo.processInfo.processIdentifier

  init(
    path: String, _ configuration: StoreConfiguration, temporaryDirectory: String? = nil
  ) throws(SettingsError) {
    self.path = path
    self.configuration = configuration
    self.temporaryDirectory = temporaryDirectory
    do {
      files = try StoreFiles(path, configuration.ledgerOptions)
    } catch {
      throw SettingsError(error, path: path)
    }
    queue = CommitQueue { [files] requests in try files.run { try $0.commit(requests) } }
    reportNotices()
  }

  deinit { close() }

  func close() {
    guard isClosed.exchange(true, ordering: .acquiringAndReleasing) == false else { return }
    files.close()
    // A forked child shares the parent's directory, and must leave it alone.
    guard owner == ProcessInfo.processInfo.processIdentifier else { return }
    if let temporaryDirectory { try? FileManager.default.removeItem(atPath: temporaryDirectory) }
  }

  /// The ledger of the store's present file.
  var ledger: Ledger { files.ledger }

  /// Calls the ledger, and turns whatever it throws into a `SettingsError`.
  func run<R>(
    key: SettingName? = nil, _ body: (Ledger) throws -> R
  ) throws(SettingsError) -> R {
    do {
      try checkOpen()
      let result = try files.run(body)
      reportNotices()
      return result
    } catch {
      throw SettingsError(error, path: path, key: key)
    }
  }

  func checkOpen() throws(SettingsError) {
    guard !isClosed.load(ordering: .relaxed) else { throw .closed(path: path) }
  }

  var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

  /// A handle for reading only may share its environment with one that writes.
  func checkWritable() throws(SettingsError) {
    try checkOpen()
    guard configuration.access != .readOnly else { throw .readOnly(path: path) }
  }

  /// Tells the fault handler of a failure that the caller cannot be told.
  func fault(_ error: SettingsError) { configuration.faultHandler(error) }

  func reportNotices() {
    for notice in ledger.takeNotices() { fault(SettingsError(notice, path: path)) }
  }

  /// The stored value of a setting, else the registered default.
  func value(
    of name: SettingName, hint: SlotHint? = nil
  ) throws(SettingsError) -> SettingValue? {
    let stored: SettingValue?
    do {
      try checkOpen()
      stored = try files.run { try $0.value(of: name, hint: hint) }
    } catch {
      throw SettingsError(error, path: path, key: name)
    }
    return stored ?? defaults[name]
  }

  var now: @Sendable () -> Timestamp {
    let clock = configuration.clock
    return { Timestamp(clock()) }
  }
}

/// Defaults that a program registers at run time.
///
/// They live in memory and never become events.
final class RegisteredDefaults: Sendable {
  private let values = Mutex<[SettingName: SettingValue]>([:])
  private let isEmpty = Atomic(true)
  /// Counts the registrations, for those who follow values.
  private let registrations = Atomic(0)

  var version: Int { registrations.load(ordering: .acquiring) }

  subscript(name: SettingName) -> SettingValue? {
    isEmpty.load(ordering: .relaxed) ? nil : values.withLock { $0[name] }
  }

  var all: [SettingName: SettingValue] { values.withLock { $0 } }

  func register(_ new: [SettingName: SettingValue]) {
    values.withLock { $0.merge(new) { _, new in new } }
    if !new.isEmpty { isEmpty.store(false, ordering: .relaxed) }
    registrations.add(1, ordering: .acquiringAndReleasing)
  }
}
