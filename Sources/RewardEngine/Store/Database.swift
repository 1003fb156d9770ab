internal import Glibc
internal import Migrations
package import SQLite

/// A rewards database: one file, one writer at a time, safe to be left alone at night.
///
/// A rollback journal with `synchronous=EXTRA`, which is FULL and also syncs the folder once the journal is gone: what a
/// caller was told about survives a power cut, and a kill at any moment leaves the file as before the transaction or
/// after it.
package final class Database {
    package let connection: Connection
    package let path: String
    /// The zone of the database, fixed when it was created.
    package let utcOffset: UTCOffset

    /// Marks the file as a rewards database: `RWRD`.
    private static let applicationId = 0x5257_5244
    /// How long a writer that has begun waits for readers, and a reader for a writer.
    private static let patienceMilliseconds: Int32 = 30_000

    private init(connection: Connection, path: String, utcOffset: UTCOffset) {
        self.connection = connection
        self.path = path
        self.utcOffset = utcOffset
    }

    /// Opens for reading. Codes: inputNotFound, foreignDatabase, busy, inputOutput.
    package static func openForReading(path: String) throws(Failure) -> Database {
        try requireFile(path)
        return try translating(path) {
            // To undo what a killed writer has left is itself a write, and a reader may be the first to come by. Where
            // the file may only be read, it is opened for that alone.
            let connection = try Connection.open(path: path, mode: .readWrite)
            try connection.execute(sql: "PRAGMA query_only = ON")
            try connection.busyTimeout(milliseconds: patienceMilliseconds)
            let version = try version(of: connection, path: path)
            if version == 0 { throw emptyDatabase(path) }
            guard version == Migrations.all.count else {
                throw Failure(
                    .foreignDatabase, at: path, "the database has an older format (\(version)) than this program",
                    help: "any `rewardctl ingest` brings it up to date")
            }
            return try make(connection, path)
        }
    }

    /// Opens for writing; the database must be there. Codes as for reading, busy also where another one writes.
    package static func openForWriting(path: String) throws(Failure) -> Database {
        try requireFile(path)
        return try openForWriting(path: path, newOffset: nil)
    }

    /// Opens for writing, and creates the file, which its owner alone can read, where there is none.
    /// - Parameter utcOffset: the zone of a new database (nil: +08:00); of an existing one it must be the same.
    package static func openOrCreate(path: String, utcOffset: UTCOffset?) throws(Failure) -> Database {
        try createFile(path)
        let database = try openForWriting(path: path, newOffset: utcOffset ?? .china)
        if let utcOffset, utcOffset != database.utcOffset {
            throw Failure(
                .refused, at: path, "the database was created with the offset \(database.utcOffset.text)",
                help: "leave `--utc-offset` out, or use another database")
        }
        return database
    }

    /// - Parameter newOffset: the zone of the database where the file is empty; nil where it must not be.
    private static func openForWriting(path: String, newOffset: UTCOffset?) throws(Failure) -> Database {
        try translating(path) {
            let connection = try Connection.open(path: path, mode: .readWrite)
            try connection.execute(sql: "PRAGMA synchronous = EXTRA; PRAGMA cache_size = -196608")
            try migrate(connection, path: path, newOffset: newOffset)
            return try make(connection, path)
        }
    }

    /// One transaction that holds the write lock from its first moment: where another writer is at work, it stops at
    /// once. Readers are waited for. Where `keeps` says no to the result, all of it is undone: the file stays as it was,
    /// to the byte.
    package func write<Result>(
        keeps: (Result) -> Bool = { _ in true }, _ body: () throws -> Result
    ) throws(Failure) -> Result {
        try Database.translating(path) {
            try connection.busyTimeout(milliseconds: 0)
            return try connection.transaction(keeps: { keeps($0) }) {
                try connection.busyTimeout(milliseconds: Database.patienceMilliseconds)
                return try body()
            }
        }
    }

    /// As `write`, and all of it is undone at the end.
    package func rehearse<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
        try write(keeps: { _ in false }, body)
    }

    /// Everything read is of one moment.
    package func read<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
        try Database.translating(path) { try connection.readTransaction(body) }
    }
}

// MARK: - Opening

extension Database {
    private static func requireFile(_ path: String) throws(Failure) {
        if unsafe access(path, F_OK) != 0 {
            throw Failure(.inputNotFound, at: path, "there is no such database", help: "`rewardctl ingest` creates it")
        }
        try requireRegular(path)
    }

    /// To open anything else may wait for ever (a pipe), or fail in the words of a failing disk (a directory).
    private static func requireRegular(_ path: String) throws(Failure) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR:
            throw Failure(
                .inputNotFound, at: path, "this is a directory", help: "name a file in it: `\(path)/rewards.db`")
        default: throw notARewardsDatabase(path)
        }
    }

    private static func createFile(_ path: String) throws(Failure) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            // The umask may have taken even the owner's rights away.
            fchmod(descriptor, 0o600)
            close(descriptor)
        } else if errno == EEXIST {
            try requireRegular(path)
        } else {
            let code = errno
            throw Failure(
                .inputOutput, at: path, "the database cannot be created: \(systemMessage(code))",
                help: code == ENOENT ? "create the folder first" : nil)
        }
    }

    private static func make(_ connection: Connection, _ path: String) throws -> Database {
        let offset = try connection.integer(sql: "SELECT utc_offset_seconds FROM setting")
        guard let offset, -14 * 3600...14 * 3600 ~= offset else { throw DamagedValue(what: "its zone is missing") }
        return Database(connection: connection, path: path, utcOffset: UTCOffset(seconds: offset))
    }

    /// The number of the last migration that was applied; 0 for a file without anything in it.
    private static func version(of connection: Connection, path: String) throws -> Int {
        let application = try identity(of: connection, path: path)
        let version = try connection.integer(sql: "PRAGMA user_version") ?? 0
        if application == applicationId, version >= 0 {
            if version > Migrations.all.count {
                throw Failure(
                    .foreignDatabase, at: path,
                    "the database has the format \(version), this program knows up to "
                        + "\(Migrations.all.count)", help: "use the newer program")
            }
            return version
        }
        let isEmpty = try connection.integer(sql: "SELECT count(*) FROM sqlite_schema") == 0
        if application == 0, version == 0, isEmpty { return 0 }
        throw notARewardsDatabase(path)
    }

    /// The first thing that is read of the file.
    private static func identity(of connection: Connection, path: String) throws(Failure) -> Int {
        do throws(SQLiteError) {
            return try connection.integer(sql: "PRAGMA application_id") ?? 0
        } catch {
            // The statement is right: where SQLite refuses it, it cannot read the file.
            throw error.isGeneral ? damaged(path, error.message) : translate(error, path)
        }
    }

    private static func migrate(_ connection: Connection, path: String, newOffset: UTCOffset?) throws {
        let version = try version(of: connection, path: path)
        if version == Migrations.all.count { return }
        if version == 0, newOffset == nil { throw emptyDatabase(path) }
        if version == 0 { try connection.execute(sql: "PRAGMA page_size = 16384") }
        try connection.transaction {
            // Another process may have been quicker.
            var done = try self.version(of: connection, path: path)
            while done < Migrations.all.count {
                try connection.execute(sql: String(decoding: Migrations.all[done].sql, as: UTF8.self))
                if done == 0, let newOffset {
                    try connection.execute(
                        sql: """
                            PRAGMA application_id = \(applicationId);
                            INSERT INTO setting VALUES (1, \(newOffset.seconds));
                            """)
                }
                done += 1
                try connection.execute(sql: "PRAGMA user_version = \(done)")
            }
        }
    }
}

// MARK: - Errors

extension Database {
    /// Turns what SQLite says no to into the program's own words and exit code.
    static func translating<Result>(_ path: String, _ body: () throws -> Result) throws(Failure) -> Result {
        do {
            return try body()
        } catch let failure as Failure {
            throw failure
        } catch let error as SQLiteError {
            throw translate(error, path)
        } catch let damage as DamagedValue {
            throw damaged(path, damage.what)
        } catch {
            throw Failure(.internalError, at: path, "\(error)")
        }
    }

    private static func translate(_ error: SQLiteError, _ path: String) -> Failure {
        if error.isBusy {
            return Failure(
                .busy, at: path, "another program is using the database", help: "nothing was changed; try again later")
        }
        if error.isNotADatabase { return notARewardsDatabase(path) }
        if error.isFull {
            return Failure(
                .inputOutput, at: path, "the disk is full; nothing was changed",
                help: "make room, then run the command again")
        }
        if error.isInterruptedTransaction {
            return Failure(
                .inputOutput, at: path, "a writer was stopped, and what it left cannot be undone without write access",
                help: "run any command on the database as its owner")
        }
        if error.isInputOutput {
            return Failure(.inputOutput, at: path, "the database cannot be read or written: \(error.message)")
        }
        if error.isCorrupt { return damaged(path, error.message) }
        return Failure(.internalError, at: path, "the database refused a statement: \(error.message)")
    }

    private static func damaged(_ path: String, _ what: String) -> Failure {
        Failure(.foreignDatabase, at: path, "the database is damaged: \(what)", help: "restore it from a backup")
    }

    private static func notARewardsDatabase(_ path: String) -> Failure {
        Failure(
            .foreignDatabase, at: path, "this is not a rewards database",
            help: "`--db` names the file that `rewardctl ingest` has made, or is to make")
    }

    /// What a kill in the very first moment of a database leaves, too.
    private static func emptyDatabase(_ path: String) -> Failure {
        Failure(
            .foreignDatabase, at: path, "the database is empty", help: "any `rewardctl ingest` brings it up to date")
    }
}

/// The system's own words for an error number.
func systemMessage(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text).lowercased()
}
