/// Reads single rows of a file again. What a row says is not kept in memory: whoever needs it once more, to print it or
/// to prove that two rows agree, reads it once more from where it stands.
package struct RowReader: ~Copyable, Sendable {
    private var reader: RecordReader
    /// Its `row` is the one that was read last.
    package private(set) var parser: RowParser

    fileprivate init(reader: consuming RecordReader, parser: consuming RowParser) {
        self.reader = reader
        self.parser = parser
    }

    package var row: TransactionRow {
        @inline(__always) get { parser.row }
    }

    /// Reads a row of the file again; false when it is rejected.
    package mutating func read(
        _ row: Int, of places: borrowing RecordPlaces, in bytes: Span<UInt8>
    ) throws(Failure) -> Bool {
        reader.move(to: places.offset(of: row), line: places.line(of: row))
        guard try reader.next(in: bytes) else { return false }
        return try parser.parse(reader, in: bytes)
    }

    /// The text of a field of the row that was read last.
    package func string(of field: TextField, in bytes: Span<UInt8>) -> String {
        parser.string(of: field, in: bytes)
    }
}

extension ReadingPlan {
    func rowReader() -> RowReader {
        RowReader(reader: RecordReader(place: place), parser: parser())
    }
}
