/// The tree of a campaign file → the campaign (SPEC 3).
extension ValueReader where Value == Campaign {
    static let campaign = mapping("a mapping of keys such as `id: spring`") { keys in
        let limitIds = ids(of: keys.value(at: "limits")).compactMap(\.text)
        let id = keys.needed("id", .id)
        let title = keys.needed("title", .title)
        let currency = keys.needed("currency", .currency)
        let utcOffset = keys.needed("utcOffset", .utcOffset)
        let period = keys.needed("period", .period)
        let presentBy = keys.optional("presentBy", .day)
        let clock = keys.optional("clock", .word(Clock.self))
        let cycleStartsOnDay = keys.optional("cycle", .cycle)
        let gates = keys.needed("gates", .gates)
        let reward = keys.needed("reward", .reward)
        let limits = keys.needed("limits", .limits)
        let onRefund = keys.optional("onRefund", .moneyBackPolicy(limitIds: limitIds))
        let onReversal = keys.optional("onReversal", .moneyBackPolicy(limitIds: limitIds))
        tellIdsGivenTwice(in: &keys)
        tellMissingCycle(in: &keys)
        guard let id, let title, let currency, let utcOffset, let period, let gates, let reward, let limits else {
            return nil
        }
        tellPresentBy(presentBy, before: period, in: &keys)
        return Campaign(
            id: id, title: title, currency: currency, utcOffset: utcOffset, period: period, presentBy: presentBy,
            clock: clock ?? .transaction, cycleStartsOnDay: cycleStartsOnDay, gates: gates, reward: reward,
            limits: limits, onRefund: onRefund ?? .standard, onReversal: onReversal ?? .standard)
    }
}

/// A gate or limit is found by its number in one byte; nobody reads more than this many either.
private let rulesCountMax = 200

extension ValueReader where Value == [Gate] {
    fileprivate static let gates = list(
        of: .gate, what: "a list of gates (it may be empty: [])", mayBeEmpty: true, countMax: rulesCountMax)
}

extension ValueReader where Value == [Limit] {
    fileprivate static let limits = list(
        of: .limit, what: "a list of limits (it may be empty: [])", mayBeEmpty: true, countMax: rulesCountMax)
}

extension ValueReader where Value == Int {
    fileprivate static let cycle = mapping("a mapping such as { startsOnDay: 22 }") { keys in
        keys.needed("startsOnDay", .dayOfMonth)
    }
}

private func tellPresentBy(_ presentBy: Day?, before period: Period, in keys: inout MappingReader) {
    guard let presentBy, presentBy < period.from, let entry = keys.entry("presentBy") else { return }
    keys.problems.add(
        at: entry.value.mark,
        "`presentBy` is \(presentBy.text), before the period starts on \(period.from.text): nothing could be awarded")
}

/// What counts within cycles has to know where they start.
private func tellMissingCycle(in keys: inout MappingReader) {
    guard keys.entry("cycle") == nil else { return }
    let counting = ["gates", "limits"].compactMap { keys.value(at: $0) }
    guard let first = counting.compactMap(\.firstCycle).min(by: { $0.mark < $1.mark }) else { return }
    keys.problems.add(
        at: first.mark, "the campaign lacks `cycle`, which this counts within",
        help: "add `cycle: { startsOnDay: 22 }` to the campaign")
}

extension YAMLNode {
    /// The first value in it that names the window `cycle`.
    fileprivate var firstCycle: YAMLNode? {
        for entry in entries {
            if ["within", "same"].contains(entry.key), entry.value.text == CalendarSpan.cycle.rawValue {
                return entry.value
            }
            if let found = entry.value.firstCycle { return found }
        }
        return elements.lazy.compactMap(\.firstCycle).first
    }
}

/// A reason names a gate or a limit: one name, one rule.
private func tellIdsGivenTwice(in keys: inout MappingReader) {
    var firstMarks: [String: Mark] = [:]
    for key in ["gates", "limits"] {
        for id in ids(of: keys.value(at: key)) {
            guard let text = id.text else { continue }
            if let first = firstMarks[text] {
                keys.problems.add(
                    at: id.mark, "the id \(shown(text)) is given twice",
                    help:
                        "gates and limits share their names; the first is at line \(first.line), column \(first.column)"
                )
            } else {
                firstMarks[text] = id.mark
            }
        }
    }
}

/// The nodes of the ids of all gates or limits, also of those that cannot be read otherwise.
private func ids(of rules: YAMLNode?) -> [YAMLNode] {
    (rules?.elements ?? []).compactMap { $0["id"] }
}
