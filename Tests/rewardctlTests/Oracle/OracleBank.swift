/// The whole book of a bank: rows as they arrive, and runs that close days for every campaign.
struct OracleBank {
    enum Fate {
        /// The number of the accepted row.
        case accepted(Int)
        case duplicate(OracleRow)
        case rejected(line: Int, txnId: String, reason: String)
    }

    /// Columns beside the table's that are kept, and so are part of a row's content.
    var kept: [String] = []
    var masters = OracleMasters()
    /// In the order in which the rows were read.
    private(set) var fates: [Fate] = []
    /// The accepted rows, in the order in which they arrived.
    var rows: [OracleRow] = []
    private(set) var books: [OracleBook] = []
    /// Who has enrolled, as far as files have said so.
    private(set) var enrolments: [OracleEnrolmentLine] = []

    mutating func arrive(_ records: [OracleRecord]) {
        for record in records { fates.append(fate(of: record)) }
    }

    mutating func arrive(enrolments lines: [OracleEnrolmentLine]) {
        for line in lines where !enrolments.contains(line) { enrolments.append(line) }
    }

    /// An id keeps at most one pending and one final row, the first of each (SPEC 1).
    private mutating func fate(of record: OracleRecord) -> Fate {
        switch record {
        case .rejected(let line, let txnId, let reason):
            return .rejected(line: line, txnId: txnId, reason: reason)
        case .row(let row):
            if let first = rows.first(where: { $0.txnId == row.txnId && $0.isFinal == row.isFinal }) {
                let isDuplicate =
                    !row.isFinal || row.agrees(with: first, keeping: kept)
                return isDuplicate
                    ? .duplicate(row) : .rejected(line: row.line, txnId: row.txnId, reason: "conflict")
            }
            rows.append(row)
            return .accepted(rows.count - 1)
        }
    }

    /// Registers what is new, and puts a new version of what is known in force from this run on.
    mutating func run(through day: OracleDay, rules: [OracleCampaign] = []) {
        for campaign in rules {
            if let index = books.firstIndex(where: { $0.campaign.id == campaign.id }) {
                books[index].versions.append(campaign)
            } else {
                books.append(OracleBook(campaign))
            }
        }
        for index in books.indices {
            lookUp(for: books[index], through: day)
            books[index].knowsBindings = !masters.bindings.isEmpty
            books[index].retryHeld(through: day, rows)
        }
        let known = enrolments.filter { $0.time.day <= day }
        for index in books.indices { books[index].begin(rows, known) }
        while let next = books.compactMap({ $0.nextDay(rows) }).min(), next <= day { close(next) }
        for index in books.indices { books[index].end(through: day, rows) }
    }

    /// Row by row, and each row by one campaign after the other.
    private mutating func close(_ day: OracleDay) {
        let todays = books.map { $0.rows(takenOn: day, rows) }
        let campaigns = books.indices.sorted { left, right in
            let priorities = [left, right].map { books[$0].campaign.exclusive?.priority ?? Int.max }
            return priorities[0] == priorities[1] ? left < right : priorities[0] < priorities[1]
        }
        let inOrder = Set(todays.flatMap(\.self)).sorted { rows[$0].precedes(rows[$1]) }
        for isMoneyBack in [true, false] {
            for row in inOrder where rows[row].isMoneyBack == isMoneyBack {
                for book in campaigns where todays[book].contains(row) {
                    var others = books
                    others.remove(at: book)
                    books[book].take(row, rows, others: others)
                }
            }
        }
        for index in books.indices { books[index].close(day) }
    }

    /// The purchase that money back names: the id's final row, or else its pending one; nil where there is none or it
    /// is money back itself.
    static func purchase(_ txnId: String, _ rows: [OracleRow]) -> Int? {
        let named = rows.indices.filter { rows[$0].txnId == txnId }
        guard let row = named.first(where: { rows[$0].isFinal }) ?? named.first else { return nil }
        return rows[row].isMoneyBack ? nil : row
    }
}

/// What the bank would print.
extension OracleBank {
    static let decisionColumns = [
        "line", "txn_id", "campaign", "cardholder_id", "txn_time", "day", "cycle", "amount", "outcome", "award", "step",
        "reason",
    ]

    /// One line per row read and campaign, in the order read; of a rejected row only what must agree.
    var simulateLines: [[String]] {
        fates.flatMap { fate in
            books.map { book in
                switch fate {
                case .rejected(let line, let txnId, let reason):
                    ["\(line)", txnId, "", "", "", "", "", "", "rejected", "", "", reason]
                case .duplicate(let row):
                    fields(of: row, in: book, OracleVerdict(outcome: "duplicate", version: book.version))
                case .accepted(let number):
                    fields(of: rows[number], in: book, verdict(number, book))
                }
            }
        }
    }

    /// One line per decided row and campaign.
    var decisionLines: [[String]] {
        books.flatMap { book in
            rows.indices.filter { book.taken.contains($0) }.map { fields(of: rows[$0], in: book, verdict($0, book)) }
        }
    }

    private func verdict(_ row: Int, _ book: OracleBook) -> OracleVerdict {
        book.decided[row] ?? book.provisional[row] ?? OracleVerdict(outcome: "undecided", version: book.version)
    }

    private func fields(of row: OracleRow, in book: OracleBook, _ verdict: OracleVerdict) -> [String] {
        let campaign = book.versions[verdict.version]
        return [
            "\(row.line)", row.txnId, campaign.id, row.cardholderId,
            row.time.text + OracleText.offset(minutes: campaign.offsetMinutes), row.bookingDay.text,
            campaign.cycleText(of: row), OracleText.yuan(row.amountFen), verdict.outcome,
            OracleText.yuan(verdict.awardFen), verdict.step.map { "\($0)" } ?? "", verdict.reason,
        ]
    }

    static let ledgerColumns = [
        "campaign", "cardholder_id", "card_id", "txn_id", "kind", "amount", "step", "channel", "cycle", "day",
        "takes_back",
    ]

    /// The entries of each campaign in the order in which they were made; `takes_back` names the award's transaction.
    var ledgerLines: [[String]] {
        books.flatMap { book in
            book.entries.map { entry in
                let row = rows[entry.row]
                return [
                    book.campaign.id, row.cardholderId, row.cardId, row.txnId, entry.isAward ? "award" : "clawback",
                    OracleText.yuan(entry.amountFen), "\(entry.step)", entry.channel, entry.cycle,
                    row.bookingDay.text, entry.isAward ? "" : rows[entry.purchase].txnId,
                ]
            }
        }
    }

    /// All rows of a file arrive, and one run closes every day.
    static func simulating(
        _ text: String, _ campaigns: [OracleCampaign], _ masters: OracleMasters = OracleMasters(),
        enrolments: [OracleEnrolmentLine] = []
    ) -> OracleBank {
        let offset = campaigns.first?.offsetMinutes ?? 0
        var bank = OracleBank()
        bank.kept = OracleBank.kept(by: campaigns)
        bank.masters = masters
        let reading = masters.cards.isEmpty ? OracleReading.simulate : .simulateWithMasters
        bank.arrive(OracleRowReader(reading: reading, offsetMinutes: offset).records(text, file: "cards.csv"))
        bank.arrive(enrolments: enrolments)
        let days = bank.rows.map(\.bookingDay) + enrolments.map(\.time.day)
        guard let last = days.max() ?? campaigns.first?.through else { return bank }
        bank.run(through: last, rules: campaigns)
        return bank
    }

    /// The columns beside the table's that the campaigns name.
    static func kept(by campaigns: [OracleCampaign]) -> [String] {
        let table = [
            "txn_id", "card_id", "token_id", "cardholder_id", "txn_time", "posted_on", "amount", "currency", "type",
            "status",
            "pay_method", "channel", "mcc", "merchant_id", "original_txn_id",
        ]
        var kept: [String] = []
        for column in campaigns.flatMap(\.columns) where !table.contains(column) && !kept.contains(column) {
            kept.append(column)
        }
        return kept
    }
}
