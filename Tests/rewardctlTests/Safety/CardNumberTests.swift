import Foundation
import Testing

@Suite("No whole card number in any message, in whichever column it stands")
struct CardNumberTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static let columns = [
        "txn_id", "card_id", "cardholder_id", "txn_time", "posted_on", "amount", "currency", "type", "status",
        "pay_method",
        "channel", "mcc", "merchant_id", "original_txn_id", "extra",
    ]
    private static let values = [
        "A1", "c1", "h1", "2017-01-02", "2017-01-02", "100.00", "CNY", "purchase", "settled", "apple_pay", "app",
        "5411",
        "m1", "", "e",
    ]

    /// The digits in the middle of the number, which are nobody's to see.
    private static func isShown(in text: String) -> Bool {
        let digits = text.filter { $0 != " " && $0 != "-" }
        return digits.contains("5880123456") || digits.contains("５８８０１２３４５６")
    }

    private func expectMasked(_ arguments: [String], _ what: String) throws {
        let finished = try scratch.rewardctl(arguments)
        expectOrderly(finished, "\(arguments), \(what)")
        #expect(!CardNumberTests.isShown(in: finished.errors), "\(arguments), \(what): \(finished.errors)")
    }

    @Test(
        "as a value, in a row of the wrong length, after a quote, as a header, in a file without one",
        arguments: columns.indices)
    func everyColumn(index: Int) throws {
        let header = CardNumberTests.columns.joined(separator: ",")
        for number in ["6225880123456789", "6225 8801 2345 6789", "６２２５８８０１２３４５６７８９"] {
            let isPlain = number.utf8.count == 16
            func row(_ id: String, amount: String = "100.00", _ form: (String) -> String = { $0 }) -> String {
                var values = CardNumberTests.values
                (values[0], values[5]) = (id, amount)
                values[index] = form(number)
                return values.joined(separator: ",")
            }
            let short = row("A3").split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(
                separator: ",")
            let rows = [
                row("A1"), row("A2"), row("A1", amount: "101.00"), short, row("A4") { "\"\($0)\"x" },
                row("A5") { $0 + "000" },
            ].joined(separator: "\n")
            var headers = CardNumberTests.columns
            headers[index] = number
            let files = [
                ("rows", header + "\n" + rows), ("header", headers.joined(separator: ",") + "\n" + rows),
                ("no header", rows),
                ("cut off", header + "\n" + rows + "\n" + short),
                ("open quote", header + "\n" + row("A6") { "\"" + $0 }),
            ]
            for (what, text) in isPlain ? files : Array(files.prefix(1)) {
                try scratch.write(text + (what == "cut off" ? "" : "\n"), to: "in.csv")
                try expectMasked(
                    ["ingest", "--db", "\(what).db", "in.csv"], "\(CardNumberTests.columns[index]), \(what)")
            }
            if !isPlain { continue }
            try scratch.write(header + "\n" + rows + "\n", to: "in.csv")
            try expectMasked(["simulate", "in.csv", "--summary"], CardNumberTests.columns[index])
        }
    }

    @Test("in an option, in a rule")
    func elsewhere() throws {
        let number = "6225880123456789"
        try scratch.write(BankRows.charges("A1"), to: "in.csv")
        try scratch.write("id: \(number)\n\(number): 1\ncurrency: \(number)\ngates: \(number)\n", to: "rules.yaml")
        for arguments in [
            ["simulate", "in.csv", "--assume", "\(number)=1"], ["simulate", "in.csv", "--column", "mcc=\(number)"],
            ["simulate", "in.csv", "--only", number], ["simulate", "in.csv", "--\(number)"], [number],
            ["ingest", "--db", "bank.db", "in.csv", "--keep", number],
            ["ledger", "--db", "bank.db", "--cycle", number],
            ["run", "--db", "bank.db", "--through", number], ["rules", "check", "rules.yaml"],
        ] {
            try expectMasked(arguments, "")
        }
    }
}
