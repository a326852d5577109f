package import SettingsCore

extension CommitRecord {
  /// The record that takes this one's place when values are erased from it.
  ///
  /// It has the values no more, nor the nonce, which would let them be guessed; everything else stays.
  ///
  /// - Parameters:
  ///   - names: the names whose values go.
  ///   - digest: this record's digest in the chain, which stays that of the replacement.
  package func erasing(_ names: Set<SettingName>, digest: Digest) -> CommitRecord {
    var record = self
    for index in record.commit.events.indices {
      let event = record.commit.events[index]
      guard event.value != nil, names.contains(event.name) else { continue }
      record.commit.events[index].kind = .setRedacted
    }
    record.commit.isRedacted = true
    record.nonce = nil
    record.originalDigest = digest
    return record
  }
}
