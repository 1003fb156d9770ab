import Foundation
import Glibc

/// A process in a group of its own, whose output goes to files. Killed, with all that it started, when it is forgotten.
final class RunningProcess {
    private let identifier: pid_t
    private let output: URL
    private let errors: URL
    /// Its files stay as long as the process.
    private let scratch: Scratch
    private var status: Int32?

    init(
        program: String, arguments: [String], environment: [String: String], directory: URL, input: URL, output: URL,
        errors: URL, scratch: Scratch
    ) throws {
        self.output = output
        self.errors = errors
        self.scratch = scratch

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        let writing = O_WRONLY | O_CREAT | O_APPEND
        for (descriptor, file, flags) in [(0, input, O_RDONLY), (1, output, writing), (2, errors, writing)] {
            let path = file.path(percentEncoded: false)
            unsafe posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, flags, 0o600)
        }

        // The test's own process may ignore SIGPIPE; the program must not profit from that.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))

        // `env` goes to the directory and becomes the program: spawning cannot do so everywhere.
        let changer = "/usr/bin/env"
        let line = [changer, "--chdir=\(directory.path(percentEncoded: false))", program] + arguments
        var words = unsafe line.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var started: pid_t = 0
        let code = unsafe posix_spawn(&started, changer, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw SupportError(description: "\(program) does not start: error \(code)") }
        identifier = started
    }

    deinit {
        if status == nil {
            kill()
            _ = try? waitForEnd(seconds: 10)
        }
    }

    /// As the power cut does it: SIGKILL for the process and all that it started.
    func kill() {
        if status == nil { _ = Glibc.kill(-identifier, SIGKILL) }
    }

    /// Stops it where it stands, with all that it holds, until `resume`.
    func pause() {
        if status == nil { _ = Glibc.kill(-identifier, SIGSTOP) }
    }

    func resume() {
        if status == nil { _ = Glibc.kill(-identifier, SIGCONT) }
    }

    /// Whether it has come to its end by itself or was killed; does not wait.
    var isOver: Bool {
        var ended: Int32 = 0
        if status == nil, unsafe waitpid(identifier, &ended, WNOHANG) == identifier { status = ended }
        return status != nil
    }

    /// Waits for the end; a process that takes longer than `seconds` is killed, and that is an error.
    func finish(seconds: Int = 120) throws -> Finished {
        let status = try waitForEnd(seconds: seconds)
        let signal = status & 0x7f
        return Finished(
            output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            errors: errors == output ? "" : String(decoding: try Data(contentsOf: errors), as: UTF8.self),
            exitCode: signal == 0 ? (status >> 8) & 0xff : 128 + signal)
    }

    private func waitForEnd(seconds: Int) throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if let status { return status }
            var ended: Int32 = 0
            if unsafe waitpid(identifier, &ended, WNOHANG) == identifier {
                status = ended
            } else if ContinuousClock.now > deadline {
                kill()
                unsafe waitpid(identifier, &ended, 0)
                status = ended
                throw SupportError(description: "a process took longer than \(seconds) seconds")
            } else {
                usleep(1000)
            }
        }
    }
}
