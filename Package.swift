// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same rules: strict memory safety (only the files that
/// `Tools/check-layers` names may say `unsafe`), warnings as errors, and the upcoming features below.
let strict: [SwiftSetting] =
  [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault",
  ].map { .enableUpcomingFeature($0) } + [.strictMemorySafety(), .treatAllWarnings(as: .error)]

/// The system library of LMDB, or, with the trait `PackagedLMDB`, a published package of the same
/// C code for the platforms that have no system library (iOS and its siblings; not built on Linux).
let lmdb: [Target.Dependency] = [
  .target(
    name: "CLMDB",
    condition: .when(platforms: [.linux, .macOS])),
  .product(
    name: "LMDB", package: "CLMDB",
    condition: .when(
      platforms: [.iOS, .tvOS, .watchOS, .visionOS, .macCatalyst], traits: ["PackagedLMDB"])),
]

let package = Package(
  name: "SettingsLedger",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SettingsLedger", targets: ["SettingsLedger"]),
    .library(name: "SettingsCore", targets: ["SettingsCore"]),
    .library(name: "SettingsSchema", targets: ["SettingsSchema"]),
    .library(name: "InAppSettings", targets: ["InAppSettings"]),
    .library(name: "SwiftySettingsCompat", targets: ["SwiftySettingsCompat"]),
    .library(name: "TerminalSettings", targets: ["TerminalSettings"]),
    .executable(name: "settingsctl", targets: ["settingsctl"]),
  ],
  traits: [
    .trait(
      name: "PackagedLMDB",
      description: "Build LMDB from a published C package instead of the system library.")
  ],
  dependencies: [
    .package(url: "https://github.com/agisboye/CLMDB.git", exact: "0.9.33")
  ],
  targets: [
    .systemLibrary(
      name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"]), .brew(["lmdb"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    .target(name: "LMDBKit", dependencies: lmdb, swiftSettings: strict),
    .target(name: "SettingsCore", swiftSettings: strict),
    .target(
      name: "EventLog",
      dependencies: [
        "LMDBKit", "SettingsCore",
        .target(name: "CCrypto", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    .target(name: "SettingsLedger", dependencies: ["EventLog"], swiftSettings: strict),
    .target(name: "SettingsSchema", dependencies: ["SettingsCore"], swiftSettings: strict),
    .target(
      name: "InAppSettings", dependencies: ["SettingsLedger", "SettingsSchema"],
      swiftSettings: strict),
    .target(
      name: "SwiftySettingsCompat", dependencies: ["InAppSettings"], swiftSettings: strict),
    .target(
      name: "TerminalSettings", dependencies: ["InAppSettings"],
      swiftSettings: strict),
    .executableTarget(
      name: "settingsctl",
      dependencies: ["InAppSettings", "SettingsLedger", "SettingsSchema", "TerminalSettings"],
      path: "Tools/settingsctl", swiftSettings: strict),

    .testTarget(name: "SettingsCoreTests", dependencies: ["SettingsCore"], swiftSettings: strict),
    .testTarget(
      name: "LMDBKitTests", dependencies: ["LMDBKit", "LMDBKitProbe", "TestProcesses"],
      swiftSettings: strict),
    .testTarget(
      name: "EventLogTests", dependencies: ["EventLog", "LMDBKit", "SettingsCore"],
      swiftSettings: strict),
    .testTarget(
      name: "SettingsLedgerTests",
      dependencies: [
        "EventLog", "LMDBKit", "SettingsCore", "SettingsLedger", "SettingsLedgerProbe",
        "TestProcesses",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    // The calls of the guide in a module whose code is on the main actor by default.
    .testTarget(
      name: "MainActorTests", dependencies: ["SettingsLedger"],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "SettingsSchemaTests", dependencies: ["SettingsSchema"], swiftSettings: strict),
    .testTarget(
      name: "InAppSettingsTests", dependencies: ["InAppSettings", "settingsctl", "TestProcesses"],
      swiftSettings: strict),
    .testTarget(
      name: "SwiftySettingsCompatTests", dependencies: ["SwiftySettingsCompat"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalSettingsTests",
      dependencies: ["InAppSettings", "SwiftySettingsCompat", "TerminalSettings"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["settingsctl", "SettingsLedger", "SettingsSchema", "TestProcesses"],
      swiftSettings: strict),

    // What tests that start other processes share, and those processes with them.
    .target(name: "TestProcesses", path: "Tests/TestProcesses", swiftSettings: strict),
    // Executables that tests start as other processes: to be killed, forked, or run as another user.
    .executableTarget(
      name: "LMDBKitProbe", dependencies: ["LMDBKit"], path: "Tests/LMDBKitProbe",
      swiftSettings: strict),
    .executableTarget(
      name: "SettingsLedgerProbe",
      dependencies: ["EventLog", "LMDBKit", "SettingsLedger", "TestProcesses"],
      path: "Tests/SettingsLedgerProbe", swiftSettings: strict),
    .executableTarget(
      name: "SchemaProbe", dependencies: ["InAppSettings"], path: "Tests/SchemaProbe",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
