/// A campaign with its texts turned into symbols and its conditions into flat arrays: what the hot loops run on. Nothing
/// in it is reference-counted row by row. An object that never changes, so that passing it on copies nothing.
package final class CompiledCampaign: Sendable {
    package let campaign: Campaign
    let currency: Symbol
    let gates: [CompiledGate]
    let conditions: Conditions
    let reward: CompiledReward
    let limits: [CompiledLimit]

    /// The column of the channel, where a row without one may be bound in a way that is not known yet.
    private let unknownChannel: Int?

    /// - Parameter knowsBindings: whether bindings are known, so that a row without a channel is one whose binding is not.
    package init(_ campaign: Campaign, vocabulary: inout Vocabulary, knowsBindings: Bool = false) {
        self.campaign = campaign
        let channel = Column.channel.rawValue
        unknownChannel = knowsBindings && campaign.columns.contains(channel) ? vocabulary.index(of: channel) : nil
        currency = vocabulary.currencies.intern(campaign.currency)
        var conditions = Conditions()
        gates = campaign.gates.map { gate in
            CompiledGate(
                root: conditions.add(gate.condition, vocabulary: &vocabulary),
                mentionsAmount: gate.condition.mentionsAmount,
                mentionsChannel: gate.condition.mentionsChannel)
        }
        self.conditions = conditions
        reward = CompiledReward(campaign.reward, vocabulary: &vocabulary)
        limits = campaign.limits.map { limit in CompiledLimit(limit, in: campaign, vocabulary: vocabulary) }
    }

    /// Whether the campaign asks how the row was bound, and nobody knows.
    @inline(__always)
    func lacksBinding(_ row: Int, in transactions: Transactions) -> Bool {
        guard let unknownChannel else { return false }
        return transactions.symbol(of: row, in: unknownChannel) == SymbolTable.absent
    }

    func policy(for kind: RowKind) -> MoneyBackPolicy {
        kind == .reversal ? campaign.onReversal : campaign.onRefund
    }
}

struct CompiledGate: Sendable {
    /// The index of its condition.
    let root: Int
    let mentionsAmount: Bool
    let mentionsChannel: Bool
}

struct CompiledLimit: Sendable {
    enum Per: Sendable {
        case cardholder, campaign
        case column(Int)
    }

    let per: Per
    let within: Window
    let cycleStartsOnDay: Int?
    let cap: Limit.Cap

    init(_ limit: Limit, in campaign: Campaign, vocabulary: Vocabulary) {
        per =
            switch limit.per {
            case .cardholder: .cardholder
            case .campaign: .campaign
            case .card: .column(vocabulary.index(of: Column.cardId.rawValue))
            case .column(let name): .column(vocabulary.index(of: name))
            }
        within = limit.within
        cycleStartsOnDay = campaign.cycleStartsOnDay
        cap = limit.cap
    }
}
