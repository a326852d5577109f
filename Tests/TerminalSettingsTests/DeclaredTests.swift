import InAppSettings
import SettingsLedger
import SettingsSchema
import SwiftySettingsCompat
import Testing

@testable import TerminalSettings

/// Settings that are declared in code, on the same terminal page.
@Suite struct DeclaredTests {
  @Test func `what is declared is shown, and what is changed on the page is read by its node`()
    throws
  {
    let store = try SettingsStore.temporary(author: "alice")
    let lights = Switch(key: "lights", title: "All lights")
    let mood = OptionsButton(key: "mood", title: "Mood") {
      Option(title: "Work", optionId: 1)
      Option(title: "Cinema", optionId: 2)
    }
    let settings = SwiftySettings(storage: SettingsStorage(store), title: "Home") {
      Section(title: "Lights") { [lights, mood] }
    }
    let bundle = settings.bundle
    let page = try SettingsPage(bundle.root, of: bundle, in: store)
    var browser = PageBrowser(PageWalk(page, in: store))
    for key: Key in [" ", .down, .enter, .down, .enter] { _ = browser.take(key) }
    let screen = browser.frame(ScreenSize(columns: 40, rows: 12)).text
    #expect(screen.hasPrefix("Home                               alice\n"))
    #expect(screen.contains("  All lights                         [x]\n"))
    #expect(screen.contains("▸ Mood                          Cinema ›\n"))
    #expect(lights.value && mood.selectedOptionTitle == "Cinema")
    #expect(
      try store.log().map(\.reason) == ["Chose “Cinema” for “Mood”", "Turned on “All lights”"])
  }
}
