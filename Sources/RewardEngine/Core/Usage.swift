/// What has been used of the limits and of each cardholder's ladder. A fold over the ledger: `take` for each award,
/// `giveBack` for each clawback; never a second truth beside it.
package struct Usage: Sendable {
    /// How much of one limit is used in one window by one cardholder, card, value, or the campaign.
    struct Counter: Sendable {
        var awards = 0
        var amountFen = 0
    }

    /// The limits and the clock of the version that decides now.
    private let version: CompiledCampaign
    private var keys: [IntegerMap]
    private var counters: [[Counter]]
    private var ladders = Ladders()
    /// The windows of one day, for all limits: rows come day by day.
    private var windowDay = Day(number: .min)
    private var windows: [Int32]

    package init(under version: CompiledCampaign) {
        self.version = version
        keys = Array(repeating: IntegerMap(), count: version.limits.count)
        counters = Array(repeating: [], count: version.limits.count)
        windows = Array(repeating: 0, count: version.limits.count)
    }

    /// Where the counters of one purchase are, one for each limit.
    mutating func locate(_ row: Int, in transactions: borrowing Transactions, into places: inout [Int]) {
        let day = transactions.day(of: row, by: version.campaign.clock)
        if day != windowDay {
            windowDay = day
            for index in windows.indices {
                let limit = version.limits[index]
                windows[index] = limit.within.key(of: day, cycleStartsOnDay: limit.cycleStartsOnDay)
            }
        }
        for index in windows.indices {
            let owner =
                switch version.limits[index].per {
                case .cardholder: transactions.cardholder[row]
                case .campaign: SymbolTable.absent
                case .column(let column): transactions.columns[column][row]
                }
            let place = keys[index].indexAdding(UInt64(owner) << 32 | UInt64(UInt32(bitPattern: windows[index])))
            if place == counters[index].count { counters[index].append(Counter()) }
            places[index] = place
        }
    }

    /// The first limit of which nothing is left.
    func exhausted(at places: [Int]) -> Int? {
        for index in places.indices {
            let counter = counters[index][places[index]]
            switch version.limits[index].cap {
            case .awards(let most): if counter.awards >= most { return index }
            case .amountFen(let most, _): if counter.amountFen >= most { return index }
            }
        }
        return nil
    }

    /// The award cut down by each money limit in order, or the first limit that declines it for being too much.
    func clip(_ awardFen: Int, at places: [Int]) -> (awardFen: Int, declinedBy: Int?) {
        var awardFen = awardFen
        for index in places.indices {
            guard case .amountFen(let most, let overflow) = version.limits[index].cap else { continue }
            let left = most - counters[index][places[index]].amountFen
            if awardFen > left {
                if overflow == .decline { return (0, index) }
                awardFen = left
            }
        }
        return (awardFen, nil)
    }

    /// Counts an award whose counters are at `places`.
    mutating func take(_ awardFen: Int, step: Int, cardholder: Symbol, at places: [Int]) {
        for index in places.indices {
            counters[index][places[index]].awards += 1
            counters[index][places[index]].amountFen += awardFen
        }
        ladders.take(step, cardholder: cardholder)
    }

    /// Gives back what a clawback reopens, in the window of its award: the money, and with the last of it the unit and
    /// the step.
    mutating func giveBack(
        _ takenFen: Int, nothingHeld: Bool, step: Int, cardholder: Symbol, reopens: MoneyBackPolicy.Reopens,
        at places: [Int]
    ) {
        for index in places.indices where reopens.includes(limit: version.campaign.limits[index].id) {
            counters[index][places[index]].amountFen -= takenFen
            if nothingHeld { counters[index][places[index]].awards -= 1 }
        }
        if nothingHeld && reopens.includesLadder { ladders.free(step, cardholder: cardholder) }
    }

    func nextStep(cardholder: Symbol) -> Int {
        ladders.next(cardholder: cardholder)
    }

    /// What is used of a limit per campaign within the whole campaign.
    package func used(ofQuota index: Int) -> (awards: Int, amountFen: Int) {
        guard let place = keys[index].index(of: 0) else { return (0, 0) }
        return (counters[index][place].awards, counters[index][place].amountFen)
    }
}

/// The steps that each cardholder's still counting awards hold.
private struct Ladders: Sendable {
    /// By cardholder: all steps below were taken.
    private var reached: [Int32] = []
    /// The steps below that are free again, ascending.
    private var freed: [Symbol: [Int]] = [:]

    func next(cardholder: Symbol) -> Int {
        if let first = freed[cardholder]?.first { return first }
        return Int(cardholder) < reached.count ? Int(reached[Int(cardholder)]) + 1 : 1
    }

    mutating func take(_ step: Int, cardholder: Symbol) {
        let index = Int(cardholder)
        while reached.count <= index { reached.append(0) }
        if step > Int(reached[index]) {
            for skipped in Int(reached[index]) + 1..<step { freed[cardholder, default: []].append(skipped) }
            reached[index] = Int32(step)
        } else if let place = freed[cardholder]?.firstIndex(of: step) {
            freed[cardholder]?.remove(at: place)
        }
    }

    mutating func free(_ step: Int, cardholder: Symbol) {
        var steps = freed[cardholder] ?? []
        steps.insert(step, at: steps.firstIndex { $0 > step } ?? steps.count)
        freed[cardholder] = steps
    }
}
