import SettingsCore
import SettingsSchema
import Testing

@Suite struct VisibilityTests {
  private let values: [SettingName: SettingValue] = [
    "on": true, "off": false, "one": 1, "two": 2.0, "port": "8080", "mode": "simple",
    "enabled": "enabled", "list": [1], "a.b-c": 3, "odd name": "x", "nan": .double(.nan),
  ]

  private func holds(_ text: String) throws -> Bool {
    try VisibilityCondition(text).holds(value: { values[$0] }) { name in
      name == "enabled" ? false : nil
    }
  }

  @Test(arguments: [
    "on", "!off", "on == YES", "off == NO", "unset == NO", "!unset", "unset != YES", "YES", "!NO",
    "one == 1", "one == 1.0", "one == on", "two > one", "two >= 2", "one < 2", "one <= 1.0",
    "port > 1024", "port == \"8080\"", "port != 8080", "mode == 'simple'", "mode != \"expert\"",
    "\"simple\" == mode", "mode < \"z\"", "on && !off", "off || on", "off && off || on",
    "on || on && off", "!(off || unset)", "a.b-c == 3", "`odd name` == \"x\"", "list != 1",
    "unset != 3", "unset == \"\"", "unset != 'x'", "!(unset == 3)", "!unset == 3",
    "!(unset < 3)", "!(list < 3)", "!(nan < 3)", "one == true", "port > '9'", "'2' <= '10.0'",
    "'2x' > '10'", "'nan' < 'z'",
    "enabled == NO", "enabled == \"enabled\"", "one != -1", "two == 2e0", "two == .2e+1",
    "mode == \"\\simple\"", "(((on)))", " on\t", "on==YES&&one<2", "one",
  ]) func `a condition that holds`(text: String) throws { #expect(try holds(text)) }

  @Test(arguments: [
    "off", "on == NO", "unset", "unset == YES", "unset == 3", "unset < 3", "unset != ''",
    "unset == unset2", "one == ''", "list < 3", "nan == 1",
    "nan <= 1", "port == 8080", "on && off", "mode > 3", "on < 2", "enabled", "on != YES",
    "mode == 'Simple'",
  ]) func `a condition that does not hold`(text: String) throws { #expect(try !holds(text)) }

  @Test(arguments: [
    ("", 1), ("  ", 1), ("on &&", 6), ("on && && off", 7), ("on = YES", 4), ("on & off", 4),
    ("(on", 4), ("on)", 3), ("on off", 4), ("mode == \"x", 9), ("1x2", 1), ("on == ", 7),
    ("a == b == c", 8), ("#", 1), ("!", 2), ("a == !b", 6), ("``", 1), ("1 == --2", 6),
  ]) func `an error names its column`(text: String, column: Int) throws {
    let error = #expect(throws: ConditionError.self) { try VisibilityCondition(text) }
    #expect(error?.column == column)
    #expect(error?.description.contains("column \(column)") == true)
  }

  @Test func `what would only exhaust the stack is refused`() throws {
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: ConditionError.self) { try VisibilityCondition(deep) }
    #expect(throws: ConditionError.self) {
      try VisibilityCondition(String(repeating: "!", count: 100_000) + "a")
    }
    #expect(throws: ConditionError.self) {
      try VisibilityCondition(Array(repeating: "a", count: 100_000).joined(separator: "&&"))
    }
    _ = try VisibilityCondition(Array(repeating: "a", count: 256).joined(separator: "||"))
  }

  @Test func `a condition that a program makes may be as deep and long as it likes`() throws {
    // Each way of nesting, so deep that recursion would exhaust the stack.
    var conditions = Array(repeating: Condition.isOn("a"), count: 4)
    for step in 0..<3_000 {
      conditions[0] = !conditions[0]
      conditions[1] = conditions[1] && .isOn("a")
      conditions[2] = .isOn("b") || conditions[2]
      conditions[3] = step.isMultiple(of: 2) ? conditions[3] || "!a" : .isOn("a") && conditions[3]
    }
    let copies = conditions
    #expect(conditions == copies && Set(conditions).count == 4)
    #expect(conditions[2].names == ["a", "b"])
    let results = conditions.map { $0.holds(value: { $0 == "a" ? true : nil }) }
    #expect(results == [true, true, true, true])
    #expect(conditions.map { $0.holds(value: { _ in nil }) } == [false, false, false, false])
    let rules = conditions.map { VisibilityRule(hide: ["x"], while: $0) }
    #expect(rules.hiddenNames(value: { _ in true }) == ["x"])
  }

  @Test(arguments: [
    "a && b || c", "a || b && c", "!(a || b) && c", "!a && !(b || !c)", "a && (b || c)",
  ])
  func `a condition is the same in code and as text, and means the same`(text: String) throws {
    let made: [String: Condition] = [
      "a && b || c": .isOn("a") && .isOn("b") || .isOn("c"),
      "a || b && c": .isOn("a") || .isOn("b") && .isOn("c"),
      "!(a || b) && c": !(.isOn("a") || .isOn("b")) && .isOn("c"),
      "!a && !(b || !c)": !.isOn("a") && !(.isOn("b") || !.isOn("c")),
      "a && (b || c)": .isOn("a") && (.isOn("b") || .isOn("c")),
    ]
    let meant: [String: (Bool, Bool, Bool) -> Bool] = [
      "a && b || c": { $0 && $1 || $2 }, "a || b && c": { $0 || $1 && $2 },
      "!(a || b) && c": { !($0 || $1) && $2 }, "!a && !(b || !c)": { !$0 && !($1 || !$2) },
      "a && (b || c)": { $0 && ($1 || $2) },
    ]
    let condition = try Condition(text)
    #expect(condition == made[text])
    for bits in 0..<8 {
      let (a, b, c) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
      let values: [SettingName: SettingValue] = ["a": .bool(a), "b": .bool(b), "c": .bool(c)]
      #expect(condition.holds(value: { values[$0] }) == meant[text]?(a, b, c))
    }
  }

  @Test(arguments: 0..<8) func `any text is a condition or an error at one of its columns`(
    seed: UInt64
  ) {
    var state = seed &* 7919 &+ 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let parts = [
      "a", "b.c", "YES", "1", "-", "2e", ".5", "\"", "'", "`", "\\", "(", ")", "!", "=", "==", "!=",
      "<", ">=", "&&", "||", "&", "|", " ", "é", "\u{301}", "👩‍👩‍👧", "\0", "#",
    ]
    for _ in 0..<400 {
      let text = (0..<next(12)).map { _ in parts[next(parts.count)] }.joined()
      do throws(ConditionError) {
        _ = try VisibilityCondition(text).holds(value: { _ in 1 })
      } catch {
        #expect((1...text.count + 1).contains(error.column), "\(text.debugDescription): \(error)")
      }
    }
  }

  @Test func `the error on a long condition quotes its beginning`() throws {
    let text = String(repeating: "a || ", count: 100) + "="
    let error = #expect(throws: ConditionError.self) { try VisibilityCondition(text) }
    #expect(error?.column == 501 && error?.text == text)
    #expect(error?.description.contains("…\" is wrong at column 501") == true)
  }

  @Test func `conditions made in code are those that are written`() throws {
    let made = Condition.isOn("a") && !(.isOn("b") || .equals("c", 1))
    #expect(made == ("a && !(b || c == 1)" as Condition))
    #expect(.compare("n", .lessOrEqual, 2.5) == ("n <= 2.5" as Condition))
    #expect(("a || b && c" as Condition).names == ["a", "b", "c"])
  }

  private typealias Condition = VisibilityCondition

  @Test func `rules hide names while they hold`() {
    let rules = [
      VisibilityRule(hide: ["login", "password"], while: "on == NO"),
      VisibilityRule(show: ["proxy"], while: .isOn("on")),
    ]
    #expect(rules.hiddenNames(value: { _ in true }) == [])
    #expect(rules.hiddenNames(value: { _ in nil }) == ["login", "password", "proxy"])
  }

  private func row(_ key: String?, _ condition: SettingValue) -> SettingValue {
    var entry: SettingValue = [
      "Type": "PSToggleSwitchSpecifier", "Title": "t", "SLVisibleIf": condition,
    ]
    if let key { entry = entry.adding("Key", .string(key)) }
    return entry
  }

  @Test func `SLVisibleIf hides an entry or a section, with or without key`() throws {
    let bundle = try bundle(
      row("a", "x"), row(nil, "x"), row("a", "!x"),
      ["Type": "PSGroupSpecifier", "Title": "G", "SLVisibleIf": "x"], row("x", "YES"))
    func shape(_ x: SettingValue?) -> [String] {
      let concealed = bundle.root.concealedEntries(value: { _ in x })
      return bundle.root.layout(concealed: concealed, idiom: .phone).shape
    }
    #expect(shape(true) == ["-: a PSToggleSwitchSpecifier", "G: x"])
    #expect(shape(nil) == ["-: a"])
    #expect(bundle.diagnostics.filter { $0.severity == .error } == [])
    let outline = PageOutline(bundle.root, idiom: .phone) { _ in false }
    #expect(outline.sections.map(\.isHidden) == [false, true])
    #expect(outline.sections[0].rows.map(\.isHidden) == [true, true, false])
  }

  @Test func `a wrong condition is a diagnostic with its column, and the entry shows`() throws {
    let bundle = try bundle(row("a", "x = 1"), row("x", 5), row("b", "a && gone"))
    let found = bundle.diagnostics.map { "\($0.severity) \($0.index ?? -1) \($0.problem)" }
    #expect(found.contains { $0.hasPrefix("error 0 the SLVisibleIf is wrong at column 3") })
    #expect(found.contains("error 1 the SLVisibleIf is not a text"))
    #expect(found.contains("warning 2 the SLVisibleIf reads \"gone\", which is on no page"))
    #expect(bundle.root.specifiers.map { $0.visibleIf == nil } == [true, true, false])
    #expect(bundle.root.specifiers.allSatisfy { $0.unknownAttributes.isEmpty })
  }

  @Test func `in a list SLVisibleIf does not count, with a diagnostic`() throws {
    let bundle = try bundle([
      "Type": "IASKListGroupSpecifier", "Key": "l",
      "ItemSpecifier": ["Type": "PSTextFieldSpecifier", "SLVisibleIf": "x"],
    ])
    #expect(bundle.diagnostics.contains { $0.problem == "the ItemSpecifier has an SLVisibleIf" })
  }
}
