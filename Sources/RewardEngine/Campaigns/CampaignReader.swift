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
        let enrolment = keys.optional("enrolment", .enrolment)
        let gateIds = ids(of: keys.value(at: "gates")).compactMap(\.text)
        let history = keys.optional("history", .histories(gateIds: gateIds))
        let gates = keys.needed("gates", .gates)
        let exclusive = keys.optional("exclusive", .exclusive)
        let earn = keys.optional("earn", .earn)
        let reward = keys.needed("reward", .reward)
        let limits = keys.needed("limits", .limits)
        let onRefund = keys.optional("onRefund", .moneyBackPolicy(limitIds: limitIds))
        let onReversal = keys.optional("onReversal", .moneyBackPolicy(limitIds: limitIds))
        // Read by itself: examples are no part of the campaign.
        _ = keys.entry("examples")
        tellIdsGivenTwice(in: &keys)
        tellMissingCycle(in: &keys)
        guard let id, let title, let currency, let utcOffset, let period, let gates, let reward, let limits else {
            return nil
        }
        tellPresentBy(presentBy, before: period, in: &keys)
        let campaign = Campaign(
            id: id, title: title, currency: currency, utcOffset: utcOffset, period: period, presentBy: presentBy,
            clock: clock ?? .transaction, cycleStartsOnDay: cycleStartsOnDay, enrolment: enrolment,
            history: history ?? [], gates: gates, exclusive: exclusive, earn: earn ?? .each, reward: reward,
            limits: limits, onRefund: onRefund ?? .standard, onReversal: onReversal ?? .standard)
        tellWindows(of: campaign, in: &keys)
        tellHistory(of: campaign, in: &keys)
        return campaign
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

/// Spend is added up in one window, and in the one in which charges earn.
private func tellWindows(of campaign: Campaign, in keys: inout MappingReader) {
    guard campaign.reward.isMarginal, let entry = keys.entry("reward") else { return }
    let own = campaign.reward.parts.compactMap { part in
        if case .marginal(let marginal) = part { marginal.within } else { nil }
    }
    let all = (campaign.earn.window.map { [$0] } ?? []) + own
    if all.isEmpty {
        keys.problems.add(
            at: entry.value.mark, "the reward adds up what is spent, and no `within` says in which window",
            help: "add for example `within: month`")
    } else if all.contains(where: { $0 != all[0] }) {
        keys.problems.add(
            at: entry.value.mark, "the reward adds up what is spent in one window, and charges earn in another",
            help: "give `within` once, in `earn`")
    }
}

private func tellHistory(of campaign: Campaign, in keys: inout MappingReader) {
    guard let entry = keys.entry("history"), !campaign.history.isEmpty else { return }
    for history in campaign.history {
        for gate in history.gates {
            guard case .history = campaign.gates[gate].condition else { continue }
            keys.problems.add(
                at: entry.value.mark,
                "the history `\(history.id)` counts by the gate `\(campaign.gates[gate].id)`, which is about history itself"
            )
        }
    }
    for (id, count) in Dictionary(campaign.history.map { ($0.id, 1) }, uniquingKeysWith: +) where count > 1 {
        keys.problems.add(at: entry.value.mark, "the history \(shown(id)) is given twice")
    }
    if campaign.enrolment?.looksBack == true {
        keys.problems.add(
            at: entry.keyMark, "`history` cannot stand beside an enrolment that counts for earlier charges",
            help: "let the enrolment count from-enrolment")
    }
}

/// What counts within cycles has to know where they start.
private func tellMissingCycle(in keys: inout MappingReader) {
    guard keys.entry("cycle") == nil else { return }
    let counting = ["enrolment", "history", "gates", "earn", "reward", "limits"].compactMap { keys.value(at: $0) }
    guard let first = counting.compactMap(\.firstCycle).min(by: { $0.mark < $1.mark }) else { return }
    keys.problems.add(
        at: first.mark, "the campaign lacks `cycle`, which this counts within",
        help: "add `cycle: { startsOnDay: 22 }` to the campaign")
}

extension YAMLNode {
    /// The first value in it that names the window `cycle`.
    fileprivate var firstCycle: YAMLNode? {
        for entry in entries {
            if ["within", "same", "previous"].contains(entry.key), entry.value.text == CalendarSpan.cycle.rawValue {
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
