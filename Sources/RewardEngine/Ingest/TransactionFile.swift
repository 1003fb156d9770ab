/// One whole file, read and settled: what `simulate` decides on.
package struct TransactionFile: ~Copyable, Sendable {
    /// The rows that are not decided by themselves, as columns of integers.
    package let transactions: Transactions
    /// By row of `transactions`: its row in the file.
    package let rowOfTransaction: DenseColumn<Int32>
    package let cardholderCount: Int
    package let vocabulary: Vocabulary
    package let places: RecordPlaces
    /// By row of the file: what it tells by itself. Of a row in `transactions` nothing is said.
    package var verdicts: VerdictTable
    package let counts: RowCounts
    package let rejectedByReason: [RejectionCount]
    /// By row that is rejected since an earlier one has its id: that row.
    package let conflicts: [Int: Int]
    /// What the user is to be told once about the file.
    package let notices: [String]
    /// Whether the file tells cardholders apart.
    package let hasCardholders: Bool
    /// In a file without `txn_id` the rows are called `line-2`, `line-3`, … (SPEC 1).
    package let hasTxnId: Bool

    private let plan: ReadingPlan

    package var count: Int { places.count }

    /// Reads a file, decides what its rows tell by themselves, and settles which of them count. The result does not
    /// depend on the workers, nor on the division, but for the order of `transactions`.
    /// - Parameter campaigns: compiled with `vocabulary`.
    /// - Parameter shardBits: how the evaluator divides so many cardholders.
    /// Codes: refused, usage.
    package static func read(
        _ source: SourceText, request: ColumnRequest, vocabulary: Vocabulary, campaigns: [CompiledCampaign],
        utcOffset: UTCOffset, workers: some Workers, division: ReadingDivision,
        shardBits: (_ cardholders: Int) -> Int
    ) throws(Failure) -> TransactionFile {
        try source.withBytes { bytes throws(Failure) in
            var reader = source.records()
            let layout = try Layout.read(from: &reader, in: bytes, request: request, of: source)
            let plan = ReadingPlan(
                layout: layout, vocabulary: vocabulary, campaigns: campaigns, utcOffset: utcOffset,
                place: source.place, division: division)
            let whole = try PartReader(plan: plan).read(from: reader, in: bytes, workers: workers)
            var settlement = Settlement(of: whole, plan: plan)
            try settlement.settle(in: bytes, workers: workers)
            return TransactionFile(
                settlement, plan: plan, workers: workers, notices: source.notices + layout.notices,
                shardBits: shardBits)
        }
    }

    private init(
        _ settlement: consuming Settlement, plan: ReadingPlan, workers: some Workers, notices: [String],
        shardBits: (_ cardholders: Int) -> Int
    ) {
        self.plan = plan
        let (duplicates, links) = (settlement.duplicates, settlement.links)
        conflicts = settlement.conflicts
        var rejections = settlement.part.rejections
        if !conflicts.isEmpty { rejections["conflict"] = conflicts.count }
        rejectedByReason = TransactionFile.inOrder(rejections)
        let part = settlement.takePart()
        let rejected = rejections.values.reduce(0, +)
        counts = RowCounts(
            accepted: part.count - duplicates - rejected, duplicate: duplicates, rejected: rejected)
        self.notices = notices + part.cards.notices
        hasCardholders = plan.layout.has(.cardholderId)
        hasTxnId = plan.hasTxnId
        cardholderCount = part.cardholders.count
        vocabulary = part.vocabulary
        places = part.places
        verdicts = part.verdicts
        let arrangement = Arrangement(of: part.kept, shardBits: shardBits(part.cardholders.count))
        let newRow = links.isEmpty ? DenseColumn<Int32>() : arrangement.inverse()
        var rows = part.kept.arranged(by: arrangement, workers: workers)
        for (moneyBack, purchase) in links {
            rows.link(moneyBack: Int(newRow[moneyBack]), to: Int(newRow[purchase]))
        }
        transactions = Transactions(rows)
        rowOfTransaction = part.rowOfKept.gathered(by: arrangement.order)
    }

    /// In the order in which reasons are looked for.
    private static func inOrder(_ rejections: [String: Int]) -> [RejectionCount] {
        let order = ["quotes", "fields"] + Column.allCases.map(\.rawValue) + ["conflict"]
        return order.compactMap { reason in
            rejections[reason].map { RejectionCount(reason: reason, rows: $0) }
        }
    }

    package func rowReader() -> RowReader { plan.rowReader() }

    package func identityOrder() -> IdentityOrder { IdentityOrder(plan: plan) }
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
