import Foundation
import Testing

/// Counts work, not time: the instructions that a row more costs. The bounds are generous; whoever passes one has made a
/// hot loop dearer, and `make bench-micro` tells which.
@Suite("What a row costs")
struct WorkTests {
    private static let program = packageRoot.appending(path: ".build/release/rewardctl").path(percentEncoded: false)

    @Test(
        "simulate, in instructions a row",
        arguments: [(["--summary"], 14000), (["--format", "csv"], 18000), (["--format", "json"], 21000)])
    func simulate(options: [String], most: Int) throws {
        let scratch = try Scratch()
        guard FileManager.default.isExecutableFile(atPath: Self.program),
            try scratch.shell("command -v valgrind").exitCode == 0
        else {
            print("skipped: what a row costs is counted on the release build by valgrind, and one of them is not here")
            return
        }
        let few = try instructions(options, rows: 3000, scratch)
        let many = try instructions(options, rows: 9000, scratch)
        let perRow = (many - few) / 6000
        print("simulate \(options.joined(separator: " ")): \(perRow) instructions a row, at most \(most)")
        #expect(perRow > 100, "too few to be true")
        #expect(perRow <= most)
    }

    private func instructions(_ options: [String], rows: Int, _ scratch: Scratch) throws -> Int {
        try scratch.write(BankRows.file(rows, prefix: "T", seed: 20_161_222), to: "cards.csv")
        let words = [
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", Self.program, "simulate", "cards.csv",
            "--threads", "1",
        ]
        let run = try scratch.shell((words + options).joined(separator: " ") + " >/dev/null")
        let counted = run.errors.split(separator: "\n").last { $0.contains("Collected :") }
        let number = counted?.split(separator: " ").last.flatMap { Int($0) }
        return try #require(number, "\(run.errors)")
    }
}
