import RewardEngine
import Testing

/// What a feed makes of a file, as the engine then reads it.
@Suite("Feeds: what is made of a source's files")
struct FeedTranslationTests {
    private func source(
        _ file: String, _ feed: String, encoding: TextEncoding? = nil
    ) throws(Failure) -> SourceText {
        let feed = try FeedFile.read(text: Array("id: f\ntitle: F\n\(feed)".utf8), name: "f").feed
        return try SourceText(Array(file.utf8), place: "card.csv", encoding: encoding, feed: feed)
    }

    private func read(_ file: String, _ feed: String, wanted: [String] = []) throws(Failure) -> ReadFile {
        try readFile(source(file, feed), request: ColumnRequest(wanted: wanted))
    }

    @Test("the header is found below a preamble of any length, and rows keep their lines")
    func preamble() throws {
        let file = try read(
            """
            导出信息：
            "姓名：a quote that never closes on its line

            交易时间,金额
            说明：以下为明细,
            交易时间 , 商户,\t交易金额 ,
            2017-01-02 03:04:05,书店,128.00,
            \("")
            2017-01-03,"a
            b",1,
            2017-01-04,c,2
            """, "columns: { txn_time: 交易时间, amount: [金额(元), 交易金额] }", wanted: ["商户"])
        #expect(file.rows.map(\.line) == [7, 9, 11])
        #expect(file.rows.map(\.amountFen) == [12800, 100, 200])
        #expect(file.rows.map(\.wanted) == [["书店"], ["a b"], ["c"]])
        #expect(file.rows[0].time == "2017-01-02T03:04:05+08:00")
        #expect(file.ignored.isEmpty)
    }

    @Test("pipes and tabs part fields, and quotes work as with commas", arguments: [("pipe", "|"), ("tab", "\t")])
    func delimiters(word: String, delimiter: String) throws {
        let rows = try read(
            "txn_time,amount,note\n2017-01-02,\"1,5\",\"a\"\"|\t,b\"\n".replacing(",", with: "\0")
                .replacing("1\05", with: "1,500").replacing("|\t\0b", with: "|\t,b").replacing("\0", with: delimiter),
            "delimiter: \(word)", wanted: ["note"]
        ).rows
        #expect(rows.map(\.amountFen) == [150000])
        #expect(rows.map(\.wanted) == [["a\"|\t,b"]])
    }

    @Test("constants, words, beginnings, parts, and what any other text means; the words are tried in this order")
    func meanings() throws {
        let rows = try read(
            """
            t,a,what,trid,how
            2017-01-02,1,消费 书店,40010030273,买单吧
            2017-01-02,2,（撤销）x,50110030273,钱包
            2017-01-02,3,跨境退货,999,
            2017-01-02,4,x消费,,/
            """,
            """
            columns:
              txn_id: { digestOf: row }
              txn_time: t
              amount: a
              currency: { value: CNY }
              original_txn_id: { value: P }
              type:
                from: what
                startsWith: { purchase: 消费, reversal: （撤销） }
                contains: { refund: 退货 }
                words: { purchase: x消费 }
              pay_method: { from: trid, words: { apple_pay: ["40010030273", "50110030273"] }, otherwise: other }
              channel: { from: how, words: { app: 买单吧, wallet: 钱包, "": / } }
            """
        ).rows
        #expect(rows.map(\.kind) == [.purchase, .reversal, .refund, .purchase])
        #expect(rows.map { $0.texts["pay_method"] } == ["apple_pay", "apple_pay", "other", "other"])
        #expect(rows.map { $0.texts["channel"] } == ["app", "wallet", nil, nil])
        #expect(rows.allSatisfy { $0.isAccepted && $0.texts["currency"] == "CNY" })
    }

    @Test("a word that means nothing is left as it is, and the row is rejected for it")
    func unknownWord() throws {
        let file = try read(
            "t,a,what\n2017-01-02,1,还款\n",
            "columns: { txn_time: t, amount: a, type: { from: what, words: { refund: 退货 } } }")
        #expect(file.rejections.map(\.reason) == ["type"])
        #expect(file.rejections.map(\.value) == ["还款"])
    }

    @Test(
        "date and time in two columns, with and without signs between the digits",
        arguments: [
            ("20240102", "132324", "2024-01-02T13:23:24"), ("20240102", "93015", "2024-01-02T09:30:15"),
            ("20240102", "13:23:24", "2024-01-02T13:23:24"), ("2024-01-02", "132324", "2024-01-02T13:23:24"),
            ("2024/1/2", "9:30", "2024-01-02T09:30:00"), ("2024-01-02", "1323", "2024-01-02T13:23:00"),
            ("20240102", "", "2024-01-02T00:00:00"),
        ])
    func dateAndTime(date: String, time: String, expected: String) throws {
        let rows = try read(
            "d,t,amount\n\(date),\(time),1\n", "columns: { txn_time: { date: d, time: t } }"
        ).rows
        #expect(rows.map(\.time) == ["\(expected)+08:00"])
    }

    struct Signed: Sendable, CustomTestStringConvertible {
        var amount: String
        var type = ""
        var sign: String
        /// Nil where the row is rejected for its amount.
        var kind: RowKind?
        var fen = 1250

        var testDescription: String { "\(amount) \(type) \(sign)" }
    }

    @Test(
        "a sign: what it means, and where it contradicts the type",
        arguments: [
            Signed(amount: "12.50", sign: "type", kind: .purchase), Signed(amount: "-12.50", sign: "type", kind: nil),
            Signed(amount: "12.50", type: "refund", sign: "type", kind: .refund),
            Signed(amount: "-12.50", sign: "negative-is-refund", kind: .refund),
            Signed(amount: "\u{2212}12.50", sign: "negative-is-refund", kind: .refund),
            Signed(amount: "(12.50)", sign: "negative-is-refund", kind: .refund),
            Signed(amount: "¥-12.50", sign: "negative-is-refund", kind: .refund),
            Signed(amount: "+12.50", sign: "negative-is-refund", kind: .purchase),
            Signed(amount: "12.50", sign: "negative-is-refund", kind: .purchase),
            Signed(amount: "-12.50", type: "purchase", sign: "negative-is-refund", kind: nil),
            Signed(amount: "-12.50", type: "reversal", sign: "negative-is-refund", kind: .reversal),
            Signed(amount: "12.50", type: "refund", sign: "negative-is-refund", kind: .refund),
            Signed(amount: "-12.50", sign: "positive-is-refund", kind: .purchase),
            Signed(amount: "+12.50", sign: "positive-is-refund", kind: .refund),
            Signed(amount: "--12.50", sign: "negative-is-refund", kind: nil),
        ])
    func signs(row: Signed) throws {
        let file = try read(
            "t,a,type,original_txn_id\n2017-01-02,\(row.amount),\(row.type),P\n",
            "columns: { txn_time: t, amount: { from: a, sign: \(row.sign) } }")
        let read = try #require(file.rows.first)
        if let kind = row.kind {
            #expect(read.isAccepted && read.kind == kind && read.amountFen == row.fen)
        } else {
            #expect(file.rejections.map(\.reason) == ["amount"])
        }
    }

    @Test("money out and money in, in two columns")
    func debitAndCredit() throws {
        let file = try read(
            "txn_time,out,in,original_txn_id\n2017-01-02,5.00,,\n2017-01-02,,7.00,P\n2017-01-02,0.00,8.00,P\n2017-01-02,1,1,P\n",
            "columns: { amount: { debit: out, credit: in } }")
        #expect(file.rows.prefix(3).map(\.kind) == [.purchase, .refund, .refund])
        #expect(file.rows.prefix(3).map(\.amountFen) == [500, 700, 800])
        #expect(file.rejections.map(\.value) == ["1 / 1"])
    }

    @Test("the currency before an amount")
    func splitCurrency() throws {
        let rows = try read(
            "txn_time,a\n2017-01-02,CNY 123.18\n2017-01-02,CNY13.50\n2017-01-02,JPY 1000.00\n2017-01-02,7\n",
            "columns: { amount: { from: a, currency: split } }"
        ).rows
        #expect(rows.map(\.amountFen) == [12318, 1350, 100000, 700])
        #expect(rows.map { $0.texts["currency"] } == ["CNY", "CNY", "JPY", nil])
    }

    @Test("fields of fixed places, zoned decimals, and records of a wrong length")
    func fixedWidth() throws {
        let feed = """
            fixedWidth:
              recordLength: 24
              fields: { t: { at: 1, width: 8 }, a: { at: 9, width: 5 }, n: { at: 14, width: 8 } }
            columns:
              txn_time: t
              amount: { from: a, impliedDecimals: 2, sign: negative-is-refund }
              original_txn_id: { value: P }
            """
        let file = try read(
            "20170102" + "0504G" + "a,\"b    " + "   \r\n" + "20170102" + "0919}" + "        " + "   \r\n"
                + "20170102" + "00500" + "short\r\n" + "20170102" + "00500" + "        " + "    much\r\n"
                + "\r\n20170103" + "0050-" + "x       ", feed, wanted: ["n"])
        #expect(file.rows.map(\.line) == [1, 2, 3, 4, 6])
        let amounts: [Int?] = [5047, 9190, nil, nil, 50]
        #expect(file.rows.map(\.amountFen) == amounts)
        #expect(file.rows.map(\.kind) == [.purchase, .refund, .purchase, .purchase, .refund])
        #expect(file.rows[0].wanted == ["a,\"b"])
        #expect(
            file.rejections.map(\.message) == [
                "the row has 2 fields, and the header has 3", "the row has 4 fields, and the header has 3",
            ])
    }

    @Test("places are counted in bytes of the file as it is, also in GB18030")
    func fixedWidthInGB18030() throws {
        let feed = try FeedFile.read(
            text: Array(
                """
                id: f
                title: F
                encoding: gb18030
                fixedWidth: { fields: { merchant: { at: 1, width: 6 }, t: { at: 7, width: 8 }, a: { at: 15, width: 3 } } }
                columns: { txn_time: t, amount: a }
                """.utf8), name: "f"
        ).feed
        let file: [UInt8] = [0xD6, 0xD0, 0xB9, 0xFA] + Array("  20170102  7\n".utf8)
        let rows = try readFile(
            SourceText(file, place: "f.txt", feed: feed), request: ColumnRequest(wanted: ["merchant"])
        ).rows
        #expect(rows.map(\.wanted) == [["中国"]])
        #expect(rows.map(\.amountFen) == [700])
    }

    @Test("an identity of what the row says: repeats within a file are told apart, a second file says the same")
    func digests() throws {
        let feed = "columns: { txn_id: { digestOf: row } }"
        let first = try read("txn_time,amount\n2017-01-02,5\n2017-01-02,5\n2017-01-02,6\n", feed).rows
        let second = try read("\n\ntxn_time,amount\n2017-01-02,6\n2017-01-02,\"5\"\n2017-01-02, 5\n", feed).rows
        let ids = first.compactMap { $0.texts["txn_id"] }
        #expect(Set(ids).count == 3 && ids[0].hasSuffix("-1") && ids[1].hasSuffix("-2"))
        #expect(Set(ids) == Set(second.compactMap { $0.texts["txn_id"] }))
    }

    @Test("rows that are no card transactions are left out, and counted")
    func leftOut() throws {
        let source = try source(
            "txn_time,amount,what,side\n2017-01-02,1,消费,-\n2017-01-02,2,信用卡还款 x,-\n2017-01-02,3,转账,in\n2017-01-02,4,某退款,in\n",
            """
            leaveOut:
              - { column: what, startsWith: 信用卡还款 }
              - { column: side, is: [in, both], except: { column: what, contains: 退款 } }
            """)
        #expect(try readFile(source).rows.map(\.amountFen) == [100, 400])
        #expect(source.notices == ["2 rows are no card transactions by the feed `f`, and left out"])
    }

    @Test("a row with a field too many or too few, and text after a quote, are said in the file's own numbers")
    func damagedRows() throws {
        let file = try read(
            "t,a,id\n2017-01-02,1,A\n2017-01-02,1\n2017-01-02,1,B,x\n2017-01-02,\"1\"2,C\n",
            "columns: { txn_time: t, amount: a, txn_id: id, currency: { value: CNY } }")
        #expect(file.rejections.map(\.reason) == ["fields", "fields", "quotes"])
        #expect(file.rejections[0].message == "the row has 2 fields, and the header has 3")
        #expect(file.rejections[1].value == "2017-01-02,1,B,x")
        #expect(file.rejections[2].value == "\"1\"2")
        #expect(file.rows.map { $0.texts["txn_id"] } == ["A", nil, "B", "C"])
    }

    @Test("a file that is cut off is refused, as without a feed")
    func cutOff() {
        let cut = failure { () throws(Failure) in
            try read("t,a,n\n2017-01-02,1,x\n2017-01-0", "columns: { txn_time: t, amount: a }")
        }
        #expect(cut?.code == .refused)
        #expect(
            cut?.problems[0].message
                == "the file is cut off: its last row, on line 3, has 1 of 3 fields and no line end")
    }

    @Test("a file without the header says which line comes nearest")
    func noHeader() {
        let missing = failure { () throws(Failure) in
            try read("x\n时间,note\n1,2\n", "columns: { txn_time: 时间, amount: [金额, 交易金额] }")
        }
        #expect(missing?.code == .refused)
        #expect(missing?.problems[0].message == "no line of the file is the header that the feed `f` looks for")
        #expect(
            missing?.problems[0].help
                == "the feed `f` looks for `时间`, `金额` or `交易金额`; line 2 comes nearest, and lacks `金额` or `交易金额`")
    }

    @Test("a header that is there twice, and that the feed needs, is refused")
    func headerTwice() {
        let twice = failure { () throws(Failure) in try read("t,a,a\n", "columns: { txn_time: t, amount: a }") }
        #expect(twice?.problems.map(\.message) == ["the header names `a` more than once"])
    }
}

@Suite("Totals of a feed: never rows, and they have to be true")
struct FeedTotalsTests {
    private static let feed = """
        id: f
        title: F
        columns: { txn_time: t, amount: { from: a, sign: negative-is-refund } }
        trailers: [{ startsWith: 合计, rows: 2, sums: { a: 3 }, required: true }]
        """

    private func source(_ file: String) throws(Failure) -> SourceText {
        let feed = try FeedFile.read(text: Array(Self.feed.utf8), name: "f").feed
        let source = try SourceText(Array(file.utf8), place: "card.csv", feed: feed)
        try source.refuseMismatches()
        return source
    }

    @Test("a trailer that is right; it need not have the fields of a row; rejected rows count")
    func right() throws {
        let file = try readFile(source("t,a,n,m\n2017-01-02,1.50,x,\n2017-01-02,-0.50,x,\nx,2,,\n合计,3,3.00\n"))
        #expect(file.rows.map(\.line) == [2, 3, 4])
        #expect(try readFile(source("t,a\n合计,0,0.00")).rows.isEmpty)
    }

    @Test(
        "one that is wrong refuses the file, and every number that is wrong is told",
        arguments: [
            ("合计,2,1.00", ["the line states `1.00` as the sum of `a`, and the rows come to 1.50"]),
            (
                "合计,3,",
                [
                    "the line states `3` rows, and there are 2",
                    "the line states `` as the sum of `a`, and the rows come to 1.50",
                ]
            ),
        ])
    func wrong(trailer: String, expected: [String]) {
        let refused = failure { () throws(Failure) in try source("t,a\n2017-01-02,1.50\n2017-01-02,0\n\(trailer)\n") }
        #expect(refused?.code == .refused)
        #expect(refused?.problems.map(\.message) == expected)
        #expect(refused?.problems.allSatisfy { $0.place == "card.csv:4" } == true)
    }

    @Test("an amount that cannot be read is said beside the sum; a trailer that is needed and missing is said")
    func unreadable() {
        func told(_ file: String) -> [String]? {
            failure { () throws(Failure) in try source(file) }?.problems.map(\.message)
        }
        #expect(
            told("t,a\n2017-01-02,x\n合计,1,5\n") == [
                "the line states `5` as the sum of `a`, and the rows come to 0.00, without 1 that cannot be read"
            ])
        #expect(told("t,a\n2017-01-02,1\n") == ["no line begins with `合计`: the file is cut off"])
    }
}
