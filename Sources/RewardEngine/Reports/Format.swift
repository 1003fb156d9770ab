/// How a report is rendered (`--format`).
package enum Format: String, CaseIterable, Sendable {
    case table, csv, json
}

/// Takes the cells of a report one after the other, left to right, row by row. The same report can so be rendered as
/// CSV and as JSON, without a text for each cell.
package protocol CellSink: ~Copyable, SendableMetatype {
    mutating func empty()
    mutating func integer(_ value: Int)
    mutating func text(_ text: Span<UInt8>)
    mutating func text(_ text: String)
    /// Money: in CSV as it stands, in JSON as a string, so that no reader makes a binary fraction of it.
    mutating func yuan(fromFen amountFen: Int)
    mutating func day(_ day: Day)
    mutating func time(_ time: LocalTime)
    mutating func endRow() throws(Failure)

    /// A sink that gathers rows of the same report, to be appended to this one: so that several can be filled at the same
    /// time.
    func makePart() -> Self
    /// Adds the rows that a part has gathered, which is then empty.
    mutating func append(part: inout Self) throws(Failure)
}

/// Rows that can be rendered by any sink.
package protocol RowListing {
    static var columns: [String] { get }
    func write<Sink: CellSink & ~Copyable>(to sink: inout Sink) throws(Failure)
}

/// RFC 4180, comma, lines end in LF.
package struct CSVSink: CellSink, ~Copyable {
    private var output: OutputBuffer
    private let offset: String
    private var isFirst = true

    package init(columns: [String], offset: UTCOffset, output: consuming OutputBuffer) throws(Failure) {
        self.output = output
        self.offset = offset.text
        for column in columns { text(column) }
        try endRow()
    }

    package mutating func empty() { separate() }

    package mutating func integer(_ value: Int) {
        separate()
        output.append(integer: value)
    }

    package mutating func text(_ text: Span<UInt8>) {
        separate()
        if needsQuotes(text) {
            output.append(UInt8(ascii: "\""))
            for index in text.indices {
                if text[index] == UInt8(ascii: "\"") { output.append(UInt8(ascii: "\"")) }
                output.append(text[index])
            }
            output.append(UInt8(ascii: "\""))
        } else {
            output.append(text)
        }
    }

    package mutating func text(_ text: String) {
        self.text(text.utf8.span)
    }

    package mutating func yuan(fromFen amountFen: Int) {
        separate()
        output.append(yuanFromFen: amountFen)
    }

    package mutating func day(_ day: Day) {
        separate()
        output.append(day)
    }

    package mutating func time(_ time: LocalTime) {
        separate()
        output.append(time)
        output.append(offset)
    }

    package mutating func endRow() throws(Failure) {
        output.append(UInt8(ascii: "\n"))
        isFirst = true
        try output.drainIfFull()
    }

    package mutating func finish() throws(Failure) {
        try output.flush()
    }

    private init(partOf offset: String) {
        output = OutputBuffer()
        self.offset = offset
    }

    package func makePart() -> CSVSink { CSVSink(partOf: offset) }

    package mutating func append(part: inout CSVSink) throws(Failure) {
        try output.append(contentsOf: &part.output)
    }

    private mutating func separate() {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    @inline(__always)
    private func needsQuotes(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            // All that can need them lie below the minus sign, as few others do.
            if text[index] > UInt8(ascii: ",") { continue }
            switch text[index] {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
            default: break
            }
        }
        return false
    }
}

/// An array of objects, one line each; the keys are the column names and an empty cell is null.
package struct JSONSink: CellSink, ~Copyable {
    private var output: OutputBuffer
    /// By column: its name, and what stands between it and the value.
    private let keys: [String]
    private let offset: String
    private var column = 0
    private var rows = 0

    package init(columns: [String], offset: UTCOffset, output: consuming OutputBuffer) {
        self.output = output
        keys = columns.map { column in
            var key: [UInt8] = []
            key.append(jsonString: column.utf8.span)
            return String(decoding: key, as: UTF8.self) + ": "
        }
        self.offset = offset.text
        self.output.append("[")
    }

    package mutating func empty() {
        key()
        output.append("null")
    }

    package mutating func integer(_ value: Int) {
        key()
        output.append(integer: value)
    }

    package mutating func text(_ text: Span<UInt8>) {
        key()
        output.append(jsonString: text)
    }

    package mutating func text(_ text: String) {
        self.text(text.utf8.span)
    }

    package mutating func yuan(fromFen amountFen: Int) {
        key()
        output.append(UInt8(ascii: "\""))
        output.append(yuanFromFen: amountFen)
        output.append(UInt8(ascii: "\""))
    }

    package mutating func day(_ day: Day) {
        key()
        output.append(UInt8(ascii: "\""))
        output.append(day)
        output.append(UInt8(ascii: "\""))
    }

    package mutating func time(_ time: LocalTime) {
        key()
        output.append(UInt8(ascii: "\""))
        output.append(time)
        output.append(offset)
        output.append(UInt8(ascii: "\""))
    }

    package mutating func endRow() throws(Failure) {
        output.append("}")
        column = 0
        rows += 1
        try output.drainIfFull()
    }

    /// Ends the array and gives the output back for what follows it.
    package consuming func finish() -> OutputBuffer {
        output.append(rows == 0 ? "]" : "\n]")
        return output
    }

    package func makePart() -> JSONSink { JSONSink(partOf: keys, offset: offset) }

    private init(partOf keys: [String], offset: String) {
        output = OutputBuffer()
        self.keys = keys
        self.offset = offset
    }

    package mutating func append(part: inout JSONSink) throws(Failure) {
        if part.rows == 0 { return }
        if rows > 0 { output.append(",") }
        rows += part.rows
        part.rows = 0
        try output.append(contentsOf: &part.output)
    }

    private mutating func key() {
        if column == 0 { output.append(rows == 0 ? "\n{" : ",\n{") } else { output.append(", ") }
        output.append(keys[column])
        column += 1
    }
}
