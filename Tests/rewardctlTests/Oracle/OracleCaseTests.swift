import Foundation
import Testing

/// The oracle is itself checked against cases that were worked out by hand.
@Suite("The oracle")
struct OracleCaseTests {
    static let cases = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/cases").standardizedFileURL

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? []
        return files.filter { $0.hasSuffix(".expected.csv") }.map { String($0.dropLast(".expected.csv".count)) }
            .sorted()
    }()

    @Test("there are shared cases to check it with")
    func casesAreThere() {
        if Self.names.isEmpty { print("skipped: no cases in ../shared/cases to check the oracle with") }
    }

    @Test("gives what the case expects", arguments: names)
    func agrees(name: String) throws {
        func text(_ file: String) throws -> String {
            String(decoding: try Data(contentsOf: Self.cases.appending(path: file)), as: UTF8.self)
        }
        var campaigns: [OracleCampaign] = []
        for rules in ["\(name).rules.json", "\(name).rules-1.json", "\(name).rules-2.json"] {
            guard FileManager.default.fileExists(atPath: Self.cases.appending(path: rules).path) else { continue }
            let read = try OracleCampaign(json: try text(rules))
            // Once through the writer, so that the random campaigns are known to be written as they are meant.
            campaigns.append(try OracleCampaign(json: read.json))
        }
        if campaigns.isEmpty { campaigns = [try .flagship()] }

        let lines = OracleBank.simulating(try text("\(name).csv"), campaigns).simulateLines
        let expected = OracleTable(try text("\(name).expected.csv")).records.map(\.fields)
        #expect(lines.count == expected.count)
        for (line, wanted) in zip(lines, expected) {
            let compared = wanted[8] == "rejected" ? [0, 1, 8, 11] : Array(wanted.indices)
            #expect(compared.map { line[$0] } == compared.map { wanted[$0] }, "\(wanted)")
        }
    }
}
