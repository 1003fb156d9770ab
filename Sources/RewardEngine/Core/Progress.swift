/// The charges that passed the gates, by cardholder and window, and which award each of them is for: what has to be
/// remembered where several charges earn together, or where one is priced by those before it. A fold over what was
/// decided.
struct Progress: Sendable {
    struct Charge: Sendable {
        var row: Int32
        var account: Int32
        var day: Int32
        /// The index of the group that it belongs to; -1: it has earned nothing yet.
        var group: Int32 = -1
        /// The index of the version that decided it.
        var version: Int32
        var netFen: Int
        /// Something is left of it, and enough for the gates.
        var qualifies = true
    }

    /// The charges that one of them earned for.
    struct Group: Sendable {
        /// The charge that earned.
        var charge: Int32
        /// Nil where a limit left nothing to award.
        var award: Decisions.Award?
        /// What the groups before it in the window had come to.
        var spentBeforeFen: Int
        /// By which its rates were chosen.
        var history: [Int]
    }

    /// A cardholder's charges in one window. All sums are over those that still qualify.
    private struct Account: Sendable {
        var charges: [Int32] = []
        var count = 0
        var spendFen = 0
        /// Of those in no group.
        var openCount = 0
        var openFen = 0
        /// The groups of the window.
        var groups: [Int32] = []
    }

    enum Standing {
        case earns, notYet, already
    }

    private let window: CompiledWindow
    private var keys = IntegerMap()
    private var accounts: [Account] = []
    private var rows = IntegerMap()
    private(set) var charges: [Charge] = []
    private(set) var groups: [Group] = []

    init(within window: CompiledWindow) {
        self.window = window
    }

    // MARK: - A charge

    /// Where a charge would stand that is decided now.
    mutating func standing(
        of row: Int, cardholder: Symbol, day: Day, netFen: Int, earn: Earn, in transactions: Transactions
    ) -> Standing {
        guard let index = account(of: row, cardholder: cardholder, day: day, in: transactions) else { return .notYet }
        let account = accounts[index]
        switch earn {
        case .each:
            return .earns
        case .every(let count, _):
            return account.openCount + 1 >= count ? .earns : .notYet
        case .reach(let goal, _, let then):
            if then == .nothing, heldGroup(of: index) != nil { return .already }
            let isReached = goal.isReached(count: account.count + 1, spendFen: account.spendFen + netFen) {
                qualifyingDays(of: account) + [day.number]
            }
            return isReached ? .earns : .notYet
        }
    }

    /// What its window had come to, and what is to be priced with it: itself, and all before it that has earned nothing.
    mutating func spend(
        of row: Int, cardholder: Symbol, day: Day, netFen: Int, in transactions: Transactions
    ) -> (beforeFen: Int, fen: Int) {
        guard let index = account(of: row, cardholder: cardholder, day: day, in: transactions) else { return (0, 0) }
        let account = accounts[index]
        return (account.spendFen - account.openFen, account.openFen + netFen)
    }

    /// Keeps a charge that was decided.
    /// - Parameter closesGroup: it earned, for itself and all before it that have earned nothing.
    /// - Parameter version: the index of the one that decided it.
    mutating func add(
        _ row: Int, cardholder: Symbol, day: Day, netFen: Int, version: Int, closesGroup: Bool,
        award: Decisions.Award?, history: [Int], in transactions: Transactions
    ) {
        guard let index = account(of: row, cardholder: cardholder, day: day, in: transactions) else { return }
        let charge = Int32(charges.count)
        guard rows.indexAdding(UInt64(row)) == charges.count else { return }
        charges.append(
            Charge(
                row: Int32(truncatingIfNeeded: row), account: Int32(index), day: day.number, version: Int32(version),
                netFen: netFen))
        accounts[index].charges.append(charge)
        accounts[index].count += 1
        accounts[index].spendFen += netFen
        accounts[index].openCount += 1
        accounts[index].openFen += netFen
        if closesGroup { close(groupOf: charge, in: index, award: award, history: history) }
    }

    private mutating func close(groupOf charge: Int32, in index: Int, award: Decisions.Award?, history: [Int]) {
        let account = accounts[index]
        for member in account.charges where charges[Int(member)].group < 0 && charges[Int(member)].qualifies {
            charges[Int(member)].group = Int32(groups.count)
        }
        accounts[index].groups.append(Int32(groups.count))
        groups.append(
            Group(
                charge: charge, award: award, spentBeforeFen: account.spendFen - account.openFen, history: history))
        accounts[index].openCount = 0
        accounts[index].openFen = 0
    }

    /// Nil for a charge outside of every window.
    private mutating func account(
        of row: Int, cardholder: Symbol, day: Day, in transactions: Transactions
    ) -> Int? {
        let key = window.key(of: day, row: row, in: transactions)
        if key == CompiledWindow.outside { return nil }
        let index = keys.indexAdding(UInt64(cardholder) << 32 | UInt64(UInt32(bitPattern: key)))
        if index == accounts.count { accounts.append(Account()) }
        return index
    }

    private func qualifyingDays(of account: Account) -> [Int32] {
        account.charges.filter { charges[Int($0)].qualifies }.map { charges[Int($0)].day }
    }

    /// The group of an account whose award is still held, in whole or in part.
    private func heldGroup(of account: Int) -> Int? {
        accounts[account].groups.last { groups[Int($0)].award.map { $0.heldFen > 0 } ?? false }.map(Int.init)
    }

    // MARK: - Money back

    /// The index of the charge that a row is; nil where it is not kept here.
    func charge(of row: Int) -> Int? {
        rows.index(of: UInt64(row))
    }

    /// Lowers what is left of a charge.
    mutating func lower(_ index: Int, netFen: Int, qualifies: Bool) {
        let old = charges[index]
        let account = Int(old.account)
        charges[index].netFen = netFen
        charges[index].qualifies = old.qualifies && qualifies
        if !old.qualifies { return }
        let lessFen = qualifies ? old.netFen - netFen : old.netFen
        accounts[account].spendFen -= lessFen
        if old.group < 0 { accounts[account].openFen -= lessFen }
        if !qualifies {
            accounts[account].count -= 1
            if old.group < 0 { accounts[account].openCount -= 1 }
        }
    }

    /// The group whose award a charge bears on: its own, or else (`isOwn` false) the one that is held in its window.
    func group(of charge: Int) -> (group: Int, isOwn: Bool)? {
        let own = Int(charges[charge].group)
        if own >= 0 { return (own, true) }
        let account = Int(charges[charge].account)
        if let earned = accounts[account].groups.last(where: { Int(groups[Int($0)].charge) == charge }) {
            return (Int(earned), true)
        }
        return heldGroup(of: account).map { ($0, false) }
    }

    /// The award of a group as it is held now. Where a goal has to be reached anew once its award is gone
    /// (`isReopened`), its charges count again as having earned nothing.
    mutating func keep(_ award: Decisions.Award, of group: Int, isReopened: Bool) {
        groups[group].award = award
        guard isReopened else { return }
        let account = Int(charges[Int(groups[group].charge)].account)
        for member in accounts[account].charges where Int(charges[Int(member)].group) == group {
            charges[Int(member)].group = -1
            if charges[Int(member)].qualifies {
                accounts[account].openCount += 1
                accounts[account].openFen += charges[Int(member)].netFen
            }
        }
    }

    /// Whether what a group earned by still holds.
    func stillEarns(_ group: Int, by earn: Earn) -> Bool {
        let charge = charges[Int(groups[group].charge)]
        switch earn {
        case .each:
            return charge.qualifies
        case .every:
            return accounts[Int(charge.account)].charges.allSatisfy { member in
                Int(charges[Int(member)].group) != group || charges[Int(member)].qualifies
            }
        case .reach(let goal, _, _):
            let account = accounts[Int(charge.account)]
            return goal.isReached(count: account.count, spendFen: account.spendFen) { qualifyingDays(of: account) }
        }
    }

    /// What the charges of a group have come to by now.
    func spendFen(of group: Int) -> Int {
        accounts[Int(charges[Int(groups[group].charge)].account)].charges.reduce(0) { sum, member in
            let charge = charges[Int(member)]
            return Int(charge.group) == group && charge.qualifies ? sum + charge.netFen : sum
        }
    }
}
