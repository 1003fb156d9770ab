/// Some rows of a file that have been parsed and not yet screened: few enough to stay in a core's cache.
struct RowBlock: ~Copyable {
    private(set) var rows: TransactionsBuilder
    /// By row: where its cardholder stands; absent where its symbol is known already.
    private(set) var cardholders: [TextField] = []
    /// The accepted rows of money back, ascending, with the hash of the id that each names.
    private(set) var moneyBack: [(row: Int, originalHash: UInt64)] = []

    init(plan: ReadingPlan) {
        rows = TransactionsBuilder(columnCount: plan.vocabulary.columns.count, rows: plan.division.rowsPerBlock)
        cardholders.reserveCapacity(plan.division.rowsPerBlock)
    }

    var count: Int { cardholders.count }

    /// Adds the row that was parsed last.
    @inline(__always)
    mutating func append(
        _ parser: borrowing RowParser, isAccepted: Bool, plan: ReadingPlan, vocabulary: inout Vocabulary,
        cardholders table: inout SymbolTable, in bytes: Span<UInt8>
    ) {
        let cardholder = parser.row.cardholderId
        let isLater = cardholder.isInSource && !cardholder.isEmpty
        rows.append(
            parser, standing: isAccepted ? .open : .rejected,
            cardholder: isLater
                ? SymbolTable.absent : parser.withText(of: cardholder, in: bytes) { table.intern($0) },
            plan: plan, vocabulary: &vocabulary, in: bytes)
        if isAccepted, parser.row.kind.isMoneyBack {
            moneyBack.append((count, plan.idHash(of: parser.row.originalTxnId, parser, in: bytes)))
        }
        cardholders.append(isLater ? cardholder : .absent)
    }
}

extension TransactionsBuilder {
    /// Adds the row that was parsed last.
    @inline(__always)
    mutating func append(
        _ parser: borrowing RowParser, standing: Transactions.Standing, cardholder: Symbol,
        plan: ReadingPlan, vocabulary: inout Vocabulary, in bytes: Span<UInt8>
    ) {
        self.standing.append(standing)
        kind.append(parser.row.kind)
        status.append(parser.row.status)
        time.append(parser.row.time.seconds)
        if plan.hasPostedOn { postedOn.append(parser.row.bookingDay.number) }
        amountFen.append(parser.row.amountFen)
        if plan.hasCurrency {
            currency.append(parser.withText(of: parser.row.currency, in: bytes) { vocabulary.currencies.intern($0) })
        }
        self.cardholder.append(cardholder)
        for column in vocabulary.columns.indices {
            let symbol = parser.withText(of: parser.wanted[column], in: bytes) {
                vocabulary.tables[column].intern($0)
            }
            symbols.append(symbol)
        }
    }
}
