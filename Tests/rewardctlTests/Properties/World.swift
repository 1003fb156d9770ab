/// One line of a random file, and how it gets to the bank.
struct WorldRow {
    /// The texts of its fields by column; a column that is not there is empty.
    var fields: [String: String]
    /// What its booking day would be; for a damaged row as good as any.
    var bookingDay: OracleDay
    /// Draws of 0…99 that say with which night and in which file it comes, so that a row keeps its way to the bank
    /// when others are left out.
    var nightDraw: Int
    var fileDraw: Int
}

/// A random little bank: campaigns, and rows dense in edges.
struct World {
    var seed: UInt64
    var campaigns: [OracleCampaign]
    /// In the order of the file.
    var columns: [String]
    var rows: [WorldRow]
    var masters = OracleMasters()
    var enrolments: [OracleEnrolmentLine] = []

    var offsetMinutes: Int { campaigns.first?.offsetMinutes ?? 0 }

    func csv(_ rows: [WorldRow]) -> String {
        var csv = columns.joined(separator: ",") + "\n"
        for row in rows {
            csv += columns.map { OracleTable.field(row.fields[$0] ?? "") }.joined(separator: ",") + "\n"
        }
        return csv
    }

    var csv: String { csv(rows) }

    /// Other rules under the same id; in the same currency and zone, which a stored book cannot change.
    func amendment(of campaign: OracleCampaign, number: Int, keepsClock: Bool) -> OracleCampaign {
        var generator = CampaignGenerator(
            random: SplitMix64(seed: seed &* 31 &+ UInt64(number)), currency: campaign.currency,
            offsetMinutes: offsetMinutes)
        var amendment = generator.campaign(id: campaign.id)
        if campaign.progressWindow != nil || amendment.progressWindow != nil {
            // How charges earn together cannot be amended.
            let (limits, onRefund, onReversal) = (amendment.limits, amendment.onRefund, amendment.onReversal)
            amendment = campaign
            amendment.limits = limits.filter { limit in
                if case .tiers = limit.cap, campaign.history.isEmpty { return false }
                return campaign.cycleStartsOnDay != nil || !limit.within.usesCycle
            }
            amendment.onRefund = onRefund.naming(amendment.limits)
            amendment.onReversal = onReversal.naming(amendment.limits)
            return amendment
        }
        if keepsClock {
            amendment.clock = campaign.clock
            amendment.cycleStartsOnDay = campaign.cycleStartsOnDay
            if campaign.cycleStartsOnDay == nil {
                amendment.limits.removeAll { $0.within.usesCycle }
                amendment.gates.removeAll { $0.condition.windows.contains(where: \.usesCycle) }
                if amendment.usesCycle { return campaign }
            }
            amendment.onRefund = amendment.onRefund.naming(amendment.limits)
            amendment.onReversal = amendment.onReversal.naming(amendment.limits)
        }
        return amendment
    }
}

/// What may occur in a world.
struct WorldShape {
    var campaigns = 1...1
    /// Repeats that differ from the row that they repeat.
    var hasConflicts = true
    /// More than one pending row of an id.
    var hasSeveralPendings = true
    /// Rows that break a rule of SPEC 1.
    var hasDamage = true
    /// The columns whose default a repeat may say aloud where the first leaves it out, or the other way round. Not
    /// `currency` where rows are stored before any campaign is known.
    var statesDefaults = ["type", "status"]
    /// Rows that leave the cardholder out though the file has the column.
    var hasUnknownCards = false
    /// A card master and bindings, and rows that leave to them what they could say themselves.
    var hasMasters = false
    /// A file may lack `txn_id`, or other columns that no rule asks for.
    var lacksColumns = false
    /// Other zones than China's.
    var hasOtherZones = true
    /// Campaigns may be exclusive, or share a limit.
    var linksCampaigns = true

    /// Worlds in which the order and the split of the rows must not matter (SPEC 7).
    static let orderless = WorldShape(
        campaigns: 1...2, hasConflicts: false, hasSeveralPendings: false, statesDefaults: [])
}

extension OraclePolicy {
    /// Reopens only limits that are there.
    func naming(_ limits: [OracleLimit]) -> OraclePolicy {
        guard case .list(let names) = reopens else { return self }
        let known = names.filter { name in name == "ladder" || limits.contains { $0.id == name } }
        return OraclePolicy(kind: kind, reopens: known.isEmpty ? .none : .list(known))
    }
}
