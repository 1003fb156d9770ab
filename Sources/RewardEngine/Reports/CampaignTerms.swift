/// A campaign in the words of its terms, complete: whatever the file says is there.
package struct CampaignTerms {
    private let words: TermsWords
    private let campaign: Campaign
    private var language: TermsLanguage { words.language }

    package init(of campaign: Campaign, in language: TermsLanguage) {
        self.campaign = campaign
        words = TermsWords(language: language, campaign: campaign)
    }

    package var lines: [String] {
        var lines = [name]
        for (title, sentences) in sections where !sentences.isEmpty {
            lines += ["", title] + sentences.map { "  - " + $0 }
        }
        return lines
    }

    var name: String { "\(ShownText.withoutControls(campaign.title)) (\(campaign.id))" }

    var sections: [(title: String, sentences: [String])] {
        [
            (say("活动期间", "When"), time),
            (say("报名", "Who takes part"), enrolment),
            (say("条件", "Which charges count, all of this"), gates),
            (say("如何返还", "How they earn"), words.earn(campaign.earn)),
            (say("返还金额", "What they earn"), words.reward(campaign.reward)),
            (say("上限", "Limits, in this order"), campaign.limits.map { "\(words.limit($0)) [\($0.id)]" }),
            (say("与其他活动", "Beside other campaigns"), exclusive),
            (say("退货与撤销", "Money back"), moneyBack),
        ].map { ($0, $1.map(ShownText.withoutControls)) }
    }

    private func say(_ chinese: String, _ english: String) -> String { language.say(chinese, english) }

    private var time: [String] {
        let clock =
            campaign.clock == .transaction
            ? say("以交易日期为准", "by the day of the transaction") : say("以记账日期为准", "by the booking day")
        let offset = campaign.utcOffset.text
        var sentences = [
            say(
                "\(words.day(campaign.period.from))至\(words.day(campaign.period.through))，首尾两日均含，\(clock)（UTC\(offset)）",
                "\(campaign.period.from.text) to \(campaign.period.through.text), both days included, \(clock) (UTC\(offset))"
            ),
            say(
                "以\(campaign.currency)计，其他币种的交易不参加",
                "in \(campaign.currency); charges in another currency do not take part"),
        ]
        if let start = campaign.cycleStartsOnDay {
            sentences.append(
                say(
                    "结算周期：每月\(start)日起，至次月同日的前一日",
                    "a cycle starts on day \(start) of each month and ends the day before the next"))
        }
        if let last = campaign.presentBy {
            sentences.append(say("最迟于\(words.day(last))入账", "posted by \(last.text) at the latest"))
        }
        return sentences
    }

    private var enrolment: [String] {
        guard let enrolment = campaign.enrolment else { return [] }
        let span = words.span(enrolment.within)
        let counts =
            switch enrolment.counts {
            case .fromEnrolment: say("自报名时起的消费参加", "charges count from the moment of the enrolment on")
            case .fromWindow:
                say("自报名所在\(span)起的消费参加", "charges count from the start of the \(span) of the enrolment on")
            case .wholeCampaign: say("活动期间全部消费参加", "all charges of the campaign count")
            }
        let lasts =
            enrolment.lasts == .campaign
            ? say("报名至活动结束有效", "an enrolment holds to the end of the campaign")
            : say("报名仅在当个\(span)有效", "an enrolment holds for its \(span) alone")
        let who =
            enrolment.by == .card
            ? say("按卡报名", "the card has to be enrolled") : say("持卡人须报名", "the cardholder has to enrol")
        let first = enrolment.first.map { [say("限前\($0)名", "the first \($0) to enrol")] } ?? []
        return [who, counts, lasts] + first
    }

    private var gates: [String] {
        campaign.gates.map { "\(words.condition($0.condition)) [\($0.id)]" }
    }

    private var exclusive: [String] {
        guard let exclusive = campaign.exclusive else { return [] }
        return [
            say(
                "同一笔消费在`\(exclusive.group)`组内只由一个活动返还；本活动优先级\(exclusive.priority)（数字小者先）",
                "of the group `\(exclusive.group)` one campaign alone awards a charge; this one's priority is \(exclusive.priority), "
                    + "the lowest goes first")
        ]
    }

    private var moneyBack: [String] {
        [
            policy(campaign.onRefund, say("退货", "a refund")), policy(campaign.onReversal, say("撤销或冲正", "a reversal")),
            say("返还之前的退款只减少消费金额", "money back before the decision only lowers the amount"),
        ]
    }

    private func policy(_ policy: MoneyBackPolicy, _ what: String) -> String {
        let taken =
            switch policy.kind {
            case .retest:
                say(
                    "不再符合条件的扣回全部，否则扣回多返的部分",
                    "takes all back where the charge no longer qualifies, else what is now too much")
            case .forfeit: say("无论金额均扣回全部", "takes all back, whatever its amount")
            case .ignore: say("不扣回", "takes nothing back")
            }
        let reopened: String
        switch policy.reopens {
        case .none: reopened = say("已用的次数和额度不恢复", "what was used stays used")
        case .all: reopened = say("已用的次数、额度和档次恢复", "what was used, and the step, is free again")
        case .some(let limits, let ladder):
            let names = limits.map { "[\($0)]" } + (ladder ? [say("档次", "the step")] : [])
            reopened = say("恢复：\(language.list(names))", "free again: \(language.list(names))")
        }
        return say("\(what)：\(taken)；\(reopened)", "\(what) \(taken); \(reopened)")
    }
}
