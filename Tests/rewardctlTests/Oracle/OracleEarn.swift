/// How charges earn together, who has to enrol, and what came before.
enum OracleEarn {
    case each
    case every(Int, OracleWindow)
    case reach(OracleGoal, OracleWindow, thenEach: Bool)

    var window: OracleWindow? {
        switch self {
        case .each: nil
        case .every(_, let window), .reach(_, let window, _): window
        }
    }

    var isGoal: Bool {
        if case .reach = self { true } else { false }
    }
}

struct OracleGoal {
    var count: Int?
    var spendFen: Int?
    var days: Int?
    var consecutiveDays: Int?

    /// The charges that count, each with its day and what is left of it.
    func isReached(_ charges: [(day: OracleDay, netFen: Int)]) -> Bool {
        let different = Set(charges.map(\.day))
        if let count, charges.count < count { return false }
        if let spendFen, charges.reduce(0, { $0 + $1.netFen }) < spendFen { return false }
        if let days, different.count < days { return false }
        guard let consecutiveDays else { return true }
        return different.contains { day in (0..<consecutiveDays).allSatisfy { different.contains(day.moved(by: $0)) } }
    }
}

struct OracleEnrolment {
    enum Counts: String, CaseIterable {
        case fromEnrolment = "from-enrolment"
        case fromWindow = "from-window"
        case wholeCampaign = "whole-campaign"
    }

    /// `cardholder_id` or `card_id`.
    var column: String
    var counts: Counts
    var within: OracleWindow.Span
    var lapses: Bool
    var first: Int?

    var looksBack: Bool { counts != .fromEnrolment }
}

/// One line of a file of enrolments.
struct OracleEnrolmentLine: Hashable {
    /// `cardholder_id` or `card_id`.
    var column: String
    var identity: String
    var campaign: String
    var time: OracleMoment
}

struct OracleHistory {
    var id: String
    var isSpend: Bool
    var previous: OracleWindow.Span
    /// Ids of gates.
    var gates: [String]
}

/// A rate in per cent, as text; or by a history.
enum OracleRate {
    case always(String)
    case tiers(String, [(from: Int, rate: String)])
}

extension OracleReward {
    /// The rewards without `by`.
    var parts: [OracleReward] {
        guard case .choice(_, let cases, let otherwise) = self else { return [self] }
        return cases.flatMap(\.reward.parts) + (otherwise?.parts ?? [])
    }

    var window: OracleWindow? {
        if case .marginal(_, let within, _, _, _) = self { within } else { nil }
    }

    /// Whether it needs to know more than the charge and the step.
    var remembers: Bool {
        parts.contains { part in
            switch part {
            case .marginal, .percent(.tiers, _, _, _): true
            default: false
            }
        }
    }
}

extension OracleCampaign {
    /// The window in which charges earn together; nil where each is for itself.
    var progressWindow: OracleWindow? {
        if case .each = earn, !reward.remembers { return nil }
        return earn.window ?? reward.parts.lazy.compactMap(\.window).first ?? .calendar(.campaign)
    }

    /// The enrolments that were admitted, of those that are known.
    func admitted(_ lines: [OracleEnrolmentLine]) -> [OracleEnrolmentLine] {
        guard let enrolment else { return [] }
        let mine = lines.filter { $0.campaign == id && $0.column == enrolment.column }
        func firstTime(_ identity: String) -> OracleMoment? {
            mine.filter { $0.identity == identity }.map(\.time).min()
        }
        let inOrder = Set(mine.map(\.identity)).sorted { left, right in
            let (leftTime, rightTime) = (firstTime(left), firstTime(right))
            if leftTime == rightTime { return OracleText.bytesPrecede(left, right) }
            guard let leftTime, let rightTime else { return false }
            return leftTime < rightTime
        }
        let admitted = inOrder.prefix(enrolment.first ?? inOrder.count)
        return mine.filter { admitted.contains($0.identity) }
    }

    /// The day from which it is known that a charge counts; nil where nobody has enrolled for it.
    /// `takenOn`: the day on which it is decided.
    func enrolmentDay(of row: OracleRow, takenOn: OracleDay, _ lines: [OracleEnrolmentLine]) -> OracleDay? {
        guard let enrolment, !row.value(enrolment.column).isEmpty else { return nil }
        func name(_ day: OracleDay) -> String { enrolment.within.name(of: day, in: self) }
        let charge = date(of: row)
        let counting = admitted(lines).filter { line in
            guard line.identity == row.value(enrolment.column) else { return false }
            let isSameSpan = name(line.time.day) == name(charge)
            if enrolment.lapses, !isSameSpan { return false }
            switch enrolment.counts {
            case .fromEnrolment: return !(row.time < line.time) && !(takenOn < line.time.day)
            case .fromWindow: return isSameSpan || line.time.day < charge
            case .wholeCampaign: return true
            }
        }
        return counting.map(\.time).min()?.day
    }
}
