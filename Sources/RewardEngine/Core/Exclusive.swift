/// Membership of a group of campaigns of which at most one awards a charge.
package struct Exclusive: Equatable, Sendable {
    package var group: String
    /// The lower number decides a charge first.
    package var priority: Int
    /// The ids of the others of the group; known once campaigns are used together.
    package var rivals: [String] = []

    package init(group: String, priority: Int) {
        self.group = group
        self.priority = priority
    }
}

/// How campaigns that are used together hang together.
package enum CampaignLinks {
    /// The campaigns, each knowing its rivals.
    package static func linked(_ campaigns: [Campaign]) -> [Campaign] {
        campaigns.map { campaign in
            guard var exclusive = campaign.exclusive else { return campaign }
            exclusive.rivals = campaigns.filter { $0.id != campaign.id && $0.exclusive?.group == exclusive.group }
                .map(\.id)
            var campaign = campaign
            campaign.exclusive = exclusive
            return campaign
        }
    }

    /// The campaigns, by index, that have to be decided in step, since they are exclusive or share a limit: each in one
    /// set, in the order in which they decide the same charge.
    package static func sets(of campaigns: [Campaign]) -> [[Int]] {
        var numbers = Array(campaigns.indices)
        for index in campaigns.indices {
            for other in campaigns.indices.dropFirst(index + 1) where areLinked(campaigns[index], campaigns[other]) {
                let (kept, gone) = (numbers[index], numbers[other])
                for place in numbers.indices where numbers[place] == gone { numbers[place] = kept }
            }
        }
        return Set(numbers).sorted().map { number in
            campaigns.indices.filter { numbers[$0] == number }.sorted { left, right in
                let priorities = [left, right].map { campaigns[$0].exclusive?.priority ?? .max }
                return priorities[0] == priorities[1] ? left < right : priorities[0] < priorities[1]
            }
        }
    }

    private static func areLinked(_ campaign: Campaign, _ other: Campaign) -> Bool {
        if let group = campaign.exclusive?.group, group == other.exclusive?.group { return true }
        return !Set(campaign.limits.compactMap(\.pool)).isDisjoint(with: other.limits.compactMap(\.pool))
    }

    /// What two campaigns say that cannot be so together: the id of the second, and a sentence.
    package static func contradictions(in campaigns: [Campaign]) -> [(id: String, sentence: String)] {
        var found: [(String, String)] = []
        for (index, campaign) in campaigns.enumerated() {
            for other in campaigns[..<index] {
                if let mine = campaign.exclusive, let its = other.exclusive, mine.group == its.group,
                    mine.priority == its.priority
                {
                    found.append(
                        (
                            campaign.id,
                            "`\(campaign.id)` and `\(other.id)` have the same priority \(mine.priority) in the exclusive "
                                + "group `\(mine.group)`"
                        ))
                }
                for limit in campaign.limits {
                    guard let pool = limit.pool, let same = other.limits.first(where: { $0.pool == pool }),
                        same.per != limit.per || same.within != limit.within || same.cap != limit.cap
                    else { continue }
                    found.append(
                        (
                            campaign.id,
                            "the limit `\(limit.id)` of `\(campaign.id)` and `\(same.id)` of `\(other.id)` share the pool "
                                + "`\(pool)`, and differ in per, within or cap"
                        ))
                }
            }
        }
        return found
    }
}
