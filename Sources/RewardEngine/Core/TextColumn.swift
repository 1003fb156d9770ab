/// One text for each row, end to end in one buffer.
package struct TextColumn: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    package init() {}

    package var count: Int { ends.count }

    package mutating func append(_ text: Span<UInt8>) {
        for index in text.indices { bytes.append(text[index]) }
        ends.append(bytes.count)
    }

    package subscript(row: Int) -> String {
        String(decoding: bytes[range(of: row)], as: UTF8.self)
    }

    package func withText<Result>(of row: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        body(bytes.span.extracting(range(of: row)))
    }

    /// Whether the text of a row comes before another's, compared as bytes.
    package func precedes(_ row: Int, _ other: Int) -> Bool {
        bytes[range(of: row)].lexicographicallyPrecedes(bytes[range(of: other)])
    }

    private func range(of row: Int) -> Range<Int> {
        (row == 0 ? 0 : ends[row - 1])..<ends[row]
    }
}
