extension SettingsState {
  /// What the log says of one name so far.
  package struct Entry: Hashable, Sendable {
    /// The newest event of one side of a name.
    package struct Side: Hashable, Sendable {
      /// The newest event's revision; 0 when there was none.
      package var revision = Revision.zero
      /// The revision whose state the newest event brought back, else its own revision.
      package var effective = Revision.zero

      package init(revision: Revision = .zero, effective: Revision = .zero) {
        self.revision = revision
        self.effective = effective
      }
    }

    package let name: SettingName
    /// The stored value; nil when the name is unset, or when its value was erased.
    package var value: SettingValue?
    /// Whether the value of the newest event was erased from the log.
    package var isRedacted = false
    package var isHidden = false
    package var isSecret = false
    /// The revision of the name's first event.
    package var created = Revision.zero
    /// The number of events that the name had.
    package var changes = 0
    package var valueSide = Side()
    package var visibilitySide = Side()
    package var secrecySide = Side()

    package init(_ name: SettingName) { self.name = name }

    /// The fold of one event.
    package mutating func apply(_ event: SettingsEvent, at revision: Revision) {
      if changes == 0 { created = revision }
      changes += 1
      let side = Side(revision: revision, effective: event.restores ?? revision)
      switch event.kind {
      case .set(let new): (value, isRedacted, valueSide) = (new, false, side)
      case .reset: (value, isRedacted, valueSide) = (nil, false, side)
      case .setRedacted: (value, isRedacted, valueSide) = (nil, true, side)
      case .hide: (isHidden, visibilitySide) = (true, side)
      case .unhide: (isHidden, visibilitySide) = (false, side)
      case .markSecret: (isSecret, secrecySide) = (true, side)
      case .unmarkSecret: (isSecret, secrecySide) = (false, side)
      }
    }

    /// Makes one side that of another entry of the same name.
    package mutating func copy(_ side: SettingsEvent.Side, from other: Self) {
      switch side {
      case .value:
        (value, isRedacted, valueSide) = (other.value, other.isRedacted, other.valueSide)
      case .visibility: (isHidden, visibilitySide) = (other.isHidden, other.visibilitySide)
      case .secrecy: (isSecret, secrecySide) = (other.isSecret, other.secrecySide)
      }
    }

    /// The revision of the newest event of any side.
    package var lastRevision: Revision {
      max(valueSide.revision, visibilitySide.revision, secrecySide.revision)
    }

    package subscript(side: SettingsEvent.Side) -> Side {
      switch side {
      case .value: valueSide
      case .visibility: visibilitySide
      case .secrecy: secrecySide
      }
    }
  }
}
