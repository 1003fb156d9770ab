internal import CSQLite

/// One row of a result, lent to a closure that it cannot leave. Columns count from 0.
///
/// A column of another type is converted as SQLite does: to read NULL as an integer gives 0, as a text an empty one.
@safe
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    package func isNull(at column: Int) -> Bool {
        unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }

    package func integer(at column: Int) -> Int {
        unsafe Int(sqlite3_column_int64(statement, Int32(column)))
    }

    /// Nil for NULL.
    package func optionalInteger(at column: Int) -> Int? {
        isNull(at: column) ? nil : integer(at: column)
    }

    /// The whole text, NULs included; bytes that are not UTF-8 are replaced by U+FFFD.
    package func text(at column: Int) -> String {
        withText(at: column) { unsafe $0.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
    }

    /// Nil for NULL.
    package func optionalText(at column: Int) -> String? {
        isNull(at: column) ? nil : text(at: column)
    }

    /// Lends the bytes of a text as they are stored, without a copy.
    package func withText<Result: ~Copyable, Failure>(
        at column: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // In this order: asking for the text may convert the column, and so change its length.
        guard let start = unsafe sqlite3_column_text(statement, Int32(column)) else {
            return try body(Span())
        }
        let count = unsafe Int(sqlite3_column_bytes(statement, Int32(column)))
        return try body(unsafe UnsafeBufferPointer(start: start, count: count).span)
    }
}
