/// One whole file as columns of integers, each row with its standing: what `simulate` decides on.
package final class TransactionFile: Sendable {
    package let transactions: Transactions
    package let identities: IdentityColumn
    package let cardholders: SymbolTable
    package let vocabulary: Vocabulary
    /// By row: the physical line on which it begins.
    package let lines: DenseColumn<Int32>
    /// By row that is rejected.
    package let rejected: [Int: RejectedRow]
    package let duplicates: Int
    /// What the user is to be told once about the file.
    package let notices: [String]
    /// Whether the file tells cardholders apart.
    package let hasCardholders: Bool

    /// The rows of money back, ascending, with the ids that they name.
    private let moneyBack: [Int]
    private let originals: TextColumn

    package struct RejectedRow: Sendable {
        package var rejection: Rejection
        package var hasTime: Bool
        package var hasAmount: Bool
    }

    package var count: Int { lines.count }

    /// Reads a file and settles which of its rows count. The result does not depend on the workers.
    /// Codes: refused, usage.
    /// - Parameter shortestPart: the fewest bytes that are worth a worker of their own.
    package static func read(
        _ source: SourceText, request: ColumnRequest, vocabulary: Vocabulary, utcOffset: UTCOffset,
        workers: some Workers, shortestPart: Int
    ) throws(Failure) -> TransactionFile {
        try source.withBytes { bytes throws(Failure) in
            var reader = source.records()
            let layout = try Layout.read(from: &reader, in: bytes, request: request, of: source)
            let whole = try PartReader(
                layout: layout, vocabulary: vocabulary, utcOffset: utcOffset, place: source.place,
                shortestPart: shortestPart
            )
            .read(from: reader, in: bytes, workers: workers)
            var settlement = Settlement(of: whole)
            if settlement.rows.identities.isThere {
                var comparison = RowComparison(layout: layout, utcOffset: utcOffset, place: source.place)
                try settlement.settleIdentities(comparing: &comparison, in: bytes, workers: workers)
            } else {
                settlement.linkMoneyBackByLine()
            }
            return TransactionFile(
                settlement, notices: source.notices + layout.notices,
                hasCardholders: layout.has(.cardholderId))
        }
    }

    private init(_ settlement: consuming Settlement, notices: [String], hasCardholders: Bool) {
        duplicates = settlement.duplicates
        self.notices = notices + settlement.rows.cards.notices
        self.hasCardholders = hasCardholders
        let rows = settlement.rows
        transactions = Transactions(rows.transactions)
        identities = rows.identities
        cardholders = rows.cardholders
        vocabulary = rows.vocabulary
        lines = rows.lines
        rejected = rows.rejected
        moneyBack = rows.moneyBack
        originals = rows.originals
    }

    /// How many rows were rejected for each reason, in the order in which reasons are looked for.
    package var rejectedByReason: [RejectionCount] {
        var counts: [String: Int] = [:]
        for row in rejected.values { counts[row.rejection.reason, default: 0] += 1 }
        let order = ["quotes", "fields"] + Column.allCases.map(\.rawValue) + ["conflict"]
        return order.compactMap { reason in
            counts[reason].map { RejectionCount(reason: reason, rows: $0) }
        }
    }

    /// The id that money back names.
    package func original(of row: Int) -> String? {
        var (low, high) = (0, moneyBack.count)
        while low < high {
            let middle = (low + high) / 2
            if moneyBack[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < moneyBack.count && moneyBack[low] == row ? originals[low] : nil
    }
}

// MARK: - Notices

extension Layout {
    package var notices: [String] {
        if ignored.isEmpty { return [] }
        let shown = ignored.prefix(12).map { "`\(ShownText.of($0))`" }.joined(separator: ", ")
        let more = ignored.count > 12 ? " and \(ignored.count - 12) more" : ""
        let notice = "not used, since no rule asks for \(ignored.count == 1 ? "it" : "them"): \(shown)\(more)"
        // What the engine itself would read may stand there under another name.
        let absent = [Column.type, .status, .currency, .postedOn].filter { !has($0) }.map { "`\($0.rawValue)`" }
        if absent.isEmpty { return [notice] }
        return [notice + "; if one of them is \(absent.joined(separator: " or ")), say so with `--column`"]
    }
}

extension CardWatch {
    fileprivate var notices: [String] {
        hasSeveral
            ? [
                "the file has several values of `card_id` and no `cardholder_id`: all rows are taken for one "
                    + "cardholder's"
            ] : []
    }
}
