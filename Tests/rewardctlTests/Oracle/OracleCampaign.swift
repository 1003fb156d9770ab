/// A campaign as SPEC 3 describes it, with the operands of its tests still as text.
struct OracleCampaign {
    enum Clock: String, CaseIterable { case transaction, posting }

    var id: String
    var title = "x"
    var currency = "CNY"
    var offsetMinutes = 8 * 60
    var from: OracleDay
    var through: OracleDay
    var presentBy: OracleDay?
    var clock = Clock.transaction
    var cycleStartsOnDay: Int?
    var enrolment: OracleEnrolment?
    var history: [OracleHistory] = []
    var gates: [OracleGate] = []
    /// The group, and the lower number first.
    var exclusive: (group: String, priority: Int)?
    var earn = OracleEarn.each
    var reward: OracleReward
    var limits: [OracleLimit] = []
    var onRefund = OraclePolicy()
    var onReversal = OraclePolicy()

    /// The day that period, cycle and windows go by.
    func date(of row: OracleRow) -> OracleDay { clock == .transaction ? row.time.day : row.bookingDay }

    func cycleText(of row: OracleRow) -> String {
        cycleStartsOnDay.map { date(of: row).cycle(startsOnDay: $0).text } ?? ""
    }

    func policy(for kind: OracleRow.Kind) -> OraclePolicy { kind == .refund ? onRefund : onReversal }

    func isInCurrency(_ row: OracleRow) -> Bool { row.currency.isEmpty || row.currency == currency }
}

struct OracleGate {
    var id: String
    var condition: OracleCondition
}

indirect enum OracleCondition {
    case field(String, [OracleTest])
    case within(OracleWindow)
    /// A history by its id; outermost only. The operands are in yuan or charges.
    case history(String, [OracleTest])
    case all([OracleCondition])
    case any([OracleCondition])
    case not(OracleCondition)

    var mentionsHistory: Bool {
        if case .history = self { true } else { false }
    }

    var mentionsAmount: Bool {
        switch self {
        case .field(let name, _): name == "amount"
        case .within, .history: false
        case .all(let parts), .any(let parts): parts.contains { $0.mentionsAmount }
        case .not(let part): part.mentionsAmount
        }
    }

    /// The columns that it names, `amount` aside.
    var columns: [String] {
        switch self {
        case .field(let name, _): ["amount", "weekday", "timeOfDay", "localDate"].contains(name) ? [] : [name]
        case .within(let window): window.columns
        case .history: []
        case .all(let parts), .any(let parts): parts.flatMap { $0.columns }
        case .not(let part): part.columns
        }
    }
}

extension OracleCondition {
    var windows: [OracleWindow] {
        switch self {
        case .field, .history: []
        case .within(let window): [window]
        case .all(let parts), .any(let parts): parts.flatMap(\.windows)
        case .not(let part): part.windows
        }
    }
}

struct OracleTest {
    enum Word: String, CaseIterable {
        case isOne = "is"
        case isNot, isIn = "in", notIn, atLeast, above, atMost, below

        var takesList: Bool { self == .isIn || self == .notIn }
    }

    var word: Word
    /// One, except after `in` and `notIn`.
    var operands: [String]
}

indirect enum OracleReward {
    /// The steps in fen.
    case ladder([Int])
    case fixed(fen: Int)
    /// `rate` is the text of the per cent.
    case percent(rate: OracleRate, rounding: Rounding?, unit: Unit?, maxFen: Int?)
    case bands([(fromFen: Int, fen: Int)])
    /// Rates by bands of the spend in a window (nil: that of `earn`).
    case marginal(
        [(fromFen: Int, rate: OracleRate)], within: OracleWindow?, rounding: Rounding?, unit: Unit?, maxFen: Int?)
    /// By the value of a column.
    case choice(String, [(value: String, reward: OracleReward)], otherwise: OracleReward?)

    enum Rounding: String, CaseIterable {
        case down, up
        case halfUp = "half-up"
        case halfEven = "half-even"
    }

    enum Unit: String, CaseIterable { case fen, jiao, yuan }
}

/// The days that count together.
enum OracleWindow {
    enum Span: String, CaseIterable { case campaign, cycle, month, week, day, quarter, year }

    case calendar(Span)
    /// First and last days; all of them are one window.
    case days([(OracleDay, OracleDay)])
    /// The first `days` days, of which that of the column is the first.
    case after(column: String, days: Int)
    case same(Span, column: String)

    var columns: [String] {
        switch self {
        case .calendar, .days: []
        case .after(let column, _), .same(_, let column): [column]
        }
    }

    var usesCycle: Bool {
        switch self {
        case .calendar(.cycle), .same(.cycle, _): true
        case .calendar, .same, .days, .after: false
        }
    }
}

struct OracleLimit {
    enum Cap {
        case awards(Int)
        case amount(fen: Int, declines: Bool)
        /// By a history, the highest tier that it reaches.
        case tiers(String, [(from: Int, fen: Int)])
    }

    var id: String
    var pool: String?
    /// `cardholder`, `card`, `campaign` or a column.
    var per: String
    var within: OracleWindow
    var cap: Cap
}

struct OraclePolicy {
    enum Kind: String, CaseIterable { case retest, forfeit, ignore }
    enum Reopens {
        case none, all
        /// Limit ids and `ladder`.
        case list([String])
    }

    var kind = Kind.retest
    var reopens = Reopens.none

    /// `name`: a limit's id, or `ladder`.
    func reopens(_ name: String) -> Bool {
        switch reopens {
        case .none: false
        case .all: true
        case .list(let names): names.contains(name)
        }
    }
}

extension OracleReward {
    var columns: [String] {
        if case .marginal(_, let within?, _, _, _) = self { return within.columns }
        guard case .choice(let column, let cases, let otherwise) = self else { return [] }
        return (column == "weekday" ? [] : [column]) + cases.flatMap(\.reward.columns) + (otherwise?.columns ?? [])
    }
}

extension OracleCampaign {
    /// Whether some part of it counts within cycles.
    var usesCycle: Bool {
        limits.contains { $0.within.usesCycle } || earn.window?.usesCycle == true
            || reward.parts.contains { $0.window?.usesCycle == true } || enrolment?.within == .cycle
            || history.contains { $0.previous == .cycle }
            || gates.contains { $0.condition.windows.contains(where: \.usesCycle) }
    }

    /// The columns that the rules ask for.
    var columns: [String] {
        var columns = enrolment.map { [$0.column] } ?? []
        columns += gates.flatMap { $0.condition.columns }
        columns += earn.window?.columns ?? []
        columns += reward.columns
        for limit in limits {
            if !["cardholder", "campaign"].contains(limit.per) {
                columns.append(limit.per == "card" ? "card_id" : limit.per)
            }
            columns += limit.within.columns
        }
        return columns
    }

    /// The flagship, with the parameters of SPEC 3.
    static func flagship() throws -> OracleCampaign {
        try OracleCampaign(
            json: """
                {"id": "bocom-apple-pay-monthly", "title": "x", "currency": "CNY", "utcOffset": "+08:00",
                 "period": {"from": "2016-12-22", "through": "2017-12-21"}, "cycle": {"startsOnDay": 22},
                 "gates": [{"id": "apple-pay", "field": "pay_method", "is": "apple_pay"},
                           {"id": "bound", "field": "channel", "in": ["app", "wallet"]},
                           {"id": "minimum-charge", "field": "amount", "atLeast": 100}],
                 "reward": {"ladder": {"by": "channel",
                                       "steps": {"app": [10, 15, 20, 20], "wallet": [5, 10, 15, 20]}}},
                 "limits": [{"id": "cardholder", "per": "cardholder", "within": "campaign", "awards": 4},
                            {"id": "cycle", "per": "cardholder", "within": "cycle", "awards": 1},
                            {"id": "quota", "per": "campaign", "within": "campaign", "awards": 100000}],
                 "onRefund": {"policy": "retest", "reopens": "none"},
                 "onReversal": {"policy": "retest", "reopens": "all"}}
                """)
    }
}
