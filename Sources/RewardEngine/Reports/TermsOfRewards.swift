extension TermsWords {
    /// What a charge that earns is given, a line for each part.
    func reward(_ reward: Reward) -> [String] {
        switch reward {
        case .fixed(let amountFen): return [say("返\(money(amountFen))", "\(money(amountFen))")]
        case .percent(let percent):
            let rate = chosen(percent.rateMillionths) { self.rate($0) }
            return [
                say("返单笔金额（扣除此前退款）的", "of the amount of the charge, net of earlier refunds, ") + rate
                    + rounded(percent.rounded)
            ]
        case .bands(let bands):
            return bands.map {
                say(
                    "单笔满\(money($0.fromFen))返\(money($0.amountFen))",
                    "from \(money($0.fromFen)): \(money($0.amountFen))")
            }
                + [say("单笔金额达到多档的，按最高一档", "where a charge reaches several, the highest")]
        case .ladder(let amountsFen):
            return amountsFen.enumerated().map { step, fen in
                say("第\(step + 1)次返\(money(fen))", "award \(step + 1): \(money(fen))")
            } + [say("其后不再返还", "after that nothing")]
        case .marginal(let marginal):
            let window = each(campaign.progressWindow ?? .campaign)
            return [say("\(window)按累计消费金额分段返还", "by bands of what is spent \(window)") + rounded(marginal.rounded)]
                + marginal.bands.map { band in
                    let rate = chosen(band.rateMillionths) { self.rate($0) }
                    return say(
                        "累计\(money(band.fromFen))以上部分：\(rate)", "of what is above \(money(band.fromFen)): \(rate)")
                }
        case .choice(let choice):
            let cases = choice.cases.flatMap { one in
                self.reward(one.reward).map { label(choice, one.value) + $0 }
            }
            let rest = choice.otherwise.map { self.reward($0).map { say("其他：", "otherwise: ") + $0 } }
            return cases + (rest ?? [say("其他：不返还", "otherwise: nothing")])
        }
    }

    private func label(_ choice: RewardChoice, _ value: String) -> String {
        if choice.isByWeekday, let number = RewardChoice.weekdays.firstIndex(of: value) {
            return say("\(weekday(number + 1))：", "on \(weekday(number + 1)): ")
        }
        return say("`\(choice.column)`为\(column(value))：", "where `\(choice.column)` is \(column(value)): ")
    }

    private func rounded(_ rounded: Rounded) -> String {
        let unit =
            switch rounded.unit {
            case .fen: say("分", "the fen")
            case .jiao: say("角", "the jiao")
            case .yuan: say("元", "the yuan")
            }
        let way =
            switch rounded.rounding {
            case .down: say("舍去\(unit)以下", "rounded down to \(unit)")
            case .up: say("进位至\(unit)", "rounded up to \(unit)")
            case .halfUp: say("四舍五入至\(unit)", "rounded half up to \(unit)")
            case .halfEven: say("四舍六入五成双至\(unit)", "rounded half to even to \(unit)")
            }
        let most = rounded.maxFen.map { say("，单次最高\(money($0))", ", at most \(money($0)) an award") } ?? ""
        return say("，\(way)\(most)", ", \(way)\(most)")
    }

    func earn(_ earn: Earn) -> [String] {
        switch earn {
        case .each: return [say("符合条件的每笔消费均返还", "every charge that meets them earns")]
        case .every(let count, let window):
            return [
                say(
                    "\(each(window))每满\(count)笔返还一次；分组不顺延",
                    "every \(count) charges \(each(window)) earn once; groups do not shift")
            ]
        case .reach(let goal, let window, let then):
            let parts = [
                goal.count.map { say("满\($0)笔", "\($0) charges") },
                goal.spendFen.map { say("累计满\(money($0))", "\(money($0)) in all") },
                goal.days.map { say("在\($0)个不同日期消费", "charges on \($0) different days") },
                goal.consecutiveDays.map { say("连续\($0)天消费", "charges on \($0) days in a row") },
            ].compactMap(\.self)
            let goal = language.list(parts)
            return [
                say(
                    "\(each(window))\(goal)，达标的一笔返还",
                    "\(each(window)) the charge with which \(goal) come together earns")
                    + (then == .each
                        ? say("，其后每笔均返还", ", and every charge after it")
                        : say("，仅返还一次", ", once"))
            ]
        }
    }

    func limit(_ limit: Limit) -> String {
        let owner =
            switch limit.per {
            case .cardholder: say("每位主卡持卡人（含附属卡）", "for each primary cardholder, supplementary cards included, ")
            case .card: say("每张卡", "for each card ")
            case .campaign: say("全体持卡人", "for all cardholders together ")
            case .column(let name): say("每个`\(name)`", "for each `\(name)` ")
            }
        let cap: String
        switch limit.cap {
        case .awards(let count): cap = say("最多返还\(count)次", "at most \(count) award\(count == 1 ? "" : "s")")
        case .amountFen(let chosen, let overflow):
            let most = self.chosen(chosen, money)
            let rest =
                overflow == .clip
                ? say("，余额不足时按余额返还", "; where less is left, that much is given")
                : say("，余额不足时不返还", "; where less is left, nothing is given")
            cap = say("最多返还\(most)\(rest)", "at most \(most)\(rest)")
        }
        let pool = limit.pool.map { say("（与其他活动共用额度`\($0)`）", " (shared with other campaigns, `\($0)`)") } ?? ""
        return say("\(owner)\(each(limit.within))\(cap)\(pool)", "\(owner)\(each(limit.within)) \(cap)\(pool)")
    }
}
