import RewardEngine
import Testing

@Suite("Layout: which column is where (SPEC 1)")
struct LayoutTests {
    private func problem(_ header: String, _ request: ColumnRequest = ColumnRequest()) throws -> (ExitCode, Problem) {
        let failure = failure { () throws(Failure) in try readFile(header + "\n", request: request) }
        let found = try #require(failure)
        #expect(found.problems.count == 1)
        return (found.code, try #require(found.problems.first))
    }

    @Test("columns in any order, case aside, trimmed and quoted; the unknown ones are told")
    func anyOrder() throws {
        let csv = "note, Amount ,\"TXN_TIME\u{3000}\",,Region,TxN_iD\nx,100,2016-12-22,,south,T1\n"
        let file = try readFile(csv, request: ColumnRequest(wanted: ["region"]))
        #expect(file.ignored == ["note", "column 4"])
        let row = try #require(file.rows.first)
        #expect(row.texts == ["txn_id": "T1"])
        #expect(row.amountFen == 10_000)
        #expect(row.wanted == ["south"])
    }

    @Test("a byte-order mark is no part of the header, and a header alone is a file of no rows")
    func headerOnly() throws {
        #expect(try readFile("\u{FEFF}txn_time,amount").rows.isEmpty)
        #expect(try readFile("\n  \n\ntxn_time,amount\n\n").rows.isEmpty)
    }

    @Test("all missing columns are named at once, in the table's order, with the remedy")
    func missing() throws {
        let request = ColumnRequest(
            required: ["region", "channel", "pay_method", "txn_id"], needsTxnId: true)
        let (code, problem) = try problem("amount,foo", request)
        #expect(code == .refused)
        #expect(problem.place == "card.csv")
        #expect(
            problem.message == "columns `txn_id`, `txn_time`, `pay_method`, `channel`, `region` are missing")
        #expect(
            problem.help == "`--assume pay_method=apple_pay` gives every row the same value; "
                + "`--column txn_id=\"TRANS ID\"` says which header holds it; the file has `amount`, `foo`")
    }

    @Test(
        "a missing column and its remedy",
        arguments: [
            (
                "txn_time", [], "column `amount` is missing",
                "`--column amount=\"TRANS AMT\"` says which header holds it"
            ),
            ("amount", [], "column `txn_time` is missing", "`--column txn_time=\"TRANS DATE\"` says"),
            (
                "txn_time,amount", ["pay_method"], "column `pay_method` is missing",
                "`--assume pay_method=apple_pay` gives every row the same value; `--column pay_method=\"HEADER\"` says"
            ),
            ("txn_time,amount", ["region"], "column `region` is missing", "`--assume region=VALUE` gives"),
        ])
    func remedy(header: String, required: [String], message: String, help: String) throws {
        let (code, problem) = try problem(header, ColumnRequest(required: required))
        #expect(code == .refused)
        #expect(problem.message == message)
        #expect(problem.help?.hasPrefix(help) == true)
    }

    @Test("--column says which header holds a column, and wins over a header of the column's own name")
    func mapped() throws {
        let csv = "TRANS DATE,TRANS AMT,amount\n2016-12-22,7,100\n"
        let request = ColumnRequest(columns: [
            ("amount", "trans amt"), ("TXN_TIME", "TRANS DATE"), ("posted_on", "TRANS DATE"),
        ])
        let file = try readFile(csv, request: request)
        #expect(file.rows.first?.amountFen == 700)
        #expect(file.rows.first?.postedOn == "2016-12-22")
        #expect(file.ignored == ["amount"])
    }

    @Test("--assume gives an absent column one value for every row, for rules and for their texts alike")
    func assumed() throws {
        let request = ColumnRequest(
            assumed: [
                ("pay_method", " apple_pay "), ("channel", "app"), ("amount", "1,234.5"), ("type", "refund"),
                ("original_txn_id", "T0"), ("status", "pending"), ("currency", "USD"), ("region", "south"),
                ("posted_on", "2017-01-01"),
            ], wanted: ["region", "channel", "type"], required: ["pay_method", "region"])
        let row = try #require(try readFile("txn_time\n2016-12-22\n", request: request).rows.first)
        #expect(row.isAccepted)
        #expect(
            row.texts == [
                "pay_method": "apple_pay", "channel": "app", "original_txn_id": "T0", "currency": "USD",
            ])
        #expect(row.amountFen == 123_450)
        #expect(row.postedOn == "2017-01-01")
        #expect(row.kind == .refund && row.status == .pending)
        #expect(row.wanted == ["south", "app", "refund"])
    }

    @Test(
        "refused: a column named twice, a header that is not there, a broken header, no header",
        arguments: [
            (
                "txn_time,amount, AMOUNT", [], [], "the header names `amount` more than once: columns 2 and 3",
                "rename all but one of them, or say which other header holds it: `--column amount=HEADER`"
            ),
            (
                "txn_time,amount,region,Region", [], ["region"],
                "the header names `region` more than once: columns 3 and 4",
                "rename all but one of them, or say which other header holds it: `--column region=HEADER`"
            ),
            (
                "txn_time,a,a", [("amount", "A")], [], "the header names `A` more than once: columns 2 and 3",
                "rename all but one of them, or say which other header holds it: `--column amount=HEADER`"
            ),
            (
                "txn_time,amount", [("amount", "TRANS AMT")], [],
                "there is no header `TRANS AMT`, which `--column` names for `amount`",
                "the file has `txn_time`, `amount`"
            ),
            (
                "txn_time,\"amount\"x", [], [],
                "the header on line 1 has text after the closing quote in `\"amount\"x`",
                "write the name without quotes, or all of it within them"
            ),
            (
                "\n \t\n", [], [], "the file is empty: it has only blank lines",
                "export it again: a file of no transactions has at least its header"
            ),
        ] as [(String, [(String, String)], [String], String, String?)])
    func refused(header: String, columns: [(String, String)], wanted: [String], message: String, help: String?) throws {
        let request = ColumnRequest(columns: columns.map { (name: $0.0, header: $0.1) }, wanted: wanted)
        let (code, problem) = try problem(header, request)
        #expect(code == .refused)
        #expect(problem == Problem(at: "card.csv", message, help: help))
    }

    @Test("columns that nothing asks for may be named twice")
    func unknownTwice() throws {
        #expect(try readFile("txn_time,amount,a,a\n").ignored == ["a", "a"])
    }

    @Test(
        "usage: --assume for a column that is there, or with a value that it cannot have",
        arguments: [
            ("amount", "1", "the file has a column `amount`"),
            ("channel", "web", "`channel`: `web` is none of `app`, `wallet`"),
            ("type", "消费", "`type`: `消费` is none of `purchase`, `refund`, `reversal`"),
            ("status", "ok", "`status`: `ok` is none of `settled`, `pending`, `failed`"),
            ("currency", "cny", "`currency`: `cny` is no currency: three capital letters, as in `CNY`"),
            ("posted_on", "soon", "`posted_on`: `soon` is no date as in `2016-12-22`"),
            ("txn_id", "T1", "`txn_id`: the identity of a row cannot be the same for all of them"),
            ("cardholder_id", " ", "`cardholder_id`: `cardholder_id` is empty"),
            (
                "merchant_id", "2.01612E+17",
                "`merchant_id`: `2.01612E+17` is what a spreadsheet makes of a long number: the identity itself is lost"
            ),
            ("pay-method", "apple_pay", "nothing asks for a column `pay-method`"),
        ])
    func assumedWrongly(name: String, value: String, message: String) throws {
        let (code, problem) = try problem("txn_time,amount", ColumnRequest(assumed: [(name, value)]))
        #expect(code == .usage)
        #expect(problem.place == "--assume")
        #expect(problem.message == message)
    }

    @Test("usage: a name given twice, to both options, without a header, or that nothing asks for")
    func optionsWrong() throws {
        let wrong: [(ColumnRequest, String, String)] = [
            (ColumnRequest(assumed: [("mcc", "1"), ("MCC", "2")]), "--assume", "`MCC` is given more than once"),
            (ColumnRequest(columns: [("mcc", "a"), ("mcc", "b")]), "--column", "`mcc` is given more than once"),
            (
                ColumnRequest(columns: [("mcc", "a")], assumed: [("mcc", "1")]), "--assume",
                "`mcc` is also given by `--column`"
            ),
            (ColumnRequest(columns: [("mcc", " ")]), "--column", "`mcc` is given no header"),
            (ColumnRequest(columns: [("amt", "a")]), "--column", "nothing asks for a column `amt`"),
        ]
        for (request, place, message) in wrong {
            let (code, problem) = try problem("txn_time,amount,a", request)
            #expect(code == .usage)
            #expect(problem.place == place)
            #expect(problem.message == message)
        }
        let (code, amount) = try problem("txn_time", ColumnRequest(assumed: [("amount", "-5")]))
        #expect(code == .usage)
        #expect(amount.message.hasPrefix("`amount`: `-5` has a sign"))
    }
}
