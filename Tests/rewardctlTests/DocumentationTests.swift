import Foundation
import RewardEngine
import Testing

@testable import rewardctl

/// The program's own lists against the pages: what is there is documented, where a reader will look for it.
@Suite("The documentation keeps up with the program")
struct DocumentationTests {
    static let pages: [String] = {
        let docs = (try? FileManager.default.contentsOfDirectory(atPath: file("Docs"))) ?? []
        return ["README.md", "ARCHITECTURE.md", "DECISIONS.md", "CHANGELOG.md"]
            + docs.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }
    }()

    static let commandNames = Program.commands.map { $0.syntax.name }

    static func file(_ path: String) -> String { packageRoot.appending(path: path).path(percentEncoded: false) }

    static func text(_ page: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: file(page))), as: UTF8.self)
    }

    /// Whether a table of the page has a row that begins with this.
    private func has(row first: String, _ page: String) throws -> Bool {
        try Self.text(page).split(separator: "\n").contains { line in
            line.hasPrefix("|") && line.split(separator: "|").first?.contains(first) == true
        }
    }

    @Test("every command is in the README, and every option in a page", arguments: commandNames)
    func commands(name: String) throws {
        #expect(try Self.text("README.md").contains("rewardctl \(name) "))
        let all = try Self.pages.map { try Self.text($0) }.joined()
        let command = try #require(Program.commands.first { $0.syntax.name == name })
        for option in command.syntax.options {
            let isThere = [" ", "`", "\n"].contains { all.contains(option.name + $0) }
            #expect(isThere, "\(name) \(option.name)")
        }
    }

    @Test("every exit code is in the tables of the README and of the errors", arguments: ExitCode.allCases)
    func exitCodes(code: ExitCode) throws {
        #expect(try has(row: " \(code.rawValue) ", "README.md"))
        #expect(try has(row: " \(code.rawValue) ", "Docs/errors.md"))
    }

    @Test("every outcome and reason is explained")
    func outcomesAndReasons() throws {
        let page = "Docs/decisions-and-reasons.md"
        for outcome in Outcome.allCases { #expect(try has(row: " `\(outcome.rawValue)` ", page), "\(outcome)") }
        let text = try Self.text(page)
        for reason in Reason.builtIn { #expect(text.contains("| `\(reason.builtInName)` |"), "\(reason)") }
    }

    @Test("the reasons of a purchase, and those of money back, stand in the order in which they are tried")
    func precedence() throws {
        let text = try Self.text("Docs/decisions-and-reasons.md")
        let parts = text.components(separatedBy: "## Refunds and reversals")
        try #require(parts.count == 2)
        for (part, reasons) in [(parts[0], Reason.builtIn[..<12]), (parts[1], Reason.builtIn[12...])] {
            let places = reasons.map { part.range(of: "| `\($0.builtInName)` |")?.lowerBound }
            #expect(!places.contains(nil))
            #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        }
    }

    @Test("every column that is printed or read is explained")
    func columns() throws {
        for column in LedgerListing.columns + DecisionListing.columns {
            #expect(try has(row: " `\(column)` ", "Docs/ledger.md"), "\(column)")
        }
        let input = try Self.text("Docs/input-files.md")
        for column in Column.allCases { #expect(input.contains("`\(column.rawValue)`"), "\(column)") }
    }

    @Test("every table of the database and every index is explained")
    func database() throws {
        let folder = Self.file("Migrations/sql")
        let sql = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try Self.text("Migrations/sql/\($0)")
        }
        .joined(separator: "\n")
        let (tables, indexes) = (try Self.text("Docs/ledger.md"), try Self.text("ARCHITECTURE.md"))
        for line in sql.split(separator: "\n") where line.hasPrefix("CREATE ") {
            let words = line.split(separator: " ")
            if words[1] == "TABLE" { #expect(tables.contains("| `\(words[2])` |"), "\(line)") }
            guard let index = words.firstIndex(of: "INDEX") else { continue }
            #expect(indexes.contains("`\(words[index + 1])`"), "\(line)")
        }
    }

    @Test("every room of the house is in ARCHITECTURE.md")
    func rooms() throws {
        let text = try Self.text("ARCHITECTURE.md")
        for folder in ["Sources", "Sources/RewardEngine"] {
            for room in try FileManager.default.contentsOfDirectory(atPath: Self.file(folder)) {
                #expect(text.contains("\(room)`"), "\(room)")
            }
        }
    }

    @Test("the version is in the changelog")
    func version() throws {
        #expect(try Self.text("CHANGELOG.md").contains("\n## \(Program.version)\n"))
    }

    @Test("links lead to files and headings that are there", arguments: pages)
    func links(page: String) throws {
        let folder = URL(filePath: Self.file(page)).deletingLastPathComponent()
        for match in try Self.text(page).matches(of: /\]\(([^)]+)\)/) where !match.1.hasPrefix("http") {
            let parts = match.1.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            let target = parts[0].isEmpty ? URL(filePath: Self.file(page)) : folder.appending(path: parts[0])
            let text = try? String(contentsOf: target, encoding: .utf8)
            #expect(text != nil, "\(page): \(match.1)")
            guard parts.count == 2, let text else { continue }
            let anchors = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
                heading.drop { $0 == "#" || $0 == " " }.lowercased().filter {
                    $0.isLetter || $0.isNumber || " -_".contains($0)
                }
                .replacing(" ", with: "-")
            }
            #expect(anchors.contains(parts[1]), "\(page): \(match.1)")
        }
    }

    /// The blocks of shell commands of a page, but for those under the comment that says so.
    private func commands(of page: String) throws -> [String] {
        var blocks: [String] = []
        var block: String?
        var isLeftOut = false
        for line in try Self.text(page).split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = block {
                if line == "```" {
                    if !isLeftOut { blocks.append(open) }
                    (block, isLeftOut) = (nil, false)
                } else {
                    block = open + line + "\n"
                }
            } else if line == "```sh" {
                block = ""
            } else if line == "<!-- not run by the tests -->" {
                isLeftOut = true
            }
        }
        return blocks
    }

    @Test(
        "every command of the pages works as it is pasted, one after the other",
        arguments: [
            "README.md", "Docs/operations.md",
        ])
    func pasted(page: String) throws {
        let scratch = try Scratch()
        for folder in ["Examples", "Rules"] {
            try FileManager.default.copyItem(atPath: Self.file(folder), toPath: scratch.path(folder))
        }
        let blocks = try commands(of: page)
        #expect(!blocks.isEmpty)
        for block in blocks {
            let finished = try scratch.shell("set -e\n\(block)", together: true)
            #expect(finished.exitCode == 0, "\(block)\(finished.output)")
        }
    }

    @Test("the README shows what the first command prints")
    func firstSight() throws {
        let scratch = try Scratch()
        let output = try scratch.rewardctl("simulate", Self.file("Examples/card.csv")).output
        let shown = output.split(separator: "\n").prefix(5).joined(separator: "\n")
        #expect(try Self.text("README.md").contains("```\n\(shown)\n```"))
    }
}
