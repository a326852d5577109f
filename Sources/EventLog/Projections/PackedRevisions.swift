import SettingsCore

extension [UInt8] {
  /// Rising revisions as the distances between them, each in groups of seven bits, the lowest first, all
  /// but the last group with the top bit set.
  static func packed(_ revisions: some Sequence<Revision>, after start: Revision) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = start.rawValue
    for revision in revisions {
      var rest = revision.rawValue &- last
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
      last = revision.rawValue
    }
    return bytes
  }

  /// The revisions that were packed.
  func unpacked(after start: Revision) -> [Revision] {
    var revisions: [Revision] = []
    var (last, distance, shift) = (start.rawValue, UInt64(0), UInt64(0))
    for byte in self {
      distance |= UInt64(byte & 0x7f) << shift
      shift += 7
      if byte & 0x80 == 0 {
        last &+= distance
        revisions.append(Revision(rawValue: last))
        (distance, shift) = (0, 0)
      }
    }
    return revisions
  }
}
