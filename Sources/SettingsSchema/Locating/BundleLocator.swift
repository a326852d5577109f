import Foundation

/// Finds the files of pages (rules L1 to L4).
struct BundleLocator {
  /// The settings bundles to search, in order.
  let bundles: [URL]
  /// Languages and device.
  let context: SchemaContext

  /// Where a page was found.
  struct Found {
    let file: URL
    let bundle: URL
    /// The file as messages call it: `Settings.bundle/en.lproj/Root.plist`.
    let label: String
  }

  /// The bundles an app may have, in the order they are searched.
  static func bundles(inApp directory: URL) -> [URL] {
    ["InAppSettings.bundle", "Settings.bundle"].map {
      directory.appending(path: $0, directoryHint: .isDirectory)
    }
  }

  /// Whether a directory is an app's: it holds one of the two bundles.
  static func isApp(_ directory: URL) -> Bool {
    bundles(inApp: directory).contains {
      FileManager.default.fileExists(atPath: $0.path(percentEncoded: false))
    }
  }

  /// The first existing file for a page: bundle, extension, device, and language vary in this
  /// order, the bundle slowest.
  func locate(page: String, tried: (String) -> Void = { _ in }) -> Found? {
    let folders =
      Localization.candidates(for: context.languages).map { $0 + ".lproj/" } + [""]
    for bundle in bundles {
      for ending in [".inApp.plist", ".plist"] {
        for device in [context.idiom.fileSuffix, ""] {
          for folder in folders {
            let path = folder + page + device + ending
            let file = bundle.appending(path: path, directoryHint: .notDirectory)
            let label = bundle.lastPathComponent + "/" + path
            if Self.isFile(file) { return Found(file: file, bundle: bundle, label: label) }
            tried(label)
          }
        }
      }
    }
    return nil
  }

  /// Whether the name of a page stays within the bundle.
  static func isSafe(page: String) -> Bool {
    !page.isEmpty && !page.hasPrefix("/") && !page.utf8.contains(0)
      && !page.split(separator: "/").contains("..")
  }

  /// The name of the table for a page's file: without `.plist`, `.inApp` and the device (rule L5).
  static func table(forFile name: String, idiom: Idiom) -> String {
    var name = Substring(name)
    for ending in [".plist", ".inApp", idiom.fileSuffix] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }

  private static func isFile(_ url: URL) -> Bool {
    let kind = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
    return kind?.isRegularFile ?? false
  }
}
