/// What `within` may say: a word of the calendar, a list of days, or a window that hangs on a column of days.
extension ValueReader where Value == Window {
    static let window = ValueReader(calendar.what) { item, problems in
        if case .mapping = item.node.content { return notCalendar.read(item, problems) }
        return calendar.read(item, problems)
    }

    /// `within: month`
    private static let calendar = ValueReader<CalendarSpan>.word(CalendarSpan.self).map(Window.calendar)

    /// `{days: […]}`, `{days: 90, after: COLUMN}`, `{same: year, as: COLUMN}`
    static let notCalendar = mapping("a mapping such as { days: 90, after: account_opened_on }") { keys in
        keys.tellUnlessExactlyOne(of: ["days", "same"])
        if keys.entry("same") != nil {
            let span = keys.needed("same", .word(CalendarSpan.self))
            let column = keys.needed("as", .columnName)
            guard let span, let column else { return nil }
            return .same(span, column: column)
        }
        if keys.entry("after") != nil {
            let days = keys.needed("days", .countOfDays)
            let column = keys.needed("after", .columnName)
            guard let days, let column else { return nil }
            return .daysAfter(column: column, days: days)
        }
        guard let entry = keys.entry("days") else { return nil }
        if case .scalar = entry.value.content {
            _ = keys.needed("days", .countOfDays)
            keys.tellMissing("after", what: "the column that states the first of these days")
            return nil
        }
        return keys.optional("days", .list(of: .dayOrDays, what: "a list of days")).map(Window.days)
    }
}

extension ValueReader where Value == Period {
    static let period = mapping("a mapping such as { from: 2016-12-22, through: 2017-12-21 }") { keys in
        let from = keys.needed("from", .day)
        let through = keys.needed("through", .day)
        guard let from, let through else { return nil }
        if through < from, let entry = keys.entry("through") {
            keys.problems.add(
                at: entry.value.mark, "the period ends on \(through.text), before it starts on \(from.text)")
        }
        return Period(from: from, through: through)
    }

    /// `2016-11-11`, or `{from, through}`.
    static let dayOrDays = ValueReader(ValueReader<Day>.day.what) { item, problems in
        if case .mapping = item.node.content { return period.read(item, problems) }
        return ValueReader<Day>.day.read(item, problems).map { Period(from: $0, through: $0) }
    }
}

extension ValueReader where Value == Int {
    static let countOfDays = scalar("a number of days from 1 to 36524") { text in
        Int(text).flatMap { 1...36_524 ~= $0 && text.utf8.first != UInt8(ascii: "+") ? $0 : nil }
    }
}
