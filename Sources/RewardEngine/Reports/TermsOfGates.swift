extension TermsWords {
    /// A condition as a lawyer would read it.
    func condition(_ condition: Condition) -> String {
        switch condition {
        case .amountFen(let tests): return say("单笔金额", "the amount is ") + self.tests(tests, money)
        case .weekday(let tests): return say("交易日", "on ") + self.tests(tests, weekday)
        case .secondOfDay(let tests):
            return say("交易时间", "at a time ") + self.tests(tests, clockText(secondOfDay:))
        case .localDate(let tests): return say("交易日期", "on a day ") + self.tests(tests, day)
        case .within(let window): return say("交易在\(self.window(window))", "within \(self.window(window))")
        case .column(let name, let tests): return say("`\(name)`", "`\(name)` is ") + self.tests(tests, column)
        case .history(let index, let tests):
            return say(historyName(index), "the \(historyName(index)) is ") + self.tests(tests) { history(index, $0) }
        case .all(let parts):
            return parts.map { bracketed($0) }.joined(separator: say("，并且", " and "))
        case .any(let parts):
            return parts.map { bracketed($0) }.joined(separator: say("，或者", " or "))
        case .not(let part):
            return say("不符合：", "not: ") + bracketed(part)
        }
    }

    private func bracketed(_ part: Condition) -> String {
        switch part {
        case .all, .any: say("（\(condition(part))）", "(\(condition(part)))")
        default: condition(part)
        }
    }

    private func tests<Value>(_ tests: [Test<Value>], _ text: (Value) -> String) -> String {
        tests.map { test in
            switch test {
            case .oneOf(let values) where values.count > 12:
                say("为名单所列\(values.count)项之一", "one of \(values.count) listed")
                    + say("（", " (") + values.map(text).joined(separator: say("、", ", ")) + say("）", ")")
            case .oneOf(let values): say("为", "") + language.list(values.map(text), or: true)
            case .noneOf(let values): say("不为", "not ") + language.list(values.map(text), or: true)
            case .atLeast(let bound): say("不低于\(text(bound))", "at least \(text(bound))")
            case .above(let bound): say("高于\(text(bound))", "above \(text(bound))")
            case .atMost(let bound): say("不高于\(text(bound))", "at most \(text(bound))")
            case .below(let bound): say("低于\(text(bound))", "below \(text(bound))")
            }
        }
        .joined(separator: say("且", " and "))
    }
}
