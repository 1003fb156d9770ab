/// `Transactions` while they are gathered.
package struct TransactionsBuilder: ~Copyable {
    package var standing: DenseColumn<Transactions.Standing>
    package var kind: DenseColumn<RowKind>
    package var status: DenseColumn<Status>
    package var time: DenseColumn<Int>
    package var postedOn = DenseColumn<Int32>()
    package var decidedOn = DenseColumn<Int32>()
    package var amountFen: DenseColumn<Int>
    package var currency = DenseColumn<Symbol>()
    package var cardholder: DenseColumn<Symbol>
    package var symbols: DenseColumn<Symbol>
    package let columnCount: Int
    var cases = CaseBook()

    /// - Parameter rows: how many rows are likely to come.
    package init(columnCount: Int, rows: Int = 0) {
        self.columnCount = columnCount
        standing = DenseColumn(reserving: rows)
        kind = DenseColumn(reserving: rows)
        status = DenseColumn(reserving: rows)
        time = DenseColumn(reserving: rows)
        amountFen = DenseColumn(reserving: rows)
        cardholder = DenseColumn(reserving: rows)
        symbols = DenseColumn(reserving: rows * columnCount)
    }

    package var count: Int { standing.count }
    package var purchaseOfCase: [Int] { cases.purchases }

    /// Adds a row of another table whose columns are the same.
    @inline(__always)
    package mutating func append(_ row: Int, of other: Transactions) {
        standing.append(other.standing[row])
        kind.append(other.kind[row])
        status.append(other.status[row])
        time.append(other.time[row])
        if !other.postedOn.isEmpty { postedOn.append(other.postedOn[row]) }
        amountFen.append(other.amountFen[row])
        if !other.currency.isEmpty { currency.append(other.currency[row]) }
        cardholder.append(other.cardholder[row])
        for column in 0..<columnCount { symbols.append(other.symbol(of: row, in: column)) }
    }

    /// Says that the row `moneyBack` names the purchase `purchase`, whatever their order; once for each money back.
    package mutating func link(moneyBack: Int, to purchase: Int) {
        cases.link(moneyBack: moneyBack, to: purchase)
        if standing[purchase] == .open { standing[purchase] = .namedByMoneyBack }
    }
}

/// The cases: each is a purchase with the money back that names it; they are numbered from 0.
struct CaseBook: Sendable {
    /// By case.
    private(set) var purchases: [Int] = []
    private var purchaseNumbers = IntegerMap()
    private var moneyBackNumbers = IntegerMap()
    private var caseOfMoneyBack: [Int32] = []

    mutating func link(moneyBack: Int, to purchase: Int) {
        let number = purchaseNumbers.indexAdding(UInt64(purchase))
        if number == purchases.count { purchases.append(purchase) }
        if moneyBackNumbers.indexAdding(UInt64(moneyBack)) == caseOfMoneyBack.count {
            caseOfMoneyBack.append(Int32(number))
        }
    }

    func number(ofPurchase row: Int) -> Int? {
        purchaseNumbers.index(of: UInt64(row))
    }

    func number(ofMoneyBack row: Int) -> Int? {
        moneyBackNumbers.index(of: UInt64(row)).map { Int(caseOfMoneyBack[$0]) }
    }
}
