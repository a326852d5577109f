public import Foundation
public import SettingsLedger
import SettingsSchema

/// What moving settings into a ledger brought in, and what it had to leave.
public struct SettingsMigration: Sendable {
  /// The commit; unchanged when there was nothing to move, or the same source had been moved before.
  public let outcome: CommitOutcome
  /// The values that no ledger can hold, one failure each; they are still where they were.
  public let leftOut: [StoreFailure]
}

extension SettingsStore {
  /// Moves the settings of a property list file, as ``IASKSettingsStoreFile`` and InAppSettingsKit's
  /// file store write it, into the ledger, as one commit with the cause `import`.
  ///
  /// Call it whenever the app starts: the same source is moved once, however often this is called and
  /// whatever is changed afterwards, until its commit is compacted away. The file stays as it is. One
  /// that is not there, or is empty, has nothing to move, and nothing is recorded.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - source: What the commit names as its source, and what tells one file from another; the file's
  ///     name unless given. Files with the same name need different ones.
  ///   - reason: Why, for people who read the log.
  /// - Returns: The commit, and what was left out.
  /// - Throws: `unreadableFile` when the file cannot be read as a property list, `writeFailed` when the
  ///   ledger cannot be written. Nothing is recorded then.
  @discardableResult
  public func migrateSettings(
    fromFile path: String, source: String? = nil, reason: String? = nil
  ) throws(StoreFailure) -> SettingsMigration {
    var gathered = Gathered()
    for (key, value) in try IASKSettingsStoreFile.read(path) {
      gathered.add(key.text, .success(value))
    }
    return try migrate(gathered, "file", source ?? URL(filePath: path).lastPathComponent, reason)
  }

  /// Moves the settings that are stored in a domain of the user defaults into the ledger, as one
  /// commit with the cause `import`.
  ///
  /// As ``migrateSettings(fromFile:source:reason:)``. Registered defaults and those of other domains
  /// are not stored in the domain, and so not moved. The domain stays as it is.
  ///
  /// - Parameters:
  ///   - domain: The domain: the app's bundle identifier, or the name of a suite.
  ///   - defaults: The user defaults that know the domain.
  ///   - source: What the commit names as its source; the domain unless given.
  ///   - reason: Why, for people who read the log.
  /// - Returns: The commit, and what was left out.
  /// - Throws: `writeFailed` when the ledger cannot be written. Nothing is recorded then.
  @discardableResult
  public func migrateSettings(
    fromDomain domain: String, of defaults: UserDefaults = .standard, source: String? = nil,
    reason: String? = nil
  ) throws(StoreFailure) -> SettingsMigration {
    var gathered = Gathered()
    for (key, value) in defaults.persistentDomain(forName: domain) ?? [:] {
      gathered.add(
        key, Result { () throws(PropertyListError) in try SettingValue(propertyList: value) })
    }
    return try migrate(gathered, "domain", source ?? domain, reason)
  }

  private func migrate(
    _ gathered: Gathered, _ kind: String, _ source: String, _ reason: String?
  ) throws(StoreFailure) -> SettingsMigration {
    do throws(SettingsError) {
      let outcome =
        gathered.values.isEmpty
        ? CommitOutcome.unchanged(at: try snapshot().revision)
        : try importSettings(
          gathered.values, source: source, reason: reason,
          idempotencyKey: Self.migrationKey(kind, source))
      return SettingsMigration(
        outcome: outcome, leftOut: gathered.leftOut.sorted { ($0.key ?? "") < ($1.key ?? "") })
    } catch {
      throw StoreFailure(error, key: error.key?.text)
    }
  }
}

extension SettingsStore {
  /// What tells the migration of one source from others.
  ///
  /// A key has a limit that a file's name can pass; a longer source is told by its beginning and a digest of
  /// the whole (FNV-1a), which stays the same for ever, unlike a hash of the standard library.
  private static func migrationKey(_ kind: String, _ source: String) -> String {
    let key = "migration of \(kind) \(source)"
    guard key.utf8.count > 200 else { return key }
    let digest = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(decoding: key.utf8.prefix(160), as: UTF8.self) + "… " + String(digest, radix: 16)
  }
}

/// The values of a migration, sorted into what a ledger can hold and what it cannot.
private struct Gathered {
  var values: [SettingName: SettingValue] = [:]
  var leftOut: [StoreFailure] = []

  mutating func add(_ key: String, _ value: Result<SettingValue, PropertyListError>) {
    do {
      let value = try value.get()
      let name = try SettingName(key)
      _ = try value.encoded()
      values[name] = value
    } catch let error as InvalidNameError {
      leftOut.append(StoreFailure(error, key: key))
    } catch {
      leftOut.append(
        StoreFailure(
          .unsupportedValue, key: key, message: "\(key) was not moved: \(error)", underlying: error)
      )
    }
  }
}
