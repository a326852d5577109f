import SettingsCore

extension SettingsState.Entry {
  /// Whether these can be the facts about a name of a log that ends before a floor.
  ///
  /// The digest of a baseline vouches for its bytes, not for whoever made them up.
  func canStand(before floor: Revision) -> Bool {
    changes > 0 && created > .zero && lastRevision >= created && (value == nil || !isRedacted)
      && SettingsEvent.Side.allCases.allSatisfy { side in
        let newest = self[side]
        guard newest.revision > .zero else {
          return newest.effective == .zero && !hasState(of: side)
        }
        return newest.revision >= created && newest.revision < floor
          && newest.effective <= newest.revision
      }
  }

  private func hasState(of side: SettingsEvent.Side) -> Bool {
    switch side {
    case .value: value != nil || isRedacted
    case .visibility: isHidden
    case .secrecy: isSecret
    }
  }
}

extension BaselineTable {
  /// Throws unless names are in the order of their first events, each there once, with possible facts.
  static func check(
    _ entries: [SettingsState.Entry], _ floor: Revision
  ) throws(EventLogError) {
    var names: Set<SettingName> = []
    var created = Revision.zero
    for entry in entries {
      guard entry.canStand(before: floor), entry.created >= created,
        names.insert(entry.name).inserted
      else {
        throw EventLogError(
          .damaged("what the baseline says of \(entry.name) cannot be"), revision: floor)
      }
      created = entry.created
    }
  }
}

// MARK: - Redaction

/// What becomes of a baseline when a value is erased from it.
struct RedactedBaseline: Sendable {
  /// All rows, that of the name without the value and under another nonce.
  let rows: [BaselineRow]
  /// What the redacting commit says: the last dropped revision stands for the baseline.
  let redaction: CommitCause.Redaction
  /// What the compacting commit says that takes the place of the one that vouched for the rows before.
  let compaction: CommitCause.Compaction

  /// Erases the value of an entry that the baseline has.
  init(
    erasing before: SettingsState.Entry, slot: Int, _ old: [BaselineRow], _ floor: Revision
  ) throws(EventLogError) {
    var entry = before
    (entry.value, entry.isRedacted) = (nil, true)
    let row = try BaselineTable.row(slot, entry)
    let rows = old.map { $0.key == row.key ? row : $0 }
    let digest = try BaselineTable.digest(of: rows)
    self.rows = rows
    redaction = CommitCause.Redaction(
      revision: floor.previous, names: [entry.name], original: try BaselineTable.digest(of: old),
      replacement: digest)
    compaction = CommitCause.Compaction(floor: floor, baseline: digest)
  }
}
