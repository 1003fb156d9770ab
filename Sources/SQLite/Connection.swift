internal import CSQLite
internal import Glibc

/// One open database file. Belongs to one task at a time: SQLite's own locks between threads are off.
///
/// Foreign keys are enforced, text in double quotes is never a string, and the schema is not trusted: a database that
/// somebody has prepared cannot run functions with side effects or write to SQLite's own tables.
@safe
package final class Connection {
    /// How a database is opened.
    package enum Mode: Sendable {
        /// Never writes; the file has to be there.
        case readOnly
        /// The file has to be there.
        case readWrite
        /// Makes the file where there is none, for its owner alone (0600).
        case create
    }

    private let handle: OpaquePointer

    private init(handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        // The second version waits for statements that outlive the connection, and rolls back what is open.
        unsafe _ = sqlite3_close_v2(handle)
    }

    /// Opens the file at `path`. That it is a database shows only when it is first read.
    package static func open(path: String, mode: Mode) throws(SQLiteError) -> Connection {
        // SQLite would open a temporary database for an empty path and take `:memory:` for a wish.
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SQLiteError(code: SQLITE_CANTOPEN, message: "not a path to a file")
        }
        _ = Connection.isSetUp
        let file = path.hasPrefix("/") ? path : "./" + path
        if mode == .create { createForOwnerAlone(path: file) }

        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch mode {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(file, &opened, flags, nil)
        guard let handle = unsafe opened else {
            throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errstr(code)))
        }
        // SQLite gives a handle also where it could not open; from here on deinit closes it.
        let connection = unsafe Connection(handle: handle)
        try connection.check(code)
        try connection.configure()
        return connection
    }

    /// Once for the process.
    private static let isSetUp: Bool = rewards_count_no_memory() == SQLITE_OK

    /// SQLite would create the file readable for everybody; its journals take over the mode of the file.
    private static func createForOwnerAlone(path: String) {
        // Exclusively: to close a second descriptor of an open database would drop this process's locks on it.
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // Where this fails, SQLite's own attempt says why.
        guard descriptor >= 0 else { return }
        // The umask may have taken even the owner's rights away.
        _ = fchmod(descriptor, 0o600)
        _ = Glibc.close(descriptor)
    }

    private func configure() throws(SQLiteError) {
        let options = [
            (SQLITE_DBCONFIG_DEFENSIVE, true), (SQLITE_DBCONFIG_ENABLE_FKEY, true),
            (SQLITE_DBCONFIG_TRUSTED_SCHEMA, false), (SQLITE_DBCONFIG_DQS_DML, false),
            (SQLITE_DBCONFIG_DQS_DDL, false),
        ]
        for (option, isOn) in options {
            try check(unsafe rewards_configure(handle, Int32(option), isOn ? 1 : 0))
        }
    }

    /// How long to wait for another connection's lock; 0, as when opened: not at all.
    package func busyTimeout(milliseconds: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_busy_timeout(handle, milliseconds))
    }

    /// The rows that the last INSERT, UPDATE or DELETE changed, without those changed by triggers.
    package var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// The rowid of the last row inserted by this connection; 0 before the first.
    package var lastInsertedRowId: Int { unsafe Int(sqlite3_last_insert_rowid(handle)) }

    /// Whether a transaction is open. SQLite itself ends one after errors such as a full disk.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw unsafe SQLiteError.last(of: handle) }
    }
}

// MARK: - SQL

extension Connection {
    /// Runs every statement of `sql` in turn, dropping the rows they give, and stops at the first that fails.
    package func execute(sql: String) throws(SQLiteError) {
        try Connection.checkHasNoNull(sql)
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Compiles the one statement of `sql`, to be run any number of times.
    package func prepare(sql: String) throws(SQLiteError) -> Statement {
        try Connection.checkHasNoNull(sql)
        var compiled: OpaquePointer?
        var isAlone = true
        let code = unsafe sql.withCString { start in
            var rest: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v3(
                handle, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &rest)
            if let rest = unsafe rest {
                isAlone = unsafe String(cString: rest).utf8.allSatisfy { $0 == 0x20 || 0x09...0x0d ~= $0 }
            }
            return code
        }
        try check(code)
        guard let statement = unsafe compiled else { throw SQLiteError.misuse("no statement to prepare") }
        // From here on the statement finalizes itself.
        let prepared = unsafe Statement(handle: statement)
        guard isAlone else { throw SQLiteError.misuse("more than one statement to prepare") }
        return prepared
    }

    /// The first column of the first row that `sql` gives; nil where there is none, or NULL.
    package func integer(sql: String) throws(SQLiteError) -> Int? {
        var statement = try prepare(sql: sql)
        return try statement.step() ? statement.withRow { $0.optionalInteger(at: 0) } : nil
    }

    /// The first column of the first row that `sql` gives; nil where there is none, or NULL.
    package func text(sql: String) throws(SQLiteError) -> String? {
        var statement = try prepare(sql: sql)
        return try statement.step() ? statement.withRow { $0.optionalText(at: 0) } : nil
    }

    /// SQLite would silently leave out what follows a NUL.
    private static func checkHasNoNull(_ sql: String) throws(SQLiteError) {
        if sql.utf8.contains(0) { throw SQLiteError.misuse("a NUL inside of the SQL") }
    }
}
