import LMDBKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private let table = Table<String, [UInt8]>("data")

/// Does what the arguments say: `COMMAND DIRECTORY [NUMBER]`.
///
/// Tests start it as another process.
///
/// It says `ready` when it has got where it waits, and answers with one line: `ok …`, or `error`
/// and the raw code.
func runProbe() {
  let arguments = CommandLine.arguments
  guard arguments.count >= 3 else { return say("error usage") }
  let number = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
  do {
    try run(arguments[1], arguments[2], number)
  } catch let error as LMDBError {
    say("error \(error.code.rawValue) \(error)")
  } catch {
    say("error \(error)")
  }
}

private func run(_ command: String, _ directory: String, _ number: Int) throws {
  var options = EnvironmentOptions(tables: ["data"])
  if command == "peek" { options.access = .readOnly }
  if command == "hold-small" { options.initialMapSize = 1 << 20 }
  let environment = try Environment.open(at: directory, options)
  defer { environment.close() }
  switch command {
  case "hold-read", "hold-small": try holdRead(environment)
  case "hold-write": try holdWrite(environment)
  case "fill": try fill(environment, kibibytes: number)
  case "put": try put(environment)
  case "put-twice": try putTwice(environment)
  case "peek", "count": say("ok \(try environment.read { try $0.count(table) })")
  case "readers": say("ok \(try environment.statistics().readersInUse)")
  case "clear": say("ok \(try environment.clearStaleReaders())")
  case "fork": try forked(environment)
  default: say("error usage")
  }
}

private func holdRead(_ environment: Environment) throws {
  try environment.read { transaction in
    let before = try transaction.count(table)
    say("ready")
    waitForInput()
    say("ok \(before) \(try transaction.count(table))")
  }
  say("ok \(try environment.read { try $0.count(table) })")
}

private func holdWrite(_ environment: Environment) throws {
  try environment.write { transaction in
    try transaction.put(table, "unfinished", [1])
    say("ready")
    waitForInput()
    return .commit(())
  }
}

private func fill(_ environment: Environment, kibibytes: Int) throws {
  for index in 0..<kibibytes / 64 {
    try environment.write { transaction in
      try transaction.put(table, "fill\(index)", [UInt8](repeating: 7, count: 65_000))
      return .commit(())
    }
  }
  say("ok")
}

/// Two commits: the answer of the first, then that of one more in the same environment.
private func put(_ environment: Environment) throws {
  for name in ["first", "second"] {
    var runs = 0
    do {
      try environment.write { transaction in
        runs += 1
        try transaction.put(table, name, [1])
        return .commit(())
      }
      say("ok \(runs)")
    } catch let error as LMDBError {
      say("error \(error.code.rawValue)")
    }
  }
}

/// As `put`, after a commit that went well.
private func putTwice(_ environment: Environment) throws {
  try environment.write { transaction in
    try transaction.put(table, "before", [1])
    return .commit(())
  }
  try put(environment)
}

/// Asks a forked child what each entry answers, by its exit status; then works on as the parent.
private func forked(_ environment: Environment) throws {
  let resident = Resident(environment, 0)
  // The library hides `fork` from Swift, since a child may do very little; this is that little.
  typealias Fork = @convention(c) () -> Int32
  guard let symbol = unsafe dlsym(nil, "fork") else { return say("error no fork") }
  let child = unsafe unsafeBitCast(symbol, to: Fork.self)()
  if child == 0 { _exit(answers(of: environment, resident)) }
  var status: Int32 = 0
  unsafe waitpid(child, &status, 0)
  try environment.write { transaction in
    try transaction.put(table, "parent", [1])
    return .commit(())
  }
  say("ok \(status >> 8) \(try environment.read { try $0.count(table) })")
}

private func answers(of environment: Environment, _ resident: Resident<Int>) -> Int32 {
  let attempts: [() throws -> Void] = [
    { try environment.read { _ in } },
    { try environment.write { _ in .commit(()) } },
    { _ = try Environment.open(at: environment.path) },
    { _ = try environment.statistics() },
    { try environment.clearStaleReaders() },
    { try environment.copy(to: environment.path + "-copy") },
  ]
  var refused: Int32 = 0
  for attempt in attempts {
    do { try attempt() } catch let error as LMDBError where error.code == .forked {
      refused += 1
    } catch {}
  }
  if resident.withLock({ $1 == nil }) { refused += 1 }
  environment.close()
  return refused
}

private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

private func waitForInput() {
  var byte: UInt8 = 0
  _ = unsafe read(0, &byte, 1)
}
