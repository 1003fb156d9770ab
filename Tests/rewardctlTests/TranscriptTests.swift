import Foundation
import Testing

@Suite("Transcripts: what each command prints, to the byte")
struct TranscriptTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? [])
        .filter { $0.hasSuffix(".transcript") }.sorted()

    /// Neither the host's zone nor its language may change a byte. (`LC_ALL` would, where the language is not installed: a
    /// shell complains of that.)
    private static let environments = [
        ["TZ": "UTC", "LANG": "C.UTF-8"], ["TZ": "America/New_York", "LANG": "C", "LC_ALL": "C"],
        ["TZ": "Pacific/Kiritimati", "LANG": "zh_CN.UTF-8"],
    ]

    @Test("as the golden file has it (REWARDS_UPDATE_GOLDEN=1 rewrites it)", arguments: names)
    func golden(name: String) throws {
        let file = TranscriptTests.folder.appending(path: name)
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let transcript = try Transcript(parsing: text)
        #expect(!transcript.blocks.isEmpty)
        if ProcessInfo.processInfo.environment["REWARDS_UPDATE_GOLDEN"] == "1" {
            let replay = try transcript.replayed(environment: TranscriptTests.environments[0])
            try Data(replay.text.utf8).write(to: file)
            return
        }
        for environment in TranscriptTests.environments {
            let replay = try transcript.replayed(environment: environment)
            let difference = firstDifference(expected: text, actual: replay.text)
            #expect(difference == nil, "\(name) with \(environment): \(difference ?? "")")
        }
    }

    @Test("a transcript is read and written back as it was")
    func roundTrip() throws {
        let text = """
            # A comment
            $ true

            $ printf 'a\\n\\n'; exit 3
            a

            [exit 3]

            $ echo '[exit 4]'
            [exit x]
            last

            """
        let transcript = try Transcript(parsing: text)
        #expect(transcript.preamble == "# A comment\n")
        #expect(
            transcript.blocks == [
                .init(command: "true", output: "", exitCode: 0),
                .init(command: "printf 'a\\n\\n'; exit 3", output: "a\n\n", exitCode: 3),
                .init(command: "echo '[exit 4]'", output: "[exit x]\nlast\n", exitCode: 0),
            ])
        #expect(transcript.text == text)
    }

    @Test(
        "a transcript whose blocks are not parted, or that is cut off, is refused",
        arguments: ["$ true\n$ true\n", "$ echo a\na\n$ true\n", "$ true"])
    func unreadable(text: String) {
        #expect(throws: SupportError.self) { try Transcript(parsing: text) }
    }

    @Test(
        "a replay shows output and errors in order, the exit code, and the examples; files stay from command to command"
    )
    func replay() throws {
        let commands = [
            "echo out; echo err >&2; echo out; exit 65", "echo kept > file", "cat file; printf x", "ls *.csv",
        ]
        let blocks = commands.map { Transcript.Block(command: $0, output: "", exitCode: 0) }
        let replay = try Transcript(preamble: "", blocks: blocks).replayed(environment: [:])
        #expect(
            replay.text == """
                $ echo out; echo err >&2; echo out; exit 65
                out
                err
                out
                [exit 65]

                $ echo kept > file

                $ cat file; printf x
                kept
                x
                [no line feed at the end]

                $ ls *.csv
                card.csv

                """)
    }

    @Test("a temporary path in the output is an error")
    func temporaryPath() throws {
        let transcript = Transcript(preamble: "", blocks: [.init(command: "pwd", output: "", exitCode: 0)])
        #expect(throws: SupportError.self) { try transcript.replayed(environment: [:]) }
    }

    @Test("the built program is found and runs; a process that takes too long is killed")
    func processes() throws {
        let scratch = try Scratch()
        let finished = try scratch.shell("command -v rewardctl; cat; kill -9 $$")
        #expect(finished.output.hasSuffix("/rewardctl\n"))
        #expect(finished.exitCode == 137)
        #expect(try scratch.rewardctl("--help").exitCode == 0)
        #expect(throws: SupportError.self) { try scratch.shell("sleep 1000 & sleep 1000", seconds: 0) }
    }
}
