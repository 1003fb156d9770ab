/// One thing that is wrong: where, what, and what to do about it. Printed as `rewardctl: place: message`, and `help: …`
/// on a line of its own.
package struct Problem: Error, Equatable, Sendable {
    /// `card.csv:7`, `rules.yaml:3:5`, `--through`: whatever finds the thing again.
    package var place: String
    /// One lower-case sentence without a full stop; the user's own text stands in backticks.
    package var message: String
    package var help: String?

    package init(at place: String, _ message: String, help: String? = nil) {
        self.place = place
        self.message = message
        self.help = help
    }
}

/// Why a command ends without doing what it was asked to: the exit code and all the problems behind it.
package struct Failure: Error, Equatable, Sendable {
    package var code: ExitCode
    package var problems: [Problem]

    package init(_ code: ExitCode, _ problems: [Problem]) {
        self.code = code
        self.problems = problems
    }

    package init(_ code: ExitCode, at place: String, _ message: String, help: String? = nil) {
        self.init(code, [Problem(at: place, message, help: help)])
    }
}

/// The exit codes of the program (SPEC 8).
package enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    /// Done, and some rows were rejected.
    case rowsRejected = 3
    case usage = 64
    /// Bad data or a bad rule file: nothing of it was kept.
    case refused = 65
    case inputNotFound = 66
    case internalError = 70
    /// Disk full, or a device that fails.
    case inputOutput = 74
    /// Another writer holds the database: try later.
    case busy = 75
    /// The database is newer than the program, or no rewards database.
    case foreignDatabase = 78
}
