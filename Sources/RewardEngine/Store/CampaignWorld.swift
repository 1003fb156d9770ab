internal import SQLite

/// What one campaign's run has to know of the book, as the evaluator wants it: the rows to be decided, those whose
/// decision was provisional, and of the past every purchase that holds an award or that money back names.
struct CampaignWorld {
    let transactions: Transactions
    /// By row: its `txn.row_id`.
    let rowIds: [Int]
    /// With the texts of all rows.
    let symbols: WorldSymbols
    /// By row: what was said of it provisionally.
    let earlier: [Int: Earlier]
    /// What was decided for good, where the campaign has to remember it.
    let past: [Past]
    /// The decided purchases that money back names, and how much money back they have had.
    let decidedPurchases: [(row: Int, moneyBackFen: Int)]

    private let places: IntegerMap
    private let txnIds: TextColumn

    struct Earlier {
        var verdictId: Int
    }

    /// A decision of a purchase, or of money back that was taken.
    struct Past {
        var row: Int
        var versionId: Int
        var outcome: String
        var reason: String
        /// Of its entry in the ledger, signed.
        var amountFen: Int?
        var step: Int
        var awardVersionId: Int?
        var isMoneyBack: Bool
        /// Of money back: `txn.row_id` of the purchase that it names.
        var purchaseRowId: Int?
    }

    init(
        transactions: Transactions, rowIds: [Int], symbols: WorldSymbols, earlier: [Int: Earlier], past: [Past],
        decidedPurchases: [(row: Int, moneyBackFen: Int)], places: IntegerMap,
        txnIds: TextColumn
    ) {
        self.transactions = transactions
        self.rowIds = rowIds
        self.symbols = symbols
        self.earlier = earlier
        self.past = past
        self.decidedPurchases = decidedPurchases
        self.places = places
        self.txnIds = txnIds
    }

    /// Loads everything that closing the days up to `through` needs.
    /// - Parameter symbols: of the worlds that it has to be compared with.
    /// - Parameter remembers: charges earn by what was decided of those before them.
    static func load(
        _ campaign: CampaignTable.Registered, through: Day, symbols: WorldSymbols, remembers: Bool,
        connection: Connection
    ) throws -> CampaignWorld {
        var loader = try WorldLoader(of: campaign, symbols: symbols, connection: connection)
        try loader.load(
            through: through, closedThrough: campaign.closedThrough, lastRowId: campaign.lastRowId,
            remembers: remembers)
        return loader.finish()
    }

    /// Whether the id of a row comes before another's, compared as bytes.
    func precedes(_ row: Int, _ other: Int) -> Bool {
        txnIds.precedes(row, other)
    }

    /// Whether the id of a row comes before that of a row of another campaign's world.
    func precedes(_ row: Int, _ other: CampaignWorld, _ otherRow: Int) -> Bool {
        txnId(of: row).utf8.lexicographicallyPrecedes(other.txnId(of: otherRow).utf8)
    }

    func txnId(of row: Int) -> String {
        txnIds[row]
    }

    /// The row with that `txn.row_id`, if it was loaded.
    func row(ofRowId rowId: Int) -> Int? {
        places.index(of: UInt64(rowId))
    }
}

/// The texts of one world, or of several that are decided in step.
struct WorldSymbols {
    var vocabulary: Vocabulary
    var cardholders = SymbolTable()

    init(vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }
}
