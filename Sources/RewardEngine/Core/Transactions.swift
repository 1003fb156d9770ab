/// Rows as columns of integers: what the evaluator sees of the world. A row is named by its index; the rows of a file
/// stand in the order of their lines.
///
/// An object that never changes, so that the threads that decide share it.
package final class Transactions: Sendable {
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

    package let standing: DenseColumn<Standing>
    package let kind: DenseColumn<RowKind>
    package let status: DenseColumn<Status>
    /// `LocalTime.seconds` of `txn_time`.
    package let time: DenseColumn<Int>
    /// `Day.number` of the booking day; empty where that is the local date for all.
    package let postedOn: DenseColumn<Int32>
    /// `Day.number` of the day on which a row is decided; empty where that is the booking day for all.
    package let decidedOn: DenseColumn<Int32>
    package let amountFen: DenseColumn<Int>
    /// Of the table that compiled the campaigns; absent: the campaign's own. Empty where it is absent for all.
    package let currency: DenseColumn<Symbol>
    package let cardholder: DenseColumn<Symbol>
    /// Row by row, the columns that the campaigns name, in the order of `Vocabulary.columns`.
    package let symbols: DenseColumn<Symbol>
    package let columnCount: Int
    private let cases: CaseBook

    package init(_ builder: consuming TransactionsBuilder) {
        standing = builder.standing
        kind = builder.kind
        status = builder.status
        time = builder.time
        postedOn = builder.postedOn
        decidedOn = builder.decidedOn
        amountFen = builder.amountFen
        currency = builder.currency
        cardholder = builder.cardholder
        symbols = builder.symbols
        columnCount = builder.columnCount
        cases = builder.cases
    }

    package var count: Int { standing.count }

    /// By case: the purchase.
    package var purchaseOfCase: [Int] { cases.purchases }

    /// The number of the case that a row belongs to: a purchase that money back names, or money back whose purchase is
    /// known.
    package func caseNumber(of row: Int) -> Int? {
        kind[row] == .purchase ? cases.number(ofPurchase: row) : cases.number(ofMoneyBack: row)
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
