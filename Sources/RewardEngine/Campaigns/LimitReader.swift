/// `{id, per, within, awards: N | amount: yuan, overflow: decline}` (SPEC 3).
extension ValueReader where Value == Limit {
    static let limit = mapping("a mapping such as { id: life, per: cardholder, within: campaign, awards: 4 }") { keys in
        let id = keys.needed("id", .ruleId)
        let per = keys.needed("per", .per)
        let within = keys.needed("within", .window)
        let cap = cap(in: &keys)
        let pool = keys.optional("pool", .id)
        if case .amountFen(let chosen, _)? = cap, chosen.usesHistory, per == .campaign || pool != nil {
            keys.problems.add(
                at: keys.mark, "what a cardholder did before cannot choose a limit that all cardholders share")
        }
        guard let id, let per, let within, let cap else { return nil }
        return Limit(id: id, per: per, within: within, cap: cap, pool: pool)
    }
}

private func cap(in keys: inout MappingReader) -> Limit.Cap? {
    let cap = keys.exactlyOne(of: [
        ("awards", ValueReader<Int>.count.map(Limit.Cap.awards)),
        ("amount", ValueReader<Chosen>.chosen("amount", .amountFen).map { Limit.Cap.amountFen($0, overflow: .clip) }),
    ])
    let overflow = keys.optional("overflow", .word(Limit.Overflow.self))
    if let entry = keys.entry("overflow"), keys.entry("amount") == nil {
        keys.problems.add(
            at: entry.keyMark, "`overflow` goes only with a limit in `amount`",
            help: "a limit in awards has room for one more or has not")
    }
    guard case .amountFen(let amountFen, _) = cap, let overflow else { return cap }
    return .amountFen(amountFen, overflow: overflow)
}

extension ValueReader where Value == Limit.Per {
    fileprivate static let per = ValueReader("cardholder, card, campaign or the name of a column") { item, problems in
        switch item.node.text.flatMap(lowercasedColumnName) {
        case "cardholder": return .cardholder
        case "card": return .card
        case "campaign": return .campaign
        case .some(let column): return .column(column)
        case nil:
            item.refuse("cardholder, card, campaign or the name of a column", help: nil, to: problems)
            return nil
        }
    }
}
