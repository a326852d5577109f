/// Settings that are declared in code, and where they are kept.
///
/// ```swift
/// let settings = SwiftySettings(storage: SettingsStorage(store), title: "Home") {
///   Section(title: "Lights") {
///     Switch(key: "light1", title: "Light 1")
///     Slider(key: "brightness", title: "Brightness")
///   }
/// }
/// ```
///
/// The closures may return arrays instead, as in SwiftySettings. Like the pages of an app, a tree of
/// settings belongs to one actor or thread at a time.
public final class SwiftySettings {
  /// The first screen.
  public var main: Screen { didSet { main.ownBox = box } }

  /// Where the values are kept.
  public var storage: any SettingsStorageType {
    get { box.storage }
    set { box.storage = newValue }
  }

  let box: StorageBox

  /// Declares settings, with the sections of the first screen listed in a closure.
  public convenience init(
    storage: any SettingsStorageType, title: String,
    @NodeBuilder<Section> sectionsClosure: () -> [Section]
  ) {
    self.init(storage: storage, title: title, sections: sectionsClosure())
  }

  /// Declares settings, with the sections of the first screen.
  public convenience init(
    storage: any SettingsStorageType, title: String, sections: [Section]
  ) {
    self.init(storage: storage, main: Screen(title: title) { sections })
  }

  /// Declares settings, with the first screen.
  public init(storage: any SettingsStorageType, main: Screen) {
    box = StorageBox(storage)
    self.main = main
    main.ownBox = box
  }
}
