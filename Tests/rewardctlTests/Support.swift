import Foundation

/// The package's folder.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// The folder into which this test was built, and beside it the program.
let builtProducts = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

/// What a process left behind.
struct Finished: Equatable {
    var output: String
    var errors: String
    /// 128 and the signal's number where a signal ended it, as a shell has it.
    var exitCode: Int32
}

struct SupportError: Error, CustomStringConvertible {
    var description: String
}

/// A fresh directory on disk, removed when the test is over, in which real processes run.
final class Scratch {
    let directory: URL
    /// Beside `directory`, so that a command sees only its own files.
    private let captured: URL
    private let whole: URL
    private var runs = 0

    init() throws {
        whole = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "rewardctl-tests-\(UUID().uuidString)")
        directory = whole.appending(path: "work")
        captured = whole.appending(path: "captured")
        for folder in [directory, captured] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: whole)
    }

    /// Part of every path in it, and of no other.
    var name: String { whole.lastPathComponent }

    func path(_ name: String) -> String {
        directory.appending(path: name).path(percentEncoded: false)
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
        return path(name)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
    }

    /// Runs `rewardctl` to its end.
    func rewardctl(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Finished {
        try rewardctl(arguments, input: input, environment: environment)
    }

    func rewardctl(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws -> Finished {
        try start(arguments, input: input, environment: environment).finish()
    }

    /// Runs a command line in which `rewardctl` is the built program. With `together`, errors stand in the output, in
    /// the order in which they were written.
    func shell(
        _ line: String, together: Bool = false, environment: [String: String] = [:], seconds: Int = 120
    ) throws -> Finished {
        try spawn("/bin/bash", ["-c", line], input: "", environment: environment, together: together)
            .finish(seconds: seconds)
    }

    /// Starts `rewardctl` and does not wait for it.
    func start(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> RunningProcess {
        let program = builtProducts.appending(path: "rewardctl").path(percentEncoded: false)
        return try spawn(program, arguments, input: input, environment: environment, together: false)
    }

    /// As `shell`, and does not wait.
    func start(shell line: String) throws -> RunningProcess {
        try spawn("/bin/bash", ["-c", line], input: "", environment: [:], together: false)
    }

    private func spawn(
        _ program: String, _ arguments: [String], input: String, environment: [String: String], together: Bool
    ) throws -> RunningProcess {
        runs += 1
        let inputFile = captured.appending(path: "\(runs).in")
        let outputFile = captured.appending(path: "\(runs).out")
        let errorFile = together ? outputFile : captured.appending(path: "\(runs).err")
        try Data(input.utf8).write(to: inputFile)
        let inherited = ProcessInfo.processInfo.environment
        var variables = ["LANG": "C.UTF-8", "TZ": "UTC", "HOME": directory.path(percentEncoded: false)]
        variables["PATH"] = "\(builtProducts.path(percentEncoded: false)):\(inherited["PATH"] ?? "/usr/bin:/bin")"
        variables.merge(environment) { _, given in given }
        return try RunningProcess(
            program: program, arguments: arguments, environment: variables, directory: directory, input: inputFile,
            output: outputFile, errors: errorFile,
            scratch: self)
    }
}
