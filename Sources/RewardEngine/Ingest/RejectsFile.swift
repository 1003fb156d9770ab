internal import Glibc

/// The rejected rows of a file: what is wrong with each, and the row in the bytes in which it came, so that it can be
/// mended and sent again alone.
package final class RejectsFile {
    /// What is said of a row. In front of the row's own fields: a file that is sent again may keep them.
    static let columns = ["line", "column", "value", "reason"]

    static func isHeader(_ names: [String]) -> Bool {
        names.starts(with: columns)
    }

    private let source: SourceText
    private let stem: String
    private let header: Range<Int>?
    private var text: FileOnTheWay?
    /// The rows of a file of fixed places stand in a file of their own, where nothing moves them.
    private var rows: FileOnTheWay?
    /// Where line `line` of the source begins.
    private var (line, offset) = (1, 0)

    /// - Parameter stem: the path to which `.rejects.csv` is added.
    /// - Parameter headerLines: the physical lines of the header; nil where there is none.
    package init(of source: SourceText, stem: String, headerLines: Range<Int>?) {
        self.source = source
        self.stem = stem
        header = headerLines
    }

    /// Adds a row that takes up so many physical lines. Rows come in the order of their lines.
    /// Codes: inputOutput.
    package func add(_ rejection: Rejection, lineCount: Int) throws(Failure) {
        if text == nil { try begin() }
        guard let text else { return }
        var said: [UInt8] = []
        let cells = ["\(rejection.line)", rejection.reason, rejection.value, rejection.sentence]
        for (index, cell) in cells.enumerated() {
            if index > 0 { said.append(source.delimiter ?? Byte.comma) }
            append(cell, to: &said)
        }
        let row = bytes(ofLines: rejection.line..<rejection.line + lineCount)
        if let rows {
            try text.write(said + [Byte.lineFeed])
            try rows.write(row + [Byte.lineFeed])
        } else {
            try text.write(said + [source.delimiter ?? Byte.comma] + row + [Byte.lineFeed])
        }
    }

    /// Puts the file in its place; nil where no row was rejected. One that is there already, and says something else, may
    /// be being mended: it is left alone, and the new one gets a number.
    /// Codes: inputOutput.
    package func finish() throws(Failure) -> String? {
        guard let text else { return nil }
        _ = try rows?.finish()
        return try text.finish()
    }

    private func begin() throws(Failure) {
        let text = try FileOnTheWay(stem: stem, ending: ".rejects", type: ".csv")
        self.text = text
        var names = Array(RejectsFile.columns.joined(separator: String(decoding: [separator], as: UTF8.self)).utf8)
        if source.delimiter == nil {
            rows = try FileOnTheWay(stem: stem, ending: ".rejects", type: ".txt")
        } else if let header {
            var own = bytes(ofLines: header)
            if own.starts(with: [0xEF, 0xBB, 0xBF]) { own.removeFirst(3) }
            // A file of rejected rows, sent again, has them already.
            names = own.starts(with: names + [separator]) ? own : names + [separator] + own
        }
        try text.write(names + [Byte.lineFeed])
    }

    private var separator: UInt8 { source.delimiter ?? Byte.comma }

    /// A cell in the encoding of the file, quoted where it has to be.
    private func append(_ cell: String, to line: inout [UInt8]) {
        let quoted = cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        let needsQuotes = cell.utf8.contains { $0 == separator || $0 == Byte.quote }
        let text = needsQuotes ? "\"\(quoted)\"" : cell
        line += (source.isGB18030 ? try? GB18030.bytes(of: text) : nil) ?? Array(text.utf8)
    }

    /// Lines of the file as it came, without the last line end.
    private func bytes(ofLines lines: Range<Int>) -> [UInt8] {
        source.unpacked.withBytes { bytes in
            while line < lines.lowerBound, let next = PhysicalLine(from: offset, in: bytes)?.next {
                (line, offset) = (line + 1, next)
            }
            let start = offset
            var end = offset
            while line < lines.upperBound {
                guard let found = PhysicalLine(from: offset, in: bytes) else { break }
                end = found.end
                (line, offset) = (line + 1, found.next)
            }
            return (start..<end).map { bytes[$0] }
        }
    }
}

/// A file that is whole when it gets its name, and never takes the place of another one.
private final class FileOnTheWay {
    private let stem: String
    private let type: String
    private let temporary: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true

    init(stem: String, ending: String, type: String) throws(Failure) {
        self.stem = stem + ending
        self.type = type
        temporary = "\(stem)\(ending)\(type).part"
        descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw failure() }
    }

    deinit {
        if isOpen {
            close(descriptor)
            unsafe unlink(temporary)
        }
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        buffer += bytes
        if buffer.count >= 1 << 16 { try drain() }
    }

    /// Gives the name under which the file now is.
    func finish() throws(Failure) -> String {
        try drain()
        guard fsync(descriptor) == 0 else { throw failure() }
        let written = try FileBytes.open(path: temporary, place: temporary)
        var number = 1
        while true {
            let path = "\(stem)\(number == 1 ? "" : ".\(number)")\(type)"
            if unsafe access(path, F_OK) != 0 {
                guard unsafe rename(temporary, path) == 0 else { throw failure() }
                close(descriptor)
                isOpen = false
                return path
            }
            if try FileBytes.open(path: path, place: path).isSame(as: written) { return path }
            number += 1
        }
    }

    private func drain() throws(Failure) {
        var done = 0
        while done < buffer.count {
            let count = unsafe buffer.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            }
            if count > 0 { done += count } else if count < 0, errno != EINTR { throw failure() }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure() -> Failure {
        let code = errno
        return Failure(
            .inputOutput, at: temporary,
            "the rejected rows cannot be written: \(unsafe String(cString: strerror(code)).lowercased())",
            help: "make room, or name another folder: `--rejects DIR`; nothing of the file was stored")
    }
}

extension FileBytes {
    fileprivate func isSame(as other: FileBytes) -> Bool {
        withBytes { left in
            other.withBytes { right in
                left.count == right.count && left.indices.allSatisfy { left[$0] == right[$0] }
            }
        }
    }
}
