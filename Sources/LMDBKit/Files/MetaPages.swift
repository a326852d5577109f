/// What the two first pages of a data file say, read with plain reads before the file is mapped.
///
/// A mapped file that is shorter than it says would end the process with a signal at the first look
/// behind its end, so this is checked before the C library maps it.
struct MetaPages: Equatable {
  let pageSize: Int
  let lastPage: Int
  let transaction: UInt64
  /// The root page of the table of free pages, `nil` when that table is empty.
  let freeRoot: Int?
  /// The root page of all other tables, `nil` when there are none.
  let mainRoot: Int?

  enum Reading {
    case valid(MetaPages)
    case empty
    case invalid
    case otherVersion
    /// A page is not the one that was written at its place: the C library would take the older of the two.
    case misplaced
  }

  /// Reads both pages and takes the newer one.
  static func read(_ file: borrowing OpenFile) throws(LMDBError) -> Reading {
    let first = try file.read(Layout.span, at: 0)
    if first.isEmpty { return .empty }
    guard let one = parse(first) else { return .invalid }
    guard Layout.version(first) == Layout.dataVersion else { return .otherVersion }
    let second = try file.read(Layout.span, at: one.pageSize)
    guard let two = parse(second) else { return .invalid }
    guard first.number(at: 0, UInt.self) == 0, second.number(at: 0, UInt.self) == 1 else {
      return .misplaced
    }
    return .valid(one.transaction < two.transaction ? two : one)
  }

  private static func parse(_ bytes: [UInt8]) -> MetaPages? {
    guard bytes.count == Layout.span, Layout.isMeta(bytes) else { return nil }
    let pageSize = Int(bytes.number(at: Layout.pageSize, UInt32.self))
    guard pageSize.nonzeroBitCount == 1, (256...65_536).contains(pageSize) else { return nil }
    let lastPage = bytes.number(at: Layout.lastPage, UInt.self)
    guard lastPage <= UInt(Int.max / 65_536) else { return nil }
    let (free, main) = (Layout.freeRoot, Layout.mainRoot)
    let roots = [free, main].map { bytes.number(at: $0, UInt.self) }
      .map { $0 > lastPage ? nil : Int($0) }
    return MetaPages(
      pageSize: pageSize, lastPage: Int(lastPage),
      transaction: UInt64(bytes.number(at: Layout.transaction, UInt.self)),
      freeRoot: roots[0], mainRoot: roots[1])
  }

  /// Whether the page that the tables begin with is the one that was written at its place, as far as it is
  /// there; an older one in its place is an older state, which nothing else tells from the present one.
  func hasOwnRoot(in file: borrowing OpenFile) throws(LMDBError) -> Bool {
    guard let mainRoot else { return true }
    let bytes = try file.read(MemoryLayout<UInt>.size, at: mainRoot * pageSize)
    return bytes.count < MemoryLayout<UInt>.size
      || bytes.number(at: 0, UInt.self) == UInt(mainRoot)
  }

  /// The two pages of a store that holds nothing yet, as the C library writes them.
  static func blank(pageSize: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 2 * pageSize)
    for page in 0..<2 {
      let start = page * pageSize
      bytes.set(UInt(page), at: start)
      bytes.set(Layout.metaFlag, at: start + Layout.flags)
      bytes.set(Layout.magicNumber, at: start + Layout.magic)
      bytes.set(Layout.dataVersion, at: start + Layout.version)
      bytes.set(UInt(1 << 20), at: start + Layout.mapSize)
      bytes.set(UInt32(pageSize), at: start + Layout.pageSize)
      bytes.set(Layout.integerKeys, at: start + Layout.freeFlags)
      bytes.set(UInt.max, at: start + Layout.freeRoot)
      bytes.set(UInt.max, at: start + Layout.mainRoot)
      bytes.set(UInt(1), at: start + Layout.lastPage)
    }
    return bytes
  }
}

// MARK: - Damaged files

extension MetaPages {
  /// A meta page and its bytes.
  struct Raw: Sendable {
    let meta: MetaPages
    let bytes: [UInt8]

    /// Writes this page in the place of both, so that the file opens at its state.
    ///
    /// The file's own length decides which pages there are: a look behind its end would be a signal.
    func writeBoth(to file: borrowing OpenFile) throws(LMDBError) {
      let pages = max(2, file.size / meta.pageSize)
      var bytes = bytes
      bytes.set(UInt(pages - 1), at: Layout.lastPage)
      for page in 0..<2 {
        bytes.set(UInt(page), at: 0)
        try file.write(bytes, at: page * meta.pageSize)
      }
      if let root = meta.mainRoot, (root + 1) * meta.pageSize <= file.size {
        // Whatever page is there: it is all there is to begin with.
        var number = [UInt8](repeating: 0, count: MemoryLayout<UInt>.size)
        number.set(UInt(root), at: 0)
        try file.write(number, at: root * meta.pageSize)
      }
      // Whole pages only: the second of two may be new.
      if file.size < pages * meta.pageSize {
        try file.write([0], at: pages * meta.pageSize - 1)
      }
    }
  }

  /// The meta pages that can be read, the newer first; the first one may not tell where the second is.
  static func legible(in file: borrowing OpenFile) throws(LMDBError) -> [Raw] {
    var found: [Raw] = []
    if let first = try raw(in: file, at: 0) { found.append(first) }
    let sizes = found.first.map { [$0.meta.pageSize] } ?? (8...16).map { 1 << $0 }
    for size in sizes {
      if let second = try raw(in: file, at: size), second.meta.pageSize == size {
        found.append(second)
      }
    }
    return found.sorted { $0.meta.transaction > $1.meta.transaction }
  }

  private static func raw(
    in file: borrowing OpenFile, at offset: Int
  ) throws(LMDBError) -> Raw? {
    let bytes = try file.read(Layout.span, at: offset)
    guard let meta = parse(bytes), Layout.version(bytes) == Layout.dataVersion else { return nil }
    return Raw(meta: meta, bytes: bytes)
  }
}

/// Where the fields of a meta page are: a page header, then `MDB_meta` of the C library.
private enum Layout {
  static let word = MemoryLayout<UInt>.size
  static let flags = word + 2
  static let magic = PageLayout.header
  static let version = magic + 4
  static let mapSize = magic + 8 + word
  static let pageSize = mapSize + word
  static let freeFlags = pageSize + 4
  static let freeRoot = pageSize + 8 + 4 * word
  static let mainRoot = freeRoot + word + 8 + 4 * word
  static let lastPage = mainRoot + word
  static let transaction = lastPage + word
  static let span = transaction + word

  static let metaFlag: UInt16 = 0x08
  static let integerKeys: UInt16 = 0x08
  static let magicNumber: UInt32 = 0xBEEF_C0DE
  static let dataVersion: UInt32 = 1

  static func isMeta(_ bytes: [UInt8]) -> Bool {
    bytes.number(at: flags, UInt16.self) & metaFlag != 0
      && bytes.number(at: magic, UInt32.self) == magicNumber
  }

  static func version(_ bytes: [UInt8]) -> UInt32 { bytes.number(at: version, UInt32.self) }
}

/// Where the fields of every page are.
enum PageLayout {
  /// Page number, padding, flags, and the bounds of the free space.
  static let header = MemoryLayout<UInt>.size + 8
}

extension [UInt8] {
  /// The number in this machine's byte order at an offset, which must lie inside.
  func number<T: FixedWidthInteger>(at offset: Int, _: T.Type) -> T {
    var value = T.zero
    for index in (0..<MemoryLayout<T>.size).reversed() {
      value = value << 8 | T(truncatingIfNeeded: self[offset + index])
    }
    return T(littleEndian: value.littleEndian)
  }

  fileprivate mutating func set<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    for index in 0..<MemoryLayout<T>.size {
      self[offset + index] = UInt8(truncatingIfNeeded: value >> T(8 * index))
    }
  }
}
