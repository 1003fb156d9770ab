/// A span of the calendar, by the day of a campaign's clock.
package enum CalendarSpan: String, CaseIterable, Sendable {
    case campaign, cycle, month, week, day, quarter, year

    /// A number that is the same for two days exactly when they fall in the same span, and that grows with the day.
    /// `cycleStartsOnDay` is needed by `cycle` alone.
    package func key(of day: Day, cycleStartsOnDay: Int?) -> Int32 {
        switch self {
        case .campaign:
            return 0
        case .cycle:
            return day.cycle(startsOnDay: cycleStartsOnDay ?? 1).number
        case .week:
            return day.number - Int32(day.weekday - 1)
        case .day:
            return day.number
        case .month:
            let (year, month, _) = day.civil
            return Int32(year * 12 + month - 1)
        case .quarter:
            let (year, month, _) = day.civil
            return Int32(year * 4 + (month - 1) / 3)
        case .year:
            return Int32(day.civil.year)
        }
    }

    /// The key of the span before the one that the day falls in; the whole campaign has none before it.
    package func previousKey(of day: Day, cycleStartsOnDay: Int?) -> Int32 {
        let key = key(of: day, cycleStartsOnDay: cycleStartsOnDay)
        switch self {
        case .campaign, .day, .month, .quarter, .year: return key - 1
        case .week: return key - 7
        case .cycle: return Day(number: key - 1).cycle(startsOnDay: cycleStartsOnDay ?? 1).number
        }
    }
}

/// The days that count together: for a limit, for what a charge earns by, for a gate.
package enum Window: Equatable, Sendable {
    /// Starts afresh with every span.
    case calendar(CalendarSpan)
    /// These days, which are one window; a day that is none of them is outside.
    case days([Period])
    /// The first days from the one that a column states, that day being the first of them.
    case daysAfter(column: String, days: Int)
    /// The span that the day of a column falls in.
    case same(CalendarSpan, column: String)

    package static let campaign = Window.calendar(.campaign)
    package static let cycle = Window.calendar(.cycle)
    package static let month = Window.calendar(.month)
    package static let week = Window.calendar(.week)
    package static let day = Window.calendar(.day)
    package static let quarter = Window.calendar(.quarter)
    package static let year = Window.calendar(.year)

    /// The column of days that it is anchored on.
    package var column: String? {
        switch self {
        case .calendar, .days: nil
        case .daysAfter(let column, _), .same(_, let column): column
        }
    }

    /// Whether it has to know where a cycle starts.
    package var usesCycle: Bool {
        switch self {
        case .calendar(let span), .same(let span, _): span == .cycle
        case .days, .daysAfter: false
        }
    }
}

/// A window that the hot loops ask for its key.
struct CompiledWindow: Sendable {
    private enum Shape: Sendable {
        case calendar(CalendarSpan)
        case days([Period])
        case daysAfter(column: Int, days: Int32)
        case same(CalendarSpan, column: Int)
    }

    /// The key of what lies in no window.
    static let outside = Int32.min

    private let shape: Shape
    private let cycleStartsOnDay: Int?
    private let dates: ColumnDates

    init(_ window: Window, in campaign: Campaign, vocabulary: Vocabulary) {
        cycleStartsOnDay = campaign.cycleStartsOnDay
        dates = window.column.map { ColumnDates(of: $0, in: vocabulary) } ?? ColumnDates()
        shape =
            switch window {
            case .calendar(let span): .calendar(span)
            case .days(let spans): .days(spans)
            case .daysAfter(let column, let days):
                .daysAfter(column: vocabulary.index(of: column), days: Int32(days))
            case .same(let span, let column): .same(span, column: vocabulary.index(of: column))
            }
    }

    /// Whether two rows of the same day may lie in different windows.
    var dependsOnRow: Bool {
        switch shape {
        case .calendar, .days: false
        case .daysAfter, .same: true
        }
    }

    /// The same for two charges exactly when they fall in the same window.
    func key(of day: Day, row: Int, in transactions: Transactions) -> Int32 {
        switch shape {
        case .calendar(let span):
            return span.key(of: day, cycleStartsOnDay: cycleStartsOnDay)
        case .days(let spans):
            return spans.contains { $0.contains(day) } ? 0 : CompiledWindow.outside
        case .daysAfter(let column, let days):
            guard let first = dates.day(of: transactions.symbol(of: row, in: column)), first <= day,
                day.number - first.number < days
            else { return CompiledWindow.outside }
            return first.number
        case .same(let span, let column):
            guard let stated = dates.day(of: transactions.symbol(of: row, in: column)) else {
                return CompiledWindow.outside
            }
            let key = span.key(of: day, cycleStartsOnDay: cycleStartsOnDay)
            return span.key(of: stated, cycleStartsOnDay: cycleStartsOnDay) == key ? key : CompiledWindow.outside
        }
    }
}

/// The days that the texts of one column state, by symbol.
struct ColumnDates: Sendable {
    private var numbers: [Int32] = []

    /// No column at all.
    init() {}

    init(of column: String, in vocabulary: Vocabulary) {
        let table = vocabulary.tables[vocabulary.index(of: column)]
        numbers = (0..<table.count).map { Day(factText: table.text(of: Symbol($0)))?.number ?? .min }
    }

    /// Nil where the text states no day.
    func day(of symbol: Symbol) -> Day? {
        let number = Int(symbol) < numbers.count ? numbers[Int(symbol)] : .min
        return number == .min ? nil : Day(number: number)
    }
}

extension Day {
    /// Reads what a column of facts may hold: `2016-12-22`, also with `/`, with one digit for month and day, as
    /// `20161222`, and followed by a time of day, which does not count. Nil for anything else.
    package init?(factText text: String) {
        let date = text.utf8.prefix { $0 != UInt8(ascii: "T") && $0 != UInt8(ascii: " ") }
        let digits: [[UInt8]]
        let parts = date.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
        if parts.count == 1, date.count == 8 || date.count == 14 {
            let all = Array(date)
            digits = [Array(all[0..<4]), Array(all[4..<6]), Array(all[6..<8])]
        } else {
            digits = parts.map(Array.init)
        }
        guard digits.count == 3, digits[0].count == 4, 1...2 ~= digits[1].count, 1...2 ~= digits[2].count,
            digits.joined().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        let numbers = digits.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }
}
