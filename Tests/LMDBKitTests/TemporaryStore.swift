import Foundation
import LMDBKit
import Testing

let texts = Table<String, String>("texts")
let numbers = Table<Number, String>("numbers")
/// The table that the probe uses.
let data = Table<String, [UInt8]>("data")

/// A number whose bytes sort as it does.
struct Number: TableCodable, Hashable, ExpressibleByIntegerLiteral {
  let value: UInt64
  init(_ value: UInt64) { self.value = value }
  init(integerLiteral value: UInt64) { self.value = value }
  init(decoding bytes: Span<UInt8>) throws {
    guard let value = UInt64(bigEndianBytes: bytes) else { throw TestFailure() }
    self.value = value
  }
  func encoded() -> [UInt8] {
    value.withBigEndianBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}

/// A directory of its own for one test, removed afterwards.
@discardableResult
func withTemporaryDirectory<R>(_ body: (String) throws -> R) throws -> R {
  let path = FileManager.default.temporaryDirectory.path + "/lmdbkit-" + UUID().uuidString
  try FileManager.default.createDirectory(
    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}

/// A new store in a directory of its own, closed and removed afterwards.
@discardableResult
func withStore<R>(
  _ options: EnvironmentOptions = EnvironmentOptions(tables: ["texts", "numbers", "data"]),
  _ body: (Environment) throws -> R
) throws -> R {
  try withTemporaryDirectory { directory in
    let environment = try Environment.open(at: directory + "/store", options)
    defer { environment.close() }
    return try body(environment)
  }
}

extension Environment {
  /// Commits what the closure changes.
  func change(_ body: (borrowing WriteTransaction) throws -> Void) throws {
    try write { transaction in
      try body(transaction)
      return .commit(())
    }
  }

  func text(_ key: String) throws -> String? { try read { try $0.get(texts, key) } }
}

/// Expects that the closure throws an `LMDBError` of that code.
func expect(
  _ code: LMDBError.Code, at location: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  _ = failure(code, at: location, body)
}

/// Expects that the closure throws an `LMDBError` of that code, and gives it for a closer look.
func failure(
  _ code: LMDBError.Code, at location: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) -> LMDBError? {
  let error = #expect(throws: LMDBError.self, sourceLocation: location) { try body() }
  #expect(error?.code == code, "\(error?.description ?? "no error")", sourceLocation: location)
  return error
}

func permissions(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

struct TestFailure: Error {}
