import Foundation
public import SettingsLedger
import SettingsSchema

/// The store that keeps settings in a property list file, as InAppSettingsKit's does.
///
/// Nothing is on the disk before ``synchronize()``. When something was changed here, that reads the file
/// again, puts the changes on top, and replaces the file as a whole, so that a reader sees the old or the
/// new one and a power cut leaves one of them. Of two stores that change the same key, a list's as well,
/// the last to synchronize wins; other keys keep what each wrote. A file that is there and cannot be
/// read is never overwritten. A property list holds dates to the second.
public final class IASKSettingsStoreFile: IASKAbstractSettingsStore {
  /// The file's path.
  public let filePath: String

  private var contents: [SettingValue.DictionaryKey: SettingValue] = [:]
  /// What was changed since the file was written; nil removes.
  private var changes: [SettingValue.DictionaryKey: SettingValue?] = [:]
  private var isRead = false

  /// Makes a store of a file, which need not exist.
  ///
  /// When the file cannot be read, ``lastFailure`` says why, and everything reads nil.
  public init(path: String) {
    filePath = path
    super.init()
    do throws(StoreFailure) {
      try read()
    } catch {
      reportFailure(error)
    }
  }

  private func read() throws(StoreFailure) {
    contents = try Self.read(filePath).merging(changes)
    isRead = true
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

  /// Changes a value by what it is, to be written by ``synchronize()``.
  ///
  /// As long as the file could not be read, it is read again first: what it holds is not to be replaced
  /// by what is made of nothing. When that fails, nothing changes.
  public override func updateObject(
    forKey key: String, _ change: (SettingValue?) throws(StoreFailure) -> SettingValue?
  ) {
    do throws(StoreFailure) {
      if !isRead { try read() }
    } catch {
      return reportFailure(error)
    }
    super.updateObject(forKey: key, change)
  }

  /// Writes the changes to the file (rule T9).
  ///
  /// - Returns: whether everything is on the disk, and no write failed since the last call. After a
  ///   failure the changes are kept for the next call; the file is the old one, or the new one when only
  ///   its name may not survive a power cut.
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
    var merged = contents
    do {
      try WholeFile.replace(filePath) {
        merged = try Self.read(filePath).merging(changes)
        return try PropertyList.write(.dictionary(merged))
      }
    } catch let error as StoreFailure {
      throw error
    } catch {
      throw StoreFailure(
        .writeFailed,
        message: "The settings file \(filePath) cannot be written: \(Self.text(of: error)) "
          + "The changes are kept for the next attempt.",
        underlying: error)
    }
    contents = merged
    changes = [:]
    isRead = true
  }

  /// The values in a file; none when there is no file, or nothing in it.
  static func read(
    _ path: String
  ) throws(StoreFailure) -> [SettingValue.DictionaryKey: SettingValue] {
    let problem: any Error
    do {
      let data = try Data(contentsOf: URL(filePath: path))
      if data.isEmpty { return [:] }
      let value = try PropertyList.read(data, name: URL(filePath: path).lastPathComponent)
      if case .dictionary(let entries) = value { return entries }
      problem = PropertyListError(
        file: nil, problem: "the property list is of kind \(value.kind), not a dictionary")
    } catch CocoaError.fileReadNoSuchFile {
      return [:]
    } catch {
      problem = error
    }
    let text = (problem as? PropertyListError)?.description ?? Self.text(of: problem)
    throw StoreFailure(
      .unreadableFile,
      message: "The settings file \(path) cannot be read and is left as it is: \(text)",
      underlying: problem)
  }
}

extension IASKSettingsStoreFile {
  /// What the system says of a failure; what Foundation makes of it may be no more than a number.
  private static func text(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let text = (underlying ?? error).localizedDescription
    return text.hasSuffix(".") ? text : text + "."
  }
}

extension [SettingValue.DictionaryKey: SettingValue] {
  /// The values with changes on top; nil removes.
  fileprivate func merging(_ changes: [Key: Value?]) -> Self {
    var merged = self
    for (key, value) in changes { merged[key] = value }
    return merged
  }
}
