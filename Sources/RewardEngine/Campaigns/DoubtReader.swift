/// What a file may say, and hardly means: told by `rules check`, and no reason to refuse it.
struct DoubtReader {
    private let campaign: Campaign
    private let root: YAMLNode
    private let problems: ProblemCollector

    init(of campaign: Campaign, root: YAMLNode, problems: ProblemCollector) {
        self.campaign = campaign
        self.root = root
        self.problems = problems
    }

    func tell() {
        tellLadders()
        for index in campaign.limits.indices { tellIdle(index) }
        for (index, gate) in campaign.gates.enumerated() {
            for window in gate.condition.windows { tellOutside(window, at: mark(of: "gates", index)) }
        }
        for (index, limit) in campaign.limits.enumerated() {
            tellOutside(limit.within, at: mark(of: "limits", index))
        }
    }

    private func mark(of key: String, _ index: Int) -> Mark {
        let elements = root[key]?.elements ?? []
        return index < elements.count ? elements[index].mark : root.mark
    }

    /// Limits in awards per cardholder and the whole campaign, against the steps of a ladder.
    private func tellLadders() {
        let steps = campaign.reward.parts.map { part -> Int? in
            if case .ladder(let amountsFen) = part { amountsFen.count } else { nil }
        }
        guard let longest = steps.compactMap(\.self).max(), !steps.contains(nil) else { return }
        for (index, limit) in campaign.limits.enumerated() where limit.per == .cardholder && limit.within == .campaign {
            guard case .awards(let most) = limit.cap else { continue }
            if most < longest {
                problems.doubt(
                    at: root["reward"]?.mark ?? root.mark,
                    "the ladder has \(longest) steps, and the limit `\(limit.id)` allows \(most) awards: the last "
                        + "\(longest - most) can never be reached")
            } else if most > longest {
                problems.doubt(
                    at: mark(of: "limits", index),
                    "the limit `\(limit.id)` allows \(most) awards, and the ladder has \(longest) steps: it can never bind"
                )
            }
        }
    }

    /// A limit that another one makes idle: the same accounts, no longer span, and no more of it.
    private func tellIdle(_ index: Int) {
        let limit = campaign.limits[index]
        let tighter = campaign.limits.enumerated().first { other, candidate in
            other != index && candidate.per == limit.per && candidate.within == limit.within
                && isNoMore(candidate.cap, than: limit.cap, isEarlier: other < index)
        }
        guard let tighter else { return }
        problems.doubt(
            at: mark(of: "limits", index),
            "the limit `\(limit.id)` can never bind: `\(tighter.element.id)` allows no more, of the same and within the same"
        )
    }

    private func isNoMore(_ cap: Limit.Cap, than other: Limit.Cap, isEarlier: Bool) -> Bool {
        switch (cap, other) {
        case (.awards(let most), .awards(let more)): most < more || most == more && isEarlier
        case (.amountFen(.always(let most), _), .amountFen(.always(let more), _)):
            most < more || most == more && isEarlier
        default: false
        }
    }

    private func tellOutside(_ window: Window, at mark: Mark) {
        guard case .days(let spans) = window,
            spans.allSatisfy({ $0.through < campaign.period.from || campaign.period.through < $0.from })
        else { return }
        problems.doubt(at: mark, "none of the days lies within the period")
    }
}
