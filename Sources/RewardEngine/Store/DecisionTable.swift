internal import SQLite

/// The tables `verdict` and `decision`.
struct DecisionTable {
    let connection: Connection

    struct Decided {
        var rowId: Int
        var verdictId: Int
        var decidedOn: Day
        var isProvisional: Bool
    }

    /// The number of a verdict, by outcome and name of the reason; a new one where it was never said.
    func verdictId(outcome: Outcome, reason: String) throws -> Int {
        var select = try connection.prepare(sql: "SELECT verdict_id FROM verdict WHERE outcome = ?1 AND reason = ?2")
        try select.bind(text: outcome.rawValue, at: 1)
        try select.bind(text: reason, at: 2)
        if let known = try select.firstRow({ $0.integer(at: 0) }) { return known }
        var insert = try connection.prepare(sql: "INSERT INTO verdict (outcome, reason) VALUES (?1, ?2)")
        try insert.bind(text: outcome.rawValue, at: 1)
        try insert.bind(text: reason, at: 2)
        try insert.run()
        return connection.lastInsertedRowId
    }

    /// Writes decisions; one that was provisional is replaced by what is known now.
    func put(_ decisions: [Decided], campaignId: Int, versionId: Int, runId: Int) throws {
        var insert = try connection.prepare(
            sql: """
                INSERT INTO decision (campaign_id, row_id, verdict_id, decided_on, version_id, run_id, provisional)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT (campaign_id, row_id) DO UPDATE SET verdict_id = excluded.verdict_id,
                    decided_on = excluded.decided_on, version_id = excluded.version_id, run_id = excluded.run_id,
                    provisional = excluded.provisional
                WHERE provisional = 1
                """)
        try insert.bind(campaignId, at: 1)
        try insert.bind(versionId, at: 5)
        try insert.bind(runId, at: 6)
        for decision in decisions {
            try insert.bind(decision.rowId, at: 2)
            try insert.bind(decision.verdictId, at: 3)
            try insert.bind(Int(decision.decidedOn.number), at: 4)
            try insert.bind(decision.isProvisional ? 1 : 0, at: 7)
            try insert.run()
        }
    }
}
