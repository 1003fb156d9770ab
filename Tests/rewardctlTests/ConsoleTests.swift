import Foundation
import Glibc
import RewardEngine
import Testing
import rewardctl

@Suite("The console: whole results or an error, problems in one form, colours for people only")
struct ConsoleTests {
    /// Both ends of a pipe; closed when forgotten.
    private final class Pipe {
        let reader: FileHandle
        let writer: FileHandle

        init() {
            let pipe = Foundation.Pipe()
            (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        }

        func text() throws -> String {
            try writer.close()
            return String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
        }
    }

    /// A terminal of 100 columns, as a terminal's window makes it.
    private final class Terminal {
        let primary: Int32
        let secondary: Int32

        init() throws {
            // By the requests behind posix_openpt and its kin, which Swift does not see.
            let (lockRequest, numberRequest): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            var isLocked: Int32 = 0
            var number: Int32 = 0
            primary = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
            guard unsafe ioctl(primary, lockRequest, &isLocked) == 0, unsafe ioctl(primary, numberRequest, &number) == 0
            else { throw SupportError(description: "no terminal to test with") }
            secondary = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
            unsafe _ = ioctl(secondary, UInt(TIOCSWINSZ), &size)
        }

        deinit {
            _ = close(primary)
            _ = close(secondary)
        }
    }

    private func console(output: FileHandle, errors: FileHandle? = nil) -> Console {
        Console(
            environment: [:], outputDescriptor: output.fileDescriptor, errorDescriptor: errors?.fileDescriptor ?? -1)
    }

    @Test("everything written arrives in order, also what is larger than the buffer")
    func order() throws {
        let scratch = try Scratch()
        let file = try scratch.write("", to: "results")
        let handle = try #require(FileHandle(forWritingAtPath: file))
        let console = console(output: handle)
        var expected = ""
        for number in 0..<30_000 {
            try console.write("行 \(number)\n")
            expected += "行 \(number)\n"
        }
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
        try console.write(large.span)
        try console.flush()
        #expect(try scratch.read("results") == expected + String(decoding: large, as: UTF8.self))
    }

    @Test("a full disk is an input/output error, told at the latest by flush")
    func fullDisk() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let console = console(output: full)
        try console.write("not yet seen to fail")
        let failure = #expect(throws: Failure.self) { try console.flush() }
        #expect(failure?.code == .inputOutput)
        #expect(failure?.problems.first?.place == "standard output")
        #expect(failure?.problems.first?.message == "cannot be written: no space left on device")
        #expect(throws: Failure.self) { try console.write(String(repeating: "x", count: 100_000)) }
    }

    @Test("what failed while a problem was told is not forgotten")
    func fullDiskBehindProblem() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let pipe = Pipe()
        let console = console(output: full, errors: pipe.writer)
        try console.write("x")
        console.report(Problem(at: "card.csv:7", "the amount `x` is no number"))
        #expect(throws: Failure.self) { try console.flush() }
        try console.flush()
        #expect(try pipe.text() == "rewardctl: card.csv:7: the amount `x` is no number\n")
    }

    @Test("a reader who goes away is no error")
    func brokenPipe() throws {
        Console.prepareProcess()
        let pipe = Pipe()
        let console = console(output: pipe.writer)
        try console.write("seen")
        try console.flush()
        try pipe.reader.close()
        try console.write("not seen")
        #expect(!console.isOutputClosed)
        try console.flush()
        #expect(console.isOutputClosed)
        try console.write(String(repeating: "x", count: 1_000_000))
        try console.flush()
    }

    @Test("a slow reader of a non-blocking pipe gets everything")
    func nonBlocking() async throws {
        let pipe = Pipe()
        _ = fcntl(pipe.writer.fileDescriptor, F_SETFL, O_NONBLOCK)
        let reader = pipe.reader
        let count = Task.detached { try reader.readToEnd()?.count }
        let console = console(output: pipe.writer)
        try console.write(String(repeating: "x", count: 1_000_000))
        try console.flush()
        try pipe.writer.close()
        #expect(try await count.value == 1_000_000)
    }

    @Test("problems: place, message, help; no card number whole, no control character")
    func problems() throws {
        let pipe = Pipe()
        let console = console(output: FileHandle.nullDevice, errors: pipe.writer)
        console.report(
            Failure(
                .refused,
                [
                    Problem(at: "rules.yaml:3:5", "unknown key `gate`", help: "did you mean `gates`?"),
                    Problem(at: "a\nb", "the card `4000001234567899` and \u{1B}[31m`\t`"),
                    Problem(at: "", "no command"),
                ]))
        #expect(
            try pipe.text() == """
                rewardctl: rules.yaml:3:5: unknown key `gate`
                help: did you mean `gates`?
                rewardctl: a\\nb: the card `400000******7899` and \\u{1b}[31m`\\t`
                rewardctl: no command

                """)
    }

    @Test(
        "runs of 13 digits and more are masked",
        arguments: [
            ("123456789012", "123456789012"), ("1234567890123", "123456***0123"),
            ("1234567890123456789", "123456*********6789"), ("12345678901234567890", "123456**********7890"),
            ("a1234567890123b 1234567890123", "a123456***0123b 123456***0123"), ("", ""), ("交通", "交通"),
        ])
    func masking(text: String, expected: String) {
        #expect(ShownText.ofMessage(text) == expected)
    }

    @Test("no colours into a file; on a terminal unless NO_COLOR is set to something")
    func colours() throws {
        #expect(console(output: FileHandle.nullDevice).styled("x", .red) == "x")
        #expect(console(output: FileHandle.nullDevice).terminalWidth == nil)
        let terminal = try Terminal()
        func styled(_ environment: [String: String]) -> String {
            Console(environment: environment, outputDescriptor: terminal.secondary).styled("x", .red)
        }
        #expect(styled([:]) == "\u{1B}[31mx\u{1B}[0m")
        #expect(styled(["NO_COLOR": ""]) == "\u{1B}[31mx\u{1B}[0m")
        #expect(styled(["NO_COLOR": "1"]) == "x")
        #expect(styled(["TERM": "dumb"]) == "x")
        #expect(Console(environment: [:], outputDescriptor: terminal.secondary).terminalWidth == 100)
    }
}
