import Testing

@testable import TerminalSettings

@Suite struct SheetTests {
  private let sheet = Sheet(
    trail: ["Notes", "Editor"],
    sections: [
      Sheet.Section(
        title: "Appearance",
        rows: [
          Sheet.Row(id: "dark", label: "Dark mode", control: .toggle(isOn: true)),
          Sheet.Row(
            id: "size", label: "Text size",
            control: .slider(position: 14, minimum: 10, maximum: 20)),
          Sheet.Row(
            id: "theme", label: "世界のテーマ", control: .picker("Blue"),
            subtitle: "Used for every window that is opened from now on"),
          Sheet.Row(
            id: "name", label: "The name that is shown to other people",
            control: .text("Jean-Luc de la Fontaine", placeholder: "")),
        ], footer: "What is chosen here applies to all documents at once."),
      Sheet.Section(
        rows: [
          Sheet.Row(id: "red", label: "Red", control: .choice(isChosen: false)),
          Sheet.Row(id: "blue", label: "Blue", control: .choice(isChosen: true)),
          Sheet.Row(id: "item", label: "", control: .item("First")),
          Sheet.Row(id: "add", label: "Add a tag", control: .add),
          Sheet.Row(id: "more", label: "Advanced", control: .page("")),
          Sheet.Row(id: "help", label: "Help", control: .link("https://example.org/")),
          Sheet.Row(id: "go", label: "Sign out", control: .button),
          Sheet.Row(
            id: "token", label: "Token", control: .text("", placeholder: "none"), isEnabled: false),
        ]),
    ])

  private func text(
    _ columns: Int, _ rows: Int, cursor: Int = 0, message: String? = nil,
    editor: LineEditor? = nil
  ) -> String {
    var view = SheetView(
      cursor: cursor, author: "alice", keys: ["enter change", "u undo", "q quit"])
    view.message = message.map { SheetView.Message(text: $0) }
    view.editor = editor
    var top = 0
    return SheetRenderer(sheet: sheet, view: view, size: ScreenSize(columns: columns, rows: rows))
      .frame(top: &top).text
  }

  @Test func `a page of 80 columns`() {
    #expect(
      text(80, 24) == """
        Notes › Editor                                                             alice
        ────────────────────────────────────────────────────────────────────────────────
        Appearance
        ▸ Dark mode                                                                  [x]
          Text size                                              ━━━━━━━━●─────────── 14
          世界のテーマ                                                            Blue ›
            Used for every window that is opened from now on
          The name that is shown to other people               [Jean-Luc de la Fontaine]
          What is chosen here applies to all documents at once.

          ( ) Red
          (•) Blue
          - First
          + Add a tag
          Advanced                                                                     ›
          Help                                                    https://example.org/ ↗
          [ Sign out ]
          Token                                                                   [none]




        ────────────────────────────────────────────────────────────────────────────────
        enter change  u undo  q quit
        """)
  }

  @Test func `a page of 40 columns cuts labels and values, and breaks what explains them`() {
    #expect(
      text(40, 22, cursor: 3) == """
        Notes › Editor                     alice
        ────────────────────────────────────────
        Appearance
          Dark mode                          [x]
          Text size                ━━━━●───── 14
          世界のテーマ                    Blue ›
            Used for every window that is opened
            from now on
        ▸ The name that is …  [Jean-Luc de la F…
          What is chosen here applies to all
          documents at once.

          ( ) Red
          (•) Blue
          - First
          + Add a tag
          Advanced                             ›
          Help            https://example.org/ ↗
          [ Sign out ]
          Token                           [none]
        ────────────────────────────────────────
        enter change  u undo  q quit
        """)
  }

  @Test func `a page of 120 columns keeps labels and values near each other`() {
    #expect(text(120, 24) == text(80, 24))
  }

  @Test(arguments: [4, 13, 40, 80, 120], [1, 2, 3, 5, 8, 24])
  func `no line is wider than the screen, and none is too many`(columns: Int, rows: Int) {
    for cursor in sheet.rows.indices {
      var top = 0
      let view = SheetView(cursor: cursor, author: "alice", keys: ["enter change", "q quit"])
      let frame = SheetRenderer(
        sheet: sheet, view: view, size: ScreenSize(columns: columns, rows: rows)
      ).frame(top: &top)
      #expect(frame.lines.count == rows)
      #expect(frame.lines.allSatisfy { $0.cellWidth <= columns })
      #expect(frame.text.contains("▸"))
    }
  }

  @Test func `a long page moves by as little as is needed, and says that there is more`() {
    #expect(
      text(40, 9, cursor: 8) == """
        Notes › Editor                     alice
        ────────────────────────────── ↑ more ──
          ( ) Red
          (•) Blue
          - First
          + Add a tag
        ▸ Advanced                             ›
        ────────────────────────────── ↓ more ──
        enter change  u undo  q quit
        """)
    var top = 1
    let view = SheetView(cursor: 8)
    _ = SheetRenderer(sheet: sheet, view: view, size: ScreenSize(columns: 80, rows: 12))
      .frame(top: &top)
    #expect(top == 5)
    _ = SheetRenderer(sheet: sheet, view: view, size: ScreenSize(columns: 80, rows: 40))
      .frame(top: &top)
    #expect(top == 0)
  }

  @Test func `what is typed stands beside its label, or below it where there is no room`() {
    let narrow = text(40, 12, cursor: 3, editor: LineEditor("Jean"))
    #expect(narrow.contains("▸ The name that is shown to other people\n    Jean\n"))
    let wide = text(120, 24, cursor: 0, editor: LineEditor("Jean"))
    #expect(wide.contains("▸ Dark mode  Jean\n"))
    var top = 0
    var view = SheetView(cursor: 0)
    view.editor = LineEditor("世x")
    let frame = SheetRenderer(
      sheet: sheet, view: view, size: ScreenSize(columns: 80, rows: 24)
    ).frame(top: &top)
    #expect(frame.cursor == Frame.Place(row: 3, column: 16))
    view.isMasked = true
    let masked = SheetRenderer(
      sheet: sheet, view: view, size: ScreenSize(columns: 80, rows: 24)
    ).frame(top: &top)
    #expect(masked.text.contains("▸ Dark mode  ••\n") && !masked.text.contains("世x"))
  }

  @Test func `what is only read stands below its label where there is no room beside it`() {
    let row = Sheet.Row(
      id: "k", label: "↑ ↓, k j, Tab", control: .label("the row before, the next row"))
    func lines(_ columns: Int) -> [String] {
      SheetBody(
        sheet: Sheet(trail: [], sections: [Sheet.Section(rows: [row])]), view: SheetView(cursor: 1),
        width: columns
      ).lines.map(\.text)
    }
    #expect(lines(45) == ["  ↑ ↓, k j, Tab  the row before, the next row"])
    #expect(lines(44) == ["  ↑ ↓, k j, Tab", "    the row before, the next row"])
    #expect(lines(20) == ["  ↑ ↓, k j, Tab", "    the row before,", "    the next row"])
  }

  @Test func `a message is shown whole, above the keys`() {
    #expect(
      text(30, 10, message: "This is not a number; nothing was changed.").hasSuffix(
        "\nThis is not a number; nothing\nwas changed.\nenter change  u undo  q quit"))
  }
}
