import Foundation
import Testing

/// Purchase-card transactions of Birmingham City Council: no ids, no time of day, refunds as negative amounts, and
/// honest rows that repeat exactly.
@Suite("Real data: every row of two months of real cards is accounted for", .enabled(if: SharedFiles.found("data")))
struct RealDataTests {
    private static let rateInPerCent = 1
    private static let monthlyCapFen = 2000

    /// One per cent of every charge, at most 20.00 a card and month.
    private static let campaign = """
        id: one-per-cent
        title: One per cent back
        currency: GBP
        utcOffset: "+01:00"
        period: { from: 2016-06-01, through: 2016-07-31 }
        gates: []
        reward: { percent: { rate: 1 } }
        limits:
          - { id: card-month, per: card, within: month, amount: 20 }

        """

    private struct Charge {
        var line: Int
        var date: String
        var amountFen: Int
        var card: String
    }

    /// One printed row.
    private struct Printed: Equatable {
        var line: Int
        var outcome: String
        var awardFen: Int
        var reason: String
    }

    private func simulate(_ file: String, in scratch: Scratch) throws -> Finished {
        try scratch.write(Self.campaign, to: "campaign.yaml")
        return try scratch.rewardctl(
            "simulate", SharedFiles.path(file), "--rules", "campaign.yaml", "--format", "csv",
            "--column", "txn_time=TRANS DATE", "--column", "amount=ORIGINAL GROSS AMT",
            "--column", "card_id=CARD NUMBER", "--column", "merchant_id=MERCHANT NAME")
    }

    /// Records of the file as the test itself reads them. A field of this data holds no line end.
    private func charges(_ file: String) throws -> (good: [Charge], badLines: [Int], count: Int) {
        var good: [Charge] = []
        var badLines: [Int] = []
        let records = OracleTable(try SharedFiles.text(file)).records
        for record in records {
            let parts = record.fields[2].replacingOccurrences(of: ",", with: "").split(separator: ".")
            let fraction = parts.count == 2 ? String(parts[1]).padding(toLength: 2, withPad: "0", startingAt: 0) : "00"
            let amountFen = Int(parts[0] + fraction) ?? 0
            if record.fields[2].hasPrefix("-") || amountFen == 0 || parts.count > 2 {
                badLines.append(record.line)
            } else {
                good.append(
                    Charge(
                        line: record.line, date: record.fields[0], amountFen: amountFen, card: record.fields[4]))
            }
        }
        return (good, badLines, records.count)
    }

    /// Day by day, charges of one day in the order of their lines.
    private func expected(of charges: [Charge]) -> [Printed] {
        var givenFen: [String: Int] = [:]
        var printed: [Printed] = []
        for charge in charges.sorted(by: { ($0.date, $0.line) < ($1.date, $1.line) }) {
            let account = "\(charge.card) \(charge.date.prefix(7))"
            let leftFen = Self.monthlyCapFen - givenFen[account, default: 0]
            let rewardFen = charge.amountFen * Self.rateInPerCent / 100
            // The July file has rows of other months too.
            let isInPeriod = "2016-06-01"..."2016-07-31" ~= charge.date
            let reason =
                !isInPeriod ? "outside-period" : leftFen == 0 ? "card-month" : rewardFen == 0 ? "nothing-to-award" : ""
            let awardFen = reason.isEmpty ? min(rewardFen, leftFen) : 0
            givenFen[account, default: 0] += awardFen
            printed.append(
                Printed(
                    line: charge.line, outcome: reason.isEmpty ? "awarded" : "declined", awardFen: awardFen,
                    reason: reason))
        }
        return printed.sorted { $0.line < $1.line }
    }

    @Test("June and July 2016", arguments: ["06", "07"])
    func month(number: String) throws {
        let file = "data/birmingham/pcard-2016-\(number).csv"
        let scratch = try Scratch()
        let finished = try simulate(file, in: scratch)
        #expect(finished.exitCode == 3)

        let (good, badLines, count) = try charges(file)
        let rows = OracleTable(finished.output).records.map(\.fields)
        #expect(rows.count == count)
        #expect(rows.compactMap { Int($0[0]) } == (good.map(\.line) + badLines).sorted())
        #expect(badLines.count > 100)

        let rejected = rows.filter { $0[8] == "rejected" }
        #expect(rejected.compactMap { Int($0[0]) } == badLines)
        #expect(rejected.allSatisfy { $0[11] == "amount" })
        #expect(finished.errors.contains("pcard-2016-\(number).csv:\(badLines[0]): "))
        let sum = "\(count) rows read = \(good.count) accepted + 0 duplicate + \(badLines.count) rejected"
        #expect(finished.errors.contains(sum), "\(finished.errors)")

        let printed = rows.filter { $0[8] != "rejected" }.map { row in
            Printed(
                line: Int(row[0]) ?? 0, outcome: row[8], awardFen: Int(row[9].replacing(".", with: "")) ?? -1,
                reason: row[11])
        }
        let wanted = expected(of: good)
        #expect(wanted.contains { $0.reason == "card-month" } && wanted.contains { $0.outcome == "awarded" })
        #expect(zip(printed, wanted).first { $0 != $1 }.map { "\($0)" } == nil)
        #expect(printed.count == wanted.count)

        #expect(try simulate(file, in: scratch) == finished, "a second run gives the same bytes")
    }
}
