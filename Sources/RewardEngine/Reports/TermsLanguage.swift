/// The languages in which a campaign's terms are told (`--lang`).
package enum TermsLanguage: String, CaseIterable, Sendable {
    case zh, en

    /// The one of two wordings that is in this language.
    func say(_ chinese: String, _ english: String) -> String {
        self == .zh ? chinese : english
    }

    /// `a、b和c`, `a, b and c`
    func list(_ words: [String], or: Bool = false) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        let joint = or ? say("或", " or ") : say("和", " and ")
        return words.dropLast().joined(separator: say("、", ", ")) + joint + last
    }
}

/// Small pieces that the terms are made of.
struct TermsWords {
    let language: TermsLanguage
    let campaign: Campaign

    func say(_ chinese: String, _ english: String) -> String { language.say(chinese, english) }

    /// `100元`, `12.50 yuan`; in another currency with its code.
    func money(_ fen: Int) -> String {
        let text = yuanText(fen: fen)
        let short = text.hasSuffix(".00") ? String(text.dropLast(3)) : text
        return campaign.currency == "CNY" ? say("\(short)元", "\(short) yuan") : "\(short) \(campaign.currency)"
    }

    /// `6.2%`
    func rate(_ millionths: Int) -> String {
        var digits = "\(1_000_000 + millionths % 1_000_000)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(millionths / 1_000_000)\(digits.isEmpty ? "" : ".\(digits)")%"
    }

    func day(_ day: Day) -> String {
        let (year, month, dayOfMonth) = day.civil
        return say("\(year)年\(month)月\(dayOfMonth)日", day.text)
    }

    func period(_ period: Period) -> String {
        period.from == period.through
            ? day(period.from)
            : say("\(day(period.from))至\(day(period.through))", "\(period.from.text) to \(period.through.text)")
    }

    func weekday(_ number: Int) -> String {
        say(
            "周" + ["一", "二", "三", "四", "五", "六", "日"][number - 1],
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][number - 1])
    }

    func column(_ value: String) -> String { value.isEmpty ? say("（空）", "(empty)") : "`\(value)`" }

    /// The span that a limit or a goal starts afresh with.
    func span(_ span: CalendarSpan) -> String {
        switch span {
        case .campaign: say("活动期间", "the campaign")
        case .cycle: say("结算周期", "cycle")
        case .month: say("自然月", "calendar month")
        case .week: say("自然周（周一至周日）", "week (Monday to Sunday)")
        case .day: say("自然日", "day")
        case .quarter: say("自然季度", "calendar quarter")
        case .year: say("自然年", "calendar year")
        }
    }

    /// `每自然月`, `in each calendar month`
    func each(_ window: Window) -> String {
        switch window {
        case .calendar(.campaign): say("活动期间", "in the campaign")
        case .calendar(let span): say("每\(self.span(span))", "in each \(self.span(span))")
        case .days, .daysAfter, .same: say("在\(self.window(window))", "within \(self.window(window))")
        }
    }

    func window(_ window: Window) -> String {
        switch window {
        case .calendar(let span): return self.span(span)
        case .days(let spans):
            let days = language.list(spans.map(period))
            return say("\(days)（合并计算）", "\(days), taken together")
        case .daysAfter(let column, let days):
            return say("`\(column)`所载日期起\(days)天内（含当日）", "\(days) days from the day in `\(column)`, that day included")
        case .same(let span, let column):
            return say("`\(column)`所载日期所在的\(self.span(span))", "the \(self.span(span)) of the day in `\(column)`")
        }
    }

    /// A number of the rules: `5%`, or by tiers.
    func chosen(_ chosen: Chosen, _ text: (Int) -> String) -> String {
        switch chosen {
        case .always(let value): return text(value)
        case .byHistory(let index, let tiers):
            let parts = tiers.map { tier in
                say(
                    "\(history(index, tier.from))起为\(text(tier.value))",
                    "\(text(tier.value)) from \(history(index, tier.from))")
            }
            let what = historyName(index)
            return say("按\(what)分档：\(parts.joined(separator: "，"))", "by the \(what): \(parts.joined(separator: ", "))")
        }
    }

    func history(_ index: Int, _ value: Int) -> String {
        campaign.history[index].measure == .spend ? money(value) : say("\(value)笔", "\(value) charges")
    }

    /// `上一自然月消费金额`, `spend of the calendar month before`
    func historyName(_ index: Int) -> String {
        let history = campaign.history[index]
        let gates =
            history.gates.isEmpty
            ? ""
            : say("（符合", " (that pass ") + language.list(history.gates.map { "`\(campaign.gates[$0].id)`" })
                + say("）", ")")
        let span = self.span(history.previous)
        return history.measure == .spend
            ? say("上一\(span)消费金额\(gates)", "spend of the \(span) before\(gates)")
            : say("上一\(span)消费笔数\(gates)", "charges of the \(span) before\(gates)")
    }
}
