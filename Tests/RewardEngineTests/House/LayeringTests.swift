import Foundation
import Testing

/// Core knows nobody; Campaigns, Ingest, Store and Reports know Core and not each other; Engine knows all.
@Suite("Who knows whom inside of RewardEngine")
struct LayeringTests {
    private static let known = [
        "Core": [], "Campaigns": ["Core"], "Ingest": ["Core"], "Store": ["Core"], "Reports": ["Core"],
        "Engine": ["Core", "Campaigns", "Ingest", "Store", "Reports"],
    ]

    /// The parsed row is bound to SQLite from where it lies in the file, without a copy in between.
    private static let exceptions = ["Sources/RewardEngine/Store/TransactionTable.swift": ["RowParser", "TextField"]]

    private static func sources(of room: String) -> [SwiftSource] {
        SwiftSource.all(below: "Sources/RewardEngine/\(room)")
    }

    @Test("the rooms are these")
    func rooms() throws {
        let folder = packageFolder.appending(path: "Sources/RewardEngine").path(percentEncoded: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == Self.known.keys.sorted())
    }

    /// By the names of the types that a room declares outermost: where one of another room is mentioned, that room is
    /// known. A type whose name both rooms declare tells nothing.
    @Test("a room mentions types of the rooms that it may know, and of no others", arguments: known.keys.sorted())
    func mentions(room: String) {
        let sources = Self.sources(of: room)
        let own = Set(sources.flatMap(\.declaredTypes))
        #expect(!own.isEmpty)
        for other in Self.known.keys where other != room && Self.known[room]?.contains(other) != true {
            let foreign = Set(Self.sources(of: other).flatMap(\.declaredTypes)).subtracting(own)
            for source in sources {
                let mentioned = source.words.intersection(foreign).subtracting(Self.exceptions[source.path] ?? [])
                #expect(mentioned.isEmpty, "\(source.path) knows \(mentioned.sorted()) of \(other)")
            }
        }
    }

    @Test("Core imports nothing, and the compiler takes it alone")
    func coreIsAlone() throws {
        let sources = Self.sources(of: "Core")
        for source in sources {
            #expect(!source.words.contains("import"), "\(source.path) imports something")
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = packageFolder
        process.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-package-name", "rewards", "-module-name", "Core",
                "-module-cache-path", FileManager.default.temporaryDirectory.path(percentEncoded: false),
            ] + sources.map(\.path)
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
