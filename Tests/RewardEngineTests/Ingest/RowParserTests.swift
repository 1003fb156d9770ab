import RewardEngine
import Testing

@Suite("Rows: typed values, or a rejection that names the first bad column (SPEC 1)")
struct RowParserTests {
    private static let header =
        "txn_id,card_id,cardholder_id,txn_time,posted_on,amount,currency,type,status,pay_method,channel,mcc,"
        + "merchant_id,original_txn_id"

    /// A good row, with some columns changed.
    private func line(_ changes: [String: String] = [:]) -> String {
        let good = [
            "txn_id": "T1", "card_id": "c1", "cardholder_id": "h1", "txn_time": "2016-12-22T10:03:27+08:00",
            "posted_on": "2016-12-24", "amount": "585.42", "currency": "CNY", "type": "refund", "status": "failed",
            "pay_method": "apple_pay", "channel": "wallet", "mcc": "0742", "merchant_id": "m1", "original_txn_id": "T0",
        ]
        return Self.header.split(separator: ",").map { changes[String($0)] ?? good[String($0)] ?? "" }
            .joined(separator: ",")
    }

    private func read(_ lines: String..., policy: EmptyCardholder = .rejected) throws(Failure) -> ReadFile {
        try readFile(([Self.header] + lines).map { $0 + "\n" }.joined(), emptyCardholder: policy)
    }

    @Test("every column as its value")
    func complete() throws {
        let row = try #require(try read(line()).rows.first)
        let expected = ReadRow(
            line: 2, isAccepted: true,
            texts: [
                "txn_id": "T1", "card_id": "c1", "cardholder_id": "h1", "currency": "CNY", "pay_method": "apple_pay",
                "channel": "wallet", "mcc": "0742", "merchant_id": "m1", "original_txn_id": "T0",
            ], time: "2016-12-22T10:03:27+08:00", postedOn: "2016-12-24", amountFen: 58_542, kind: .refund,
            status: .failed)
        #expect(row == expected)
    }

    @Test("empty is absent, with the defaults of type and status")
    func absent() throws {
        let csv = Self.header + "\nT1,,h1,2016-12-22,\u{3000},1,, ,\"\",,\"\t\",,,\n"
        let row = try #require(try readFile(csv).rows.first)
        let expected = ReadRow(
            line: 2, texts: ["txn_id": "T1", "cardholder_id": "h1"], time: "2016-12-22T00:00:00+08:00", amountFen: 100)
        #expect(row == expected)
        #expect(try readFile("txn_time,amount\n2016-12-22,1\n").rows.first?.isAccepted == true)
    }

    @Test(
        "every field is trimmed of blanks, tabs, U+00A0 and U+3000 at both ends, quoted or not; doubled quotes are one")
    func trimmed() throws {
        let csv =
            "txn_id,txn_time,amount,pay_method,channel,type,note\n"
            + " \t\u{A0}T 1\u{3000} ,\" 2016-12-22 10:03:27 \",\"\u{A0}1,234.56\t\" ,\"\u{3000}\"\"apple\"\" \"\"pay\"\"\"\"\" ,"
            + "\u{A0}app, purchase\u{3000},\u{3000}\"x\" \n"
        let file = try readFile(csv, request: ColumnRequest(wanted: ["note", "pay_method", "amount"]))
        let row = try #require(file.rows.first)
        #expect(row.isAccepted)
        #expect(row.texts == ["txn_id": "T 1", "pay_method": "\"apple\" \"pay\"\"", "channel": "app"])
        #expect(row.amountFen == 123_456)
        #expect(row.wanted == ["\"x\"", "\"apple\" \"pay\"\"", "1,234.56"])
    }

    @Test("other blanks, and their bytes inside other characters, are text")
    func notTrimmed() throws {
        let csv = "txn_time,amount,mcc,pay_method\n2016-12-22,1,\u{2003}x\u{2003},\u{E0}聀\n"
        #expect(try readFile(csv).rows.first?.texts == ["mcc": "\u{2003}x\u{2003}", "pay_method": "\u{E0}聀"])
    }

    @Test(
        "rejected for one column",
        arguments: [
            ("txn_id", "", "`txn_id` is empty"),
            ("txn_id", String(repeating: "x", count: 65), "is too long for `txn_id`: more than 64 bytes"),
            (
                "txn_id", "2.01612E+17",
                "`2.01612E+17` is what a spreadsheet makes of a long number: the identity itself is lost"
            ),
            (
                "card_id", "6.21E+100",
                "`6.21E+100` is what a spreadsheet makes of a long number: the identity itself is lost"
            ),
            ("cardholder_id", "", "`cardholder_id` is empty"),
            ("cardholder_id", String(repeating: "户", count: 22), "is too long for `cardholder_id`: more than 64 bytes"),
            ("txn_time", "", "`txn_time` is empty"),
            ("txn_time", "12/28", "`12/28` is no time as in `2016-12-22T10:03:27` or `2016/12/22 9:03`"),
            ("txn_time", "2017-02-31", "`2017-02-31` names a day that does not exist"),
            ("txn_time", "2017-02-03 24:00:00", "`2017-02-03 24:00:00` names a time of day that does not exist"),
            ("txn_time", "2017-02-03 12:00+15:00", "`2017-02-03 12:00+15:00` has an offset beyond 14:00"),
            ("txn_time", "1969-12-31", "`1969-12-31` is not in the years 1970 to 9999"),
            ("posted_on", "2017-02-03 10:00", "`2017-02-03 10:00` is no date as in `2016-12-22`"),
            ("posted_on", "2017-02-31", "`2017-02-31` names a day that does not exist"),
            ("amount", "", "`amount` is empty"),
            ("amount", "12O.00", "`12O.00` is no amount as in `1234.56`"),
            ("amount", "-5", "`-5` has a sign: amounts are positive, and `type` says what is money back"),
            ("amount", "(5)", "`(5)` is in brackets: amounts are positive, and `type` says what is money back"),
            ("amount", "\"12,34\"", "`12,34` has a comma that does not part groups of three digits"),
            ("amount", ".5", "`.5` has no digit before the decimal point"),
            ("amount", "5.", "`5.` has no digit after the decimal point"),
            ("amount", "99.995", "`99.995` has a part of a fen"),
            ("amount", "0.00", "`0.00` is not greater than 0"),
            ("amount", "10000000000", "`10000000000` is more than 9,999,999,999.99"),
            ("currency", "cny", "`cny` is no currency: three capital letters, as in `CNY`"),
            ("currency", "RMBY", "`RMBY` is no currency: three capital letters, as in `CNY`"),
            ("type", "消费", "`消费` is none of `purchase`, `refund`, `reversal`"),
            ("type", "Purchase", "`Purchase` is none of `purchase`, `refund`, `reversal`"),
            ("type", "purchases", "`purchases` is none of `purchase`, `refund`, `reversal`"),
            ("status", "ok", "`ok` is none of `settled`, `pending`, `failed`"),
            ("channel", "APP", "`APP` is none of `app`, `wallet`"),
            ("channel", "\"\"\"app\"\"\"", "`\"app\"` is none of `app`, `wallet`"),
            ("merchant_id", String(repeating: "m", count: 65), "is too long for `merchant_id`: more than 64 bytes"),
            ("original_txn_id", "", "`original_txn_id` is empty, and a refund or reversal must name its purchase"),
            (
                "original_txn_id", "1.0E+10",
                "`1.0E+10` is what a spreadsheet makes of a long number: the identity itself is lost"
            ),
        ])
    func rejected(column: String, value: String, message: String) throws {
        let file = try read(line([column: value]), line())
        #expect(file.rows.map(\.isAccepted) == [false, true])
        let rejection = try #require(file.rejections.first)
        #expect(file.rejections.count == 1)
        #expect(rejection.line == 2)
        #expect(rejection.reason == column)
        #expect(rejection.message.hasSuffix(message))
        let row = try #require(file.rows.first)
        if ["currency", "channel"].contains(column) { #expect(row.texts[column] == nil, "a bad value is absent") }
        #expect((row.time == nil) == (column == "txn_time"), "the other columns are read all the same")
        #expect((row.amountFen == nil) == (column == "amount"))
        #expect(row.texts["txn_id"] == (column == "txn_id" ? (value.isEmpty ? nil : value) : "T1"), "but an identity")
    }

    @Test(
        "an identity that only looks like a spreadsheet's number is one",
        arguments: [
            "2.01612E17", "2.01612e+17", "2.E+17", "22.1E+17", "2.01612E+7", "2.01612E+17x", "a.1E+17", "2.1E-17",
            "2,1E+17",
        ])
    func honestIdentities(identity: String) throws {
        #expect(try read(line(["card_id": "\"\(identity)\""])).rows.first?.texts["card_id"] == identity)
    }

    @Test("an identity has at most 64 bytes")
    func longIdentities() throws {
        let longest = String(repeating: "x", count: 61) + "户"
        #expect(try read(line(["txn_id": longest])).rows.first?.texts["txn_id"] == longest)
    }

    @Test("of several bad columns the first in the table's order is named, whatever their order in the file")
    func firstBadColumn() throws {
        let file = try readFile("channel,amount,txn_time,type,txn_id\nweb,x,2016-12-22,y,T1\nweb,1,z,,T2\n")
        #expect(file.rejections.map(\.reason) == ["amount", "txn_time"])
        #expect(file.rejections.map(\.value) == ["x", "z"])
        #expect(file.rows.map(\.time) == ["2016-12-22T00:00:00+08:00", nil])
    }

    @Test("too few or too many fields come before the columns, text after a quote before those")
    func damaged() throws {
        let file = try readFile(
            "txn_id,cardholder_id,txn_time,amount,mcc\nT1,h1\nT2,h2,2016-12-22,1,2,3\nT3,h3,\"2016-12-22\"x,bad,1\n"
                + "\"T4\"x,h4,,\n\"2.01612E+17\",h5\n")
        #expect(file.rejections.map(\.reason) == ["fields", "fields", "quotes", "quotes", "fields"])
        #expect(
            file.rejections.map(\.message) == [
                "the row has 2 fields, and the header has 5", "the row has 6 fields, and the header has 5",
                "there is text after the closing quote in `\"2016-12-22\"x`",
                "there is text after the closing quote in `\"T4\"x`", "the row has 2 fields, and the header has 5",
            ])
        #expect(
            file.rows.map(\.texts) == [
                ["txn_id": "T1", "cardholder_id": "h1"], ["txn_id": "T2", "cardholder_id": "h2"],
                ["txn_id": "T3", "cardholder_id": "h3"], ["cardholder_id": "h4"],
                ["txn_id": "2.01612E+17", "cardholder_id": "h5"],
            ])
        #expect(
            file.rejections.map(\.value) == [
                "T1,h1", "T2,h2,2016-12-22,1,2,3", "\"2016-12-22\"x", "\"T4\"x", "\"2.01612E+17\",h5",
            ])
        #expect(file.rows.allSatisfy { $0.time == nil && $0.amountFen == nil && !$0.isAccepted })
        #expect(file.rows.map(\.line) == [2, 3, 4, 5, 6])
    }

    @Test("a short last row without a line end is a file cut off; a long one, or a flawed one of full length, is not")
    func cutOff() throws {
        let header = "txn_id,txn_time,amount\n"
        let expected = Failure(
            .refused, at: "card.csv",
            "the file is cut off: its last row, on line 2, has 2 of 3 fields and no line end",
            help: "export or copy the whole file again")
        #expect(throws: expected) { try readFile(header + "T1,2016-12-22") }
        #expect(throws: Failure.self) { try readFile(header + "\"T1\"x,2016-12-22") }
        #expect(try readFile(header + "T1,2016-12-22,1").rows.first?.isAccepted == true)
        #expect(try readFile(header + "T1,2016-12-22,1,").rejections.map(\.reason) == ["fields"])
        #expect(try readFile(header + "\"T1\"x,2016-12-22,1").rejections.map(\.reason) == ["quotes"])
        #expect(try readFile(header + "T1,2016-12-22\n  ").rejections.map(\.reason) == ["fields"])
    }

    @Test("an empty cardholder_id: rejected, or held where the card may tell the cardholder")
    func emptyCardholder() throws {
        let withColumn = "card_id,cardholder_id,txn_time,amount\nc1,,2016-12-22,1\n,,2016-12-22,1\n,h1,2016-12-22,1\n"
        let without = "card_id,txn_time,amount\nc1,2016-12-22,1\n,2016-12-22,1\n"
        func reasons(_ csv: String, _ policy: EmptyCardholder) throws -> [Rejection] {
            try readFile(csv, emptyCardholder: policy).rejections
        }
        #expect(try reasons(withColumn, .rejected).map(\.line) == [2, 3])
        #expect(try reasons(without, .rejected).isEmpty)
        #expect(try reasons(withColumn, .heldIfCardKnown).map(\.line) == [3])
        let held = try reasons(without, .heldIfCardKnown)
        #expect(held.map(\.line) == [3])
        #expect(held.map(\.reason) == ["cardholder_id"])
        #expect(
            held.map(\.message) == ["`cardholder_id` is empty, and there is no `card_id` to find the cardholder by"])
    }

    @Test("a purchase needs no original, money back does, also where the file has no such column")
    func originals() throws {
        let csv =
            "txn_time,amount,type\n2016-12-22,1,purchase\n2016-12-22,1,refund\n2016-12-22,1,reversal\n2016-12-22,1,x\n"
        #expect(try readFile(csv).rejections.map(\.reason) == ["original_txn_id", "original_txn_id", "type"])
    }

    @Test("a local year outside 1970–9999 depends on the zone")
    func zones() throws {
        let csv = "txn_time,amount\n1969-12-31T20:00:00Z,1\n"
        #expect(try readFile(csv).rejections.isEmpty)
        #expect(try readFile(csv, utcOffset: UTCOffset(seconds: 0)).rejections.map(\.reason) == ["txn_time"])
    }

    @Test(
        "a value is shown on one line, cut, and never with a whole card number",
        arguments: [
            ("6216611234567890123", "621661*********0123"), ("卡6216611234567890", "卡621661******7890"),
            ("6216 6112 3456 7890", "6216 61** **** 7890"), ("6216-6112-3456-7890", "6216-61**-****-7890"),
            ("123456789012", "123456789012"), ("1234567890123", "123456***0123"),
            ("x\r\ny\tz\u{1B}[0m", "x\\r\\ny\\tz\\u{1b}[0m"),
            (String(repeating: "长", count: 61), String(repeating: "长", count: 60) + "…"),
            (String(repeating: "1", count: 70), "111111" + String(repeating: "*", count: 54) + "…"),
            ("６２１６６１１２３４５６７８９０", "６２１６６１******７８９０"), ("2016-12-22 10:03:27", "2016-12-22 10:03:27"),
        ])
    func shown(value: String, expected: String) throws {
        let file = try read(line(["channel": "\"\(value)\""]))
        #expect(file.rejections.first?.value == expected)
        #expect(file.rejections.first?.message == "`\(expected)` is none of `app`, `wallet`")
    }
}

@Suite("Two rows with one id: do they say the same? (SPEC 1)")
struct RowComparisonTests {
    private static let header = "txn_id,txn_time,amount,type,status,posted_on,currency,channel,note,skipped\n"

    private func agree(_ first: String, _ second: String) throws -> Bool {
        let source = try SourceText(Array("\(Self.header)\(first)\n\(second)\n".utf8), place: "card.csv")
        return try source.withBytes { bytes in
            let request = ColumnRequest(wanted: ["note", "type"])
            var reader = source.records()
            let layout = try Layout.read(from: &reader, in: bytes, request: request, of: source)
            let start = Self.header.utf8.count
            var places = RecordPlaces(rows: 2)
            places.append(offset: start, line: 2)
            places.append(offset: start + first.utf8.count + 1, line: 3)
            var comparison = RowComparison(
                plan: ReadingPlan(
                    layout: layout, vocabulary: Vocabulary(of: []), campaigns: [], utcOffset: .china, place: "card.csv",
                    division: ReadingDivision()))
            try comparison.read(earlier: 0, of: places, in: bytes)
            try comparison.read(later: 1, of: places, in: bytes)
            return comparison.hasSameContent(in: bytes)
        }
    }

    @Test(
        "the same, written in another way",
        arguments: [
            "T1,2016/12/22 10:03:27,120,,settled,20170101,CNY,app,n,z",
            "T1,2016-12-22T02:03:27Z,\"0,120.000\",purchase,,2017/1/1,CNY,app,n,",
            " T1 ,20161222100327.9,￥120.00,purchase,settled,2017-01-01,CNY,\"app\",\"n\" ,x",
        ])
    func same(second: String) throws {
        let first = "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,CNY,app,n,x"
        #expect(try agree(first, second))
        #expect(try agree(second, first))
    }

    @Test(
        "another content: also where one of the two is absent",
        arguments: [
            "T2,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,CNY,app,n,x",
            "T1,2016-12-22 10:03:28,120.00,purchase,settled,2017-01-01,CNY,app,n,x",
            "T1,2016-12-22 10:03:27,120.01,purchase,settled,2017-01-01,CNY,app,n,x",
            "T1,2016-12-22 10:03:27,120.00,refund,settled,2017-01-01,CNY,app,n,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,failed,2017-01-01,CNY,app,n,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-02,CNY,app,n,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,settled,,CNY,app,n,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,,app,n,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,CNY,,n,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,CNY,app,N,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,CNY,app,,x",
            "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,CNY,app,\"n\"\"\",x",
        ])
    func other(second: String) throws {
        let first = "T1,2016-12-22 10:03:27,120.00,purchase,settled,2017-01-01,CNY,app,n,x"
        #expect(try !agree(first, second))
        #expect(try !agree(second, first))
        #expect(try agree(second, second))
    }

    @Test("texts with doubled quotes are compared by what they say")
    func doubledQuotes() throws {
        let row = "T1,2016-12-22,1,,,,,,\"a \"\"b\"\"\",x"
        #expect(try agree(row, row))
        #expect(try !agree(row, "T1,2016-12-22,1,,,,,,\"a \"\"c\"\"\",x"))
    }
}
