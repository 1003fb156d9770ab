import Foundation
import Testing

@Suite("The shared cases, worked out by hand, through the real program", .enabled(if: SharedFiles.found("cases")))
struct CasesTests {
    private static func names(ending: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: SharedFiles.path("cases"))) ?? []
        return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    /// `simulate` on the case's file, with the case's campaigns, or with the flagship where it has none.
    private func simulate(_ name: String) throws -> Finished {
        let rules = ["\(name).rules.json", "\(name).rules-1.json", "\(name).rules-2.json"].map { "cases/\($0)" }
            .filter(SharedFiles.exists).flatMap { ["--rules", SharedFiles.path($0)] }
        return try Scratch().rewardctl(
            ["simulate", SharedFiles.path("cases/\(name).csv"), "--format", "csv"] + rules)
    }

    @Test("gives what is expected, byte for byte", arguments: names(ending: ".expected.csv"))
    func expected(name: String) throws {
        let finished = try simulate(name)
        let wanted = try SharedFiles.text("cases/\(name).expected.csv")
        let rejectsRows = wanted.contains(",rejected,")
        #expect(finished.exitCode == (rejectsRows ? 3 : 0), "\(finished.errors)")
        let difference = firstDifference(
            expected: withoutUnreadable(wanted), actual: withoutUnreadable(finished.output))
        #expect(difference == nil, "\(name): \(difference ?? "")")
    }

    /// Of a rejected row only what says which row it is and why it is rejected: the rest is whatever could be read.
    private func withoutUnreadable(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.contains(",rejected,") else { return String(line) }
            let fields = OracleTable("header\n\(line)\n").records.first?.fields ?? []
            return [0, 1, 8, 11].map { fields.indices.contains($0) ? fields[$0] : "?" }.joined(separator: ",")
        }
        .joined(separator: "\n")
    }

    @Test("is refused as a whole, with a message that names the reason", arguments: names(ending: ".refused"))
    func refused(name: String) throws {
        let word = try SharedFiles.text("cases/\(name).refused").trimmingCharacters(in: .whitespacesAndNewlines)
        let finished = try simulate(name)
        #expect(finished.exitCode == 65)
        #expect(finished.output.isEmpty)
        #expect(finished.errors.contains(word), "`\(word)` is not in: \(finished.errors)")
    }
}
