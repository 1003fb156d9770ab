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
