/// What is known of a row when its verdict is put into words.
package struct RowFacts {
    package var amountFen: Int
    /// What was left of a purchase when it was decided.
    package var netFen: Int
    package var time: LocalTime
    package var bookingDay: Day
    package var currency: String
    /// The id that money back names.
    package var original: String
    /// The text of a column; nil where it is not at hand.
    package var text: (_ column: String) -> String?

    package init(
        amountFen: Int, netFen: Int, time: LocalTime, bookingDay: Day, currency: String, original: String,
        text: @escaping (_ column: String) -> String?
    ) {
        self.amountFen = amountFen
        self.netFen = netFen
        self.time = time
        self.bookingDay = bookingDay
        self.currency = currency
        self.original = original
        self.text = text
    }
}

extension Verdict {
    /// The verdict in words, for a person; empty where there is nothing to add to the outcome.
    package func sentence(in campaign: Campaign, of row: RowFacts) -> String {
        switch reason {
        case nil: sentenceWithoutReason(of: row)
        case .gate(let index): campaign.gates[Int(index)].sentence(of: row, in: campaign)
        case .limit(let index): campaign.limits[Int(index)].sentence
        case .unknownCard: "no cardholder is known for the card"
        case .unknownBinding: "it is not known how the card was bound"
        case .notSettled: "still pending"
        case .failed: "the transaction failed"
        case .currency: "in \(row.currency), the campaign is in \(campaign.currency)"
        case .reversed: "taken back in full before it was decided"
        case .outsidePeriod: outsidePeriodSentence(in: campaign, of: row)
        case .presentedTooLate:
            "posted on \(row.bookingDay.text), after \(campaign.presentBy?.text ?? "")"
        case .notEnrolled: "nobody has enrolled for it"
        case .takenBy(let index): "awarded by `\(campaign.exclusive?.rivals[Int(index)] ?? "")` already"
        case .notYetEarned: "\(campaign.earn.text): not reached yet"
        case .alreadyEarned: "\(campaign.earn.text): earned already"
        case .ladderFinished: "the ladder has no further step"
        case .nothingToAward: "the reward comes to 0.00"
        case .otherCardholder: "names another cardholder's purchase `\(row.original)`"
        case .beforeDecision: "counted before `\(row.original)` was decided"
        case .notAwarded: "`\(row.original)` had earned nothing"
        case .alreadyClawedBack: "the award of `\(row.original)` is taken back already"
        case .ignored: "the campaign leaves the award of `\(row.original)` as it is"
        case .stillQualifies: "`\(row.original)` still qualifies"
        }
    }

    private func sentenceWithoutReason(of row: RowFacts) -> String {
        switch outcome {
        case .clawedBack: "takes back the award of `\(row.original)`"
        case .unmatched: "the purchase `\(row.original)` is not known"
        case .superseded: "its final row is there"
        case .duplicate: "said before, counted once"
        case .awarded, .declined, .held, .noEffect, .rejected: ""
        }
    }

    private func outsidePeriodSentence(in campaign: Campaign, of row: RowFacts) -> String {
        let day = campaign.clock == .transaction ? row.time.day : row.bookingDay
        return day < campaign.period.from
            ? "\(day.text) is before the campaign, which starts on \(campaign.period.from.text)"
            : "\(day.text) is after the campaign, which ended on \(campaign.period.through.text)"
    }
}

// MARK: - Gates

extension Gate {
    fileprivate func sentence(of row: RowFacts, in campaign: Campaign) -> String {
        if case .history(let index, let tests) = condition {
            let history = campaign.history[index]
            let text = history.measure == .spend ? yuanText(fen:) : { "\($0)" }
            return
                "the \(history.measure.rawValue) of the \(history.previous.rawValue) before is not \(words(tests, text)) (\(id))"
        }
        return "\(condition.refusal(of: row) ?? "the condition does not hold") (\(id))"
    }
}

extension Condition {
    /// How the row fails the condition; nil where it has too many parts for one sentence.
    fileprivate func refusal(of row: RowFacts) -> String? {
        switch self {
        case .amountFen(let tests):
            let value = yuanText(fen: row.netFen)
            if tests.count == 1, case .atLeast(let least) = tests[0] {
                return "below the minimum: \(value) of \(yuanText(fen: least))"
            }
            return "the amount is \(value), not \(words(tests, yuanText(fen:)))"
        case .weekday(let tests):
            return "on a \(weekdayName(row.time.day.weekday)), not \(words(tests, weekdayName))"
        case .secondOfDay(let tests):
            return "at \(clockText(secondOfDay: row.time.secondOfDay)), not \(words(tests, clockText(secondOfDay:)))"
        case .localDate(let tests):
            return "on \(row.time.day.text), not \(words(tests, \.text))"
        case .within(let window):
            return "not within \(window.text)"
        case .column(let name, let tests):
            guard let text = row.text(name) else { return "`\(name)` is not \(words(tests, quoted))" }
            return "`\(name)` is \(text.isEmpty ? "empty" : quoted(text)), not \(words(tests, quoted))"
        case .all, .any, .not, .history:
            return nil
        }
    }
}

private func words<Value>(_ tests: [Test<Value>], _ text: (Value) -> String) -> String {
    tests.map { test in
        switch test {
        case .oneOf(let list):
            list.count == 1 ? text(list[0]) : "one of \(list.map(text).joined(separator: ", "))"
        case .noneOf(let list):
            "anything but \(list.map(text).joined(separator: ", "))"
        case .atLeast(let bound): "at least \(text(bound))"
        case .above(let bound): "above \(text(bound))"
        case .atMost(let bound): "at most \(text(bound))"
        case .below(let bound): "below \(text(bound))"
        }
    }
    .joined(separator: " and ")
}

private func quoted(_ text: String) -> String {
    "`\(ShownText.of(text))`"
}

private func weekdayName(_ weekday: Int) -> String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday - 1]
}

// MARK: - Limits

extension Limit {
    fileprivate var sentence: String {
        switch cap {
        case .awards(let most):
            "\(most) award\(most == 1 ? "" : "s") \(scope): nothing is left (\(id))"
        case .amountFen(let most, .clip):
            "\(most.text) \(scope): nothing is left (\(id))"
        case .amountFen(let most, .decline):
            "\(most.text) \(scope): not enough is left (\(id))"
        }
    }

    /// `per cardholder and cycle`, `in all`
    private var scope: String {
        let owner: String? =
            switch per {
            case .cardholder: "cardholder"
            case .card: "card"
            case .campaign: nil
            case .column(let name): "`\(name)`"
            }
        let span: String? =
            switch within {
            case .campaign: nil
            case .calendar: within.text
            case .days, .daysAfter, .same: "within \(within.text)"
            }
        switch (owner, span) {
        case (nil, nil): return "in all"
        case (nil, let span?): return within.isCalendar ? "per \(span)" : span
        case (let owner?, nil): return "per \(owner)"
        case (let owner?, let span?): return "per \(owner) \(within.isCalendar ? "and " : "")\(span)"
        }
    }
}
