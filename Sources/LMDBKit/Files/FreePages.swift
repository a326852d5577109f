/// Reads the table of free pages with plain reads, to judge a file that ends early.
///
/// LMDB does not write a page that one transaction both took and gave back, so a healthy file may
/// end before its last page. Every such page is in the table of free pages of the same commit; a
/// file that lacks any other page has been cut.
struct FreePages: ~Copyable {
  private let file: OpenFile
  private let meta: MetaPages
  private var missing: Set<Int>

  /// Whether every page that lies behind the file's end is a free one.
  static func explainShortness(
    of file: consuming OpenFile, _ meta: MetaPages, pagesPresent: Int
  ) throws(LMDBError) -> Bool {
    guard pagesPresent >= 2, let root = meta.freeRoot else { return false }
    // More than this is no transaction's leftover, and the set would be large.
    guard meta.lastPage - pagesPresent < 1 << 20 else { return false }
    var reader = FreePages(
      file: file, meta: meta, missing: Set(pagesPresent...meta.lastPage))
    guard try reader.visit(root, depth: 0) else { return false }
    return reader.missing.isEmpty
  }

  /// Visits one page of the tree.
  ///
  /// False when the tree itself is not readable.
  private mutating func visit(_ number: Int, depth: Int) throws(LMDBError) -> Bool {
    guard depth < 32, let page = try page(number) else { return false }
    let flags = page.number(at: MemoryLayout<UInt>.size + 2, UInt16.self)
    let isLeaf = flags & 0x02 != 0
    guard isLeaf || flags & 0x01 != 0 else { return false }
    let lower = Int(page.number(at: PageLayout.header - 4, UInt16.self))
    guard lower >= PageLayout.header, lower <= page.count else { return false }
    for slot in 0..<(lower - PageLayout.header) / 2 {
      let node = Int(page.number(at: PageLayout.header + 2 * slot, UInt16.self))
      guard node + 8 <= page.count else { return false }
      guard try isLeaf ? list(page, node) : visit(child(page, node), depth: depth + 1)
      else { return false }
    }
    return true
  }

  /// Takes the pages of one list off those that are missing.
  private mutating func list(_ page: [UInt8], _ node: Int) throws(LMDBError) -> Bool {
    let size = Int(page.number(at: node, UInt32.self))
    let flags = page.number(at: node + 4, UInt16.self)
    let start = node + 8 + Int(page.number(at: node + 6, UInt16.self))
    let word = MemoryLayout<UInt>.size
    guard size >= word, size % word == 0 else { return false }
    let isElsewhere = flags & 0x01 != 0
    guard start + (isElsewhere ? word : size) <= page.count else { return false }
    let bytes =
      isElsewhere
      ? try overflow(Int(truncatingIfNeeded: page.number(at: start, UInt.self)), size)
      : Array(page[start..<start + size])
    guard bytes.count == size else { return false }
    let count = bytes.number(at: 0, UInt.self)
    guard count <= UInt(size / word - 1) else { return false }
    for index in 0..<Int(count) {
      missing.remove(
        Int(truncatingIfNeeded: bytes.number(at: (index + 1) * word, UInt.self)))
    }
    return true
  }

  private func child(_ page: [UInt8], _ node: Int) -> Int {
    let low = Int(page.number(at: node, UInt32.self))
    #if _pointerBitWidth(_64)
      return low | Int(page.number(at: node + 4, UInt16.self)) << 32
    #else
      return low
    #endif
  }

  private func page(_ number: Int) throws(LMDBError) -> [UInt8]? {
    guard number >= 2, number <= meta.lastPage else { return nil }
    let bytes = try file.read(meta.pageSize, at: number * meta.pageSize)
    return bytes.count == meta.pageSize ? bytes : nil
  }

  private func overflow(_ number: Int, _ size: Int) throws(LMDBError) -> [UInt8] {
    guard number >= 2, number <= meta.lastPage, size <= (meta.lastPage + 1) * meta.pageSize
    else { return [] }
    return try file.read(size, at: number * meta.pageSize + PageLayout.header)
  }
}
