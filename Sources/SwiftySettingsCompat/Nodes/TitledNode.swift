import SettingsCore

/// Something with a title in a tree of settings.
///
/// A node finds the storage through the nodes around it, so that one added later has it too; keep the
/// tree as long as its nodes are used.
public class TitledNode {
  /// What is shown for the node.
  public let title: String
  /// The name of the image beside the title.
  public let icon: String?

  /// Where the values are kept: the node's own storage, else that of the node around it.
  public var storage: (any SettingsStorageType)? {
    get { box?.storage }
    set { ownBox = newValue.map(StorageBox.init) }
  }

  var ownBox: StorageBox?
  private weak var parent: TitledNode?

  /// Makes a node.
  public init(title: String, icon: String? = nil) {
    self.title = title
    self.icon = icon
  }

  /// Becomes the node around others that have none, except where one would come to be around itself.
  ///
  /// - Parameters:
  ///   - children: The nodes.
  ///   - former: The nodes it was around before; those that are left out have none around them then.
  func adopt(_ children: [TitledNode], insteadOf former: [TitledNode] = []) {
    for child in former where child.parent === self { child.parent = nil }
    for child in children where child.parent == nil && !ancestry.contains(where: { $0 === child }) {
      child.parent = self
    }
  }

  /// Changes the storage.
  ///
  /// The storage may call back into the tree, so it is not held while it changes; and when it is an
  /// object, the tree may have another one afterwards.
  func write(_ change: (inout any SettingsStorageType) -> Void) {
    guard let box else { return }
    var storage = box.storage
    let former = storage.lastRevision
    change(&storage)
    if let revision = storage.lastRevision, revision != former {
      box.tellers?[revision] = ObjectIdentifier(self)
    }
    if !(type(of: storage) is AnyClass) { box.storage = storage }
  }

  private var box: StorageBox? { ancestry.lazy.compactMap(\.ownBox).first }

  private var ancestry: some Sequence<TitledNode> { sequence(first: self, next: \.parent) }
}

/// The storage that all nodes of a tree share, even when it is a value.
final class StorageBox {
  var storage: any SettingsStorageType
  /// The nodes that made commits, and told of them, which whoever follows the ledger is still to meet;
  /// nil while nobody does.
  var tellers: [Revision: ObjectIdentifier]?

  init(_ storage: any SettingsStorageType) { self.storage = storage }
}

extension SettingsStorageType {
  /// The commit of the last change, where changes are commits.
  fileprivate var lastRevision: Revision? { (self as? SettingsStorage)?.lastRevision }
}
