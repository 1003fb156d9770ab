/// Rows as columns of integers: what the evaluator sees of the world. A row is named by its index; the rows of a file
/// stand in the order of their lines.
///
/// Built by one thread, then only read: an object, so that the threads that decide share it.
package final class Transactions: @unchecked Sendable {
    /// What is to be done with a row.
    package enum Standing: UInt8, BitwiseCopyable, Sendable {
        /// To be decided.
        case open
        /// As `open`, and money back names it.
        case namedByMoneyBack
        /// No cardholder is known for it yet.
        case unknownCard
        /// A pending row whose final row is there.
        case superseded
        /// Said again; never applied twice.
        case duplicate
        case rejected
        /// Known, but not to be decided now: decided before, or its day is still to come.
        case context
    }

    package var standing: DenseColumn<Standing>
    package var kind: DenseColumn<RowKind>
    package var status: DenseColumn<Status>
    /// `LocalTime.seconds` of `txn_time`.
    package var time: DenseColumn<Int>
    /// `Day.number` of the booking day; empty where that is the local date for all.
    package var postedOn: DenseColumn<Int32>
    /// `Day.number` of the day on which a row is decided; empty where that is the booking day for all.
    package var decidedOn: DenseColumn<Int32>
    package var amountFen: DenseColumn<Int>
    /// Of the table that compiled the campaigns; absent: the campaign's own. Empty where it is absent for all.
    package var currency: DenseColumn<Symbol>
    package var cardholder: DenseColumn<Symbol>
    /// Row by row, the columns that the campaigns name, in the order of `Vocabulary.columns`.
    package var symbols: DenseColumn<Symbol>
    package let columnCount: Int

    /// A case is a purchase with the money back that names it; cases are numbered from 0.
    private var purchases = IntegerMap()
    private var moneyBacks = IntegerMap()
    private var caseOfMoneyBack: [Int32] = []
    package private(set) var purchaseOfCase: [Int] = []

    /// - Parameter rows: how many rows are likely to come.
    package init(columnCount: Int, rows: Int = 0) {
        self.columnCount = columnCount
        standing = DenseColumn(reserving: rows)
        kind = DenseColumn(reserving: rows)
        status = DenseColumn(reserving: rows)
        time = DenseColumn(reserving: rows)
        postedOn = DenseColumn()
        decidedOn = DenseColumn()
        amountFen = DenseColumn(reserving: rows)
        currency = DenseColumn()
        cardholder = DenseColumn(reserving: rows)
        symbols = DenseColumn(reserving: rows * columnCount)
    }

    package var count: Int { standing.count }
    package var caseCount: Int { purchaseOfCase.count }

    /// Says that the row `moneyBack` names the purchase `purchase`, whatever their order; once for each money back.
    package func link(moneyBack: Int, to purchase: Int) {
        let number = purchases.indexAdding(UInt64(purchase))
        if number == purchaseOfCase.count { purchaseOfCase.append(purchase) }
        if moneyBacks.indexAdding(UInt64(moneyBack)) == caseOfMoneyBack.count { caseOfMoneyBack.append(Int32(number)) }
        if standing[purchase] == .open { standing[purchase] = .namedByMoneyBack }
    }

    /// The case that a row belongs to: a purchase that money back names, or money back whose purchase is known.
    package func caseNumber(of row: Int) -> Int? {
        if kind[row] == .purchase { return purchases.index(of: UInt64(row)) }
        return moneyBacks.index(of: UInt64(row)).map { Int(caseOfMoneyBack[$0]) }
    }

    /// `Day.number` of the booking day (记账日): `posted_on`, or else the local date.
    @inline(__always)
    package func bookingDay(of row: Int) -> Int32 {
        postedOn.isEmpty ? LocalTime(seconds: time[row]).day.number : postedOn[row]
    }

    /// The text of a column that the campaigns name.
    @inline(__always)
    package func symbol(of row: Int, in column: Int) -> Symbol {
        symbols[row * columnCount + column]
    }

    @inline(__always)
    package func currency(of row: Int) -> Symbol {
        currency.isEmpty ? SymbolTable.absent : currency[row]
    }

    /// The day by the clock of a campaign, which its period and windows go by.
    @inline(__always)
    package func day(of row: Int, by clock: Clock) -> Day {
        switch clock {
        case .transaction: LocalTime(seconds: time[row]).day
        case .posting: Day(number: bookingDay(of: row))
        }
    }

    @inline(__always)
    func decidingDay(of row: Int) -> Int32 {
        decidedOn.isEmpty ? bookingDay(of: row) : decidedOn[row]
    }
}
