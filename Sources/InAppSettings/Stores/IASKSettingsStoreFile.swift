import Foundation
public import SettingsLedger
import SettingsSchema

/// The store that keeps settings in a property list file, as InAppSettingsKit's does.
///
/// Nothing is on the disk before ``synchronize()``. That reads the file again, puts the changes made
/// here on top, and replaces the file as a whole, so that a reader sees the old or the new one and a
/// power cut leaves one of them. A file that is there and cannot be read is never overwritten. A property
/// list holds dates to the second.
public final class IASKSettingsStoreFile: IASKAbstractSettingsStore {
  /// The file's path.
  public let filePath: String

  private var contents: [SettingValue.DictionaryKey: SettingValue] = [:]
  /// What was changed since the file was written; nil removes.
  private var changes: [SettingValue.DictionaryKey: SettingValue?] = [:]

  /// Makes a store of a file, which need not exist.
  ///
  /// When the file cannot be read, ``lastFailure`` says why, and everything reads nil.
  public init(path: String) {
    filePath = path
    super.init()
    do throws(StoreFailure) {
      contents = try Self.read(path)
    } catch {
      reportFailure(error)
    }
  }

  /// Changes a value, to be written by ``synchronize()``; nil removes it.
  ///
  /// A text or key that no property list can hold, such as one with NUL, is the failure
  /// `unsupportedValue`.
  public override func setObject(_ value: SettingValue?, forKey key: String) {
    let entry = SettingValue.DictionaryKey(key)
    do throws(PropertyListError) {
      if let value { _ = try PropertyList.write([entry: value]) }
      contents[entry] = value
      changes[entry] = .some(value)
    } catch {
      reportFailure(
        StoreFailure(
          .unsupportedValue, key: key, message: "\(key) was not stored: \(error)",
          underlying: error))
    }
  }

  /// The value of a key; nil when there is none.
  public override func object(forKey key: String) -> SettingValue? {
    contents[SettingValue.DictionaryKey(key)]
  }

  /// Writes the changes to the file (rule T9).
  ///
  /// - Returns: whether everything is on the disk, and no write failed since the last call. After a
  ///   failure the changes are kept for the next call, and the file is as it was.
  @discardableResult
  public override func synchronize() -> Bool {
    let hadFailure = takeFailure()
    do throws(StoreFailure) {
      if !changes.isEmpty { try write() }
      return !hadFailure
    } catch {
      reportFailure(error)
      _ = takeFailure()
      return false
    }
  }

  private func write() throws(StoreFailure) {
    var merged = try Self.read(filePath)
    for (key, value) in changes { merged[key] = value }
    do {
      let data = try PropertyList.write(.dictionary(merged))
      // A link stays a link: what it leads to is replaced.
      let url = URL(filePath: filePath).resolvingSymlinksInPath()
      let before = try? FileManager.default.attributesOfItem(atPath: url.path)
      // Writes another file, flushes it, and gives it this one's name, but not its permissions.
      try data.write(to: url, options: .atomic)
      if let mode = before?[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      }
      // The name itself is durable once the directory is.
      let directory = try FileHandle(forReadingFrom: url.deletingLastPathComponent())
      try directory.synchronize()
      try directory.close()
    } catch {
      throw StoreFailure(
        .writeFailed,
        message: "The settings file \(filePath) cannot be written: \(error.localizedDescription) "
          + "It is as it was; the changes are kept for the next attempt.",
        underlying: error)
    }
    contents = merged
    changes = [:]
  }

  /// The values in a file; none when there is no file.
  static func read(
    _ path: String
  ) throws(StoreFailure) -> [SettingValue.DictionaryKey: SettingValue] {
    let problem: any Error
    do {
      let value = try PropertyList.read(
        Data(contentsOf: URL(filePath: path)), name: URL(filePath: path).lastPathComponent)
      if case .dictionary(let entries) = value { return entries }
      problem = PropertyListError(
        file: nil, problem: "the property list is of kind \(value.kind), not a dictionary")
    } catch CocoaError.fileReadNoSuchFile {
      return [:]
    } catch {
      problem = error
    }
    let text = (problem as? PropertyListError)?.description ?? problem.localizedDescription
    throw StoreFailure(
      .unreadableFile,
      message: "The settings file \(path) cannot be read and is left as it is: \(text)",
      underlying: problem)
  }
}
