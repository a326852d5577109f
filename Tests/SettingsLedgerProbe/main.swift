import SettingsLedger

Probe.run(Array(CommandLine.arguments.dropFirst()))
