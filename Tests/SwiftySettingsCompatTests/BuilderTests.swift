import SettingsCore
import SettingsSchema
import SwiftySettingsCompat
import Testing

@Suite struct BuilderTests {
  private func home(rooms: [String], hasDimmer: Bool) -> SwiftySettings {
    SwiftySettings(storage: StubStorage(), title: "Home") {
      Section(title: "Rooms", footer: "All of them") {
        for room in rooms {
          Screen(title: room) {
            Section(title: "Lights") {
              Switch(key: "\(room).light", title: "Light", icon: "lamp")
              if hasDimmer {
                Slider(
                  key: "\(room).dimmer", title: "Dimmer", defaultValue: 30,
                  minimumValueImage: "dark", maximumValueImage: "bright", minimumValue: 5,
                  maximumValue: 95)
              } else {
                TextField(key: "\(room).note", title: "Note", secureTextEntry: true)
              }
            }
          }
        }
        OptionsButton(key: "tariff", title: "Tariff", icon: "money") {
          Option(title: "Day", optionId: 1, icon: "sun")
          Option(title: "Night", optionId: 2, defaultValue: 2)
        }
      }
      OptionsSection(key: "alarm", title: "Alarm") {
        [Option(title: "On", optionId: 1), Option(title: "Off", optionId: 2)]
      }
    }
  }

  @Test func `lines, conditions, loops and arrays make the same tree`() throws {
    let sections = home(rooms: ["Kitchen", "Hall"], hasDimmer: true).main.sections
    #expect(sections.map(\.title) == ["Rooms", "Alarm"])
    #expect(sections[0].items.map(\.title) == ["Kitchen", "Hall", "Tariff"])
    let hall = try #require(sections[0].items[1] as? Screen)
    #expect(hall.sections[0].items.map(\.title) == ["Light", "Dimmer"])
    #expect((sections[1] as? OptionsSection)?.options.map(\.title) == ["On", "Off"])
    #expect(Section(title: "Empty").items.isEmpty && Screen(title: "Empty").sections.isEmpty)
  }

  @Test func `closures that return, and closures made before, are taken too`() {
    let make: () -> [TitledNode] = {
      let light = Switch(key: "light", title: "Light")
      return [light, TextField(key: "name", title: "Name")]
    }
    let settings = SwiftySettings(storage: StubStorage(), title: "Home") {
      return [Section(title: "Made", nodesClosure: make), OptionsSection(key: "k", title: "None")]
    }
    #expect(settings.main.sections.map(\.items.count) == [2, 0])
  }

  @Test func `the tree is the pages of a bundle`() throws {
    let bundle = home(rooms: ["Kitchen", "Root", "Kitchen"], hasDimmer: true).bundle
    #expect(bundle.pages.map(\.name) == ["Root", "Kitchen", "Root 2", "Kitchen 2"])
    #expect(bundle.pages.map(\.title) == ["Home", "Kitchen", "Root", "Kitchen"])
    #expect(bundle.diagnostics.filter { $0.severity == .error } == [])
    let root = bundle.root.specifiers
    #expect(root.map(\.title) == ["Rooms", "Kitchen", "Root", "Kitchen", "Tariff", "Alarm"])
    #expect(root[0].footerText == "All of them")
    #expect(bundle.root.children == ["Kitchen", "Root 2", "Kitchen 2"])
    #expect(root[4].appearance.cellImage == "money" && root[4].defaultValue == 2)
    #expect(root[4].choices?.titles == ["Day", "Night"])
    #expect(root[4].choices?.iconNames == ["sun", ""])
    guard case .multiValue(let list) = root[4].element, case .radioGroup = root[5].element,
      case .slider(let slider) = bundle.pages[1].specifiers[2].element
    else {
      Issue.record("an entry is of another kind")
      return
    }
    #expect(list.isQuickSelection)
    #expect(root[5].choices?.values == [1, 2] && root[5].defaultValue == nil)
    #expect(slider.minimum == 5 && slider.maximum == 95)
    #expect(slider.minimumImage == "dark" && slider.maximumImage == "bright")
    #expect(bundle.pages[1].specifiers[1].appearance.cellImage == "lamp")
  }

  @Test func `defaults and secrets come from the tree`() {
    let bundle = home(rooms: ["Hall"], hasDimmer: false).bundle
    #expect(bundle.defaults() == ["Hall.light": false, "Hall.note": "", "tariff": 2])
    #expect(bundle.secretNames() == ["Hall.note"])
    let dimmed = home(rooms: ["Hall"], hasDimmer: true).bundle
    #expect(dimmed.defaults()["Hall.dimmer"] == 30.0)
  }

  @Test func `a screen that is included twice is one page`() {
    let screen = Screen(title: "Shared")
    let settings = SwiftySettings(storage: StubStorage(), title: "Home") {
      Section(title: "A") { screen }
      Section(title: "B") { screen }
    }
    #expect(settings.bundle.pages.map(\.name) == ["Root", "Shared"])
  }

  @Test func `screens without title, or with equal ones, are pages of their own`() throws {
    let titles = ["", "", "a.plist", "a", "Caf\u{E9}", "Cafe\u{301}", "b/c", "a 2"]
    let settings = SwiftySettings(storage: StubStorage(), title: "Home") {
      Section(title: "Screens") {
        for (number, title) in titles.enumerated() {
          Screen(title: title) { Section(title: "S") { Switch(key: "k\(number)", title: "K") } }
        }
      }
    }
    let bundle = settings.bundle
    #expect(bundle.diagnostics.filter { $0.severity == .error } == [])
    #expect(bundle.pages.count == 9)
    for (number, name) in bundle.root.children.enumerated() {
      let page = try #require(bundle.page(named: name))
      #expect(page.specifiers.last?.key?.text == "k\(number)")
    }
    #expect(bundle.defaults().count == titles.count)
  }

  @Test func `a default is written as people write it, like what is stored`() {
    let settings = SwiftySettings(storage: StubStorage(), title: "Home") {
      Section(title: "S") { Slider(key: "a", title: "A", defaultValue: 0.1) }
    }
    #expect(settings.bundle.defaults() == ["a": 0.1])
  }
}
