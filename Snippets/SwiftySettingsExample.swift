// The example of SwiftySettings' documentation, kept in a ledger. An image is given by its name.

import InAppSettings
import SettingsLedger
import SettingsSchema
import SwiftySettingsCompat

let store = try SettingsStore.temporary(author: "alice")
let storage = SettingsStorage(store) { failure in print(failure) }

let settings = SwiftySettings(storage: storage, title: "Intelligent Home") {
  [
    Section(title: "Electricity") {
      [
        OptionsButton(key: "tariff", title: "Tariff") {
          [
            Option(title: "Day", optionId: 1),
            Option(title: "Night", optionId: 2),
            Option(title: "Mixed", optionId: 3),
          ]
        },
        Switch(key: "light-central", title: "Central Switch", icon: "settings-light"),
        Screen(title: "Livingroom") {
          [
            Section(title: "Lights") {
              [
                Switch(key: "light1", title: "Light 1"),
                Switch(key: "light2", title: "Light 2"),
                Slider(
                  key: "brightness-1", title: "Brightness",
                  minimumValueImage: "slider-darker",
                  maximumValueImage: "slider-brighter",
                  minimumValue: 0,
                  maximumValue: 100),
              ]
            }
          ]
        },
        Screen(title: "Bedroom") {
          [
            Section(title: "Lights", footer: "Manage lights in your bedroom") {
              [
                Switch(key: "light3", title: "Light 1"),
                Switch(key: "light4", title: "Light 2"),
                Slider(key: "brightness-2", title: "Brightness"),
              ]
            }
          ]
        },
      ]
    },
    OptionsSection(key: "alarm-status", title: "Alarm") {
      [
        Option(title: "Armed", optionId: 1),
        Option(title: "Only ground floor", optionId: 2),
        Option(title: "Disarmed", optionId: 3),
      ]
    },
  ]
}

// What people would do on the screens:
if let tariff = settings.main.sections[0].items[0] as? OptionsButton {
  tariff.options[1].selected = true
  print(tariff.title, tariff.selectedOptionTitle)
}
storage["brightness-1"] = Float(80)

// The same settings as pages, for whatever shows those:
let bundle = settings.bundle
for schema in bundle.pages {
  let page = try SettingsPage(schema, of: bundle, in: store)
  print(page.snapshot.title ?? schema.name)
  for row in page.snapshot.rows { print("  ", row.title ?? "", row.detail ?? "") }
}

// And who did it:
for commit in try store.log() {
  print(commit.revision, commit.author, commit.source ?? "", commit.events.map(\.name))
}
