/// What a gate can look at: how its values are written, and whether they have an order.
private enum Field {
    case amount, weekday, timeOfDay, localDate
    case column(String)

    init(name: String) {
        switch name {
        case "amount": self = .amount
        case "weekday": self = .weekday
        case "timeofday": self = .timeOfDay
        case "localdate": self = .localDate
        default: self = .column(name)
        }
    }
}

private let equalityTests = ["is", "isNot", "in", "notIn"]
private let orderTests = ["atLeast", "above", "atMost", "below"]

/// `field: amount, atLeast: 100`: one field and its tests, all of which must hold. Nil when there is no `field`, or a
/// problem has been told.
func fieldCondition(in keys: inout MappingReader) -> Condition? {
    let name = keys.optional("field", .columnName)
    let tests = (equalityTests + orderTests).compactMap { keys.entry($0) }
    guard let field = keys.entry("field") else {
        let others = ["within", "all", "any", "not"].contains { keys.entry($0) != nil }
        // Where nothing else is there, it is told already that the field is missing.
        for test in tests where others {
            keys.problems.add(
                at: test.keyMark, "`\(test.key)` needs a `field` to test",
                help: "amount, weekday, timeOfDay, localDate or the name of a column")
        }
        return nil
    }
    if tests.isEmpty {
        keys.problems.add(
            at: field.keyMark, "`field` has no test",
            help: "add at least one of \((equalityTests + orderTests).joined(separator: ", "))")
    }
    guard let name else { return nil }
    switch Field(name: name) {
    case .amount:
        return .amountFen(orderedTests(of: .amountFen, in: &keys))
    case .weekday:
        return .weekday(orderedTests(of: .weekday, in: &keys))
    case .timeOfDay:
        return .secondOfDay(orderedTests(of: .secondOfDay, in: &keys))
    case .localDate:
        return .localDate(orderedTests(of: .day, in: &keys))
    case .column(let column):
        tellOrderTests(ofColumn: column, in: &keys)
        return .column(column, equalityTests(of: .columnValue, in: &keys))
    }
}

/// `history: last-month, atLeast: 1000`: a sum over earlier charges and its tests.
func historyCondition(in keys: inout MappingReader) -> Condition? {
    let index = keys.optional("history", .historyIndex)
    let tests = orderedTests(of: index.map { valueReader(ofHistory: $0, keys.problems) } ?? .amountFen, in: &keys)
    if (equalityTests + orderTests).allSatisfy({ keys.entry($0) == nil }), let entry = keys.entry("history") {
        keys.problems.add(
            at: entry.keyMark, "`history` has no test",
            help: "add at least one of \((equalityTests + orderTests).joined(separator: ", "))")
    }
    return index.map { .history($0, tests) }
}

private func equalityTests<Value>(of value: ValueReader<Value>, in keys: inout MappingReader) -> [Test<Value>] {
    let single = single(value)
    let list = ValueReader<[Value]>.list(of: value, what: "a list of values")
    return [
        keys.optional("is", single).map { .oneOf([$0]) },
        keys.optional("isNot", single).map { .noneOf([$0]) },
        keys.optional("in", list).map { .oneOf($0) },
        keys.optional("notIn", list).map { .noneOf($0) },
    ].compactMap(\.self)
}

/// The same value, with a better word for who gives a list.
private func single<Value>(_ value: ValueReader<Value>) -> ValueReader<Value> {
    ValueReader(value.what) { item, problems in
        guard case .sequence = item.node.content else { return value.read(item, problems) }
        item.refuse("one value", help: "for several values use `in` or `notIn`", to: problems)
        return nil
    }
}

private func orderedTests<Value>(of value: ValueReader<Value>, in keys: inout MappingReader) -> [Test<Value>] {
    let order: [Test<Value>?] = [
        keys.optional("atLeast", value).map { .atLeast($0) },
        keys.optional("above", value).map { .above($0) },
        keys.optional("atMost", value).map { .atMost($0) },
        keys.optional("below", value).map { .below($0) },
    ]
    return equalityTests(of: value, in: &keys) + order.compactMap(\.self)
}

/// A column is text, which has no order that a bank would agree on.
private func tellOrderTests(ofColumn column: String, in keys: inout MappingReader) {
    for test in orderTests.compactMap({ keys.entry($0) }) {
        keys.problems.add(
            at: test.keyMark, "`\(test.key)` cannot test the column \(shown(column)), which is text",
            help:
                "use \(equalityTests.joined(separator: ", ")); only amount, weekday, timeOfDay and localDate have an order"
        )
    }
}
