extension Window {
    /// The window in a few words: `month`, `2016-11-11 and 2016-12-12`, `90 days from the day in `opened_on``.
    package var text: String {
        switch self {
        case .calendar(let span): return span.rawValue
        case .days(let spans):
            let words = spans.map(\.text)
            return words.count > 4 ? "\(words.count) named days" : words.joined(separator: ", ")
        case .daysAfter(let column, let days):
            return "\(days) day\(days == 1 ? "" : "s") from the day in `\(column)`"
        case .same(let span, let column): return "the \(span.rawValue) of the day in `\(column)`"
        }
    }

    var isCalendar: Bool {
        if case .calendar = self { true } else { false }
    }

    /// Whether there is but one of it in a campaign.
    var isForGood: Bool {
        switch self {
        case .calendar(let span): span == .campaign
        case .days: true
        case .daysAfter, .same: false
        }
    }
}

extension Period {
    /// `2016-11-11`, or `2016-10-01 to 2016-10-07`.
    package var text: String {
        from == through ? from.text : "\(from.text) to \(through.text)"
    }
}

extension Chosen {
    /// An amount in yuan, or the highest there can be: `up to 200.00`.
    var text: String {
        usesHistory ? "up to \(yuanText(fen: most))" : yuanText(fen: most)
    }
}

extension Earn {
    /// What earns, in a few words: `every 5 charges per month`.
    var text: String {
        switch self {
        case .each: "each charge"
        case .every(let count, let window): "every \(count) charges within \(window.text)"
        case .reach(let goal, let window, _): "\(goal.text) within \(window.text)"
        }
    }
}

extension Earn.Goal {
    fileprivate var text: String {
        [
            count.map { "\($0) charges" }, spendFen.map { "\(yuanText(fen: $0)) in all" },
            days.map { "\($0) days" }, consecutiveDays.map { "\($0) days in a row" },
        ].compactMap(\.self).joined(separator: " and ")
    }
}
