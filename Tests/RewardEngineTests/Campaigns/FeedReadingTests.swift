import Feeds
import Foundation
import RewardEngine
import Testing

@Suite("Feed files: what they say, and what is said of bad ones")
struct FeedReadingTests {
    private func feed(_ text: String) throws(Failure) -> Feed {
        try FeedFile.read(text: Array("id: f\ntitle: F\n\(text)".utf8), name: "f").feed
    }

    /// All problems, `line:column message`.
    private func told(_ text: String) -> [String] {
        failure { () throws(Failure) in try feed(text) }?.problems.map { problem in
            "\(problem.place.dropFirst(2)) \(problem.message)"
        } ?? []
    }

    @Test("the shipped ones can be read, each by its name, and are the files of Feeds/, all of them, byte for byte")
    func shipped() throws {
        let folder = packageFolder.appending(path: "Feeds")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { $0.hasSuffix(".yaml") }.sorted()
        #expect(Feeds.all.map { "\($0.name).yaml" }.sorted() == names)
        for shipped in Feeds.all {
            let text = Array(try Data(contentsOf: folder.appending(path: "\(shipped.name).yaml")))
            #expect(text == shipped.text, "\(shipped.name)")
            #expect(try FeedFile.read(text: shipped.text, name: shipped.name).feed.id == shipped.name)
        }
    }

    @Test("without anything but a name a feed is plain: the file is read as it is")
    func plain() throws {
        #expect(try feed("").isPlain)
        #expect(try feed("encoding: gb18030").isPlain)
        #expect(try !feed("delimiter: tab").isPlain)
        #expect(try !feed("columns: { amount: 金额 }").isPlain)
    }

    @Test("every key of a column")
    func columns() throws {
        let columns = try feed(
            """
            columns:
              txn_id: { digestOf: row }
              txn_time: { date: [日期, Date], time: 时间 }
              amount: { from: [金额, 交易金额], sign: negative-is-refund, currency: split, impliedDecimals: 2 }
              type: { from: 说明, startsWith: { refund: [退货, 退款] }, words: { reversal: 冲正 }, otherwise: purchase }
              original_txn_id: { from: 单号, before: _, optional: true }
              channel: { from: 渠道, words: { app: 买单吧, "": / } }
              pay_method: { value: alipay }
              branch: 网点
            """
        ).columns
        #expect(
            columns == [
                FeedColumn(name: "txn_id", source: .digestOfRow),
                FeedColumn(name: "txn_time", source: .dateAndTime(date: ["日期", "Date"], time: ["时间"])),
                FeedColumn(
                    name: "amount", source: .header(["金额", "交易金额"]),
                    amount: .init(sign: .negativeIsRefund, hasCurrency: true, impliedDecimals: 2)),
                FeedColumn(
                    name: "type", source: .header(["说明"]), words: [.init(value: "reversal", texts: ["冲正"])],
                    beginnings: [.init(value: "refund", texts: ["退货", "退款"])], otherwise: "purchase"),
                FeedColumn(name: "original_txn_id", source: .header(["单号"]), before: "_", isOptional: true),
                FeedColumn(
                    name: "channel", source: .header(["渠道"]),
                    words: [.init(value: "app", texts: ["买单吧"]), .init(value: "", texts: ["/"])]),
                FeedColumn(name: "pay_method", source: .constant("alipay")),
                FeedColumn(name: "branch", source: .header(["网点"])),
            ])
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let text: String
        let told: [String]

        init(_ text: String, _ told: String...) {
            self.text = text
            self.told = told
        }

        var testDescription: String { text }
    }

    /// The text begins on line 3.
    @Test(
        "every problem, where it is",
        arguments: [
            Bad("colums: {}", "3:1 unknown key `colums`"),
            Bad("columns: []", "3:10 `columns` must be a mapping such as { amount: 金额 }, not an empty list"),
            Bad("columns: { txn_tme: 时间 }", "3:12 the column `txn_tme` is none of the engine's"),
            Bad(
                "columns: { amount: { sign: type } }",
                "3:20 `amount` needs exactly one of from, value, digestOf, date, debit"),
            Bad("columns: { amount: { debit: 支出 } }", "3:20 `amount` lacks `credit`"),
            Bad("columns: { amount: { from: 金额, credit: 收入 } }", "3:32 `credit` goes only with `debit`"),
            Bad("columns: { mcc: { from: x, sign: type } }", "3:28 `sign` goes only with the column `amount`"),
            Bad("columns: { amount: { digestOf: row } }", "3:22 `digestOf` goes only with the column `txn_id`"),
            Bad(
                "columns: { type: { from: x, words: { refnd: 退货 } } }",
                "3:38 a key of `words` must be one of purchase, refund, reversal, not `refnd`"),
            Bad(
                "columns: { type: { from: x, words: { refund: 退, reversal: [冲, 退] } } }",
                "3:59 `退` means `refund` and `reversal`"),
            Bad(
                "columns: { channel: { value: web } }",
                "3:30 `value` must be one of app, wallet, \"\", not `web`"),
            Bad(
                "columns: { currency: 币种, amount: { from: 金额, currency: split } }",
                "3:12 `currency` is split from the amount already"),
            Bad("delimiter: semicolon", "3:12 `delimiter` must be one of comma, pipe, tab, not `semicolon`"),
            Bad(
                "delimiter: tab\nfixedWidth: { fields: { a: { at: 1, width: 2 } } }",
                "4:1 `fixedWidth` and `delimiter` exclude each other"),
            Bad(
                "fixedWidth: { fields: { a: { at: 1, width: 3 }, b: { at: 3, width: 1 } } }",
                "3:52 the field `b` begins within `a`, which ends at 3"),
            Bad(
                "fixedWidth: { recordLength: 3, fields: { a: { at: 1, width: 4 } } }",
                "3:29 the fields end at 4, behind the `recordLength` of 3"),
            Bad(
                "fixedWidth: { fields: { a: { at: 0, width: x } } }",
                "3:34 `at` must be a whole number from 1 to 100000, not `0`",
                "3:44 `width` must be a whole number from 1 to 100000, not `x`"),
            Bad(
                "leaveOut: [{ column: 摘要 }]",
                "3:12 an entry of `leaveOut` needs at least one of is, startsWith, contains"),
            Bad("trailers: [{ rows: 2 }]", "3:12 an entry of `trailers` lacks `startsWith`"),
        ])
    func problems(bad: Bad) {
        #expect(told(bad.text) == bad.told)
    }

    @Test("an empty file is told to be no feed")
    func empty() {
        let problems = failure { () throws(Failure) in try FeedFile.read(text: [], name: "f") }?.problems
        #expect(problems?.map(\.message) == ["the file holds no feed"])
    }
}
