import Foundation
import RewardEngine
import Testing

@testable import rewardctl

@Suite("The campaigns in Rules/")
struct ShippedCampaignTests {
    private static let folder = packageRoot.appending(path: "Rules/campaigns").path(percentEncoded: false)

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".yaml") }.sorted()
    }()

    private func campaign(_ name: String) throws -> CampaignFile {
        try SharedOptions.campaign(named: "\(Self.folder)/\(name)")
    }

    @Test("there are more than twenty")
    func count() { #expect(Self.names.count > 20) }

    @Test("each gives what its own examples say, and has some", arguments: names)
    func examples(name: String) throws {
        let file = try campaign(name)
        #expect(!file.examples.isEmpty)
        #expect(ExampleCheck(of: file).problems == [])
    }

    @Test("each begins with a comment, and can be used beside all others")
    func together() throws {
        let files = try Self.names.map { try campaign($0) }
        try CampaignFile.requireConsistent(files)
        for name in Self.names {
            let text = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
            #expect(text.hasPrefix("# "), "\(name)")
        }
    }

    @Test("the terms of each name every gate, limit and number, in both languages", arguments: names)
    func terms(name: String) throws {
        let campaign = try campaign(name).campaign
        for language in TermsLanguage.allCases {
            let terms = CampaignTerms(of: campaign, in: language).lines.joined(separator: "\n")
            for id in campaign.gates.map(\.id) + campaign.limits.map(\.id) { #expect(terms.contains("[\(id)]")) }
            for column in campaign.columns where campaign.enrolment?.by.column.rawValue != column {
                #expect(terms.contains("`\(column)`"))
            }
            #expect(terms.contains(campaign.id) && terms.contains(campaign.title))
        }
    }

    @Test("what the 8 % has awarded the 5 % declines, whichever is named first")
    func noStacking() throws {
        let scratch = try Scratch()
        _ = try scratch.write(
            """
            txn_id,cardholder_id,txn_time,amount,currency,country,mcc,pay_method
            A,h,2016-04-02,1000,USD,JP,5311,
            B,h,2016-04-03,1000,USD,JP,5411,
            C,h,2016-04-04,300,USD,JP,5311,
            D,h,2016-04-05,100,USD,JP,5311,

            """, to: "rows.csv")
        _ = try scratch.write(
            """
            cardholder_id,campaign,enrolled_at
            h,bocom-overseas-5,2016-04-01
            h,bocom-overseas-8,2016-04-01

            """, to: "enrolled.csv")
        for order in [["5", "8"], ["8", "5"]] {
            let rules = order.flatMap { ["--rules", "\(Self.folder)/bocom-overseas-\($0).yaml"] }
            let output = try scratch.rewardctl(
                ["simulate", "rows.csv", "--enrolments", "enrolled.csv", "--format", "csv"] + rules
            ).output
            let found = output.split(separator: "\n").dropFirst().map { line in
                let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                return "\(fields[1]) \(fields[2].suffix(1)) \(fields[9]) \(fields[11])"
            }
            #expect(
                found.sorted() == [
                    "A 5 0.00 taken-by:bocom-overseas-8", "A 8 80.00 ", "B 5 50.00 ", "B 8 0.00 department-store",
                    "C 5 0.00 taken-by:bocom-overseas-8", "C 8 20.00 ", "D 5 5.00 ", "D 8 0.00 month",
                ])
        }
    }
}
