/// Chooses between the `.lproj` folders of a bundle.
///
/// Foundation's choice is not used: on Linux it ignores the requested language.
public enum Localization {
  /// The languages to try for a list of preferred ones: each, then what it is a variety of.
  ///
  /// `["en-US", "zh-CN"]` gives `["en-US", "en", "zh-CN", "zh-Hans", "zh"]`; no languages give
  /// `["en"]` (rule L1).
  public static func candidates(for languages: [String]) -> [String] {
    var result: [String] = []
    for language in languages.isEmpty ? ["en"] : languages where !language.isEmpty {
      var parts = language.split { $0 == "-" || $0 == "_" }.map(String.init)
      var chain = [language]
      if let script = chineseScript(parts) { chain.append(script) }
      while parts.count > 1 {
        parts.removeLast()
        chain.append(parts.joined(separator: "-"))
      }
      for tag in chain where !result.contains(tag) { result.append(tag) }
    }
    return result
  }

  /// The folders to search for a table, best first: those of the user's languages, `Base`, then the
  /// development language.
  ///
  /// Folder names match without regard to case, `-` or `_`, and the old English names of languages
  /// (`German.lproj`) count as their tags. A variety stands in for its language: `pt-BR` for `pt`.
  ///
  /// - Parameters:
  ///   - available: The names of the bundle's folders, without `.lproj`.
  ///   - languages: The user's languages, the preferred one first.
  ///   - development: The language the app was written in.
  /// - Returns: Some of the available names, in the order to search them.
  /// - Complexity: O(available × languages).
  public static func order(
    of available: [String], for languages: [String], development: String = "en"
  ) -> [String] {
    let sorted = available.sorted()
    var result: [String] = []
    func add(_ matches: (String) -> Bool) {
      for name in sorted where matches(normalized(name)) && !result.contains(name) {
        result.append(name)
      }
    }
    for tag in candidates(for: languages) {
      let wanted = normalized(tag)
      add { $0 == wanted }
      if !wanted.contains("-") { add { $0.hasPrefix(wanted + "-") } }
    }
    add { $0 == "base" }
    for tag in candidates(for: [development]) {
      let wanted = normalized(tag)
      add { $0 == wanted || $0.hasPrefix(wanted + "-") }
    }
    return result
  }

  private static func normalized(_ name: String) -> String {
    let tag = name.lowercased().split { $0 == "-" || $0 == "_" }.joined(separator: "-")
    return oldNames[tag] ?? tag
  }

  private static let oldNames = [
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it",
    "japanese": "ja", "dutch": "nl", "portuguese": "pt", "swedish": "sv", "danish": "da",
    "norwegian": "no", "nb": "no", "finnish": "fi", "korean": "ko", "russian": "ru", "polish": "pl",
    "iw": "he",
  ]

  private static func chineseScript(_ parts: [String]) -> String? {
    guard parts.count >= 2, parts[0].lowercased() == "zh" else { return nil }
    switch parts[1].uppercased() {
    case "CN", "SG": return "zh-Hans"
    case "TW", "HK", "MO": return "zh-Hant"
    default: return nil
    }
  }
}
