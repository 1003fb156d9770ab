import Foundation

/// What a terminal shows when commands are typed one after the other: the golden files of this folder.
///
///     # A comment may open the file.
///     $ rewardctl simulate none.csv
///     rewardctl: none.csv: no such file
///     [exit 66]
///
///     $ rewardctl --version
///     rewardctl 1.0.0
///
/// A block is the command after `$ `, its output and errors as they came, and `[exit N]` where that is not 0. One empty
/// line parts blocks. All commands of a file run in one fresh directory, by `bash`, with copies of `Examples/` in it.
struct Transcript: Equatable {
    /// The lines before the first command.
    var preamble: String
    var blocks: [Block]

    struct Block: Equatable {
        var command: String
        /// Whole lines; output without a line feed at its end is closed by `[no line feed at the end]`.
        var output: String
        var exitCode: Int32
    }
}

extension Transcript {
    static let withoutLineFeed = "[no line feed at the end]\n"

    init(parsing text: String) throws {
        preamble = ""
        blocks = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.popLast() == "" else { throw SupportError(description: "a transcript ends with a line feed") }
        for line in lines {
            if line.hasPrefix("$ ") {
                blocks.append(Block(command: String(line.dropFirst(2)), output: "", exitCode: 0))
            } else if blocks.isEmpty {
                preamble += line + "\n"
            } else {
                blocks[blocks.count - 1].output += line + "\n"
            }
        }
        for index in blocks.indices {
            if index < blocks.count - 1 { try blocks[index].takeSeparator() }
            blocks[index].takeExitCode()
        }
    }

    var text: String {
        preamble
            + blocks.map { block in
                "$ \(block.command)\n\(block.output)" + (block.exitCode == 0 ? "" : "[exit \(block.exitCode)]\n")
            }.joined(separator: "\n")
    }

    /// The same commands with what they really give.
    func replayed(environment: [String: String]) throws -> Transcript {
        let scratch = try Scratch()
        let examples = packageRoot.appending(path: "Examples")
        for name in try FileManager.default.contentsOfDirectory(atPath: examples.path(percentEncoded: false)) {
            try FileManager.default.copyItem(
                at: examples.appending(path: name), to: scratch.directory.appending(path: name))
        }
        var replay = self
        for index in blocks.indices {
            let finished = try scratch.shell(blocks[index].command, together: true, environment: environment)
            var output = finished.output
            if !output.isEmpty, !output.hasSuffix("\n") { output += "\n" + Transcript.withoutLineFeed }
            if output.contains(scratch.name) {
                throw SupportError(description: "`\(blocks[index].command)` shows a temporary path")
            }
            replay.blocks[index].output = output
            replay.blocks[index].exitCode = finished.exitCode
        }
        return replay
    }
}

extension Transcript.Block {
    fileprivate mutating func takeSeparator() throws {
        guard output == "\n" || output.hasSuffix("\n\n") else {
            throw SupportError(description: "an empty line is missing after the block `$ \(command)`")
        }
        output.removeLast()
    }

    fileprivate mutating func takeExitCode() {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2, let last = lines.dropLast().last, last.hasPrefix("[exit "), last.hasSuffix("]"),
            let code = Int32(last.dropFirst(6).dropLast())
        else { return }
        exitCode = code
        output.removeLast(last.count + 1)
    }
}

/// The first line in which the two differ, with the line before; nil where they are the same.
func firstDifference(expected: String, actual: String) -> String? {
    guard expected != actual else { return nil }
    let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let right = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let index =
        zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(left.count, right.count)
    func line(_ lines: [Substring]) -> Substring { index < lines.count ? lines[index] : "(no more lines)" }
    return """
        line \(index + 1), after: \(index == 0 ? "" : left[index - 1])
        expected: \(line(left))
          actual: \(line(right))
        """
}
