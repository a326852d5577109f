import InAppSettings
import SettingsLedger
import SwiftySettingsCompat

/// The storage of an app, as SwiftySettings' documentation asks for it.
///
/// It is a value, and all nodes of a tree must share it nevertheless.
struct StubStorage: SettingsStorageType {
  var values: [String: SettingValue] = [:]

  subscript(key: String) -> Bool? {
    get { if case .bool(let value) = values[key] { value } else { nil } }
    set { values[key] = newValue.map { .bool($0) } }
  }
  subscript(key: String) -> Float? {
    get { if case .double(let value) = values[key] { Float(value) } else { nil } }
    set { values[key] = newValue.map { .double(Double($0)) } }
  }
  subscript(key: String) -> Int? {
    get { if case .integer(let value) = values[key] { Int(value) } else { nil } }
    set { values[key] = newValue.map { .integer(Int64($0)) } }
  }
  subscript(key: String) -> String? {
    get { if case .string(let value) = values[key] { value } else { nil } }
    set { values[key] = newValue.map { .string($0) } }
  }
}

/// What closures were told, in order.
final class Told {
  var changes: [String] = []

  func closure<Value>(_ name: String) -> (String, Value) -> Void {
    { [self] key, value in changes.append("\(name): \(key)=\(value)") }
  }
}

/// The settings of a small app, in arrays.
func sampleSettings(_ storage: any SettingsStorageType, told: Told = Told()) -> SwiftySettings {
  SwiftySettings(storage: storage, title: "Title") {
    [
      Section(title: "Section 1") {
        [
          Switch(key: "key1", title: "Title 1", valueChangedClosure: told.closure("switch")),
          Slider(key: "key2", title: "Title 2", valueChangedClosure: told.closure("slider")),
        ]
      },
      OptionsSection(key: "key3", title: "Section 2") {
        [
          Option(title: "Option 1", optionId: 1, valueChangedClosure: told.closure("one")),
          Option(title: "Option 2", optionId: 2, valueChangedClosure: told.closure("two")),
        ]
      },
      Section(title: "Section 3") {
        [
          OptionsButton(key: "key4", title: "Options Button") {
            [Option(title: "Option 1", optionId: 1), Option(title: "Option 2", optionId: 2)]
          },
          TextField(
            key: "key5", title: "Name", valueChangedClosure: told.closure("text")),
        ]
      },
    ]
  }
}

extension SwiftySettings {
  /// A node of the first screen.
  func node<Node>(_ section: Int, _ item: Int, as type: Node.Type = Node.self) -> Node? {
    main.sections[section].items[item] as? Node
  }
}
