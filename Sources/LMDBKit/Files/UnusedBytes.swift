/// Overwrites the bytes of a fresh copy that belong to no entry.
///
/// A page keeps what was in the gap between its index and its entries, and behind the last bytes of a large
/// value lies what the memory held before: pieces of entries that were deleted long ago. The C
/// library copies some of it along. In a copy that nobody has opened yet it can be overwritten.
enum UnusedBytes {
  /// Overwrites them with zeros.
  /// - Throws: `.corrupted` for a page that is none of those a compacting copy has.
  /// - Complexity: reads the whole file, and writes the pages that had such bytes.
  static func erase(in file: borrowing OpenFile) throws(LMDBError) {
    guard case .valid(let meta) = try MetaPages.read(file) else { throw corrupted(file, page: 0) }
    var values = LargeValues(pageSize: meta.pageSize)
    var number = 2
    while number <= meta.lastPage {
      let page = try file.read(meta.pageSize, at: number * meta.pageSize)
      guard let header = Header(page), number + header.pages - 1 <= meta.lastPage else {
        throw corrupted(file, page: number)
      }
      if let gap = header.gap {
        try erase(gap, of: page, at: number * meta.pageSize, in: file)
        if header.isLeaf { values.note(page, entriesUpTo: gap.lowerBound) }
      } else {
        values.runs[number] = header.pages
      }
      number += header.pages
    }
    for tail in values.tails {
      let bytes = try file.read(tail.count, at: tail.lowerBound)
      try erase(0..<bytes.count, of: bytes, at: tail.lowerBound, in: file)
    }
  }

  private static func erase(
    _ range: Range<Int>, of bytes: [UInt8], at offset: Int, in file: borrowing OpenFile
  ) throws(LMDBError) {
    guard bytes[range].contains(where: { $0 != 0 }) else { return }
    try file.write([UInt8](repeating: 0, count: range.count), at: offset + range.lowerBound)
  }

  private static func corrupted(_ file: borrowing OpenFile, page: Int) -> LMDBError {
    LMDBError(
      .corrupted, operation: "copy", path: file.path, detail: "page \(page) cannot be read")
  }

  /// What the beginning of a page says about it.
  private struct Header {
    /// How many pages belong together.
    var pages = 1
    /// The bytes between index and entries; nil for a large value, which has neither.
    var gap: Range<Int>?
    var isLeaf = false

    /// Nil when the page is none that a compacting copy of tables without duplicates has.
    init?(_ page: [UInt8]) {
      guard page.count >= PageLayout.header else { return nil }
      let bounds = PageLayout.header - 4
      switch page.number(at: MemoryLayout<UInt>.size + 2, UInt16.self) {
      case 0x01, 0x02:
        isLeaf = page[MemoryLayout<UInt>.size + 2] == 0x02
        let lower = Int(page.number(at: bounds, UInt16.self))
        let upper = Int(page.number(at: bounds + 2, UInt16.self))
        guard PageLayout.header <= lower, lower <= upper, upper <= page.count else { return nil }
        gap = lower..<upper
      case 0x04:
        pages = Int(page.number(at: bounds, UInt32.self))
        guard pages > 0 else { return nil }
      default: return nil
      }
    }
  }

  /// The values that have pages of their own.
  private struct LargeValues {
    let pageSize: Int
    /// The number of pages by the number of the first.
    var runs: [Int: Int] = [:]
    /// The number of bytes by the number of the first page.
    private var sizes: [Int: Int] = [:]

    init(pageSize: Int) { self.pageSize = pageSize }

    /// Notes the large values that the entries of a leaf refer to.
    mutating func note(_ page: [UInt8], entriesUpTo lower: Int) {
      for slot in stride(from: PageLayout.header, to: lower, by: 2) {
        let entry = Int(page.number(at: slot, UInt16.self))
        guard entry + 8 <= page.count, page[entry + 4] & 0x01 != 0 else { continue }
        let reference = entry + 8 + Int(page.number(at: entry + 6, UInt16.self))
        guard reference + MemoryLayout<UInt>.size <= page.count else { continue }
        let first = Int(truncatingIfNeeded: page.number(at: reference, UInt.self))
        sizes[first] = Int(page.number(at: entry, UInt32.self))
      }
    }

    /// The ranges of the file from the last byte of each value to the end of its pages.
    var tails: [Range<Int>] {
      runs.compactMap { first, pages in
        let used = PageLayout.header + (sizes[first] ?? 0)
        guard used < pages * pageSize else { return nil }
        return first * pageSize + used..<(first + pages) * pageSize
      }
    }
  }
}
