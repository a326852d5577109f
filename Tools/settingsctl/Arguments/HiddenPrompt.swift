import Foundation
import SettingsLedger

/// Asks for a value at the terminal without showing what is typed.
enum HiddenPrompt {
  static func value(of name: SettingName) throws -> ValueText {
    guard isatty(0) == 1 else {
      throw ToolError.usage(
        "A secret without VALUE is asked for, and standard input is no terminal; give KEY - to read it."
      )
    }
    // The terminal shows again what is typed, also when this is interrupted.
    signal(SIGINT, SIG_IGN)
    let interruption = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interruption.setEventHandler { @Sendable in
      try? echo(true)
      Output.tell("")
      exit(130)
    }
    interruption.resume()
    defer { interruption.cancel() }
    Output.tell("\(Text.name(name)): ", terminator: "")
    try echo(false)
    let line = readLine()
    try echo(true)
    Output.tell("")
    guard let line else { throw ToolError.usage("No value was given; nothing was recorded.") }
    return ValueText(typed: line)
  }

  private static func echo(_ isOn: Bool) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // In a process group of its own the child would be stopped for touching the terminal.
    process.arguments = ["-c", "trap '' TTOU; exec stty \(isOn ? "echo" : "-echo")"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ToolError.usage("The terminal does not hide what is typed; give KEY - instead.")
    }
  }
}
