/// The conditions of one campaign, flat: a node names its children by their places in `children`.
struct Conditions: Sendable {
    private enum Subject: Sendable {
        case amountFen, weekday, secondOfDay, localDate
        case column(Int)
        case history(Int)
    }

    private enum Node: Sendable {
        /// `low ≤ value ≤ high`
        case between(Subject, low: Int, high: Int)
        /// The value is one of `values[list]`.
        case oneOf(Subject, list: Range<Int>)
        /// The day by the clock lies in `windows[index]`.
        case within(Int)
        case all(children: Range<Int>)
        case any(children: Range<Int>)
        case not(Int)
    }

    private var nodes: [Node] = []
    private var children: [Int] = []
    /// The lists of `oneOf`, each ascending.
    private var values: [Int] = []
    private var windows: [CompiledWindow] = []
    private let clock: Clock

    init(clock: Clock) {
        self.clock = clock
    }

    /// Adds a condition and says which node it is.
    mutating func add(_ condition: Condition, of campaign: Campaign, vocabulary: inout Vocabulary) -> Int {
        switch condition {
        case .amountFen(let tests):
            return addTests(tests, of: .amountFen)
        case .weekday(let tests):
            return addTests(tests, of: .weekday)
        case .secondOfDay(let tests):
            return addTests(tests, of: .secondOfDay)
        case .localDate(let tests):
            return addTests(tests.map { $0.map { Int($0.number) } }, of: .localDate)
        case .within(let window):
            windows.append(CompiledWindow(window, in: campaign, vocabulary: vocabulary))
            return addNode(.within(windows.count - 1))
        case .history(let index, let tests):
            return addTests(tests, of: .history(index))
        case .column(let name, let tests):
            let column = vocabulary.index(of: name)
            let symbolic = tests.map { $0.map { Int(vocabulary.symbol(of: $0, in: column)) } }
            return addTests(symbolic, of: .column(column))
        case .all(let parts):
            return addNode(.all(children: addChildren(parts.map { add($0, of: campaign, vocabulary: &vocabulary) })))
        case .any(let parts):
            return addNode(.any(children: addChildren(parts.map { add($0, of: campaign, vocabulary: &vocabulary) })))
        case .not(let part):
            return addNode(.not(add(part, of: campaign, vocabulary: &vocabulary)))
        }
    }

    /// Whether a condition holds on a purchase of which `netFen` is left.
    /// - Parameter history: of the campaign, by index; empty where it has none.
    func hold(_ node: Int, on row: Int, netFen: Int, history: [Int], in transactions: Transactions) -> Bool {
        switch nodes[node] {
        case .between(let subject, let low, let high):
            let value = value(of: subject, row, netFen, history, transactions)
            return low <= value && value <= high
        case .oneOf(let subject, let list):
            return contains(value(of: subject, row, netFen, history, transactions), in: list)
        case .within(let index):
            let day = transactions.day(of: row, by: clock)
            return windows[index].key(of: day, row: row, in: transactions) != CompiledWindow.outside
        case .all(let range):
            for child in range where !hold(children[child], on: row, netFen: netFen, history: history, in: transactions)
            { return false }
            return true
        case .any(let range):
            for child in range where hold(children[child], on: row, netFen: netFen, history: history, in: transactions)
            { return true }
            return false
        case .not(let child):
            return !hold(child, on: row, netFen: netFen, history: history, in: transactions)
        }
    }

    @inline(__always)
    private func value(
        of subject: Subject, _ row: Int, _ netFen: Int, _ history: [Int], _ transactions: Transactions
    ) -> Int {
        switch subject {
        case .amountFen: netFen
        case .weekday: LocalTime(seconds: transactions.time[row]).day.weekday
        case .secondOfDay: LocalTime(seconds: transactions.time[row]).secondOfDay
        case .localDate: Int(LocalTime(seconds: transactions.time[row]).day.number)
        case .column(let column): Int(transactions.symbol(of: row, in: column))
        case .history(let index): history[index]
        }
    }

    /// Short lists are walked; long ones, of merchants, are halved.
    private func contains(_ value: Int, in list: Range<Int>) -> Bool {
        var (low, high) = (list.lowerBound, list.upperBound)
        while high - low > 8 {
            let middle = (low + high) / 2
            if values[middle] <= value { low = middle } else { high = middle }
        }
        while low < high {
            if values[low] == value { return true }
            low += 1
        }
        return false
    }

    private mutating func addTests(_ tests: [Test<Int>], of subject: Subject) -> Int {
        let nodes = tests.map { test -> Int in
            switch test {
            case .oneOf(let list): addNode(.oneOf(subject, list: addValues(list)))
            case .noneOf(let list): addNode(.not(addNode(.oneOf(subject, list: addValues(list)))))
            case .atLeast(let bound): addNode(.between(subject, low: bound, high: .max))
            case .above(let bound): addNode(.between(subject, low: bound + 1, high: .max))
            case .atMost(let bound): addNode(.between(subject, low: .min, high: bound))
            case .below(let bound): addNode(.between(subject, low: .min, high: bound - 1))
            }
        }
        return nodes.count == 1 ? nodes[0] : addNode(.all(children: addChildren(nodes)))
    }

    private mutating func addNode(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func addChildren(_ list: [Int]) -> Range<Int> {
        let start = children.count
        children.append(contentsOf: list)
        return start..<children.count
    }

    private mutating func addValues(_ list: [Int]) -> Range<Int> {
        let start = values.count
        values.append(contentsOf: list.sorted())
        return start..<values.count
    }
}

extension Test {
    func map<Other>(_ transform: (Value) -> Other) -> Test<Other> {
        switch self {
        case .oneOf(let list): .oneOf(list.map(transform))
        case .noneOf(let list): .noneOf(list.map(transform))
        case .atLeast(let bound): .atLeast(transform(bound))
        case .above(let bound): .above(transform(bound))
        case .atMost(let bound): .atMost(transform(bound))
        case .below(let bound): .below(transform(bound))
        }
    }
}
