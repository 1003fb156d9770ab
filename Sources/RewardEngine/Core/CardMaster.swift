/// From when through when a card was whose.
package struct CardHolding: Equatable, Sendable {
    /// The primary cardholder.
    package var cardholderId: String
    package var from: Day
    /// Nil: until further notice.
    package var through: Day?

    package init(cardholderId: String, from: Day, through: Day?) {
        self.cardholderId = cardholderId
        self.from = from
        self.through = through
    }
}

/// How a card, or a token of it, was bound, and from when until when.
package struct Binding: Equatable, Sendable {
    /// `app` or `wallet`.
    package var channel: String
    package var boundAt: LocalTime
    /// From this moment on it is no more; nil: it still is.
    package var unboundAt: LocalTime?

    package init(channel: String, boundAt: LocalTime, unboundAt: LocalTime?) {
        self.channel = channel
        self.boundAt = boundAt
        self.unboundAt = unboundAt
    }

    fileprivate func holds(at time: LocalTime) -> Bool {
        boundAt <= time && unboundAt.map { time < $0 } ?? true
    }
}

extension [CardHolding] {
    /// Whose a card was on a day: the entry that began last by then says so, and where it had ended nobody knows.
    package func cardholder(on day: Day) -> String? {
        let last = filter { $0.from <= day }.max { $0.from < $1.from }
        guard let last, last.through.map({ day <= $0 }) ?? true else { return nil }
        return last.cardholderId
    }
}

/// How a charge was bound: its token decides, else the card; nil where neither is bound, or a card in two ways at once.
package func boundChannel(at time: LocalTime, ofToken token: [Binding], ofCard card: [Binding]) -> String? {
    for bindings in [token, card] {
        let channels = Set(bindings.filter { $0.holds(at: time) }.map(\.channel))
        if channels.count == 1 { return channels.first }
        if channels.count > 1 { return nil }
    }
    return nil
}

/// An entry of the card master (`--cards`): whose a card is.
package struct CardEntry: Sendable {
    package var cardId: String
    package var isSupplementary: Bool
    package var holding: CardHolding

    package init(cardId: String, isSupplementary: Bool, holding: CardHolding) {
        self.cardId = cardId
        self.isSupplementary = isSupplementary
        self.holding = holding
    }
}

/// An entry of the bindings (`--bindings`): how a token, or a card, is bound. One of the two ids may be empty.
package struct BindingEntry: Sendable {
    package var tokenId: String
    package var cardId: String
    package var binding: Binding

    package init(tokenId: String, cardId: String, binding: Binding) {
        self.tokenId = tokenId
        self.cardId = cardId
        self.binding = binding
    }
}

/// The card master in memory.
package struct CardMaster: Sendable {
    private var holdings: [String: [CardHolding]] = [:]

    /// A later entry takes the place of one of the same card and day.
    package init(_ entries: [CardEntry]) {
        for entry in entries {
            holdings[entry.cardId, default: []].removeAll { $0.from == entry.holding.from }
            holdings[entry.cardId, default: []].append(entry.holding)
        }
    }

    package func cardholder(of card: String, on day: Day) -> String? {
        holdings[card]?.cardholder(on: day)
    }
}

/// The bindings in memory.
package struct BindingRegister: Sendable {
    private var ofTokens: [String: [Binding]] = [:]
    private var ofCards: [String: [Binding]] = [:]

    private struct Key: Hashable {
        var token: String
        var card: String
        var boundAt: LocalTime
    }

    /// A later entry takes the place of one of the same token, card and moment.
    package init(_ entries: [BindingEntry]) {
        var last: [Key: BindingEntry] = [:]
        for entry in entries {
            last[Key(token: entry.tokenId, card: entry.cardId, boundAt: entry.binding.boundAt)] = entry
        }
        for entry in last.values {
            ofTokens[entry.tokenId, default: []].append(entry.binding)
            ofCards[entry.cardId, default: []].append(entry.binding)
        }
    }

    package func channel(at time: LocalTime, token: String, card: String) -> String? {
        boundChannel(
            at: time, ofToken: token.isEmpty ? [] : ofTokens[token] ?? [],
            ofCard: card.isEmpty ? [] : ofCards[card] ?? [])
    }
}
