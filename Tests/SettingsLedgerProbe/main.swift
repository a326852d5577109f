import SettingsLedger

Probe.run()
