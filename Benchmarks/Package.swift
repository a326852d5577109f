// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building and testing the library never builds the benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "SettingsLedger", path: "..")],
  targets: [
    .systemLibrary(name: "CFloor", pkgConfig: "lmdb"),
    .executableTarget(
      name: "Bench",
      dependencies: ["CFloor", .product(name: "SettingsLedger", package: "SettingsLedger")]),
  ],
  swiftLanguageModes: [.v6]
)
