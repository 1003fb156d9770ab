import Foundation
import Glibc
import SQLite
import Testing

/// A file as the system sees it, to tell whether somebody has touched it.
struct FileMark: Equatable {
    var inode: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int
    var mode: UInt32

    /// Nil where there is no such file.
    init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        inode = status.st_ino
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        mode = status.st_mode & 0o777
    }
}

/// The database `bank.db` of a scratch directory, seen from outside.
struct Book {
    let scratch: Scratch
    var name = "bank.db"

    var path: String { scratch.path(name) }
    var journalPath: String { path + "-journal" }

    /// While a transaction has not come to its end there is a journal.
    var journal: FileMark? { FileMark(path: journalPath) }

    /// The journal's head is written when the commit begins to change the database: from then on it has to be rolled
    /// back by whoever comes next.
    var isJournalHot: Bool {
        let head = FileHandle(forReadingAtPath: journalPath).flatMap { try? $0.read(upToCount: 1) }
        return head?.first.map { $0 != 0 } ?? false
    }

    /// Not read by this process itself: to close a file drops the locks that a connection of the same process has on it.
    func digest() throws -> String {
        let sum = try scratch.shell("sha256sum '\(name)' < /dev/null; ls '\(name)'-journal 2> /dev/null || true")
        return sum.output
    }

    func open() throws -> Connection {
        let connection = try Connection.open(path: path, mode: .readWrite)
        try connection.busyTimeout(milliseconds: 10_000)
        return connection
    }

    static let tables = [
        "setting", "file", "stored_column", "txn", "campaign", "rule_version", "run", "verdict", "decision", "ledger",
    ]

    /// How many rows each table has; nil where nothing was ever committed.
    func counts() throws -> [Int]? {
        guard FileMark(path: path) != nil else { return nil }
        let connection = try open()
        guard try connection.integer(sql: "SELECT count(*) FROM sqlite_schema") != 0 else { return nil }
        return try Book.tables.map { try connection.integer(sql: "SELECT count(*) FROM \($0)") ?? 0 }
    }

    func expectSound() throws {
        let connection = try open()
        #expect(try connection.text(sql: "PRAGMA integrity_check") == "ok")
        #expect(try connection.text(sql: "PRAGMA foreign_key_check") == nil)
    }

    /// What the two listings print.
    func listings() throws -> [Finished] {
        try ["ledger", "decisions"].map { try scratch.rewardctl($0, "--db", name, "--format", "csv") }
    }
}

/// What every command promises, whatever it is given: an exit code of SPEC 8, and problems in their form, without a stack trace.
/// - Parameter internalErrors: whether 70 is one of the codes; no input may cause it, but a damaged database may.
func expectOrderly(
    _ finished: Finished, _ what: Comment, internalErrors: Bool = false, location: SourceLocation = #_sourceLocation
) {
    let codes: [Int32] = [0, 3, 64, 65, 66, 74, 75, 78] + (internalErrors ? [70] : [])
    #expect(codes.contains(finished.exitCode), what, sourceLocation: location)
    for line in finished.errors.split(separator: "\n") {
        let isInForm = line.hasPrefix("rewardctl: ") || line.hasPrefix("help: ")
        #expect(isInForm || finished.exitCode == 0 || finished.exitCode == 3, what, sourceLocation: location)
    }
    for trace in ["Fatal error", "crashed", "Backtrac", "RewardEngine/"] {
        #expect(!finished.errors.contains(trace), what, sourceLocation: location)
    }
}

/// As `expectOrderly`, and the code and a part of the message are known.
func expectRefusal(
    _ finished: Finished, _ code: Int32, _ message: String, _ what: Comment = "",
    location: SourceLocation = #_sourceLocation
) {
    #expect(finished.exitCode == code, what, sourceLocation: location)
    #expect(finished.errors.contains(message), what, sourceLocation: location)
    expectOrderly(finished, what, location: location)
}
