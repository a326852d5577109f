public import Foundation

extension SettingsBundle {
  /// Reads the settings of an app: of its `InAppSettings.bundle`, and of its `Settings.bundle` for
  /// pages that the first does not have.
  ///
  /// - Parameters:
  ///   - app: The directory that holds the bundles.
  ///   - page: The page to start at.
  ///   - context: Languages, device and Info.plist.
  /// - Throws: ``SchemaError`` when the first page is not there or cannot be read. What is wrong
  ///   with
  ///   the rest is in ``SettingsBundle/diagnostics``.
  /// - Complexity: O(size of the pages that can be reached).
  public init(
    inApp app: URL, page: String = "Root", context: SchemaContext = SchemaContext()
  ) throws(SchemaError) {
    var reader = BundleReader(
      locator: BundleLocator(bundles: BundleLocator.bundles(inApp: app), context: context))
    self = try reader.read(rootPage: page)
  }

  /// Reads one settings bundle, whatever its name.
  ///
  /// - Parameters:
  ///   - bundle: The directory that holds the property lists.
  ///   - page: The page to start at.
  ///   - context: Languages, device and Info.plist.
  /// - Throws: ``SchemaError`` when the first page is not there or cannot be read.
  /// - Complexity: O(size of the pages that can be reached).
  public init(
    at bundle: URL, page: String = "Root", context: SchemaContext = SchemaContext()
  ) throws(SchemaError) {
    var reader = BundleReader(locator: BundleLocator(bundles: [bundle], context: context))
    self = try reader.read(rootPage: page)
  }

  /// Reads the settings at a path that a user typed: an app's directory when it holds one of the
  /// two bundles, else a bundle.
  ///
  /// - Parameters:
  ///   - url: The directory.
  ///   - page: The page to start at.
  ///   - context: Languages, device and Info.plist.
  /// - Returns: The bundle.
  /// - Throws: ``SchemaError`` when the first page is not there or cannot be read.
  /// - Complexity: O(size of the pages that can be reached).
  public static func open(
    _ url: URL, page: String = "Root", context: SchemaContext = SchemaContext()
  ) throws(SchemaError) -> SettingsBundle {
    BundleLocator.isApp(url)
      ? try SettingsBundle(inApp: url, page: page, context: context)
      : try SettingsBundle(at: url, page: page, context: context)
  }
}
