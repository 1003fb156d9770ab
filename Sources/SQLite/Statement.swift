internal import CSQLite

/// A compiled statement: bind its parameters (from 1), run it, bind again. Finalizes itself.
///
/// What is bound stays bound until it is bound anew. Binding is refused between a `step` and the `reset` after it.
@safe
package struct Statement: ~Copyable {
    private let handle: OpaquePointer

    init(handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        // Its code repeats the error of the last step.
        unsafe _ = sqlite3_finalize(handle)
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw unsafe SQLiteError.last(of: sqlite3_db_handle(handle)) }
    }
}

// MARK: - Binding

extension Statement {
    /// Nil is bound as NULL.
    package mutating func bind(_ value: Int?, at index: Int) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        try check(unsafe sqlite3_bind_int64(handle, Int32(index), Int64(value)))
    }

    package mutating func bindNull(at index: Int) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_null(handle, Int32(index)))
    }

    /// UTF-8, copied by SQLite with its whole length, NULs included; empty text is not NULL.
    package mutating func bind(text: Span<UInt8>, at index: Int) throws(SQLiteError) {
        let code = unsafe text.withUnsafeBytes { bytes in
            unsafe rewards_bind_text(
                handle, Int32(index), bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
        }
        try check(code)
    }

    package mutating func bind(text: [UInt8], at index: Int) throws(SQLiteError) {
        try bind(text: text.span, at: index)
    }

    /// Nil is bound as NULL.
    package mutating func bind(text: String?, at index: Int) throws(SQLiteError) {
        guard let text else { return try bindNull(at: index) }
        try bind(text: text.utf8.span, at: index)
    }
}

// MARK: - Running

extension Statement {
    /// Goes to the next row; false after the last one.
    package mutating func step() throws(SQLiteError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe SQLiteError.last(of: sqlite3_db_handle(handle))
        }
    }

    /// Makes the statement ready to be bound and run again, and gives back its locks.
    package mutating func reset() {
        // Its code repeats the error of the last step.
        unsafe _ = sqlite3_reset(handle)
    }

    /// Runs to the end, dropping rows, and resets, also after an error.
    package mutating func run() throws(SQLiteError) {
        defer { reset() }
        while try step() {}
    }

    /// Lends the row that the last `step` went to. Where that gave false every column reads as NULL.
    package mutating func withRow<Result: ~Copyable, Failure>(
        _ body: (borrowing Row) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Row(statement: handle))
    }

    /// Lends every row in turn, and resets at the end, also after an error.
    package mutating func forEachRow(_ body: (borrowing Row) throws -> Void) throws {
        defer { reset() }
        while try step() { try withRow(body) }
    }

    /// What `body` makes of the first row, nil where there is none; then resets, also after an error.
    package mutating func firstRow<Result>(_ body: (borrowing Row) throws -> Result) throws -> Result? {
        defer { reset() }
        return try step() ? try withRow(body) : nil
    }
}
