public import SettingsLedger

extension SwiftySettings {
  /// Tells the nodes of what is changed elsewhere: by a page of these settings, an undo, another
  /// process.
  ///
  /// ```swift
  /// let following = Task { try await settings.follow() }
  /// ```
  ///
  /// Every node of a changed key has its ``Item/valueChanged`` called once for each commit from now on,
  /// in order, with the value that it has then; of options, the chosen one. What is set through a node
  /// is told by that node at once, and not by it again. Ends when the task is cancelled or the ledger closed,
  /// and at once when the ``storage`` is not a ``SettingsStorage`` of a ledger. One call at a time.
  ///
  /// - Throws: a `SettingsError` when the ledger cannot be read; nodes are not told any more then.
  public func follow() async throws(SettingsError) {
    guard let ledger = (storage as? SettingsStorage)?.ledger else { return }
    box.tellers = [:]
    defer { box.tellers = nil }
    var commits = ledger.commits(after: ledger.revision).makeAsyncIterator()
    while let commit = try await commits.next(isolation: #isolation) {
      let teller = box.tellers?.removeValue(forKey: commit.revision)
      for event in commit.events where event.side == .value {
        settingChanged(event.name.text, toldBy: teller)
      }
    }
  }

  /// Tells the nodes of a key that its value was changed elsewhere, for who follows the ledger or a page
  /// in a way of its own.
  ///
  /// - Parameter key: The key.
  /// - Complexity: O(number of nodes).
  public func settingChanged(_ key: String) { settingChanged(key, toldBy: nil) }

  private func settingChanged(_ key: String, toldBy teller: ObjectIdentifier?) {
    var seen: Set<ObjectIdentifier> = []
    var pending: [TitledNode] = [main]
    while let node = pending.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      node.tell(key, unless: teller)
      pending += node.children.reversed()
    }
  }
}

extension TitledNode {
  /// The nodes of which this one is made, options left out.
  fileprivate var children: [TitledNode] {
    switch self {
    case let node as Screen: node.sections
    case is OptionsSection: []
    case let node as Section: node.items
    default: []
    }
  }

  fileprivate func tell(_ key: String, unless teller: ObjectIdentifier?) {
    switch self {
    case let node as Switch: node.tellItself(key, unless: teller)
    case let node as Slider: node.tellItself(key, unless: teller)
    case let node as TextField: node.tellItself(key, unless: teller)
    case let node as any OptionsContainer: node.selectedOption?.tellItself(key, unless: teller)
    default: break
    }
  }
}

extension Item {
  fileprivate func tellItself(_ key: String, unless teller: ObjectIdentifier?) {
    if key == self.key, teller != ObjectIdentifier(self) { valueChanged?(key, value) }
  }
}
