/// How much may be given per something within a window; its id is the reason given where nothing is left.
package struct Limit: Equatable, Sendable {
    package var id: String
    package var per: Per
    package var within: Window
    package var cap: Cap
    /// The name under which several campaigns share it.
    package var pool: String?

    package init(id: String, per: Per, within: Window, cap: Cap, pool: String? = nil) {
        self.pool = pool
        self.id = id
        self.per = per
        self.within = within
        self.cap = cap
    }

    package enum Per: Equatable, Sendable {
        case cardholder, card, campaign
        case column(String)
    }

    package enum Cap: Equatable, Sendable {
        case awards(Int)
        case amountFen(Chosen, overflow: Overflow)
    }

    package enum Overflow: String, CaseIterable, Sendable {
        /// The award is cut down to what is left.
        case clip
        /// The charge is declined where the award is more than what is left.
        case decline
    }

    /// A quota (名额上限): a cap on the campaign as a whole.
    package var isQuota: Bool { per == .campaign }
}
