import Foundation
import Glibc
import Testing

@Suite("A kill at any moment leaves the database as before the command or after it")
struct KillTests {
    /// `KILL_SEED` and `KILL_COUNT` (kills for each command) see a failure again, or soak.
    private static func setting(_ name: String, _ usual: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? usual
    }

    /// The commands of two nights; the third has two transactions, the last decides for two campaigns.
    private static let commands = [
        ["ingest", "--db", "bank.db", "first.csv"],
        ["run", "--db", "bank.db", "--through", "2017-01-25", "--rules", "flagship"],
        ["ingest", "--db", "bank.db", "second.csv", "third.csv"],
        ["run", "--db", "bank.db", "--through", "2017-04-30", "--rules", "coffee.json"],
    ]

    private static func bank(seed: UInt64) throws -> Book {
        let book = Book(scratch: try Scratch())
        try book.scratch.write(BankRows.file(4000, prefix: "A", seed: seed), to: "first.csv")
        try book.scratch.write(BankRows.file(2500, prefix: "B", seed: seed + 1), to: "second.csv")
        try book.scratch.write(BankRows.file(1500, prefix: "C", seed: seed + 2), to: "third.csv")
        try book.scratch.write(BankRows.coffee, to: "coffee.json")
        return book
    }

    @Test("ingest and run, killed again and again and repeated until done, give the undisturbed ledger")
    func killedAndRepeated() throws {
        let seed = KillTests.setting("KILL_SEED", UInt64.random(in: 0..<1_000_000))
        let kills = Int(KillTests.setting("KILL_COUNT", 5))
        print("kill test: seed \(seed) (KILL_SEED=\(seed) sees it again)")

        let undisturbed = try KillTests.bank(seed: seed)
        let lengths = try KillTests.commands.map { try TransactionLength.measured($0, on: undisturbed) }
        var killer = Killer(book: try KillTests.bank(seed: seed), random: SplitMix64(seed: seed))
        var before: [Int]?
        for (command, length) in zip(KillTests.commands, lengths) {
            try killer.run(command, length, kills: kills, before: before)
            before = length.countsAfter
        }

        print(killer.tally.text)
        #expect(killer.tally.kills >= 2 * kills, "seed \(seed): \(killer.tally.text)")
        #expect(killer.tally.landed * 2 >= killer.tally.kills, "seed \(seed): \(killer.tally.text)")
        #expect(try killer.book.counts() == undisturbed.counts())
        for (disturbed, expected) in zip(try killer.book.listings(), try undisturbed.listings()) {
            #expect(expected.exitCode == 0)
            let difference = firstDifference(expected: expected.output, actual: disturbed.output)
            #expect(difference == nil, "seed \(seed): \(difference ?? "")")
        }
        try killer.book.expectSound()
        #expect(try undisturbed.counts().map { $0[9] } ?? 0 > 1000, "a ledger of some size")
    }
}

/// How long an undisturbed command was at work, as seen from its journal.
private struct TransactionLength {
    /// From the first to the last moment with a journal.
    var openMicroseconds = 0
    var allMicroseconds = 0
    var countsAfter: [Int]?

    /// Runs `command` to its end.
    static func measured(_ command: [String], on book: Book) throws -> TransactionLength {
        var length = TransactionLength()
        let start = ContinuousClock.now
        let process = try book.scratch.start(command)
        var firstOpen: ContinuousClock.Instant?
        while !process.isOver {
            if book.journal != nil {
                let now = ContinuousClock.now
                if firstOpen == nil { firstOpen = now }
                length.openMicroseconds = microseconds(from: firstOpen, to: now)
            }
            usleep(100)
        }
        length.allMicroseconds = microseconds(from: start, to: .now)
        let finished = try process.finish()
        #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
        length.countsAfter = try book.counts()
        return length
    }

    private static func microseconds(from start: ContinuousClock.Instant?, to end: ContinuousClock.Instant) -> Int {
        guard let start else { return 0 }
        let (seconds, attoseconds) = (end - start).components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}

/// Kills commands, mostly between BEGIN and COMMIT, and looks at what is left.
private struct Killer {
    let book: Book
    var random: SplitMix64
    var tally = Tally()

    /// Only processes that SIGKILL ended are counted, not those that were quicker.
    struct Tally {
        var kills = 0
        /// Left a journal of their own behind.
        var landed = 0
        /// Of these, while the commit was changing the database.
        var committing = 0

        var text: String {
            "\(landed) of \(kills) kills landed between BEGIN and COMMIT, \(committing) of them while the database file "
                + "was being changed"
        }
    }

    private enum Moment {
        case withinTransaction, withinCommit, anywhere
    }

    private static let moments: [Moment] = [
        .withinTransaction, .withinTransaction, .withinTransaction, .withinCommit, .withinCommit, .anywhere,
    ]

    /// Kills a command `kills` times on its way, then runs it until it is done.
    mutating func run(_ command: [String], _ length: TransactionLength, kills: Int, before: [Int]?) throws {
        #expect(try book.scratch.shell("rm -f before.db; cp -f bank.db before.db || true").exitCode == 0)
        var length = length
        let wanted = tally.kills + kills
        for _ in 0..<kills * 3 where tally.kills < wanted {
            let isLeftOpen = try kill(command, length)
            if isLeftOpen {
                // Either who only reads comes first after the kill, or the next writer does.
                if random.chance(50) { try expectReadable(before: before, after: length.countsAfter) }
                continue
            }
            try expectReadable(before: before, after: length.countsAfter)
            guard try book.counts() == length.countsAfter else { continue }
            // It was quicker: again from where it began, and not so late.
            length.openMicroseconds = length.openMicroseconds * 2 / 3
            let back = "rm -f bank.db bank.db-journal; cp before.db bank.db || true"
            #expect(try book.scratch.shell(back).exitCode == 0)
        }
        let finished = try book.scratch.rewardctl(command)
        #expect(finished.exitCode == 0, "\(command) after the kills: \(finished.errors)")
        #expect(try book.counts() == length.countsAfter, "\(command) after the kills")
    }

    /// Whether it has left a transaction open.
    private mutating func kill(_ command: [String], _ length: TransactionLength) throws -> Bool {
        let old = book.journal
        let process = try book.scratch.start(command)
        switch random.pick(Killer.moments) {
        case .withinTransaction:
            wait(for: process) { book.journal != nil && book.journal != old }
            usleep(UInt32(random.int(0...length.openMicroseconds)))
        case .withinCommit:
            // An ingest into a new database commits twice: its tables, then its rows.
            wait(for: process) { book.journal != nil && book.journal != old }
            usleep(UInt32(random.int(0...length.openMicroseconds * 3 / 4)))
            wait(for: process) { book.isJournalHot && book.journal != old }
            usleep(UInt32(random.int(0...2000)))
        case .anywhere:
            usleep(UInt32(random.int(0...length.allMicroseconds)))
        }
        process.kill()
        let finished = try process.finish()
        #expect([0, 137].contains(finished.exitCode), "\(command): \(finished.errors)")

        let isLeftOpen = book.journal != nil && book.journal != old
        if finished.exitCode == 137 {
            tally.kills += 1
            if isLeftOpen { tally.landed += 1 }
            if isLeftOpen, book.isJournalHot { tally.committing += 1 }
        }
        return isLeftOpen
    }

    private func wait(for process: RunningProcess, until isReached: () -> Bool) {
        while !isReached(), !process.isOver { usleep(50) }
    }

    /// The ledger prints, and every table is as before the command or as after it (after one of its files).
    private func expectReadable(before: [Int]?, after: [Int]?) throws {
        let ledger = try book.scratch.rewardctl("ledger", "--db", book.name, "--format", "csv")
        let counts = try book.counts()
        guard let counts, let after else {
            // Killed before the database was made: it is empty, or not even there.
            expectOrderly(ledger, "\(ledger.errors)")
            #expect([66, 78].contains(ledger.exitCode))
            return
        }
        #expect(ledger.exitCode == 0, "\(ledger.errors)")
        let entries = ledger.output.split(separator: "\n").count - 1
        #expect(entries == counts[9])
        let isNew = before == nil && counts.reduce(0, +) == 1
        let isWithinFiles = zip(counts, after).allSatisfy { $0 <= $1 } && counts[8...] == after[8...]
        #expect(isNew || counts == before || counts == after || isWithinFiles, "\(counts): not \(after)")
    }
}
