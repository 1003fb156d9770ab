/// What a file calls its sums over earlier charges, for whoever names one.
struct HistoryName: Sendable {
    var id: String
    var measure: History.Measure
}

extension ValueReader where Value == [History] {
    /// `[{id: last-month, sum: spend, previous: month, gates: [minimum]}]`
    /// - Parameter gateIds: of all gates of the campaign, in their order.
    static func histories(gateIds: [String]) -> ValueReader {
        list(of: .history(gateIds: gateIds), what: "a list such as [{ id: last-month, sum: spend, previous: month }]")
    }
}

extension ValueReader where Value == History {
    fileprivate static func history(gateIds: [String]) -> ValueReader {
        mapping("a mapping such as { id: last-month, sum: spend, previous: month }") { keys in
            let id = keys.needed("id", .id)
            let measure = keys.needed("sum", .word(History.Measure.self))
            let previous = keys.needed("previous", .word(CalendarSpan.self))
            let gates = keys.optional("gates", .list(of: .gateIndex(among: gateIds), what: "a list of gate ids"))
            if previous == .campaign, let entry = keys.entry("previous") {
                keys.problems.add(at: entry.value.mark, "there is no campaign before a campaign")
            }
            guard let id, let measure, let previous else { return nil }
            keys.problems.histories.append(HistoryName(id: id, measure: measure))
            return History(id: id, measure: measure, gates: gates ?? [], previous: previous)
        }
    }
}

extension ValueReader where Value == Int {
    fileprivate static func gateIndex(among gateIds: [String]) -> ValueReader {
        ValueReader("the id of a gate") { item, problems in
            if let index = gateIds.firstIndex(where: { $0 == item.node.text }) { return index }
            let near = item.node.text.flatMap { nearestWord(to: $0, among: gateIds) }
            item.refuse(
                "the id of a gate",
                help: (near.map { "did you mean `\($0)`? " } ?? "") + "known here: \(gateIds.joined(separator: ", "))",
                to: problems)
            return nil
        }
    }

    /// The index of a history, by its id.
    static let historyIndex = ValueReader("the id of an entry of `history`") { item, problems in
        let ids = problems.histories.map(\.id)
        if let index = ids.firstIndex(where: { $0 == item.node.text }) { return index }
        let near = item.node.text.flatMap { nearestWord(to: $0, among: ids) }
        let known = ids.isEmpty ? "the campaign has no `history`" : "known here: \(ids.joined(separator: ", "))"
        item.refuse(
            "the id of an entry of `history`", help: (near.map { "did you mean `\($0)`? " } ?? "") + known, to: problems
        )
        return nil
    }
}

/// How the values of a history are written: money or charges.
func valueReader(ofHistory index: Int, _ problems: ProblemCollector) -> ValueReader<Int> {
    problems.histories[index].measure == .spend ? .amountFen : .count
}

extension ValueReader where Value == Chosen {
    /// One value, or `{history: last-month, tiers: [{from: 0, KEY: 50}, …]}`.
    /// - Parameter key: what the value is called in a tier.
    static func chosen(_ key: String, _ value: ValueReader<Int>) -> ValueReader {
        ValueReader(value.what) { item, problems in
            guard case .mapping = item.node.content else { return value.read(item, problems).map(Chosen.always) }
            return mapping("a mapping such as { history: last-month, tiers: [{ from: 0, \(key): 1 }] }") { keys in
                let index = keys.needed("history", .historyIndex)
                let from = index.map { valueReader(ofHistory: $0, keys.problems) } ?? .amountFen
                let tiers = keys.needed("tiers", .list(of: .tier(from, key, value), what: "a list of tiers"))
                guard let index, let tiers else { return nil }
                let sorted = tiers.sorted { $0.from < $1.from }
                for (tier, next) in zip(sorted, sorted.dropFirst()) where tier.from == next.from {
                    keys.problems.add(at: keys.mark, "two tiers of \(keys.label) begin at the same `from`")
                }
                return .byHistory(index, tiers: sorted)
            }
            .read(item, problems)
        }
    }
}

extension ValueReader where Value == Chosen.Tier {
    fileprivate static func tier(_ from: ValueReader<Int>, _ key: String, _ value: ValueReader<Int>) -> ValueReader {
        mapping("a mapping such as { from: 0, \(key): 1 }") { keys in
            let from = keys.needed("from", from)
            let value = keys.needed(key, value)
            guard let from, let value else { return nil }
            return Chosen.Tier(from: from, value: value)
        }
    }
}
