#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
package import EventLog

/// How a store is opened.
public struct StoreConfiguration: Sendable {
  /// What the opener may do, and whether the store must exist.
  @nonexhaustive
  public enum Access: Hashable, Sendable {
    /// Read and write; make the store when it is absent.
    case createIfMissing
    /// Read and write a store that exists.
    case existing
    /// Read a store that exists.
    case readOnly
  }

  /// What a write that has returned survives.
  @nonexhaustive
  public enum Durability: Hashable, Sendable {
    /// A power cut.
    case full
    /// A crash of the program. A power cut may undo the last commits, but never damages the store.
    case relaxed
  }

  /// What the opener may do.
  public var access: Access
  /// What a write survives.
  ///
  /// When a process opens a store twice, `full` wins.
  public var durability: Durability
  /// The size of the memory map at first, in bytes; nil takes as much address space as there is, which
  /// costs nothing where addresses have 64 bits.
  public var initialMapSize: Int?
  /// The size in bytes that the store's file never exceeds; nil is one tebibyte.
  public var mapLimit: Int?
  /// How many readers all processes together may have; who opens the store first decides.
  public var maximumReaders: Int
  /// How much history the store keeps; nil keeps all of it.
  public var retention: RetentionPolicy?
  /// Where commits get their times from.
  public var clock: @Sendable () -> Date
  /// Told of failures in calls that cannot throw, such as reading by subscript, and of what the
  /// store mended by itself.
  ///
  /// Called on the thread of the call.
  public var faultHandler: @Sendable (SettingsError) -> Void
  /// The clock that tells whether a commit was confirmed in time, for tests that cannot wait.
  package var bootClock: @Sendable () -> BootTime? = { BootTime.now() }

  /// Makes a configuration; without arguments the one that most programs want.
  public init(
    access: Access = .createIfMissing, durability: Durability = .full,
    initialMapSize: Int? = nil, mapLimit: Int? = nil, maximumReaders: Int = 126,
    retention: RetentionPolicy? = nil,
    clock: @escaping @Sendable () -> Date = { Date() },
    faultHandler: @escaping @Sendable (SettingsError) -> Void = { _ in }
  ) {
    self.access = access
    self.durability = durability
    self.initialMapSize = initialMapSize
    self.mapLimit = mapLimit
    self.maximumReaders = maximumReaders
    self.retention = retention
    self.clock = clock
    self.faultHandler = faultHandler
  }

  var ledgerOptions: LedgerOptions {
    let access: LedgerOptions.Access =
      switch access {
      case .createIfMissing: .create
      case .existing: .openExisting
      case .readOnly: .readOnly
      }
    var options = LedgerOptions(
      access: access, isRelaxed: durability == .relaxed, initialMapSize: initialMapSize,
      mapLimit: mapLimit, maximumReaders: maximumReaders)
    options.bootClock = bootClock
    return options
  }
}
