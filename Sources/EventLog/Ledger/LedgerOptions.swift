import LMDBKit

/// How to open a ledger.
package struct LedgerOptions: Sendable {
  package enum Access: Sendable {
    case create, openExisting, readOnly
  }

  package var access: Access
  /// Whether a power cut may undo the last commits.
  package var isRelaxed: Bool
  package var initialMapSize: Int?
  package var mapLimit: Int?
  package var maximumReaders: Int
  /// The clock that deadlines of confirmation are told by; who opens the store first decides.
  package var bootClock: @Sendable () -> BootTime? = { BootTime.now() }

  package init(
    access: Access = .create, isRelaxed: Bool = false, initialMapSize: Int? = nil,
    mapLimit: Int? = nil, maximumReaders: Int = 126
  ) {
    self.access = access
    self.isRelaxed = isRelaxed
    self.initialMapSize = initialMapSize
    self.mapLimit = mapLimit
    self.maximumReaders = maximumReaders
  }

  var environment: EnvironmentOptions {
    var options = EnvironmentOptions(durability: isRelaxed ? .relaxed : .full)
    options.access =
      switch access {
      case .create: .create
      case .openExisting: .openExisting
      case .readOnly: .readOnly
      }
    options.initialMapSize = initialMapSize
    if let mapLimit { options.mapLimit = mapLimit }
    options.maxReaders = maximumReaders
    return options
  }
}
