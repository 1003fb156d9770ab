internal import SQLite

/// What one campaign's run has to know of the book, as the evaluator wants it: the rows to be decided, those whose
/// decision was provisional, and of the past every purchase that holds an award or that money back names.
struct CampaignWorld {
    let transactions: Transactions
    /// By row: its `txn.row_id`.
    let rowIds: [Int]
    /// With the texts of all rows.
    let vocabulary: Vocabulary
    let cardholderCount: Int
    /// By row: what was said of it provisionally.
    let earlier: [Int: Earlier]
    /// The decided purchases that money back names, and how much money back they have had.
    let decidedPurchases: [(row: Int, moneyBackFen: Int)]

    private let places: IntegerMap
    private let txnIds: TextColumn

    struct Earlier {
        var verdictId: Int
    }

    init(
        transactions: Transactions, rowIds: [Int], vocabulary: Vocabulary, cardholderCount: Int,
        earlier: [Int: Earlier], decidedPurchases: [(row: Int, moneyBackFen: Int)], places: IntegerMap,
        txnIds: TextColumn
    ) {
        self.transactions = transactions
        self.rowIds = rowIds
        self.vocabulary = vocabulary
        self.cardholderCount = cardholderCount
        self.earlier = earlier
        self.decidedPurchases = decidedPurchases
        self.places = places
        self.txnIds = txnIds
    }

    /// Loads everything that closing the days up to `through` needs.
    static func load(
        _ campaign: CampaignTable.Registered, through: Day, vocabulary: Vocabulary, connection: Connection
    ) throws -> CampaignWorld {
        var loader = WorldLoader(of: campaign, vocabulary: vocabulary, connection: connection)
        try loader.load(
            through: through, closedThrough: campaign.closedThrough, lastRowId: campaign.lastRowId)
        return loader.finish()
    }

    /// Whether the id of a row comes before another's, compared as bytes.
    func precedes(_ row: Int, _ other: Int) -> Bool {
        txnIds.precedes(row, other)
    }

    func txnId(of row: Int) -> String {
        txnIds[row]
    }

    /// The row with that `txn.row_id`, if it was loaded.
    func row(ofRowId rowId: Int) -> Int? {
        places.index(of: UInt64(rowId))
    }
}
