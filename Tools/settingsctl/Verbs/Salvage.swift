import Foundation
import SettingsLedger

extension Verb {
  static let salvage = Verb(
    name: "salvage", operands: "DIR NEWDIR", operandCount: 2...2,
    summary: "Recovers what still verifies of a damaged store into a new one.",
    details: """
      The new store gets the longest beginning of the log that verifies, and what is lost is told: from
      which revision on, how many, and why. DIR is only read; nobody should write to it meanwhile. Exits
      with 3 when nothing can be recovered.
      """,
    example: """
      settingsctl salvage app.ledger app.rescued
      recovered through revision 40 into app.rescued, digest 40:9f86d0…
      lost: revision 41 and 2 more: its record is missing
      """
  ) { invocation in
    if let copy = invocation.childTask { return try invocation.readRows(of: copy) }
    let (damaged, directory) = (invocation.operands[0], invocation.operands[1])
    try invocation.checkTarget(directory)
    let report = try Salvage(damaged, directory).run(invocation.rowsFromChild)
    invocation.output.salvaged(report, directory, json: invocation.isJSON)
    return .done
  }
}

extension Invocation {
  /// Prints each row of a copy, in base64, and an empty line at the end, with what ended it early.
  fileprivate func readRows(of copy: String) throws -> ExitCode {
    let problem = try Salvage.rows(of: copy) { row in
      output.line(Data(row).base64EncodedString())
      // At once: the next one may end the process.
      try output.flush()
    }
    output.line("")
    if let problem { output.line(problem) }
    return .done
  }

  /// Takes the rows of a copy from another process, as far as that comes.
  fileprivate func rowsFromChild(
    _ copy: String, _ take: ([UInt8]) throws -> Void
  ) throws -> String? {
    var isComplete = false
    var problem: String?
    let ending = try Child(copy).run { line in
      if isComplete {
        problem = String(decoding: line, as: UTF8.self)
      } else if line.isEmpty {
        isComplete = true
      } else if let row = Data(base64Encoded: Data(line)) {
        try take([UInt8](row))
      }
    }
    if isComplete { return problem }
    return ending.crash ?? "the process that reads it ended early"
  }
}

extension Output {
  fileprivate func salvaged(_ report: SalvageReport, _ directory: String, json: Bool) {
    let head = report.head
    if json {
      let lost = report.loss.map { loss in
        JSON.object(present: [
          "count": loss.count.map { .integer(Int64(clamping: $0)) },
          "problem": .string(loss.problem), "revision": JSON(loss.revision),
        ])
      }
      line(
        .object(present: [
          "digest": .string(head.digest.description), "lost": lost,
          "revision": JSON(head.revision),
        ]))
      return
    }
    line(
      "recovered through revision \(head.revision) into \(directory.escapedForTerminal), digest "
        + "\(head.revision):\(head.digest)")
    guard let loss = report.loss else { return line("nothing is lost") }
    let lost =
      switch loss.count {
      case nil: "revision \(loss.revision) and an unknown number after it"
      case 0: "nothing, but a later revision could not be told"
      case 1: "revision \(loss.revision)"
      case let count?: "revision \(loss.revision) and \(count - 1) more"
      }
    line("lost: \(lost): \(loss.problem.escapedForTerminal)")
  }
}
