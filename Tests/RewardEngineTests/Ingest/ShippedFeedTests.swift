import Feeds
import Foundation
import RewardEngine
import Testing

private func shipped(_ name: String) throws -> Feed {
    let text = try #require(Feeds.all.first { $0.name == name }?.text, "\(name)")
    return try FeedFile.read(text: text, name: name).feed
}

/// A row in short: `7 purchase settled 12.50 CNY`, and `rejected amount` of a bad one.
private func short(_ file: ReadFile) -> [String] {
    var rejections = file.rejections.makeIterator()
    return file.rows.map { row in
        if !row.isAccepted { return "\(row.line) rejected \(rejections.next()?.reason ?? "")" }
        let currency = row.texts["currency"].map { " \($0)" } ?? ""
        return "\(row.line) \(row.kind.name) \(row.status.name) \(yuanText(fen: row.amountFen ?? 0))\(currency)"
    }
}

@Suite("The feeds that are built in")
struct ShippedFeedTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var feed: String
        var text: String
        var rows: [String]

        var testDescription: String { feed }
    }

    @Test("each on a small file of our own", arguments: ShippedFeedTests.samples)
    func own(sample: Sample) throws {
        let source = try SourceText(Array(sample.text.utf8), place: "f", feed: try shipped(sample.feed))
        try source.refuseMismatches()
        #expect(short(try readFile(source)) == sample.rows)
    }

    @Test("there is a sample for each")
    func complete() {
        #expect(Self.samples.map(\.feed).sorted() == Feeds.all.map(\.name).sorted())
    }

    static let samples = [
        Sample(
            feed: "canonical", text: "txn_time,amount,type,original_txn_id\n2017-01-02,5,refund,P\n",
            rows: ["2 refund settled 5.00"]),
        Sample(
            feed: "birmingham",
            text: """
                TRANS DATE,TRANS VAT DESC,ORIGINAL GROSS AMT,MERCHANT NAME,CARD NUMBER,Directorate
                2016-06-28,VR,67.63,a shop,************5770,Place
                2016-06-28,VR,-7.63,a shop,************5770,Place
                2016-06-29,VR,0,a shop,************5770,Place

                """,
            rows: ["2 purchase settled 67.63 GBP", "3 rejected original_txn_id", "4 rejected amount"]),
        Sample(
            feed: "alipay",
            text: """
                ------
                共3笔记录
                ---------支付宝 电子客户回单---------
                交易时间   ,交易分类  ,交易对方,收/支  ,金额   ,收/付款方式  ,交易状态  ,交易订单号  ,备注  ,
                2023-02-12 21:32:14 ,日用百货 ,x,支出 ,49.74 ,某银行信用卡(7449) ,交易成功 ,20231\t, ,
                2023-02-13 21:32:14 ,退款 ,x,不计收支 ,9.74 ,某银行信用卡(7449) ,退款成功 ,20231_7\t, ,
                2023-02-13 21:32:15 ,日用百货 ,x,支出 ,1.00 ,余额 ,等待确认收货 ,20232\t, ,
                2023-02-13 21:32:16 ,转账红包 ,x,收入 ,1.00 ,余额 ,交易成功 ,20233\t, ,
                2023-02-13 21:32:17 ,投资理财 ,x,不计收支 ,1.00 ,余额 ,交易成功 ,20234\t, ,

                """,
            rows: ["5 purchase settled 49.74 CNY", "6 refund settled 9.74 CNY", "7 purchase pending 1.00 CNY"]),
        Sample(
            feed: "wechat",
            text: """
                微信支付账单明细,,,,,,,,
                ,,,,,,,,
                交易时间,交易类型,交易对方,收/支,金额(元),支付方式,当前状态,交易单号,备注
                2019-09-26 12:45:27,商户消费,"店",支出,¥28.16,某银行(1234),支付成功,"1"\t,"/"
                2019-09-26 12:45:28,商户消费,"店",支出,¥8.16,/,已退款(￥1.00),"2"\t,"/"
                2019-09-26 12:45:29,零钱提现,"店",/,¥8.16,/,提现已到账,"3"\t,"/"
                2019-09-26 12:45:30,店-退款,"店",收入,¥1.00,/,已全额退款,"4"\t,"/"

                """,
            rows: ["4 purchase settled 28.16 CNY", "5 purchase settled 8.16 CNY", "7 rejected original_txn_id"]),
        Sample(
            feed: "icbc-credit",
            text: """
                明细查询文件下载

                卡号: 1234****5678,"卡别名: "

                交易日期,记账日期,摘要,交易场所,交易金额(收入),交易金额(支出),交易币种
                2023-04-22  ,2023-04-23  ,"消费  ","支付宝-店",""," 1,000.01  ",人民币 ,
                2023-04-23  ,2023-04-23  ,"退货  ","店","5.00  ","",美元 ,
                2023-04-23  ,2023-04-23  ,"人民币自动转帐还款","银行","7.00  ","",人民币 ,
                \("")
                合计金额,,,,,"12.00  ","1,000.01  ",

                """,
            rows: ["6 purchase settled 1000.01 CNY", "7 rejected original_txn_id"]),
        Sample(
            feed: "bocom-credit",
            text: """
                交易日期,记账日期,交易说明,交易币种/金额,入账币种/金额
                2025-01-10,2025-01-11,消费 京东,CNY 123.18,CNY 123.18
                2025-01-18,2025-01-18,消费 Suica,JPY1000.00,CNY 49.85
                2025-01-19,2025-01-19,退货 京东,CNY 23.18,CNY 23.18
                2025-01-29,2025-01-29,信用卡还款 转账,CNY 1.00,CNY 1.00
                2025-01-30,2025-01-30,年费,CNY 1.00,CNY 1.00

                """,
            rows: [
                "2 purchase settled 123.18 CNY", "3 purchase settled 1000.00 JPY", "4 rejected original_txn_id",
                "6 rejected type",
            ]),
        Sample(
            feed: "cgb-credit",
            text: """
                交易日期,入账日期,交易摘要,交易金额,交易货币,入账金额,入账货币
                2025/01/05,2025/01/06,（消费）店,15.90,人民币,15.90,人民币
                2025/01/05,2025/01/06,（退款）店,-5.90,人民币,-5.90,人民币
                2025/01/05,2025/01/06,（消费）店,-5.90,人民币,-5.90,人民币
                2024/12/25,2024/12/26,（还款）银联,-1130.68,人民币,-1130.68,人民币

                """,
            rows: ["2 purchase settled 15.90 CNY", "3 rejected original_txn_id", "4 rejected amount"]),
        Sample(
            feed: "abc-debit",
            text: """
                交易日期,交易时间,交易摘要,交易金额,本次余额
                20240102,132324,财付通,-10.00,1.00
                20240103,,消费,-1.50,1.00
                20240103,,转存,+1.50,1.00
                20240104,,退货,+1.50,1.00

                """,
            rows: ["2 purchase settled 10.00 CNY", "3 purchase settled 1.50 CNY", "5 rejected original_txn_id"]),
        Sample(
            feed: "carddemo",
            text: carddemoRecord("0000000000000001", type: "01", amount: "0000005047G")
                + carddemoRecord("0000000000000002", type: "03", amount: "0000009190}"),
            rows: ["1 purchase settled 504.77", "2 rejected original_txn_id"]),
    ]

    private static func carddemoRecord(_ id: String, type: String, amount: String) -> String {
        let record =
            id + type + "0001POS TERM  " + "Purchase".padding(toLength: 100, withPad: " ", startingAt: 0) + amount
            + "800000000" + "Shop".padding(toLength: 110, withPad: " ", startingAt: 0) + "4000000000000000"
            + "2022-06-10 19:27:53.000000"
        return record.padding(toLength: 350, withPad: " ", startingAt: 0) + "\n"
    }
}

@Suite(
    "The feeds that are built in, on files as banks and wallets really gave them",
    .enabled(if: Shared.isThere, "skipped: ../shared is absent"))
struct ShippedFeedSampleTests {
    private func read(_ feed: String, _ path: String) throws -> (file: ReadFile, source: SourceText) {
        let source = try SourceText(try Shared.bytes("data/\(path)"), place: path, feed: try shipped(feed))
        try source.refuseMismatches()
        return (try readFile(source), source)
    }

    private func read(deg feed: String, _ name: String) throws -> [String] {
        short(try read(feed, "deg/\(name)-records.csv").file)
    }

    @Test("Alipay: GB18030, a preamble, and refunds that name their purchase in their number")
    func alipay() throws {
        let (file, source) = try read("alipay", "deg/alipay_alipay-records.csv")
        #expect(
            short(file) == [
                "26 purchase settled 49.74 CNY", "27 purchase pending 20.00 CNY", "28 rejected original_txn_id",
                "31 purchase failed 82.00 CNY", "32 refund settled 50.00 CNY", "33 purchase failed 50.00 CNY",
                "34 purchase settled 9.90 CNY", "35 purchase settled 82.00 CNY",
            ])
        #expect(file.rows[0].texts["card_id"] == "交通银行信用卡(7449)")
        #expect(file.rows[4].texts["original_txn_id"] == file.rows[5].texts["txn_id"])
        #expect(source.notices.count == 2)
    }

    @Test("WeChat")
    func wechat() throws {
        let rows = try read(deg: "wechat", "wechat_wechat")
        #expect(rows.first == "18 purchase settled 28.16 CNY" && rows.last == "44 purchase settled 0.01 CNY")
        #expect(rows.count == 11 && rows.allSatisfy { $0.contains(" purchase settled ") })
    }

    @Test("ICBC: the line of totals is no row, and that it says something else than the rows is said")
    func icbc() throws {
        let (file, source) = try read("icbc-credit", "deg/icbc_credit_icbc-credit-records.csv")
        #expect(
            short(file) == [
                "8 purchase settled 0.01 CNY", "9 purchase settled 18.00 CNY", "10 purchase settled 26.00 CNY",
                "11 purchase settled 12.35 CNY", "12 purchase settled 17.32 CNY", "14 purchase settled 238.00 CNY",
                "15 purchase settled 22.00 CNY", "16 purchase settled 29.45 CNY",
            ])
        #expect(
            source.notices.dropFirst() == [
                "line 18: the line states `1234.56` as the sum of `交易金额(收入)`, and the rows come to 4621.01",
                "line 18: the line states `6543.21` as the sum of `交易金额(支出)`, and the rows come to 363.13",
            ])
    }

    @Test("BOCOM, CGB, ABC")
    func others() throws {
        #expect(
            try read(deg: "bocom-credit", "bocom_credit_bocom_credit") == [
                "2 rejected original_txn_id", "3 rejected original_txn_id", "6 purchase settled 2.99 CNY",
                "7 purchase settled 10.00 CNY", "8 purchase settled 10.74 CNY", "9 purchase settled 1000.00 JPY",
            ])
        #expect(
            try read(deg: "cgb-credit", "cgb_credit_cgb_credit") == [
                "2 purchase settled 15.90 CNY", "3 rejected original_txn_id",
            ])
        #expect(
            try read(deg: "abc-debit", "abc_debit_abc_debit") == ["3 purchase settled 10.00 CNY", "4 rejected fields"])
    }

    @Test("Birmingham: every row, its refunds by their sign; every identity once", arguments: ["06", "07"])
    func birmingham(month: String) throws {
        let path = "birmingham/pcard-2016-\(month).csv"
        let rows = try read("birmingham", path).file.rows
        let lines = String(decoding: try Shared.bytes("data/\(path)"), as: UTF8.self).split(separator: "\n").dropFirst()
        #expect(rows.count == lines.count)
        for (row, line) in zip(rows, lines) {
            // The amount is the third field, and the two before it have no comma.
            #expect(
                (row.kind == .refund)
                    == line.split(separator: ",", omittingEmptySubsequences: false)[2].trimmingPrefix("\"").hasPrefix(
                        "-"), "\(line)")
        }
        #expect(Set(rows.compactMap { $0.texts["txn_id"] }).count == rows.count)
    }

    @Test("CardDemo: the fixed-width file says what its decoded form says")
    func carddemo() throws {
        let rows = try read("carddemo", "carddemo/dailytran.txt").file.rows
        let decoded = try records(of: try Shared.bytes("data/carddemo/dailytran.csv")).dropFirst()
        #expect(rows.count == 300 && decoded.count == 300)
        for (row, fields) in zip(rows, decoded) {
            let isReturn = fields[1] == "03"
            #expect(row.texts["txn_id"] == fields[0] && row.texts["card_id"] == fields[10])
            #expect(row.isAccepted != isReturn && row.kind == (isReturn ? .refund : .purchase))
            let amount = yuanText(fen: row.amountFen ?? 0)
            #expect((isReturn ? "-" : "") + amount == fields[5])
        }
    }
}
