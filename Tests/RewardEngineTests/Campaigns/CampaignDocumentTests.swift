import Foundation
import RewardEngine
import Rules
import Testing

@Suite("Docs/campaign-files.md keeps up with the reader")
struct CampaignDocumentTests {
    private let document: String

    init() throws {
        let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
        document = try String(contentsOf: package.appending(path: "Docs/campaign-files.md"), encoding: .utf8)
    }

    @Test("every example in it is without problems")
    func examples() throws {
        let blocks = document.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(blocks.count >= 10)
        for block in blocks {
            let rules = block.split(separator: "\n").filter { !$0.isEmpty }.joined(separator: "\n")
            #expect(told(of: CampaignLines(rules).text) == "", "\(block)")
        }
    }

    @Test("the flagship in it is the flagship")
    func flagship() throws {
        let block = try #require(document.components(separatedBy: "```yaml\n").dropFirst().first)
        let text = try #require(block.components(separatedBy: "\n```").first)
        #expect(try read(text).version == (try CampaignFile.read(text: Rules.flagship, name: "f")).version)
    }

    @Test("every key that is allowed anywhere is explained")
    func keys() {
        let text = CampaignLines(
            """
            x: 1
            period: { x: 1 }
            cycle: { x: 1 }
            enrolment: { x: 1 }
            history: [{ x: 1 }]
            gates: [{ x: 1 }, { id: w, within: { x: 1 } }]
            exclusive: { x: 1 }
            earn: { x: 1, reach: { x: 1 } }
            reward: { x: 1, ladder: { x: 1 }, percent: { x: 1 }, bands: [{ x: 1 }], marginal: { x: 1, bands: [{ x: 1 }] } }
            limits: [{ x: 1 }]
            onRefund: { x: 1 }
            examples: [{ x: 1 }]
            """
        ).text
        let helps = CampaignFile.problems(text: Array(text.utf8), name: "f")
            .filter { $0.message == "unknown key `x`" }.compactMap(\.help)
        #expect(helps.count == 19)
        for help in helps {
            let keys = help.replacing("allowed here: ", with: "").components(separatedBy: ", ")
            for key in keys {
                let explained =
                    document.contains("`\(key)`") || document.contains("{ \(key)") || document.contains(", \(key) }")
                #expect(explained, "\(key)")
            }
        }
    }

    @Test("every word of an enumeration is explained, and every reason that no id may be")
    func words() {
        let words =
            Clock.allCases.map(\.rawValue) + CalendarSpan.allCases.map(\.rawValue) + Rounding.allCases.map(\.rawValue)
            + RoundingUnit.allCases.map(\.rawValue) + Limit.Overflow.allCases.map(\.rawValue)
            + MoneyBackPolicy.Kind.allCases.map(\.rawValue) + Enrolment.Counts.allCases.map(\.rawValue)
            + Enrolment.Lasts.allCases.map(\.rawValue) + Enrolment.Owner.allCases.map(\.rawValue)
            + History.Measure.allCases.map(\.rawValue) + PercentBase.allCases.map(\.rawValue)
            + Reason.builtIn.map(\.builtInName)
        for word in words {
            #expect(document.contains("`\(word)`"), "\(word)")
        }
    }
}
