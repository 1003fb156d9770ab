internal import Glibc
internal import RewardEngine

/// The one place that turns what went wrong into text and an exit code.
@main
enum Main {
    static func main() {
        Console.prepareProcess()
        let environment = ["NO_COLOR", "TERM"].reduce(into: [:]) { $0[$1] = environmentVariable($1) }
        let console = Console(environment: environment)
        var code: ExitCode
        do throws(Failure) {
            code = try Program.run(Array(CommandLine.arguments.dropFirst()), console: console)
            try console.flush()
        } catch {
            console.report(error)
            code = error.code
        }
        exit(code.rawValue)
    }

    private static func environmentVariable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
