/// A campaign with its texts turned into symbols and its conditions into flat arrays: what the hot loops run on. Nothing
/// in it is reference-counted row by row. An object that never changes, so that passing it on copies nothing.
package final class CompiledCampaign: Sendable {
    package let campaign: Campaign
    let currency: Symbol
    let gates: [CompiledGate]
    let conditions: Conditions
    let reward: CompiledReward
    let limits: [CompiledLimit]
    let enrolment: CompiledEnrolment?
    /// Where charges earn together, or are priced by those before them: the window in which they do.
    let progressWindow: CompiledWindow?
    /// A sum over earlier charges is asked for: every purchase has to be taken in its turn.
    let hasHistory: Bool
    /// No purchase can be decided by itself.
    let takesEveryPurchase: Bool

    /// - Parameter enrolments: of any campaigns; those of this one are taken.
    /// - Parameter knowsTexts: the vocabulary has the texts of all rows. Where it has not, as while they are read, what
    ///   hangs on the day of a column or on enrolments is left for later.
    package init(
        _ campaign: Campaign, vocabulary: inout Vocabulary, enrolments: [EnrolmentRecord] = [], knowsTexts: Bool = true
    ) {
        self.campaign = campaign
        currency = vocabulary.currencies.intern(campaign.currency)
        var conditions = Conditions(clock: campaign.clock)
        gates = campaign.gates.map { gate in
            CompiledGate(
                root: conditions.add(gate.condition, of: campaign, vocabulary: &vocabulary),
                mentionsAmount: gate.condition.mentionsAmount)
        }
        self.conditions = conditions
        reward = CompiledReward(campaign.reward, vocabulary: &vocabulary)
        limits = campaign.limits.map { limit in CompiledLimit(limit, in: campaign, vocabulary: vocabulary) }
        enrolment = campaign.enrolment.map {
            CompiledEnrolment($0, of: campaign, records: enrolments, vocabulary: &vocabulary)
        }
        progressWindow = campaign.progressWindow.map { CompiledWindow($0, in: campaign, vocabulary: vocabulary) }
        hasHistory = !campaign.history.isEmpty
        let hangsOnTexts =
            campaign.enrolment != nil
            || campaign.gates.contains { $0.condition.windows.contains { $0.column != nil } }
        takesEveryPurchase = hasHistory || hangsOnTexts && !knowsTexts
    }

    /// The day on which a row is decided: one that waits for its cardholder to enrol, not before that.
    package func decidingDay(of row: Int, in transactions: Transactions) -> Int32 {
        let day = transactions.decidingDay(of: row)
        guard let enrolment, transactions.kind[row] == .purchase else { return day }
        return max(day, enrolment.day(of: row, in: transactions)?.number ?? day)
    }

    func policy(for kind: RowKind) -> MoneyBackPolicy {
        kind == .reversal ? campaign.onReversal : campaign.onRefund
    }
}

struct CompiledGate: Sendable {
    /// The index of its condition.
    let root: Int
    let mentionsAmount: Bool
}

struct CompiledLimit: Sendable {
    enum Per: Sendable {
        case cardholder, campaign
        case column(Int)
    }

    let per: Per
    let within: CompiledWindow
    /// Starts afresh at no time.
    let isForGood: Bool
    let cap: Limit.Cap
    /// One counter for all that are ever awarded.
    var isForAllAndGood: Bool {
        if case .campaign = per { isForGood } else { false }
    }
    /// Other campaigns draw on it, too.
    let pool: String?

    init(_ limit: Limit, in campaign: Campaign, vocabulary: Vocabulary) {
        per =
            switch limit.per {
            case .cardholder: .cardholder
            case .campaign: .campaign
            case .card: .column(vocabulary.index(of: Column.cardId.rawValue))
            case .column(let name): .column(vocabulary.index(of: name))
            }
        within = CompiledWindow(limit.within, in: campaign, vocabulary: vocabulary)
        isForGood = limit.within == .campaign
        cap = limit.cap
        pool = limit.pool
    }
}
