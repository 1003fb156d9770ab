/// How charges earn: `each`, `{every: 5, within: month}`, `{reach: {count: 3, spend: 500}, within: week}`.
extension ValueReader where Value == Earn {
    static let earn = ValueReader("each, or a mapping such as { every: 5, within: month }") { item, problems in
        if item.node.text == "each" { return .each }
        return earnMapping.read(item, problems)
    }

    private static let earnMapping = mapping("each, or a mapping such as { every: 5, within: month }") { keys in
        keys.tellUnlessExactlyOne(of: ["every", "reach"])
        let count = keys.optional("every", .positiveCount)
        let goal = keys.optional("reach", .goal)
        let within = keys.needed("within", .window)
        let then = keys.optional("then", .word(Earn.Then.self))
        if let entry = keys.entry("then"), keys.entry("reach") == nil {
            keys.problems.add(at: entry.keyMark, "`then` goes only with `reach`")
        }
        guard let within else { return nil }
        if let goal { return .reach(goal, within: within, then: then ?? .nothing) }
        return count.map { .every(count: $0, within: within) }
    }
}

extension ValueReader where Value == Earn.Goal {
    fileprivate static let goal = mapping("a mapping such as { count: 3, spend: 500 }") { keys in
        let goal = Earn.Goal(
            count: keys.optional("count", .positiveCount), spendFen: keys.optional("spend", .positiveAmountFen),
            days: keys.optional("days", .positiveCount),
            consecutiveDays: keys.optional("consecutiveDays", .positiveCount))
        if ["count", "spend", "days", "consecutiveDays"].allSatisfy({ keys.entry($0) == nil }) {
            keys.problems.add(
                at: keys.mark, "\(keys.label) needs at least one of count, spend, days, consecutiveDays")
            return nil
        }
        return goal
    }
}

extension ValueReader where Value == Exclusive {
    /// `{group: overseas, priority: 1}`
    static let exclusive = mapping("a mapping such as { group: overseas, priority: 1 }") { keys in
        let group = keys.needed("group", .id)
        let priority = keys.needed("priority", .count)
        guard let group, let priority else { return nil }
        return Exclusive(group: group, priority: priority)
    }
}

extension ValueReader where Value == Enrolment {
    /// `{counts: from-window, within: quarter, lasts: window, first: 25000}`; all of it may be left out.
    static let enrolment = mapping("a mapping such as { counts: from-enrolment }") { keys in
        let owner = keys.optional("by", .word(Enrolment.Owner.self))
        let counts = keys.optional("counts", .word(Enrolment.Counts.self))
        let within = keys.optional("within", .word(CalendarSpan.self))
        let lasts = keys.optional("lasts", .word(Enrolment.Lasts.self))
        let first = keys.optional("first", .positiveCount)
        let needing = [counts == .fromWindow ? "counts" : nil, lasts == .window ? "lasts" : nil].compactMap(\.self)
        if let key = needing.first, let entry = keys.entry(key), keys.entry("within") == nil {
            keys.problems.add(
                at: entry.value.mark, "`\(key)` asks for a window, and `within` does not say which",
                help: "add for example `within: quarter`")
        }
        return Enrolment(
            by: owner ?? .cardholder, counts: counts ?? .fromEnrolment, within: within ?? .campaign,
            lasts: lasts ?? .campaign, first: first)
    }
}
