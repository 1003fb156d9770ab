/// What SQLite said no to. `code` is its extended result code; `message` its own words.
package struct SQLiteError: Error, Sendable {
    package let code: Int32
    package let message: String

    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }
}
