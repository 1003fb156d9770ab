/// What a bank knows of its cards beside the rows: a plain list of each.
struct OracleMasters {
    struct Card: Equatable {
        var card: String
        var cardholder: String
        var from: OracleDay
        var through: OracleDay?
    }

    struct Binding: Equatable {
        var token: String
        var card: String
        var channel: String
        var bound: OracleMoment
        var unbound: OracleMoment?
    }

    var cards: [Card] = []
    var bindings: [Binding] = []

    /// A later entry takes the place of one of the same card and day, or token, card and moment.
    mutating func learn(_ other: OracleMasters) {
        for card in other.cards {
            cards.removeAll { $0.card == card.card && $0.from == card.from }
            cards.append(card)
        }
        for binding in other.bindings {
            bindings.removeAll {
                $0.token == binding.token && $0.card == binding.card && $0.bound == binding.bound
            }
            bindings.append(binding)
        }
    }

    /// Walks back from the day to the last one on which an entry of the card began.
    func cardholder(of card: String, on day: OracleDay) -> String? {
        let begun = cards.filter { $0.card == card && $0.from <= day }.sorted { $0.from < $1.from }
        guard let last = begun.last else { return nil }
        if let through = last.through, through < day { return nil }
        return last.cardholder
    }

    func channel(of row: OracleRow) -> String? {
        func bound(_ isMeant: (Binding) -> Bool) -> [String] {
            bindings.filter { binding in
                isMeant(binding) && !(row.time < binding.bound) && binding.unbound.map { row.time < $0 } ?? true
            }.map(\.channel)
        }
        let token = row.value("token_id")
        let ofToken = token.isEmpty ? [] : bound { $0.token == token }
        let found = ofToken.isEmpty && !row.cardId.isEmpty ? bound { $0.card == row.cardId } : ofToken
        return found.allSatisfy { $0 == found.first } ? found.first : nil
    }

    static let cardColumns = ["card_id", "cardholder_id", "kind", "valid_from", "valid_through"]

    var cardsCSV: String {
        Self.csv(
            Self.cardColumns,
            cards.map { card in
                [
                    card.card, card.cardholder, card.card.hasSuffix("s") ? "supplementary" : "",
                    card.from == OracleDay.first ? "" : card.from.text, card.through?.text ?? "",
                ]
            })
    }

    var bindingsCSV: String {
        Self.csv(
            ["token_id", "card_id", "channel", "bound_at", "unbound_at"],
            bindings.map {
                [$0.token, $0.card, $0.channel, $0.bound.text, $0.unbound?.text ?? ""]
            })
    }

    private static func csv(_ header: [String], _ lines: [[String]]) -> String {
        ([header] + lines).map { $0.map(OracleTable.field).joined(separator: ",") + "\n" }.joined()
    }
}

extension OracleBank {
    /// What the masters know of the rows that this book is to decide; once found it stays.
    mutating func lookUp(for book: OracleBook, through last: OracleDay) {
        if let closed = book.closedThrough, last <= closed { return }
        for row in rows.indices where rows[row].bookingDay <= last && book.decided[row] == nil {
            if rows[row].isOfUnknownCard, let found = cardholder(of: row) {
                rows[row].cardholderId = found
                rows[row].isOfUnknownCard = false
            }
            if book.campaign.columns.contains("channel"), !rows[row].isMoneyBack, rows[row].value("channel").isEmpty,
                let found = masters.channel(of: rows[row])
            {
                rows[row].lookedUpChannel = found
            }
        }
    }

    /// Money back on a purchase by the same card is its cardholder's, whoever has the card by now.
    private func cardholder(of number: Int) -> String? {
        let row = rows[number]
        if row.isMoneyBack, let purchase = OracleBank.purchase(row.originalTxnId, rows),
            rows[purchase].cardId == row.cardId
        {
            let found =
                rows[purchase].isOfUnknownCard
                ? masters.cardholder(of: row.cardId, on: rows[purchase].time.day) : rows[purchase].cardholderId
            if let found { return found }
        }
        return masters.cardholder(of: row.cardId, on: row.time.day)
    }
}
