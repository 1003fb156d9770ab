/// `{id, field, TEST…}`, `{id, all: […]}`, `{id, any: […]}`, `{id, not: {…}}` (SPEC 3).
extension ValueReader where Value == Gate {
    static let gate = mapping("a mapping such as { id: minimum, field: amount, atLeast: 100 }") { keys in
        let id = keys.needed("id", .ruleId)
        let condition = condition(in: &keys, isOutermost: true)
        guard let id, let condition else { return nil }
        return Gate(id: id, condition: condition)
    }
}

extension ValueReader where Value == Condition {
    /// A condition inside another one; it may bear an id, but needs none.
    static let innerCondition = mapping("a mapping such as { field: amount, atLeast: 100 }") { keys in
        _ = keys.optional("id", .id)
        return condition(in: &keys, isOutermost: false)
    }
}

/// The condition that the keys of a gate, or of a part of one, make up.
private func condition(in keys: inout MappingReader, isOutermost: Bool) -> Condition? {
    let kinds = ["field", "within", "all", "any", "not"]
    keys.tellUnlessExactlyOne(of: isOutermost ? ["field", "history", "within", "all", "any", "not"] : kinds)
    if isOutermost, keys.entry("history") != nil { return historyCondition(in: &keys) }
    let conditions = [
        fieldCondition(in: &keys),
        keys.optional("within", .notCalendar).map(Condition.within),
        keys.optional("all", .list(of: .innerCondition, what: "a list of conditions")).map(Condition.all),
        keys.optional("any", .list(of: .innerCondition, what: "a list of conditions")).map(Condition.any),
        keys.optional("not", .innerCondition).map(Condition.not),
    ]
    return conditions.compactMap(\.self).first
}
