/// Rows as columns of integers: what the evaluator sees of the world. A row is named by its index; the rows of a file
/// stand in the order of their lines.
package struct Transactions: Sendable {
    /// What is to be done with a row.
    package enum Standing: UInt8, Sendable {
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

    package var standing: [Standing] = []
    package var kind: [RowKind] = []
    package var status: [Status] = []
    /// `LocalTime.seconds` of `txn_time`.
    package var time: [Int] = []
    /// `Day.number` of the booking day.
    package var bookingDay: [Int32] = []
    /// `Day.number` of the day on which a row is decided, where that is not its booking day; empty where it is for all.
    package var decidedOn: [Int32] = []
    package var amountFen: [Int] = []
    /// Of the table that compiled the campaigns; absent: the campaign's own.
    package var currency: [Symbol] = []
    package var cardholder: [Symbol] = []
    /// The columns that the campaigns name, in the order of `Vocabulary.columns`.
    package var columns: [[Symbol]] = []

    /// A case is a purchase with the money back that names it; cases are numbered from 0.
    private var purchases = IntegerMap()
    private var moneyBacks = IntegerMap()
    private var caseOfMoneyBack: [Int32] = []
    package private(set) var purchaseOfCase: [Int] = []

    package init(columnCount: Int) {
        columns = Array(repeating: [], count: columnCount)
    }

    package var count: Int { standing.count }
    package var caseCount: Int { purchaseOfCase.count }

    /// Says that the row `moneyBack` names the purchase `purchase`, whatever their order; once for each money back.
    package mutating func link(moneyBack: Int, to purchase: Int) {
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

    /// The day by the clock of a campaign, which its period and windows go by.
    @inline(__always)
    func day(of row: Int, by clock: Clock) -> Day {
        switch clock {
        case .transaction: LocalTime(seconds: time[row]).day
        case .posting: Day(number: bookingDay[row])
        }
    }

    @inline(__always)
    func decidingDay(of row: Int) -> Int32 {
        decidedOn.isEmpty ? bookingDay[row] : decidedOn[row]
    }
}
