/// The order of rows that only their identity tells apart: by the bytes of the id, or by line where the file has none.
package struct IdentityOrder: ~Copyable {
    private var first: RowReader
    private var second: RowReader

    init(plan: ReadingPlan) {
        first = plan.rowReader()
        second = plan.rowReader()
    }

    /// Whether one of the file's transactions comes before another.
    package mutating func precedes(
        _ transaction: Int, _ other: Int, of file: borrowing TransactionFile, in bytes: Span<UInt8>
    ) -> Bool {
        let (row, otherRow) = (Int(file.rowOfTransaction[transaction]), Int(file.rowOfTransaction[other]))
        guard file.hasTxnId else { return row < otherRow }
        // They have been read before, so that nothing can fail.
        _ = try? first.read(row, of: file.places, in: bytes)
        _ = try? second.read(otherRow, of: file.places, in: bytes)
        return first.parser.withText(of: first.row.txnId, in: bytes) { id in
            second.parser.withText(of: second.row.txnId, in: bytes) { otherId in
                for index in 0..<min(id.count, otherId.count) where id[index] != otherId[index] {
                    return id[index] < otherId[index]
                }
                return id.count < otherId.count
            }
        }
    }
}
