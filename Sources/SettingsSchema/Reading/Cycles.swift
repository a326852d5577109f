/// Finds pages that lead back to themselves.
enum Cycles {
  /// One way around.
  struct Cycle {
    /// The page whose link closes the cycle.
    let page: PageSchema
    /// The names of the pages, the first one repeated at the end.
    let path: [String]
  }

  /// A warning for each way around.
  static func diagnostics(in pages: [PageSchema]) -> [SchemaDiagnostic] {
    find(in: pages).map { cycle in
      DiagnosticPlace(file: cycle.page.file, page: cycle.page.name).diagnostic(
        .warning, "the pages lead back to themselves: " + cycle.path.joined(separator: " → "),
        "each page is visited once")
    }
  }

  /// Each link that leads back to a page it was reached from, found by walking the pages depth
  /// first.
  static func find(in pages: [PageSchema]) -> [Cycle] {
    let byName = Dictionary(pages.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var cycles: [Cycle] = []
    var done: Set<String> = []
    for start in pages where !done.contains(start.name) {
      var path: [(page: PageSchema, rest: ArraySlice<String>)] = [(start, start.children[...])]
      while let (page, rest) = path.last {
        guard let next = rest.first else {
          done.insert(page.name)
          path.removeLast()
          continue
        }
        path[path.count - 1].rest = rest.dropFirst()
        if let back = path.firstIndex(where: { $0.page.name == next }) {
          cycles.append(Cycle(page: page, path: path[back...].map(\.page.name) + [next]))
        } else if !done.contains(next), let child = byName[next] {
          path.append((child, child.children[...]))
        }
      }
    }
    return cycles
  }
}
