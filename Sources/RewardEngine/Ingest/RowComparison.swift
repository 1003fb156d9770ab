/// Tells whether two rows of one file bear the same id and say the same: the slow path of finding duplicates, since both
/// are read once more.
package struct RowComparison: ~Copyable, Sendable {
    private(set) var earlier: RowReader
    private(set) var later: RowReader
    private let furtherColumns: [Int]

    package init(plan: ReadingPlan) {
        earlier = plan.rowReader()
        later = plan.rowReader()
        let known = Set(Column.allCases.map(\.rawValue))
        furtherColumns = plan.layout.wanted.indices.filter { !known.contains(plan.layout.wanted[$0]) }
    }

    /// Turns to an accepted row.
    package mutating func read(earlier row: Int, of places: borrowing RecordPlaces, in bytes: Span<UInt8>)
        throws(Failure)
    {
        _ = try earlier.read(row, of: places, in: bytes)
    }

    package mutating func read(later row: Int, of places: borrowing RecordPlaces, in bytes: Span<UInt8>) throws(Failure)
    {
        _ = try later.read(row, of: places, in: bytes)
    }

    /// Whether both rows have the same `txn_id`.
    func hasSameId(in bytes: Span<UInt8>) -> Bool {
        isSameText(earlier.row.txnId, later.row.txnId, in: bytes)
    }

    /// Whether the later row is money back that names the earlier one.
    func laterNamesEarlier(in bytes: Span<UInt8>) -> Bool {
        isSameText(earlier.row.txnId, later.row.originalTxnId, in: bytes)
    }

    /// Compares the parsed values of the table's columns and the texts of the further ones that are wanted. Defaults are
    /// applied; otherwise absent agrees only with absent (SPEC 1).
    package func hasSameContent(in bytes: Span<UInt8>) -> Bool {
        let (left, right) = (earlier.row, later.row)
        let valuesAgree =
            left.time == right.time && left.postedOn == right.postedOn && left.amountFen == right.amountFen
            && left.kind == right.kind && left.status == right.status
        return valuesAgree
            && Self.texts.allSatisfy { isSameText(left[keyPath: $0], right[keyPath: $0], in: bytes) }
            && furtherColumns.allSatisfy {
                isSameText(earlier.parser.wanted[$0], later.parser.wanted[$0], in: bytes)
            }
    }

    private static var texts: [KeyPath<TransactionRow, TextField>] {
        [
            \.txnId, \.cardId, \.cardholderId, \.currency, \.payMethod, \.channel, \.mcc, \.merchantId, \.originalTxnId,
        ]
    }

    private func isSameText(_ left: TextField, _ right: TextField, in bytes: Span<UInt8>) -> Bool {
        earlier.parser.withText(of: left, in: bytes) { leftText in
            later.parser.withText(of: right, in: bytes) { rightText in
                leftText.count == rightText.count && leftText.indices.allSatisfy { leftText[$0] == rightText[$0] }
            }
        }
    }
}
