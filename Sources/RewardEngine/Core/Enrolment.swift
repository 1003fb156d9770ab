/// That charges count only of who has enrolled (报名), and which of them.
package struct Enrolment: Equatable, Sendable {
    package var by: Owner
    package var counts: Counts
    /// The span that an enrolment falls in.
    package var within: CalendarSpan
    package var lasts: Lasts
    /// Only so many may enrol: the first ones.
    package var first: Int?

    package init(
        by: Owner = .cardholder, counts: Counts = .fromEnrolment, within: CalendarSpan = .campaign,
        lasts: Lasts = .campaign, first: Int? = nil
    ) {
        self.by = by
        self.counts = counts
        self.within = within
        self.lasts = lasts
        self.first = first
    }

    /// Who enrols.
    package enum Owner: String, CaseIterable, Sendable {
        case cardholder, card

        package var column: Column { self == .card ? .cardId : .cardholderId }
    }

    /// The first charge that counts.
    package enum Counts: String, CaseIterable, Sendable {
        case fromEnrolment = "from-enrolment"
        /// From the start of the span that the enrolment falls in.
        case fromWindow = "from-window"
        case wholeCampaign = "whole-campaign"
    }

    /// The last charge that counts.
    package enum Lasts: String, CaseIterable, Sendable {
        /// To the end of the span that the enrolment falls in: for the next one one has to enrol anew.
        case window
        case campaign
    }

    /// Whether a charge may wait for an enrolment that is still to come.
    package var looksBack: Bool { counts != .fromEnrolment }
}

/// One enrolment as a file states it.
package struct EnrolmentRecord: Equatable, Sendable {
    package var owner: Enrolment.Owner
    /// Of the cardholder or the card.
    package var identity: String
    package var campaign: String
    package var time: LocalTime

    package init(owner: Enrolment.Owner, identity: String, campaign: String, time: LocalTime) {
        self.owner = owner
        self.identity = identity
        self.campaign = campaign
        self.time = time
    }
}

/// The enrolments of one campaign that were admitted.
struct CompiledEnrolment: Sendable {
    private let rule: Enrolment
    private let column: Int
    private let clock: Clock
    private let cycleStartsOnDay: Int?
    private var keys = IntegerMap()
    /// Ascending.
    private var times: [[LocalTime]] = []

    init(_ rule: Enrolment, of campaign: Campaign, records: [EnrolmentRecord], vocabulary: inout Vocabulary) {
        self.rule = rule
        clock = campaign.clock
        cycleStartsOnDay = campaign.cycleStartsOnDay
        column = vocabulary.index(of: rule.by.column.rawValue)
        var timesOfIdentity: [String: [LocalTime]] = [:]
        for record in records where record.campaign == campaign.id && record.owner == rule.by {
            timesOfIdentity[record.identity, default: []].append(record.time)
        }
        let inOrder = timesOfIdentity.map { (identity: $0.key, times: $0.value.sorted()) }.sorted { left, right in
            left.times[0] == right.times[0]
                ? left.identity.utf8.lexicographicallyPrecedes(right.identity.utf8) : left.times[0] < right.times[0]
        }
        for (identity, times) in inOrder.prefix(rule.first ?? .max) {
            let symbol = vocabulary.symbol(of: identity, in: column)
            if keys.indexAdding(UInt64(symbol)) == self.times.count { self.times.append(times) }
        }
    }

    /// The day from which a charge is known to be enrolled; nil where it is not.
    func day(of row: Int, in transactions: Transactions) -> Day? {
        let owner = transactions.symbol(of: row, in: column)
        guard owner != SymbolTable.absent, let place = keys.index(of: UInt64(owner)) else { return nil }
        let charge = LocalTime(seconds: transactions.time[row])
        let span = key(of: transactions.day(of: row, by: clock))
        return times[place].first { time in
            let enrolled = key(of: time.day)
            let hasBegun =
                switch rule.counts {
                case .fromEnrolment: time <= charge && time.day.number <= transactions.decidingDay(of: row)
                case .fromWindow: enrolled <= span
                case .wholeCampaign: true
                }
            return hasBegun && (rule.lasts == .campaign || enrolled == span)
        }?.day
    }

    private func key(of day: Day) -> Int32 {
        rule.within.key(of: day, cycleStartsOnDay: cycleStartsOnDay)
    }
}
