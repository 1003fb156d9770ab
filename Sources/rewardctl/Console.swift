internal import Glibc
package import RewardEngine

/// Where a command writes: results to standard output, through one buffer, and problems to standard error, line by line.
///
/// A reader who goes away (`| head`) is no error: what is written after that is dropped, and `isOutputClosed` tells so.
package final class Console {
    /// The results' reader has gone away; a command that only prints may stop.
    package private(set) var isOutputClosed = false

    private let outputDescriptor: Int32
    private let errorDescriptor: Int32
    private let environment: [String: String]
    private var buffer: [UInt8] = []
    /// What went wrong while the buffer made room for a problem, told by the next write.
    private var failure: Failure?

    private static let bufferSize = 1 << 16

    /// `environment` decides on colour: NO_COLOR and TERM.
    package init(environment: [String: String], outputDescriptor: Int32 = 1, errorDescriptor: Int32 = 2) {
        self.environment = environment
        self.outputDescriptor = outputDescriptor
        self.errorDescriptor = errorDescriptor
        buffer.reserveCapacity(Console.bufferSize)
    }

    /// To be called once, before anything is opened: makes a write to a closed pipe, or beyond the largest size that a
    /// file may have, an error that can be handled, and keeps files from getting a standard descriptor that the caller
    /// has closed.
    package static func prepareProcess() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        // Input files are mapped into memory: one that is cut short while it is read, or whose disk fails, ends in this
        // signal. What was not committed is undone by whoever opens the database next.
        _ = signal(SIGBUS) { _ in
            let lines: StaticString = """
                rewardctl: an input file could not be read to its end: it was cut short, or its disk failed
                help: run the command again when the file is whole; nothing of it was stored

                """
            _ = unsafe Glibc.write(2, lines.utf8Start, lines.utf8CodeUnitCount)
            _exit(ExitCode.inputOutput.rawValue)
        }
        // Read-only, so that writing to one still fails.
        var descriptor: Int32 = 0
        while 0...2 ~= descriptor {
            descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
        if descriptor > 2 { _ = close(descriptor) }
    }
}

// MARK: - Results

extension Console {
    /// Appends to the results; nothing of it need be seen before `flush`.
    package func write(_ text: String) throws(Failure) {
        try write(text.utf8.span)
    }

    /// Appends to the results; nothing of it need be seen before `flush`.
    package func write(_ bytes: Span<UInt8>) throws(Failure) {
        unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
        if buffer.count >= Console.bufferSize { try flush() }
    }

    /// Hands on everything written so far. To be called before the process ends: only then is it known that the results
    /// arrived.
    package func flush() throws(Failure) {
        if let failure {
            self.failure = nil
            throw failure
        }
        defer { buffer.removeAll(keepingCapacity: true) }
        guard !isOutputClosed, !buffer.isEmpty else { return }
        let code = Console.writeAll(buffer.span, to: outputDescriptor)
        switch code {
        case 0: return
        case EPIPE: isOutputClosed = true
        default:
            throw Failure(
                .inputOutput, at: "standard output",
                "cannot be written: \(unsafe String(cString: strerror(code)).lowercased())",
                help: code == ENOSPC ? "make room, then run the command again" : nil)
        }
    }

    /// 0, or the `errno` of the write that failed.
    private static func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.extracting(done...).withUnsafeBytes { rest in
                unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                done += count
                continue
            }
            let code = errno
            if code == EAGAIN {
                // Somebody has made the descriptor non-blocking: wait until it takes more.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            } else if code != EINTR {
                return code
            }
        }
        return 0
    }
}

// MARK: - Problems

extension Console {
    /// `rewardctl: place: message` and, where there is a remedy, `help: …`, on standard error.
    package func report(_ problem: Problem) {
        var lines =
            "rewardctl: \(problem.place.isEmpty ? "" : "\(ShownText.withoutControls(problem.place)): ")\(ShownText.ofMessage(problem.message))\n"
        if let help = problem.help { lines += "help: \(ShownText.ofMessage(help))\n" }
        note(lines)
    }

    package func report(_ failure: Failure) {
        failure.problems.forEach { report($0) }
    }

    /// Whole lines on standard error, as they are: what is to be known but belongs to no result.
    package func note(_ lines: String) {
        // Where both go to one place, they are to be read in the order of writing.
        do throws(Failure) {
            try flush()
        } catch {
            failure = error
        }
        // Nobody is left to be told where this fails.
        _ = Console.writeAll(lines.utf8.span, to: errorDescriptor)
    }
}

// MARK: - The terminal

extension Console {
    package enum Style: String, Sendable {
        case bold = "1"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    package var isOutputTerminal: Bool { isatty(outputDescriptor) == 1 }

    /// Only a terminal gets colours, and none whose user has set NO_COLOR to anything (no-color.org).
    package var usesColour: Bool {
        isOutputTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// `text` in that style where colours are used, otherwise as it is.
    package func styled(_ text: String, _ style: Style) -> String {
        usesColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The columns of the terminal; nil where the results go elsewhere.
    package var terminalWidth: Int? {
        guard isOutputTerminal else { return nil }
        var size = winsize()
        guard unsafe ioctl(outputDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
