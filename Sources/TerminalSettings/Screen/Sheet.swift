/// What a screen shows, before it is known how large the screen is: a settings page, the values to
/// choose from, the history of a row, the keys.
struct Sheet: Hashable, Sendable {
  /// The titles of the pages that lead here, the innermost last.
  var trail: [String]
  var sections: [Section]

  struct Section: Hashable, Sendable {
    var title: String?
    var rows: [Row]
    var footer: String?
    /// What is wrong with what is stored.
    var problem: String?

    init(title: String? = nil, rows: [Row], footer: String? = nil, problem: String? = nil) {
      (self.title, self.rows, self.footer, self.problem) = (title, rows, footer, problem)
    }
  }

  struct Row: Hashable, Sendable {
    /// What stays the same while the row shows other things.
    var id: String
    var label: String
    var control: Control
    /// The line below.
    var subtitle: String?
    /// What is wrong with what is stored.
    var problem: String?
    var isEnabled = true

    init(
      id: String, label: String, control: Control, subtitle: String? = nil,
      problem: String? = nil, isEnabled: Bool = true
    ) {
      (self.id, self.label, self.control) = (id, label, control)
      (self.subtitle, self.problem, self.isEnabled) = (subtitle, problem, isEnabled)
    }
  }

  enum Control: Hashable, Sendable {
    /// On or off.
    case toggle(isOn: Bool)
    /// One of several values that are shown below each other.
    case choice(isChosen: Bool)
    /// A number in a range.
    case slider(position: Double, minimum: Double, maximum: Double)
    /// A text to type; it is masked already when it must not be shown.
    case text(String, placeholder: String)
    /// One of several values, which are shown elsewhere.
    case picker(String)
    /// A text that is shown only.
    case label(String)
    /// Leads to another page.
    case page(String)
    /// Leads out of the settings.
    case link(String)
    /// Does something.
    case button
    /// An item of a list.
    case item(String)
    /// Adds an item to a list.
    case add
  }

  /// The rows of all sections.
  var rows: [Row] { sections.flatMap(\.rows) }
}

extension Sheet {
  /// A number as it is shown and typed.
  static func text(of number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    return String(number)
  }
}
