/// Tells whether two rows of one file that bear the same id also say the same: the slow path of finding duplicates.
package struct RowComparison: ~Copyable, Sendable {
    private var first: RowParser
    private var second: RowParser
    private let furtherColumns: [Int]
    private let place: String

    package init(layout: Layout, utcOffset: UTCOffset, place: String) {
        // Both rows have been accepted already, so what becomes of an empty cardholder is settled.
        first = RowParser(layout: layout, utcOffset: utcOffset, emptyCardholder: .heldIfCardKnown, place: place)
        second = RowParser(layout: layout, utcOffset: utcOffset, emptyCardholder: .heldIfCardKnown, place: place)
        let known = Set(Column.allCases.map(\.rawValue))
        furtherColumns = layout.wanted.indices.filter { !known.contains(layout.wanted[$0]) }
        self.place = place
    }

    /// Compares the parsed values of the table's columns and the texts of the further ones that are wanted. Defaults are
    /// applied; otherwise absent agrees only with absent (SPEC 1). The offsets are those of `TransactionRow.recordStart`.
    package mutating func sameContent(
        recordAt firstStart: Int, recordAt secondStart: Int, in bytes: Span<UInt8>
    ) throws(Failure) -> Bool {
        try Self.read(recordAt: firstStart, with: &first, in: bytes, place: place)
        try Self.read(recordAt: secondStart, with: &second, in: bytes, place: place)
        let (left, right) = (first.row, second.row)
        let valuesAgree =
            left.time == right.time && left.postedOn == right.postedOn && left.amountFen == right.amountFen
            && left.kind == right.kind && left.status == right.status
        return valuesAgree
            && Self.texts.allSatisfy { sameText(left[keyPath: $0], right[keyPath: $0], in: bytes) }
            && furtherColumns.allSatisfy { sameText(first.wanted[$0], second.wanted[$0], in: bytes) }
    }

    private static var texts: [KeyPath<TransactionRow, TextField>] {
        [
            \.txnId, \.cardId, \.cardholderId, \.currency, \.payMethod, \.channel, \.mcc, \.merchantId, \.originalTxnId,
        ]
    }

    private static func read(
        recordAt start: Int, with parser: inout RowParser, in bytes: Span<UInt8>, place: String
    ) throws(Failure) {
        var reader = RecordReader(place: place, at: start)
        if try reader.next(in: bytes) { _ = try parser.parse(reader, in: bytes) }
    }

    private func sameText(_ left: TextField, _ right: TextField, in bytes: Span<UInt8>) -> Bool {
        first.withText(of: left, in: bytes) { leftText in
            second.withText(of: right, in: bytes) { rightText in
                leftText.count == rightText.count && leftText.indices.allSatisfy { leftText[$0] == rightText[$0] }
            }
        }
    }
}
