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
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .target(name: "Crypto", dependencies: ["CCrypto"], swiftSettings: strict),
        .target(name: "Migrations", path: "Migrations", resources: [.embedInCode("sql")], swiftSettings: strict),
        .target(
            name: "Rules", path: "Rules", exclude: ["campaigns"], resources: [.embedInCode("flagship.yaml")],
            swiftSettings: strict),
        .target(
            name: "Feeds", path: "Feeds",
            resources: [
                "abc-debit", "alipay", "birmingham", "bocom-credit", "canonical", "carddemo", "cgb-credit",
                "icbc-credit", "wechat",
            ].map { .embedInCode("\($0).yaml") }, swiftSettings: strict),
        .target(
            name: "RewardEngine",
            dependencies: ["SQLite", "Crypto", "CYAML", "CZlib", "Migrations", "Rules"],
            swiftSettings: strict),
        .executableTarget(name: "rewardctl", dependencies: ["RewardEngine", "Rules", "Feeds"], swiftSettings: strict),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"], swiftSettings: strict),
        .testTarget(
            name: "RewardEngineTests",
            dependencies: ["RewardEngine", "Crypto", "Migrations", "Rules", "Feeds", "SQLite"],
            swiftSettings: strict),
        .testTarget(
            name: "rewardctlTests", dependencies: ["rewardctl", "RewardEngine", "SQLite"], exclude: ["Golden"],
            swiftSettings: strict),
    ]
)
