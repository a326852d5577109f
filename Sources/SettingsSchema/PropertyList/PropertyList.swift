public import Foundation
public import SettingsCore

/// Reads and writes property lists as ``SettingValue``.
///
/// The three formats are read here, not by `PropertyListSerialization`. On Linux that one merges
/// two keys that differ only in Unicode normalization, expands shared objects of a binary file
/// without bound, prints to standard error, and often cannot say the line of an error.
///
/// ```swift
/// let value = try PropertyList.read(Data(contentsOf: url), name: url.lastPathComponent)
/// let bytes = try PropertyList.write(value)
/// ```
public enum PropertyList {
  /// How deep arrays and dictionaries may be nested.
  public static let maximumDepth = 128

  /// How much a binary file may stand for beyond its own size when shared objects are written out.
  ///
  /// A value counts as one, and so do 16 bytes of text or data.
  public static let maximumCount = 1 << 20

  /// Reads an XML, binary or OpenStep property list; `.strings` files are of the last kind.
  ///
  /// Text may be UTF-8, with or without a byte order mark, UTF-16 in either order, or, for XML that
  /// says so, Latin-1. A real stays a real and a truth value is never taken for a number.
  ///
  /// - Parameters:
  ///   - data: The bytes of the file.
  ///   - name: What errors call the file.
  /// - Returns: The value.
  /// - Throws: ``PropertyListError`` with the name and, for text, the line.
  /// - Complexity: O(size of the data), and of what its shared objects expand to.
  public static func read(
    _ data: Data, name: String
  ) throws(PropertyListError) -> SettingValue {
    do throws(PropertyListError) {
      let bytes = [UInt8](data)
      if bytes.starts(with: BinaryReader.signature) {
        var reader = try BinaryReader(bytes)
        return try reader.read()
      }
      let text = try PropertyListText.utf8(of: bytes)
      if XMLReader.recognizes(text) {
        var reader = XMLReader(text)
        return try reader.read()
      }
      var reader = OpenStepReader(text)
      return try reader.read()
    } catch {
      throw error.inFile(name)
    }
  }

  /// Writes a value as an XML property list, with keys in the order of their bytes.
  ///
  /// A date is written to the second: the format has no fractions.
  ///
  /// - Throws: ``PropertyListError`` when a text holds a character that XML has no way to write
  ///   (such as NUL), or a date lies outside the years 1…9999.
  /// - Complexity: O(size of the value).
  public static func write(_ value: SettingValue) throws(PropertyListError) -> Data {
    var writer = XMLWriter()
    return try writer.write(value)
  }
}
