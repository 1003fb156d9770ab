internal import SQLite

/// A correction by hand: an entry of the ledger that no rule gave and no limit counts. Two people answer for it.
package struct Adjustment: Sendable {
    package var cardholder: String
    package var campaign: String
    /// Signed, not 0.
    package var amountFen: Int
    package var reason: String
    package var enteredBy: String
    package var approvedBy: String

    package init(
        cardholder: String, campaign: String, amountFen: Int, reason: String, enteredBy: String, approvedBy: String
    ) {
        self.cardholder = cardholder
        self.campaign = campaign
        self.amountFen = amountFen
        self.reason = reason
        self.enteredBy = enteredBy
        self.approvedBy = approvedBy
    }

    /// Adds the entry; gives its number. The same one a second time is refused: somebody pressed the key twice.
    /// - Parameter nowSeconds: seconds since 1970 in UTC; the entry's day is that of the database's zone.
    /// Codes: refused, busy, inputOutput, internalError.
    package func enter(into database: Database, nowSeconds: Int) throws(Failure) -> Int {
        try database.write {
            let campaigns = try CampaignTable(connection: database.connection).all()
            guard let registered = campaigns.first(where: { $0.id == campaign }), let version = registered.versions.last
            else {
                let known = campaigns.map { "`\($0.id)`" }.joined(separator: ", ")
                throw Failure(
                    .refused, at: database.path, "no campaign `\(ShownText.of(campaign))` is registered",
                    help: known.isEmpty ? "register it with `rewardctl run --rules FILE`" : "there is \(known)")
            }
            try requireKnown(in: database)
            if let same = try sameEntry(registered.campaignId, in: database) {
                throw Failure(
                    .refused, at: database.path, "the same adjustment is there already, as entry \(same)",
                    help: "where it is meant a second time, give it a reason of its own")
            }
            let entryId = try LedgerTable(connection: database.connection).nextEntryId()
            var insert = try database.connection.prepare(
                sql: """
                    INSERT INTO ledger (entry_id, campaign_id, version_id, cardholder_id, kind, amount_fen, booking_day,
                        reason, entered_by, approved_by)
                    VALUES (?1, ?2, ?3, ?4, 'adjustment', ?5, ?6, ?7, ?8, ?9)
                    """)
            try insert.bind(entryId, at: 1)
            try insert.bind(registered.campaignId, at: 2)
            try insert.bind(version.versionId, at: 3)
            try insert.bind(text: cardholder, at: 4)
            try insert.bind(amountFen, at: 5)
            let today = LocalTime(seconds: nowSeconds + database.utcOffset.seconds).day
            try insert.bind(Int(today.number), at: 6)
            try insert.bind(text: reason, at: 7)
            try insert.bind(text: enteredBy, at: 8)
            try insert.bind(text: approvedBy, at: 9)
            try insert.run()
            return entryId
        }
    }

    /// A cardholder whom nobody knows is a slip of the pen.
    private func requireKnown(in database: Database) throws {
        var select = try database.connection.prepare(
            sql: """
                SELECT EXISTS (SELECT 1 FROM ledger WHERE cardholder_id = ?1)
                    OR EXISTS (SELECT 1 FROM txn WHERE cardholder_id = ?1)
                    OR EXISTS (SELECT 1 FROM card WHERE cardholder_id = ?1)
                """)
        try select.bind(text: cardholder, at: 1)
        if try select.firstRow({ $0.integer(at: 0) }) == 1 { return }
        throw Failure(
            .refused, at: database.path, "no cardholder `\(ShownText.of(cardholder))` is in the book",
            help: "write the id as the files have it")
    }

    private func sameEntry(_ campaignId: Int, in database: Database) throws -> Int? {
        var select = try database.connection.prepare(
            sql: """
                SELECT entry_id FROM ledger WHERE cardholder_id = ?1 AND campaign_id = ?2 AND kind = 'adjustment'
                    AND amount_fen = ?3 AND reason = ?4
                """)
        try select.bind(text: cardholder, at: 1)
        try select.bind(campaignId, at: 2)
        try select.bind(amountFen, at: 3)
        try select.bind(text: reason, at: 4)
        return try select.firstRow { $0.integer(at: 0) }
    }
}
