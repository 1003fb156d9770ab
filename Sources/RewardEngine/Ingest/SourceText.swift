internal import Crypto
internal import Glibc

/// The text of one input file as strict UTF-8 without NUL and without its byte-order mark.
///
/// What is damaged as a whole is refused here: empty, NUL, UTF-16, neither UTF-8 nor GB18030 (SPEC 1). A file must not
/// be cut short by someone else while it is open.
package final class SourceText: Sendable {
    /// What finds the file again in a message.
    package let place: String
    /// A sentence each for the user, to be said once: where the encoding was guessed, where a feed left rows out.
    package let notices: [String]
    /// What a feed made of the file; nil where it is read as it is.
    package let reading: FeedReading?

    /// The file as it is on disk, and what it holds where it is compressed.
    let onDisk: FileBytes
    let unpacked: FileBytes
    /// What parts the fields of the file itself; nil where they have fixed places.
    let delimiter: UInt8?
    /// Whether the file is in GB18030.
    let isGB18030: Bool

    private let bytes: FileBytes
    private let textStart: Int

    /// Opens the file at `path`, or standard input for `-`. Fails with `inputNotFound`, `inputOutput` or `refused`.
    /// - Parameter encoding: nil: what the feed says, or else `auto`.
    /// - Parameter takesMismatches: whether a file whose totals do not add up is taken nevertheless, to be looked at.
    /// - Parameter workers: who checks the encoding.
    package static func open(
        path: String, encoding: TextEncoding?, feed: Feed? = nil, takesMismatches: Bool = false,
        workers: some Workers = OneWorker()
    ) throws(Failure) -> SourceText {
        let place = path == "-" ? "standard input" : path
        let file = try FileBytes.open(path: path, place: place)
        let source = try SourceText(file, place: place, encoding, feed, workers)
        if !takesMismatches { try source.refuseMismatches() }
        return source
    }

    package static func exists(atPath path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Refuses the file where its totals do not add up.
    package func refuseMismatches() throws(Failure) {
        if let mismatches = reading?.mismatches, !mismatches.isEmpty { throw Failure(.refused, mismatches) }
    }

    /// A file that is in memory already.
    package convenience init(
        _ bytes: [UInt8], place: String, encoding: TextEncoding? = nil, feed: Feed? = nil
    ) throws(Failure) {
        try self.init(.read(bytes), place: place, encoding, feed, OneWorker())
    }

    private init(
        _ file: FileBytes, place: String, _ encoding: TextEncoding?, _ feed: Feed?, _ workers: some Workers
    ) throws(Failure) {
        let encoding = encoding ?? feed?.encoding ?? .auto
        onDisk = file
        unpacked = try file.unpacked(place: place)
        var decoded = try Decoded(unpacked, encoding, place: place, workers)
        self.place = place
        isGB18030 = decoded.isConverted
        switch feed?.form {
        case .fixedWidth: delimiter = nil
        case .delimited(let form): delimiter = form.byte
        case nil: delimiter = Byte.comma
        }
        guard let feed, !feed.isPlain else {
            (bytes, textStart, notices, reading) = (decoded.bytes, decoded.start, decoded.notices, nil)
            return
        }
        var firstLine = 1
        if case .fixedWidth(let form) = feed.form {
            let delimited = unpacked.withBytes { form.delimited($0) }
            decoded = try Decoded(.read(delimited), encoding, place: place, workers)
            firstLine = 0
        }
        let translated = try decoded.bytes.withBytes { text throws(Failure) in
            try FeedTranslation(feed: feed, place: place)
                .translate(text.extracting(droppingFirst: decoded.start), firstLine: firstLine)
        }
        (bytes, textStart, reading) = (.read(translated.text), 0, translated.reading)
        notices = decoded.notices + translated.reading.notices
    }

    /// Lends the text to `body`.
    package func withBytes<R: ~Copyable, E>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try bytes.withBytes { source throws(E) in
            try body(source.extracting(droppingFirst: textStart))
        }
    }

    /// Stands before the header.
    package func records() -> RecordReader {
        // A feed puts its header before the first line.
        RecordReader(place: place, line: reading == nil ? 1 : 0)
    }

    /// A file as strict UTF-8.
    private struct Decoded {
        var bytes: FileBytes
        /// Behind a byte-order mark.
        var start: Int
        var notices: [String] = []
        var isConverted = false

        init(
            _ file: FileBytes, _ encoding: TextEncoding, place: String, _ workers: some Workers
        ) throws(Failure) {
            let checked = try file.withBytes { source throws(Failure) in
                try SourceText.check(source, encoding: encoding, place: place, workers)
            }
            switch checked {
            case .utf8(let start):
                (bytes, self.start) = (file, start)
            case .converted(let text):
                bytes = .read(text)
                isConverted = true
                start = SourceText.startsWithMark(text.span) ? SourceText.byteOrderMark.count : 0
                if encoding == .auto { notices = ["this file is not UTF-8 and was read as GB18030"] }
            }
            let count = bytes.withBytes { $0.count }
            guard count > start else { throw SourceText.refusal(of: .empty, at: place) }
        }
    }

    /// The physical lines of the header, which `reader` has just read; nil where there is none.
    func headerLines(_ reader: borrowing RecordReader) -> Range<Int>? {
        guard let reading else { return reader.line..<reader.line + reader.lineCount }
        return reading.headerLine == 0 ? nil : reading.headerLine..<reading.headerLine + 1
    }

    /// How many physical lines of the file the record takes up.
    func lineCount(of record: borrowing RecordReader) -> Int {
        guard let reading else { return record.lineCount }
        return reading.lineCounts[record.line] ?? 1
    }

    /// The SHA-256 of the file, as it is on disk and unpacked, the same where it is not compressed.
    package var digests: (onDisk: String, unpacked: String) {
        let digest = unpacked.withBytes { sha256(of: $0) }
        switch (onDisk, unpacked) {
        case (.read(let raw), .read(let text)) where raw != text: return (sha256(of: raw), digest)
        case (.mapped(let mapping), .read): return (mapping.withBytes { sha256(of: $0) }, digest)
        default: return (digest, digest)
        }
    }

    private enum Checked {
        case utf8(start: Int)
        case converted([UInt8])
    }

    private static func check(
        _ source: Span<UInt8>, encoding: TextEncoding, place: String, _ workers: some Workers
    ) throws(Failure) -> Checked {
        guard !source.isEmpty else { throw refusal(of: .empty, at: place) }
        guard !isUTF16(source) else { throw refusal(of: .utf16, at: place) }
        let hasMark = startsWithMark(source)
        if encoding == .gb18030 {
            guard !hasMark else { throw refusal(of: .markContradictsGB18030, at: place) }
            return .converted(try convert(source, otherwise: { .notGB18030($0) }, place: place))
        }
        guard let fault = UTF8Check.firstFault(in: source, workers: workers) else {
            return .utf8(start: hasMark ? byteOrderMark.count : 0)
        }
        let position = TextPosition(ofByteAt: fault, in: source)
        guard source[fault] != 0 else { throw refusal(of: .nul(position), at: place) }
        guard encoding == .auto, !hasMark else { throw refusal(of: .notUTF8(position), at: place) }
        return .converted(try convert(source, otherwise: { _ in .neither(position) }, place: place))
    }

    private static func convert(
        _ source: Span<UInt8>, otherwise damage: (TextPosition) -> Damage, place: String
    ) throws(Failure) -> [UInt8] {
        for index in source.indices where source[index] == 0 {
            throw refusal(of: .nul(TextPosition(ofByteAt: index, in: source)), at: place)
        }
        do {
            return try GB18030.utf8(from: source)
        } catch .malformed(let offset) {
            throw refusal(of: damage(TextPosition(ofByteAt: offset, in: source)), at: place)
        } catch {
            throw Failure(
                .internalError, at: place, "this system cannot convert GB18030",
                help: "convert the file to UTF-8 first")
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func startsWithMark(_ source: Span<UInt8>) -> Bool {
        source.count >= 3 && source[0] == 0xEF && source[1] == 0xBB && source[2] == 0xBF
    }

    /// A byte-order mark of UTF-16, or NULs as only UTF-16 has them: many, and all on the same side of their pairs.
    private static func isUTF16(_ source: Span<UInt8>) -> Bool {
        guard source.count >= 2 else { return false }
        switch (source[0], source[1]) {
        case (0xFF, 0xFE), (0xFE, 0xFF): return true
        default: break
        }
        let looked = min(source.count, 512)
        var nuls = [0, 0]
        for index in 0..<looked where source[index] == 0 { nuls[index % 2] += 1 }
        return min(nuls[0], nuls[1]) == 0 && max(nuls[0], nuls[1]) >= max(2, looked / 16)
    }
}

/// Where a byte stands, both counted from 1; LF, CRLF and CR end a line.
struct TextPosition: Equatable, Sendable {
    var line = 1
    var byte = 1

    init(ofByteAt offset: Int, in bytes: Span<UInt8>) {
        for index in 0..<offset {
            let isPairsFirst =
                bytes[index] == Byte.carriageReturn && index + 1 < bytes.count && bytes[index + 1] == Byte.lineFeed
            if bytes[index] == Byte.lineFeed || bytes[index] == Byte.carriageReturn && !isPairsFirst {
                (line, byte) = (line + 1, 1)
            } else {
                byte += 1
            }
        }
    }

    var text: String { "line \(line), byte \(byte)" }
}

extension SourceText {
    /// Why a file is refused as a whole before its first record is read.
    private enum Damage {
        case empty
        case utf16
        case nul(TextPosition)
        case notUTF8(TextPosition)
        case notGB18030(TextPosition)
        case neither(TextPosition)
        case markContradictsGB18030
    }

    private static func refusal(of damage: Damage, at place: String) -> Failure {
        let saveAsUTF8 = "save or export it as CSV in UTF-8"
        let (message, help): (String, String) =
            switch damage {
            case .empty:
                ("the file is empty", "export it again: a file of no transactions has at least its header")
            case .utf16:
                ("the file is UTF-16", saveAsUTF8)
            case .nul(let position):
                ("there is a NUL byte on \(position.text)", "the file is damaged or no text: export it again as CSV")
            case .notUTF8(let position):
                ("the file is not UTF-8: \(position.text)", "try `--encoding auto`, or \(saveAsUTF8)")
            case .notGB18030(let position):
                ("the file is not GB18030: \(position.text)", "try `--encoding auto`, or \(saveAsUTF8)")
            case .neither(let position):
                ("the file is neither UTF-8 nor GB18030: UTF-8 fails on \(position.text)", saveAsUTF8)
            case .markContradictsGB18030:
                ("the file begins with the byte-order mark of UTF-8", "leave `--encoding gb18030` away")
            }
        return Failure(.refused, at: place, message, help: help)
    }
}
