extension SwiftySettings {
  /// Tells the nodes of a key that its value was changed by a page, or by somebody else.
  ///
  /// Setting ``Item/value`` tells the node itself. A page of these settings writes to the ledger and
  /// knows no nodes: whoever follows the page, or the ledger, passes each changed key on to this. Every
  /// node of the key is told once, with the value that it has now; of options, the chosen one.
  ///
  /// - Parameter key: The key.
  /// - Complexity: O(number of nodes).
  public func settingChanged(_ key: String) {
    var seen: Set<ObjectIdentifier> = []
    var pending: [TitledNode] = [main]
    while let node = pending.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      node.tell(key)
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

  fileprivate func tell(_ key: String) {
    switch self {
    case let node as Switch: node.tellItself(key)
    case let node as Slider: node.tellItself(key)
    case let node as TextField: node.tellItself(key)
    case let node as any OptionsContainer: node.selectedOption?.tellItself(key)
    default: break
    }
  }
}

extension Item {
  fileprivate func tellItself(_ key: String) {
    if key == self.key { valueChanged?(key, value) }
  }
}
