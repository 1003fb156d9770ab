/// What has been used of some of a campaign's limits. A fold over the ledger: `take` for each award, `giveBack` for each
/// clawback; never a second truth beside it.
struct Usage: Sendable {
    /// How much of one limit is used in one window by one cardholder, card, value, or the campaign.
    struct Counter: Sendable {
        var awards = 0
        var amountFen = 0
    }

    /// The version that decides now.
    private let version: CompiledCampaign
    /// The limits that are counted here, by their places in the campaign, ascending.
    let limits: [Int]
    private var keys: [IntegerMap]
    private var counters: [[Counter]]
    /// The windows of one day, for each limit: rows come day by day.
    private var windowDay = Day(number: .min)
    private var windows: [Int32]
    /// The latest window that was met, for each limit.
    private var latestWindows: [Int32]
    /// Those whose windows differ among the rows of a day.
    private let rowWindows: [Int]
    /// Where the counters of the purchase at hand are, for each limit.
    private var places: [Int]

    /// The place of a purchase that lies outside of the limit's window.
    private static let nowhere = -1

    init(under version: CompiledCampaign, limits: [Int]) {
        self.version = version
        self.limits = limits
        rowWindows = limits.indices.filter { version.limits[limits[$0]].within.dependsOnRow }
        keys = Array(repeating: IntegerMap(), count: limits.count)
        counters = Array(repeating: [], count: limits.count)
        windows = Array(repeating: 0, count: limits.count)
        latestWindows = Array(repeating: .min, count: limits.count)
        places = Array(repeating: 0, count: limits.count)
    }

    /// Turns to the counters of one purchase, whose day by the campaign's clock is `day`.
    mutating func turn(to row: Int, cardholder: Symbol, day: Day, in transactions: Transactions) {
        if day != windowDay {
            windowDay = day
            for index in windows.indices { enterWindow(index, of: day, row: row, in: transactions) }
        } else {
            for index in rowWindows { enterWindow(index, of: day, row: row, in: transactions) }
        }
        for index in windows.indices {
            if windows[index] == CompiledWindow.outside {
                places[index] = Usage.nowhere
                continue
            }
            let owner =
                switch version.limits[limits[index]].per {
                case .cardholder: cardholder
                case .campaign: SymbolTable.absent
                case .column(let column): transactions.symbol(of: row, in: column)
                }
            let place = keys[index].indexAdding(UInt64(owner) << 32 | UInt64(UInt32(bitPattern: windows[index])))
            if place == counters[index].count { counters[index].append(Counter()) }
            places[index] = place
        }
    }

    private mutating func enterWindow(_ index: Int, of day: Day, row: Int, in transactions: Transactions) {
        windows[index] = version.limits[limits[index]].within.key(of: day, row: row, in: transactions)
        latestWindows[index] = max(latestWindows[index], windows[index])
    }

    /// What is left of a limit for the purchase at hand, in awards or fen; `index` counts within `limits`. A purchase
    /// outside of the limit's window is not held back by it.
    /// - Parameter history: of the campaign, by index, for that purchase.
    func left(at index: Int, history: [Int]) -> Int {
        if places[index] == Usage.nowhere { return .max }
        let counter = counters[index][places[index]]
        switch version.limits[limits[index]].cap {
        case .awards(let most): return most - counter.awards
        case .amountFen(let most, _): return most.value(history) - counter.amountFen
        }
    }

    /// Counts an award for the purchase at hand.
    mutating func take(_ awardFen: Int) {
        for index in places.indices where places[index] != Usage.nowhere {
            counters[index][places[index]].awards += 1
            counters[index][places[index]].amountFen += awardFen
        }
    }

    /// Gives back what a clawback reopens, in the window of the purchase at hand: the money, and with the last of it the
    /// unit.
    mutating func giveBack(_ takenFen: Int, nothingHeld: Bool, reopens: MoneyBackPolicy.Reopens) {
        for index in places.indices where reopens.includes(limit: version.campaign.limits[limits[index]].id) {
            giveBack(takenFen, nothingHeld: nothingHeld, at: index)
        }
    }

    private mutating func giveBack(_ takenFen: Int, nothingHeld: Bool, at index: Int) {
        if places[index] == Usage.nowhere { return }
        counters[index][places[index]].amountFen -= takenFen
        if nothingHeld { counters[index][places[index]].awards -= 1 }
    }

    /// Counts an entry of another campaign among the limits that are shared with it.
    /// - Parameter reopened: of a clawback: the pools that it gives back to.
    mutating func count(
        _ entry: Decisions.Entry, of other: CompiledCampaign, in transactions: Transactions,
        reopened: (_ pool: String) -> Bool
    ) {
        turn(
            to: entry.purchase, cardholder: transactions.cardholder[entry.purchase],
            day: transactions.day(of: entry.purchase, by: other.campaign.clock), in: transactions)
        for index in places.indices where places[index] != Usage.nowhere {
            guard let pool = version.limits[limits[index]].pool, other.limits.contains(where: { $0.pool == pool })
            else { continue }
            if entry.isAward {
                counters[index][places[index]].awards += 1
                counters[index][places[index]].amountFen += entry.amountFen
            } else if reopened(pool) {
                giveBack(-entry.amountFen, nothingHeld: entry.leavesNothing, at: index)
            }
        }
    }

    /// What is used of a limit per campaign, in the latest window that was met; `limit` is its place in the campaign.
    func used(ofQuota limit: Int) -> Counter {
        guard let index = limits.firstIndex(of: limit),
            let place = keys[index].index(of: UInt64(UInt32(bitPattern: latestWindows[index])))
        else { return Counter() }
        return counters[index][place]
    }
}

/// The steps that each cardholder's still counting awards hold.
struct Ladders: Sendable {
    /// By cardholder: all steps up to this one were taken.
    private var reached: [Int32] = []
    /// The steps below that are free again, ascending.
    private var freed: [Int: [Int]] = [:]

    /// The lowest step that no still counting award holds; cardholders are numbered from 0.
    func next(cardholder: Int) -> Int {
        if !freed.isEmpty, let first = freed[cardholder]?.first { return first }
        return cardholder < reached.count ? Int(reached[cardholder]) + 1 : 1
    }

    mutating func take(_ step: Int, cardholder: Int) {
        while reached.count <= cardholder { reached.append(0) }
        if step > Int(reached[cardholder]) {
            for skipped in Int(reached[cardholder]) + 1..<step { freed[cardholder, default: []].append(skipped) }
            reached[cardholder] = Int32(step)
        } else if let place = freed[cardholder]?.firstIndex(of: step) {
            freed[cardholder]?.remove(at: place)
        }
    }

    mutating func free(_ step: Int, cardholder: Int) {
        var steps = freed[cardholder] ?? []
        steps.insert(step, at: steps.firstIndex { $0 > step } ?? steps.count)
        freed[cardholder] = steps
    }
}
