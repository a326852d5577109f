/// What is kept and what is not: confirmed changes, compaction, redaction.
extension WalkModel {
  /// Whether a commit that waits to be confirmed has changed a name.
  func waits(_ name: String) -> Bool {
    pending.keys.contains { touches[$0].contains { $0.name == name } }
  }

  /// The commits that were not confirmed in time, oldest first.
  var due: [Int] { pending.filter { time.isPast($0.value) }.keys.sorted() }

  mutating func takeBackDue() {
    for revision in due { takeBack(revision) }
  }

  /// Brings back what was before a commit, but for what was changed again since.
  mutating func takeBack(_ revision: Int) {
    var (new, touched) = (now, [Touch]())
    for touch in touches[revision] where now[touch]?.effective == revision {
      let before = states[revision - 1][touch] ?? Cell()
      if before.content == nil, keepsMark(touch) { continue }
      new[touch] = before
      touched.append(touch)
    }
    pending[revision] = nil
    record(new, touched, .drop(revision))
    ends[revision] = (head, false)
  }

  mutating func confirm(_ revision: Int) -> WalkOutcome {
    guard pending.removeValue(forKey: revision) != nil else {
      return answer(revision, confirmed: true)
    }
    record()
    ends[revision] = (head, true)
    return recorded
  }

  mutating func cancel(_ revision: Int) -> WalkOutcome {
    guard pending[revision] != nil else { return answer(revision, confirmed: false) }
    takeBack(revision)
    return recorded
  }

  /// What is said of a commit that does not wait.
  private func answer(_ revision: Int, confirmed: Bool) -> WalkOutcome {
    if let refusal = refusal(of: revision) { return refusal }
    guard let end = ends[revision] else { return WalkOutcome(word: "notPending") }
    if end.isConfirmed == confirmed {
      return unchanged(at: end.commit)
    }
    return WalkOutcome(word: confirmed ? "expired" : "notPending")
  }
}

extension WalkModel {
  mutating func compact(_ floor: Int, _ droppingTags: Bool) -> WalkOutcome {
    guard floor <= max(head, 1) else { return WalkOutcome(word: "noSuchRevision") }
    guard floor > self.floor else {
      return WalkOutcome(word: "unchanged", detail: "keeps \(self.floor), drops 0 and []")
    }
    if pending.keys.contains(where: { $0 < floor }) { return WalkOutcome(word: "pending") }
    let lost = tags.filter { $0.value < floor - 1 }.keys.sorted()
    guard lost.isEmpty || droppingTags else { return WalkOutcome(word: "tagsBelowFloor") }
    let count = floor - self.floor
    record()
    drop(below: floor)
    return WalkOutcome(
      word: "recorded", revision: head, detail: "keeps \(floor), drops \(count) and \(lost)")
  }

  /// What a store with a retention policy has dropped by itself; false when it must not have.
  mutating func retain(from floor: Int, keeping count: Int) -> Bool {
    let isAllowed =
      floor > self.floor && head - floor >= count - 1 && tags.values.allSatisfy { $0 >= floor - 1 }
      && pending.keys.allSatisfy { $0 >= floor }
    guard isAllowed else { return false }
    record()
    drop(below: floor)
    return true
  }

  mutating func redact(_ revision: Int, _ name: String, _ everywhere: Bool) -> WalkOutcome {
    let touch = Touch(name: name, side: .value)
    let dropped = floor - 1
    // What a compaction has kept stands under the last revision that it dropped.
    let isKept = revision == dropped && dropped > 0
    if !isKept, let refusal = refusal(of: revision) { return refusal }
    let cell = isKept || touches[revision].contains(touch) ? states[revision][touch] : nil
    if cell?.isErased == true { return WalkOutcome(word: "redacted") }
    guard let content = cell?.content else { return WalkOutcome(word: "nothingToErase") }
    if now[touch]?.content == content { return WalkOutcome(word: "currentValue") }
    if waits(name) { return WalkOutcome(word: "pending") }
    let others = ([dropped] + (floor...head)).filter { other in
      other != revision && (other == dropped || touches[other].contains(touch))
        && states[other][touch]?.content == content
    }
    let erased = ([revision] + (everywhere ? others : [])).sorted()
    record()
    let outcome = WalkOutcome(
      word: "recorded", revision: head,
      detail: "erased \(erased), remaining \(everywhere ? [] : others)")
    redactions[head] = erased
    // That the state is another now is a compaction of its own.
    if erased.contains(dropped) { record() }
    for revision in erased {
      if let position = states[revision][touch]?.touched { erase(touch, of: position) }
    }
    return outcome
  }

  /// The revisions that `verify` says were redacted.
  var redacted: [Int] {
    Set(redactions.filter { $0.key >= floor }.values.joined()).sorted()
  }
}
