import Foundation
import Testing

/// The program under test, as a process of its own in a folder of its own.
struct Rewardctl {
    struct Result {
        var code: Int32
        var output: String
        var errors: String
    }

    /// Gone with `remove()`.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "rewardctl-properties-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: file))
    }

    /// The output goes to files, since a pipe that nobody empties would stop the program.
    func callAsFunction(_ arguments: [String]) throws -> Result {
        let outputFile = folder.appending(path: "stdout")
        let errorFile = folder.appending(path: "stderr")
        try Data().write(to: outputFile)
        try Data().write(to: errorFile)
        let process = Process()
        process.executableURL = Self.binary
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.run()
        process.waitUntilExit()
        func text(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }
        return Result(code: process.terminationStatus, output: try text(outputFile), errors: try text(errorFile))
    }

    /// `REWARDCTL`, to test another build, or else what lies beside the test bundle, which is the program that runs now.
    private static let binary: URL = {
        if let other = ProcessInfo.processInfo.environment["REWARDCTL"] { return URL(filePath: other) }
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "rewardctl")
        if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
        return URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../.build/debug/rewardctl").standardizedFileURL
    }()

    /// Whether the program answers at all; while it does not, there is nothing to compare.
    static let answers: Bool = {
        guard let program = try? Rewardctl() else { return false }
        defer { program.remove() }
        let version = try? program(["--version"])
        let answers = version?.code == 0 && version?.output.isEmpty == false
        if !answers { print("skipped: `rewardctl --version` says nothing, so the program cannot be compared") }
        return answers
    }()
}
