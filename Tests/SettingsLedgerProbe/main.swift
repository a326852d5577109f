import SettingsLedger
import TestProcesses

endWithParent()
Probe.run(Array(CommandLine.arguments.dropFirst()))
