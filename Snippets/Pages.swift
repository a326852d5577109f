// A settings page without a screen: what it shows, edits, a draft, rules, and what others change.

import InAppSettings
import SettingsLedger
import SettingsSchema

let bundle = SettingsBundle(
  root: [
    "Title": "Settings",
    "PreferenceSpecifiers": [
      ["Type": "PSToggleSwitchSpecifier", "Key": "wifi", "Title": "Wi-Fi", "DefaultValue": true],
      [
        "Type": "PSTextFieldSpecifier", "Key": "network", "Title": "Network",
        "SLVisibleIf": "wifi",
      ],
      [
        "Type": "IASKListGroupSpecifier", "Key": "servers", "Title": "Servers", "Deletable": true,
        "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "Key": "host", "File": "Server"],
        "AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add…", "File": "Server"],
      ],
    ],
  ],
  pages: [
    "Server": [
      "PreferenceSpecifiers": [
        ["Type": "PSTextFieldSpecifier", "Key": "host", "Title": "Host"],
        ["Type": "PSToggleSwitchSpecifier", "Key": "tls", "Title": "TLS", "DefaultValue": true],
      ]
    ]
  ])

let store = try SettingsStore.temporary(author: "alice")
let page = try SettingsPage(bundle.root, of: bundle, in: store)

func show(_ snapshot: PageSnapshot) {
  for section in snapshot.sections {
    for row in section.rows { print(row.title ?? "-", row.detail ?? "", row.value ?? "") }
  }
}

show(page.snapshot)
if let network = page.snapshot.row(forKey: "network") {
  try page.setText(network.id, to: "Home")  // one commit: Changed “Network”
}
if let wifi = page.snapshot.row(forKey: "wifi") {
  try page.setToggle(wifi.id, to: false)  // and the network is hidden
}

// A new item is edited in a draft: one commit when it is done, none when it is cancelled.
if let add = page.snapshot.section(forKey: "servers")?.rows.last,
  case .draft(let draft) = try page.select(add.id),
  let host = draft.page.snapshot.row(forKey: "host")
{
  try draft.page.setText(host.id, to: "example.org")
  try draft.done()
}

try store.undo()  // the server is gone; the page sees it when it looks, or follows
try page.refresh()
show(page.snapshot)

for try await update in page.updates {
  print(update.sections.inserted, update.rows.updated)
  break
}
