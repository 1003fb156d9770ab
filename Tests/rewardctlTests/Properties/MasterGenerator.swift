/// Card masters and bindings that change in the middle of a world.
extension WorldGenerator {
    mutating func masters() -> OracleMasters {
        var masters = OracleMasters()
        for cardholder in cardholders + ["h9"] {
            for card in [cardholder.replacing("h", with: "c"), cardholder.replacing("h", with: "c") + "s"] {
                if random.chance(15) { continue }
                let from = random.chance(70) ? OracleDay.first : random.pick(hotDays)
                masters.cards.append(.init(card: card, cardholder: cardholder, from: from, through: nil))
                if random.chance(20) {
                    let through = random.pick(hotDays)
                    masters.cards[masters.cards.count - 1].through = through < from ? from : through
                }
                // A card that changes hands.
                let day = random.pick(hotDays)
                if random.chance(25), from < day {
                    masters.cards.append(
                        .init(card: card, cardholder: random.pick(cardholders), from: day, through: nil))
                }
            }
        }
        for number in 1...random.int(3...10) {
            let card = random.pick(cardholders).replacing("h", with: "c") + random.pick(["", "", "s"])
            let token = random.chance(60) ? "k\(number % 5)" : ""
            let bound = random.chance(50) ? OracleMoment(day: OracleDay.first, second: 0) : moment()
            let unbound = moment()
            let binding = OracleMasters.Binding(
                token: token, card: token.isEmpty || random.chance(70) ? card : "",
                channel: random.pick(["app", "wallet"]), bound: bound,
                unbound: random.chance(40) && bound < unbound ? unbound : nil)
            let isNew = !masters.bindings.contains {
                $0.token == binding.token && $0.card == binding.card && $0.bound == binding.bound
            }
            if isNew { masters.bindings.append(binding) }
        }
        return masters
    }

    mutating func leaveToMasters(_ rows: inout [WorldRow]) {
        for index in rows.indices where !isPartOfProgress(rows[index]) {
            if random.chance(40) { rows[index].fields["token_id"] = "k\(random.int(0...4))" }
            if random.chance(60) { rows[index].fields["cardholder_id"] = "" }
            if random.chance(60) { rows[index].fields["channel"] = "" }
        }
    }
}
