internal import SQLite

extension Database {
    /// The ids of the registered campaigns. Codes: busy, inputOutput, foreignDatabase, internalError.
    package func campaignIds() throws(Failure) -> [String] {
        try read { try CampaignTable(connection: connection).all().map(\.id) }
    }
}

/// The tables `campaign` and `rule_version`.
struct CampaignTable {
    let connection: Connection

    struct Registered {
        var campaignId: Int
        var id: String
        /// The last closed day; nil before the first run.
        var closedThrough: Day?
        /// The last row that had arrived when that day was closed.
        var lastRowId: Int
        /// Oldest first.
        var versions: [Version]

        /// Whether days up to that one are still to be closed.
        func isOpen(through day: Day) -> Bool {
            closedThrough.map { $0 < day } ?? true
        }
    }

    struct Version {
        var versionId: Int
        var hash: String
        var fileName: String
        var rules: String
    }

    func all() throws -> [Registered] {
        var campaigns: [Registered] = []
        var select = try connection.prepare(
            sql: "SELECT campaign_id, id, closed_through, last_row_id FROM campaign ORDER BY campaign_id")
        try select.forEachRow { row in
            campaigns.append(
                Registered(
                    campaignId: row.integer(at: 0), id: row.text(at: 1),
                    closedThrough: try row.optionalDay(at: 2),
                    lastRowId: row.integer(at: 3), versions: []))
        }
        for index in campaigns.indices {
            campaigns[index].versions = try versions(of: campaigns[index].campaignId)
        }
        return campaigns
    }

    private func versions(of campaignId: Int) throws -> [Version] {
        var versions: [Version] = []
        var select = try connection.prepare(
            sql: """
                SELECT version_id, hash, file_name, rules FROM rule_version WHERE campaign_id = ?1 ORDER BY version_id
                """)
        try select.bind(campaignId, at: 1)
        try select.forEachRow { row in
            versions.append(
                Version(
                    versionId: row.integer(at: 0), hash: row.text(at: 1), fileName: row.text(at: 2),
                    rules: row.text(at: 3)))
        }
        return versions
    }

    func hasEntries(campaignId: Int) throws -> Bool {
        try connection.integer(
            sql: "SELECT EXISTS (SELECT 1 FROM ledger WHERE campaign_id = \(campaignId))") == 1
    }

    func add(id: String) throws -> Int {
        var insert = try connection.prepare(sql: "INSERT INTO campaign (id) VALUES (?1)")
        try insert.bind(text: id, at: 1)
        try insert.run()
        return connection.lastInsertedRowId
    }

    func addVersion(hash: String, fileName: String, rules: [UInt8], campaignId: Int) throws {
        var insert = try connection.prepare(
            sql: "INSERT INTO rule_version (campaign_id, hash, file_name, rules) VALUES (?1, ?2, ?3, ?4)")
        try insert.bind(campaignId, at: 1)
        try insert.bind(text: hash, at: 2)
        try insert.bind(text: fileName, at: 3)
        try insert.bind(text: rules, at: 4)
        try insert.run()
    }

    func close(campaignId: Int, through day: Day, lastRowId: Int) throws {
        try connection.execute(
            sql: """
                UPDATE campaign SET closed_through = \(day.number), last_row_id = \(lastRowId)
                WHERE campaign_id = \(campaignId)
                """)
    }
}
