import Foundation
import RewardEngine
import Testing

@Suite("The shared cases, as far as reading goes", .enabled(if: Shared.isThere, "../shared is absent"))
struct SharedCaseTests {
    /// What the flagship asks of a file.
    private static let request = ColumnRequest(
        wanted: ["pay_method", "channel"], required: ["pay_method", "channel"])

    @Test("refused, with the word that the case names", arguments: Shared.names(in: "cases", ending: ".refused"))
    func refused(name: String) throws {
        let word = String(decoding: try Shared.bytes("cases/\(name).refused"), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let path = Shared.folder.appending(path: "cases/\(name).csv").path
        let failure = failure { () throws(Failure) in
            try readFile(try SourceText.open(path: path, encoding: .auto), request: Self.request)
        }
        #expect(failure?.code == .refused)
        #expect(failure?.problems.first?.message.contains(word) == true)
    }

    /// Outcomes and reasons that only reading the rows can give.
    @Test("lines, ids, rejections, times and amounts", arguments: Shared.names(in: "cases", ending: ".expected.csv"))
    func expected(name: String) throws {
        let path = Shared.folder.appending(path: "cases/\(name).csv").path
        let source = try SourceText.open(path: path, encoding: .auto)
        let read = try readFile(source, request: ColumnRequest())
        var expected = try records(of: try Shared.bytes("cases/\(name).expected.csv")).dropFirst()
        // One campaign's lines are enough.
        if let campaign = expected.first?[2] { expected = expected.filter { $0[2] == campaign }[...] }
        try #require(read.rows.count == expected.count)
        let reasons = Dictionary(uniqueKeysWithValues: read.rejections.map { ($0.line, $0.reason) })
        for (row, line) in zip(read.rows, expected) {
            #expect(String(row.line) == line[0])
            if line[8] == "rejected", line[11] != "conflict" {
                #expect(reasons[row.line] == line[11])
                #expect((row.texts["txn_id"] ?? "") == line[1])
            } else {
                #expect(row.isAccepted)
                #expect(row.texts["txn_id"] ?? "line-\(row.line)" == line[1])
                #expect(row.texts["cardholder_id"] ?? "" == line[3])
                #expect(row.time == line[4])
                #expect(row.postedOn ?? row.time.map { String($0.prefix(10)) } == line[5])
                #expect(row.amountFen.map { yuanText(fen: $0) } == line[7])
            }
        }
    }

    @Test("real purchase-card data: every row is read, the negative ones are rejected", arguments: ["06", "07"])
    func birmingham(month: String) throws {
        let path = Shared.folder.appending(path: "data/birmingham/pcard-2016-\(month).csv").path
        let request = ColumnRequest(columns: [
            ("txn_time", "TRANS DATE"), ("amount", "ORIGINAL GROSS AMT"), ("card_id", "CARD NUMBER"),
        ])
        let source = try SourceText.open(path: path, encoding: .auto)
        let read = try readFile(source, request: request)
        let lines = try records(of: Array(try Data(contentsOf: URL(filePath: path))))
        #expect(read.rows.count == lines.count - 1)
        let amounts = lines.dropFirst().map { $0[2].trimmingCharacters(in: .whitespaces) }
        let negative = zip(read.rows, amounts).filter { $1.hasPrefix("-") }.map { $0.0.line }
        #expect(negative.count > 0)
        #expect(read.rejections.filter { $0.value.hasPrefix("-") }.map(\.line) == negative)
        for (row, amount) in zip(read.rows, amounts) where row.isAccepted {
            let value = try #require(Decimal(string: amount.replacingOccurrences(of: ",", with: "")))
            #expect(row.amountFen == NSDecimalNumber(decimal: value * 100).intValue)
        }
    }
}
