/// What a new version of a campaign changes, in the words of its terms, and for whom.
package struct CampaignDifference {
    private let old: Campaign
    private let new: Campaign
    private let language: TermsLanguage

    package init(from old: Campaign, to new: Campaign, in language: TermsLanguage) {
        (self.old, self.new, self.language) = (old, new, language)
    }

    /// Nothing but one sentence where the terms are the same.
    package var lines: [String] {
        let (before, after) = (CampaignTerms(of: old, in: language), CampaignTerms(of: new, in: language))
        var changes: [String] = []
        if before.name != after.name {
            changes += ["", say("名称", "Name")] + told(gone: [before.name], come: [after.name])
        }
        for (section, other) in zip(before.sections, after.sections) {
            let gone = section.sentences.filter { !other.sentences.contains($0) }
            let come = other.sentences.filter { !section.sentences.contains($0) }
            if !gone.isEmpty || !come.isEmpty {
                changes += ["", section.title] + told(gone: gone, come: come)
            } else if section.sentences != other.sentences {
                changes +=
                    ["", section.title, "  * " + say("顺序不同：", "another order: ")] + other.sentences.map { "    " + $0 }
            }
        }
        if changes.isEmpty { return [say("条款没有变化", "the terms are the same")] }
        return [after.name] + changes + ["", say("对谁有影响", "For whom")] + consequences.map { "  - " + $0 }
    }

    private func say(_ chinese: String, _ english: String) -> String { language.say(chinese, english) }

    private func told(gone: [String], come: [String]) -> [String] {
        gone.map { "  - " + say("原：", "before: ") + $0 } + come.map { "  + " + say("现：", "now: ") + $0 }
    }

    private var consequences: [String] {
        if old.id != new.id {
            return [
                say(
                    "编号不同，是另一个活动：与原活动并行，各自计算",
                    "the id is another one: it is another campaign, which runs beside the first")
            ]
        }
        var sentences = [
            say("此后裁定的消费按新条款", "charges that are decided from that run on go by the new terms"),
            say("已裁定的不变；已返还的按原条款扣回", "what was decided stays; what was given is taken back by the terms that gave it"),
            say("已返还的计入新上限", "what was given counts against the new limits"),
        ]
        if old.progress != new.progress {
            sentences.append(
                say(
                    "如何累计已改变：已有返还的活动不能这样修改",
                    "how charges earn together is changed: a campaign that has given awards cannot be amended so"))
        }
        if old.utcOffset != new.utcOffset {
            sentences.append(say("时区已改变：数据库只有一个时区", "the offset is changed: a database has but one"))
        }
        return sentences
    }
}
