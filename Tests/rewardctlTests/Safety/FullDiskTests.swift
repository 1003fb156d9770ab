import Foundation
import Glibc
import Testing

/// A file system in memory of a few kilobytes, at `disk` in a scratch directory; only root may make one.
final class SmallDisk {
    private let scratch: Scratch

    /// Nil, and said so, where the test may not mount.
    init?(in scratch: Scratch, kilobytes: Int) throws {
        self.scratch = scratch
        let mount = "mkdir -p disk && mount -t tmpfs -o size=\(kilobytes)k,mode=755 tmpfs disk"
        guard try scratch.shell(mount).exitCode == 0 else {
            print("skipped: a small disk can only be mounted by root")
            return nil
        }
    }

    deinit {
        _ = try? scratch.shell("umount -l disk")
    }

    /// Leaves room for so many kilobytes beside what is there.
    func leave(kilobytes: Int) throws {
        let line = "used=$(df -k --output=used disk | tail -1); mount -o remount,size=$((used + \(kilobytes)))k disk"
        let finished = try scratch.shell(line)
        #expect(finished.exitCode == 0, "\(finished.errors)")
    }

    func makeReadOnly() throws {
        #expect(try scratch.shell("mount -o remount,ro disk").exitCode == 0)
    }
}

@Suite("A full disk, a size limit, missing rights: 74, nothing lost, and the repeated command goes on")
struct FullDiskTests {
    private let scratch: Scratch
    private let undisturbed: Book

    init() throws {
        scratch = try Scratch()
        undisturbed = Book(scratch: scratch, name: "undisturbed.db")
        try scratch.write(BankRows.file(2500, prefix: "A", seed: 7), to: "rows.csv")
        for command in FullDiskTests.commands("undisturbed.db") {
            #expect(try scratch.rewardctl(command).exitCode == 0)
        }
    }

    private static func commands(_ name: String) -> [[String]] {
        [
            ["ingest", "--db", name, "rows.csv"],
            ["run", "--db", name, "--through", "2017-03-31", "--rules", "flagship"],
        ]
    }

    @Test("a disk that fills up at any point of the work")
    func fullDisk() throws {
        guard let disk = try SmallDisk(in: scratch, kilobytes: 4) else { return }
        let book = Book(scratch: scratch, name: "disk/bank.db")
        var failures = 0
        for (command, wholeKilobytes) in zip(FullDiskTests.commands("disk/bank.db"), [440, 250]) {
            for part in [0, 1, 3, 6, 9, 12] {
                try disk.leave(kilobytes: max(4, wholeKilobytes * part / 12))
                let before = try book.counts()
                let finished = try scratch.rewardctl(command)
                if finished.exitCode == 0 { break }
                failures += 1
                expectRefusal(finished, 74, "the disk is full; nothing was changed", "\(command), \(part)/12")
                let after = try book.counts()
                #expect(after == before || before == nil, "\(command), \(part)/12")
                if after != nil { try book.expectSound() }
            }
            try disk.leave(kilobytes: 20_000)
            let finished = try scratch.rewardctl(command)
            #expect(finished.exitCode == 0, "\(finished.errors)")
        }
        print("full disk: \(failures) commands met it")
        #expect(failures >= 6)
        #expect(try book.listings() == undisturbed.listings())
        try book.expectSound()
    }

    @Test("the largest size that a file may have (ulimit -f)", arguments: [0, 100, 300])
    func sizeLimit(kilobytes: Int) throws {
        let book = Book(scratch: scratch)
        for command in FullDiskTests.commands("bank.db") {
            // Its output, too, goes to a file, so that it is let through a pipe.
            let line =
                "set -o pipefail; (ulimit -f \(kilobytes); exec rewardctl \(command.joined(separator: " "))) 2>&1 | cat"
            let limited = try scratch.shell(line)
            #expect([0, 74].contains(limited.exitCode), "\(command): \(limited)")
            if limited.exitCode == 74 { #expect(limited.output.hasPrefix("rewardctl: bank.db: "), "\(limited)") }
            let finished = try scratch.rewardctl(command)
            #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
        }
        #expect(try book.listings() == undisturbed.listings())
        try book.expectSound()
    }

    @Test("a disk that may only be read: the ledger prints, writers say 74")
    func readOnlyDisk() throws {
        guard let disk = try SmallDisk(in: scratch, kilobytes: 20_000) else { return }
        #expect(try scratch.shell("cp undisturbed.db disk/bank.db").exitCode == 0)
        try disk.makeReadOnly()
        let book = Book(scratch: scratch, name: "disk/bank.db")
        #expect(try book.listings() == undisturbed.listings())
        for command in [
            ["ingest", "--db", "disk/bank.db", "rows.csv"], ["ingest", "--db", "disk/new.db", "rows.csv"],
        ] {
            expectRefusal(try scratch.rewardctl(command), 74, "disk/")
        }
        expectRefusal(
            try scratch.rewardctl("run", "--db", "disk/bank.db", "--through", "2017-04-30"), 74, "disk/bank.db")
    }

    @Test("somebody else's database: 74, and it is left alone")
    func withoutRights() throws {
        // The tests may run as root, for whom there is no such thing.
        let other = "setpriv --reuid=65534 --regid=65534 --clear-groups"
        let prefix = geteuid() == 0 ? other : "chmod 000 undisturbed.db;"
        guard try scratch.shell("\(prefix) rewardctl --version").exitCode == 0 else {
            print("skipped: the program cannot be started as somebody else")
            return
        }
        let digest = geteuid() == 0 ? try undisturbed.digest() : ""
        for command in FullDiskTests.commands("undisturbed.db") + [["ledger", "--db", "undisturbed.db"]] {
            let finished = try scratch.shell("\(prefix) rewardctl \(command.joined(separator: " "))")
            expectRefusal(finished, 74, "undisturbed.db: ", "\(command)")
        }
        if geteuid() == 0 {
            #expect(try undisturbed.digest() == digest)
            let finished = try scratch.shell("\(other) rewardctl ingest --db new.db rows.csv")
            expectRefusal(finished, 74, "new.db: the database cannot be created: permission denied")
        }
    }

    @Test("results that cannot be written: 74, and what was stored stays stored")
    func fullOutput() throws {
        for command in ["ledger --db undisturbed.db", "decisions --db undisturbed.db", "simulate rows.csv"] {
            let finished = try scratch.shell("rewardctl \(command) > /dev/full")
            expectRefusal(finished, 74, "standard output: cannot be written", "\(command)")
        }
        let finished = try scratch.shell("rewardctl ingest --db bank.db rows.csv > /dev/full")
        expectRefusal(finished, 74, "standard output: cannot be written")
        let again = try scratch.rewardctl("ingest", "--db", "bank.db", "rows.csv")
        #expect(again.exitCode == 0 && again.output.contains("0 accepted + 2500 duplicate"))
    }
}
