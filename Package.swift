// swift-tools-version: 6.2
import PackageDescription

/// One set of settings for every target: the strictest that the toolchain has.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "rewards",
    products: [
        .executable(name: "rewardctl", targets: ["rewardctl"])
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "Migrations", path: "Migrations", resources: [.embedInCode("sql")], swiftSettings: strict),
        .target(name: "Rules", path: "Rules", resources: [.embedInCode("flagship.yaml")], swiftSettings: strict),
        .target(
            name: "RewardEngine",
            dependencies: ["SQLite", "CYAML", "CCrypto", "Migrations", "Rules"],
            swiftSettings: strict),
        .executableTarget(name: "rewardctl", dependencies: ["RewardEngine", "Rules"], swiftSettings: strict),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: strict),
        .testTarget(
            name: "RewardEngineTests", dependencies: ["RewardEngine", "Migrations", "Rules", "SQLite"],
            swiftSettings: strict),
        .testTarget(
            name: "rewardctlTests", dependencies: ["rewardctl", "RewardEngine", "SQLite"], exclude: ["Golden"],
            swiftSettings: strict),
    ]
)
