internal import CSQLite

/// What SQLite said no to. `code` is its extended result code; `message` its own words.
package struct SQLiteError: Error, Equatable, Sendable {
    package let code: Int32
    package let message: String

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }
}

extension SQLiteError {
    /// Another connection holds the lock that was asked for: trying again later may succeed.
    package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// The disk, or a limit on the size of the database, has no room left.
    package var isFull: Bool { primaryCode == SQLITE_FULL }

    /// The file could not be opened, read or written, a full disk included.
    package var isInputOutput: Bool {
        switch primaryCode {
        case SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN: true
        default: false
        }
    }

    /// The file holds half a transaction of a writer that was stopped, and this connection may not write to undo it.
    package var isInterruptedTransaction: Bool { code == SQLITE_READONLY | 3 << 8 }  // SQLITE_READONLY_ROLLBACK

    /// The file is something else than an SQLite database.
    package var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }

    /// The file was an SQLite database and is damaged.
    package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT }

    /// None of the kinds that have a code of their own: what the statement says cannot be done.
    package var isGeneral: Bool { primaryCode == SQLITE_ERROR }

    /// A constraint of the schema, or a trigger's `RAISE(ABORT, …)`, refused the change.
    package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    /// An extended code keeps the kind of error in its lowest byte.
    private var primaryCode: Int32 { code & 0xff }

    /// A call that no state of the database can make right.
    static func misuse(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_MISUSE, message: message)
    }

    /// The error that the connection reported last.
    static func last(of connection: OpaquePointer) -> SQLiteError {
        unsafe SQLiteError(
            code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)))
    }
}
