/// What a cardholder did in the span before the one that a charge falls in: `spend of last month`. A sum over settled
/// purchases in the campaign's currency, within the campaign's period or before it.
package struct History: Equatable, Sendable {
    package var id: String
    package var measure: Measure
    /// The indices of the gates that a charge must pass to be counted; none: every charge is.
    package var gates: [Int]
    package var previous: CalendarSpan

    package init(id: String, measure: Measure, gates: [Int], previous: CalendarSpan) {
        self.id = id
        self.measure = measure
        self.gates = gates
        self.previous = previous
    }

    package enum Measure: String, CaseIterable, Sendable {
        /// Fen, net of the money back known by then.
        case spend
        /// Charges of which something is left.
        case count
    }
}

/// The sums of a campaign's histories, by cardholder and span: a fold over the purchases taken so far and the money back
/// on them.
struct HistoryTotals: Sendable {
    private let version: CompiledCampaign
    private var keys: [IntegerMap]
    private var totals: [[Int]]

    init(under version: CompiledCampaign) {
        self.version = version
        keys = Array(repeating: IntegerMap(), count: version.campaign.history.count)
        totals = Array(repeating: [], count: version.campaign.history.count)
    }

    /// Of each history, for a charge on that day.
    func values(cardholder: Symbol, day: Day) -> [Int] {
        version.campaign.history.indices.map { index in
            let span = version.campaign.history[index].previous
            let key = span.previousKey(of: day, cycleStartsOnDay: version.campaign.cycleStartsOnDay)
            return keys[index].index(of: HistoryTotals.key(cardholder, key)).map { totals[index][$0] } ?? 0
        }
    }

    /// Counts a purchase of which `netFen` is left, in place of what was counted of it with `before`.
    mutating func count(_ row: Int, cardholder: Symbol, before: Int, netFen: Int, in transactions: Transactions) {
        let day = transactions.day(of: row, by: version.campaign.clock)
        for index in totals.indices {
            let change =
                version.contribution(of: row, netFen: netFen, toHistory: index, in: transactions)
                - version.contribution(of: row, netFen: before, toHistory: index, in: transactions)
            if change == 0 { continue }
            let key = version.campaign.history[index].previous.key(
                of: day, cycleStartsOnDay: version.campaign.cycleStartsOnDay)
            let place = keys[index].indexAdding(HistoryTotals.key(cardholder, key))
            if place == totals[index].count { totals[index].append(0) }
            totals[index][place] += change
        }
    }

    private static func key(_ cardholder: Symbol, _ span: Int32) -> UInt64 {
        UInt64(cardholder) << 32 | UInt64(UInt32(bitPattern: span))
    }
}

extension CompiledCampaign {
    /// What a purchase of which `netFen` is left adds to a history.
    fileprivate func contribution(
        of row: Int, netFen: Int, toHistory index: Int, in transactions: Transactions
    ) -> Int {
        guard netFen > 0, transactions.status[row] == .settled, isInCurrency(row, in: transactions) else { return 0 }
        let history = campaign.history[index]
        for gate in history.gates
        where !conditions.hold(gates[gate].root, on: row, netFen: netFen, history: [], in: transactions) { return 0 }
        return history.measure == .spend ? netFen : 1
    }
}
