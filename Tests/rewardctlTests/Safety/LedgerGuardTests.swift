import Glibc
import SQLite
import Testing

@Suite("The database guards itself: its owner alone reads it, and its ledger only grows")
struct LedgerGuardTests {
    private let book: Book

    init() throws {
        book = Book(scratch: try Scratch())
        try book.scratch.write(
            BankRows.charges("T1", "T2") + "R1,card-T1,holder-T1,2017-01-03,1.00,refund,settled,apple_pay,app,T1\n",
            to: "rows.csv")
    }

    @Test(
        "0600 for a new database and its journal, whatever the umask", arguments: ["000", "022", "077", "0277", "0777"])
    func fileMode(umask: String) throws {
        try book.scratch.write(BankRows.file(3000, prefix: "A", seed: 3), to: "many.csv")
        let line = "umask \(umask); exec rewardctl ingest --db bank.db many.csv"
        let shell = try book.scratch.start(shell: line)
        var modes: Set<UInt32> = []
        while !shell.isOver {
            if let journal = book.journal { modes.insert(journal.mode) }
            usleep(50)
        }
        let finished = try shell.finish()
        #expect(finished.exitCode == 0, "\(finished.errors)")
        #expect(FileMark(path: book.path)?.mode == 0o600)
        // SQLite makes the journal first and then undoes the umask; it is never anybody else's to read.
        #expect(modes.contains(0o600) && modes.allSatisfy { $0 & 0o177 == 0 }, "\(modes)")
    }

    @Test("the references that the tables txn and decision do not declare all lead somewhere")
    func references() throws {
        #expect(try book.scratch.rewardctl("ingest", "--db", "bank.db", "rows.csv").exitCode == 0)
        let run = ["run", "--db", "bank.db", "--through", "2017-01-05", "--rules", "flagship"]
        #expect(try book.scratch.rewardctl(run).exitCode == 0)
        let connection = try Connection.open(path: book.path, mode: .readOnly)
        #expect(try connection.integer(sql: "SELECT count(*) FROM decision") == 3)
        let targets = [
            ("txn", "file_id", "file"), ("decision", "campaign_id", "campaign"), ("decision", "row_id", "txn"),
            ("decision", "verdict_id", "verdict"), ("decision", "version_id", "rule_version"),
            ("decision", "run_id", "run"),
        ]
        for (table, column, target) in targets {
            let orphans = try connection.integer(
                sql: "SELECT count(*) FROM \(table) WHERE \(column) NOT IN (SELECT \(column) FROM \(target))")
            #expect(orphans == 0, "\(table).\(column)")
        }
    }

    @Test("every way to change or delete an entry is refused by the database itself")
    func appendOnly() throws {
        #expect(try book.scratch.rewardctl("ingest", "--db", "bank.db", "rows.csv").exitCode == 0)
        let run = ["run", "--db", "bank.db", "--through", "2017-01-05", "--rules", "flagship"]
        #expect(try book.scratch.rewardctl(run).exitCode == 0)
        let before = try book.listings()
        #expect(before[0].output.contains(",clawback,-10.00,"))
        let connection = try book.open()
        let columns = """
            entry_id, campaign_id, version_id, cardholder_id, card_id, row_id, kind, amount_fen, step, channel, cycle,
            booking_day, run_id, takes_back, reason, entered_by, approved_by
            """
        let copy = { (changes: String) in
            "INTO ledger (\(columns)) SELECT \(changes) FROM ledger WHERE takes_back IS NOT NULL"
        }
        let rest = "1, 1, 'h', 'c', 2, 'award', 99999, 1, 'app', NULL, 17000, 1, NULL, NULL, NULL, NULL"
        let again =
            "99, campaign_id, version_id, cardholder_id, card_id, 2, kind, amount_fen, step, channel, cycle, "
            + "booking_day, run_id, takes_back, reason, entered_by, approved_by"
        let refused = [
            "UPDATE ledger SET amount_fen = 1", "UPDATE ledger SET step = step WHERE entry_id = 1",
            "UPDATE OR REPLACE ledger SET entry_id = 2 WHERE entry_id = 1", "UPDATE OR IGNORE ledger SET run_id = 9",
            "DELETE FROM ledger", "DELETE FROM ledger WHERE entry_id = 1",
            "INSERT OR REPLACE INTO ledger VALUES (1, \(rest))", "REPLACE INTO ledger VALUES (2, \(rest))",
            "INSERT OR REPLACE INTO ledger SELECT 50, \(columns.split(separator: ", ").dropFirst().joined(separator: ", ")) FROM ledger",
            "INSERT OR IGNORE INTO ledger VALUES (1, \(rest))",
            "INSERT INTO ledger VALUES (1, \(rest)) ON CONFLICT DO UPDATE SET amount_fen = 1",
            "INSERT \(copy(again))", "INSERT OR REPLACE \(copy(again))",
        ]
        for sql in refused {
            #expect(throws: SQLiteError.self, "\(sql)") { try connection.execute(sql: sql) }
        }
        // What a raw connection may switch off changes nothing about it.
        try connection.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA recursive_triggers = OFF")
        try connection.execute(sql: "PRAGMA ignore_check_constraints = ON")
        for sql in refused {
            #expect(throws: SQLiteError.self, "\(sql)") { try connection.execute(sql: sql) }
        }
        #expect(try book.listings() == before)
    }

    @Test("an award is taken back at most in full: by one clawback, by several, by one of another campaign's")
    func takenBackOnce() throws {
        #expect(try book.scratch.rewardctl("ingest", "--db", "bank.db", "rows.csv").exitCode == 0)
        let run = ["run", "--db", "bank.db", "--through", "2017-01-02", "--rules", "flagship"]
        #expect(try book.scratch.rewardctl(run).exitCode == 0)
        let connection = try book.open()
        // Row 3 is the refund; further ones are made up for the purpose.
        try connection.execute(
            sql: """
                INSERT INTO txn (row_id, txn_id, is_pending, txn_time, booking_day, amount_fen, card_id, cardholder_id, type,
                    original_txn_id, file_id, line)
                SELECT 4, 'R2', 0, txn_time, booking_day, amount_fen, card_id, cardholder_id, type, original_txn_id,
                    file_id, 9
                FROM txn WHERE row_id = 3
                """)
        func clawback(_ entry: Int, _ amountFen: Int, row: Int, campaign: Int = 1, of award: Int = 1) -> String {
            """
            INSERT INTO ledger (entry_id, campaign_id, version_id, cardholder_id, row_id, kind, amount_fen, step,
                booking_day, run_id, takes_back)
            VALUES (\(entry), \(campaign), 1, 'holder-T1', \(row), 'clawback', \(amountFen), 1, 17168, 1, \(award))
            """
        }
        try connection.execute(sql: "INSERT INTO campaign (campaign_id, id) VALUES (2, 'other')")
        let refused = [
            clawback(10, -1001, row: 3), clawback(10, -1, row: 3, campaign: 2), clawback(10, -1, row: 3, of: 77),
            clawback(10, 0, row: 3), clawback(10, 1, row: 3),
        ]
        for sql in refused { #expect(throws: SQLiteError.self, "\(sql)") { try connection.execute(sql: sql) } }
        try connection.execute(sql: clawback(10, -600, row: 3))
        for sql in [clawback(11, -401, row: 4), clawback(11, -1, row: 3), clawback(11, -1, row: 4, of: 10)] {
            #expect(throws: SQLiteError.self, "\(sql)") { try connection.execute(sql: sql) }
        }
        try connection.execute(sql: clawback(11, -400, row: 4))
        #expect(
            try connection.integer(sql: "SELECT sum(amount_fen) FROM ledger WHERE cardholder_id = 'holder-T1'") == 0)
    }
}
