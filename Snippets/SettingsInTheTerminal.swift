// Settings that are declared in code, shown on the terminal for a person to change.
//
//   swift run SettingsInTheTerminal            # on a terminal: arrows, Enter, ? for the keys
//   echo '1 on' | swift run SettingsInTheTerminal

import InAppSettings
import SettingsLedger
import SettingsSchema
import SwiftySettingsCompat
import TerminalSettings

let store = try SettingsStore.temporary(author: "alice")

let settings = SwiftySettings(storage: SettingsStorage(store), title: "Home") {
  Section(title: "Lights", footer: "Changes are made at once.") {
    Switch(key: "lights", title: "All lights")
    Slider(key: "brightness", title: "Brightness", minimumValue: 0, maximumValue: 100)
    OptionsButton(key: "mood", title: "Mood") {
      Option(title: "Work", optionId: 1)
      Option(title: "Dinner", optionId: 2, defaultValue: 2)
      Option(title: "Cinema", optionId: 3)
    }
    Screen(title: "Garden") {
      Section(title: "Paths") { Switch(key: "garden.paths", title: "Paths") }
    }
  }
  OptionsSection(key: "alarm", title: "Alarm") {
    Option(title: "Armed", optionId: 1)
    Option(title: "Off", optionId: 2, defaultValue: 2)
  }
  Section(title: "Door") {
    TextField(key: "door.name", title: "Name on the bell")
    TextField(key: "door.code", title: "Code", secureTextEntry: true)
  }
}

/// Says what may be typed.
final class Doorkeeper: PageDelegate {
  func settingsPage(
    _ page: SettingsPage, validate text: String, for row: PageSnapshot.Row
  ) -> TextVerdict {
    guard row.key == "door.code" else { return .ok }
    return text.count >= 4 && text.allSatisfy(\.isNumber)
      ? .ok : .failedWithMessage("A code is at least four digits.")
  }
}

let bundle = settings.bundle
let doorkeeper = Doorkeeper()
store.registerDefaults(bundle.defaults())
try store.registerSecrets(bundle.secretNames())
let page = try SettingsPage(bundle.root, of: bundle, in: store, delegate: doorkeeper)
TerminalPage.run(page, in: store)

// What was done, as the log has it:
for commit in try store.log().reversed() {
  print(commit.revision, commit.author, commit.reason ?? "")
}
