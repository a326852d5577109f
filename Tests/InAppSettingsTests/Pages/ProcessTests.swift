import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import TestProcesses
import Testing

/// A page that is open here while another process changes its store.
@Suite(.timeLimit(.minutes(10))) struct PageProcessTests {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "page-\(UUID().uuidString)")

  /// Runs the command line on the store, as another person.
  private func settingsctl(_ arguments: String...) throws {
    let process = Process()
    // The tests are built into the folder that the executable is built into.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "settingsctl")
    process.arguments = ["--store", directory.path, "--author", "bob"] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments)")
  }

  @Test func `E21 a page follows what another process changes, hides and shows`() async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let bundle = SettingsBundle(root: [
      "PreferenceSpecifiers": [
        toggle("wifi"), entry("PSGroupSpecifier", "G"),
        entry("PSTextFieldSpecifier", "host", ["SLVisibleIf": "wifi"]), toggle("b"),
        entry(
          "IASKListGroupSpecifier", "l", ["ItemSpecifier": ["Type": "PSTextFieldSpecifier"]]),
      ]
    ])
    let store = try SettingsStore(path: directory.path, author: "alice")
    let page = try SettingsPage(bundle.root, of: bundle, in: store)
    var updates = page.updates.makeAsyncIterator()
    #expect(try await updates.next()?.snapshot.shape == ["-: wifi", "G: b", "l:"])

    try settingsctl("set", "wifi", "true", "host", "example")
    var update = try #require(try await updates.next())
    #expect(update.snapshot.shape == ["-: wifi", "G: host b", "l:"])
    #expect(update.snapshot.row(forKey: "host")?.text == "example")
    #expect(update.rows.inserted == [PageLayout.Path(section: 1, row: 0)])
    #expect(update.rows.updated == [PageLayout.Path(section: 0, row: 0)])

    try settingsctl("hide", "b", "G")
    update = try #require(try await updates.next())
    #expect(update.snapshot.shape == ["-: wifi", "l:"])
    #expect(update.sections.removed == [1])

    try settingsctl("unhide", "G")
    update = try #require(try await updates.next())
    #expect(update.snapshot.shape == ["-: wifi", "G: host", "l:"])

    try settingsctl("set", "l", "[\"x\",\"y\"]")
    #expect(try await updates.next()?.snapshot.shape == ["-: wifi", "G: host", "l: <0> <1>"])

    try settingsctl("reset", "wifi")
    #expect(try await updates.next()?.snapshot.shape == ["-: wifi", "G:", "l: <0> <1>"])

    try settingsctl("set", "wifi", "true")
    update = try #require(try await updates.next())
    #expect(update.snapshot.row(forKey: "wifi")?.isOn == true)
    #expect(update.snapshot.row(forKey: "host")?.text == "example")
    #expect(page.revision == store.revision)
    store.close()
  }

  @Test func `without following, a refresh shows what another process changed`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    let bundle = SettingsBundle(root: ["PreferenceSpecifiers": [toggle("a"), toggle("b")]])
    let store = try SettingsStore(path: directory.path, author: "alice")
    let page = try SettingsPage(bundle.root, of: bundle, in: store)
    try settingsctl("set", "a", "true")
    try settingsctl("hide", "b")
    #expect(page.snapshot.shape == ["-: a b"])
    try page.refresh()
    #expect(page.snapshot.shape == ["-: a"])
    #expect(page.snapshot.row(forKey: "a")?.isOn == true)
    store.close()
  }
}
