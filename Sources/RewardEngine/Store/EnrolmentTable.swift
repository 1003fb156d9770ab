internal import SQLite

/// The table `enrolment`: who has enrolled in which campaign, and when.
struct EnrolmentTable {
    let connection: Connection

    /// Says whether it was new.
    func add(_ record: EnrolmentRecord) throws -> Bool {
        var insert = try connection.prepare(
            sql: """
                INSERT INTO enrolment (campaign, owner, identity, enrolled_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (campaign, owner, identity, enrolled_at) DO NOTHING RETURNING 1
                """)
        try insert.bind(text: record.campaign, at: 1)
        try insert.bind(text: record.owner.rawValue, at: 2)
        try insert.bind(text: record.identity, at: 3)
        try insert.bind(record.time.seconds, at: 4)
        return try insert.firstRow { _ in true } ?? false
    }

    /// Those of a campaign, of the days up to `through`: later ones are not known yet when that day is decided.
    func all(of campaign: String, through: Day) throws -> [EnrolmentRecord] {
        var records: [EnrolmentRecord] = []
        var select = try connection.prepare(
            sql: "SELECT owner, identity, enrolled_at FROM enrolment WHERE campaign = ?1 AND enrolled_at < ?2")
        try select.bind(text: campaign, at: 1)
        try select.bind(LocalTime(day: through.advanced(by: 1), secondOfDay: 0).seconds, at: 2)
        try select.forEachRow { row in
            records.append(
                EnrolmentRecord(
                    owner: Enrolment.Owner(rawValue: row.text(at: 0)) ?? .cardholder, identity: row.text(at: 1),
                    campaign: campaign, time: try row.time(at: 2)))
        }
        return records
    }
}
