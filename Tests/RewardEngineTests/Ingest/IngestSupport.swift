import Foundation
import RewardEngine
import Testing

/// A row as the tests look at it: its texts as strings.
struct ReadRow: Equatable {
    var line = 0
    var isAccepted = true
    var texts: [String: String] = [:]
    var time: String?
    var postedOn: String?
    var amountFen: Int?
    var kind = RowKind.purchase
    var status = Status.settled
    var wanted: [String] = []
}

struct ReadFile {
    var rows: [ReadRow] = []
    var rejections: [Rejection] = []
    var ignored: [String] = []
}

/// Reads a whole file as the commands do. Columns that are absent are not among a row's texts.
func readFile(
    _ source: SourceText, request: ColumnRequest = ColumnRequest(), utcOffset: UTCOffset = .china,
    emptyCardholder: EmptyCardholder = .rejected
) throws(Failure) -> ReadFile {
    try source.withBytes { bytes throws(Failure) in
        var reader = source.records()
        let layout = try Layout.read(from: &reader, in: bytes, request: request, of: source)
        var parser = RowParser(
            layout: layout, utcOffset: utcOffset, emptyCardholder: emptyCardholder, place: source.place)
        var file = ReadFile(ignored: layout.ignored)
        while try reader.next(in: bytes) {
            let isAccepted = try parser.parse(reader, in: bytes)
            file.rows.append(readRow(parser, isAccepted: isAccepted, in: bytes))
            if let rejection = parser.rejection(in: bytes) { file.rejections.append(rejection) }
        }
        return file
    }
}

func readFile(
    _ csv: String, request: ColumnRequest = ColumnRequest(), utcOffset: UTCOffset = .china,
    emptyCardholder: EmptyCardholder = .rejected
) throws(Failure) -> ReadFile {
    let source = try SourceText(Array(csv.utf8), place: "card.csv")
    return try readFile(source, request: request, utcOffset: utcOffset, emptyCardholder: emptyCardholder)
}

private func readRow(_ parser: borrowing RowParser, isAccepted: Bool, in bytes: Span<UInt8>) -> ReadRow {
    let row = parser.row
    let fields: [(String, TextField)] = [
        ("txn_id", row.txnId), ("card_id", row.cardId), ("cardholder_id", row.cardholderId),
        ("currency", row.currency), ("pay_method", row.payMethod), ("channel", row.channel), ("mcc", row.mcc),
        ("merchant_id", row.merchantId), ("original_txn_id", row.originalTxnId),
    ]
    var read = ReadRow(line: row.line, isAccepted: isAccepted)
    for (name, field) in fields where !field.isEmpty { read.texts[name] = parser.string(of: field, in: bytes) }
    read.time = row.hasTime ? row.time.text(in: .china) : nil
    read.postedOn = row.postedOn?.text
    read.amountFen = row.hasAmount ? row.amountFen : nil
    (read.kind, read.status) = (row.kind, row.status)
    for field in parser.wanted { read.wanted.append(parser.string(of: field, in: bytes)) }
    return read
}

/// All records of a text, trimmed of nothing, with doubled quotes made single.
func records(of text: [UInt8]) throws(Failure) -> [[String]] {
    let bytes = text.span
    var reader = RecordReader(place: "text.csv")
    var records: [[String]] = []
    while try reader.next(in: bytes) {
        records.append(
            reader.fields[..<reader.fieldCount].map { field in
                let raw = String(decoding: text[field.start..<field.end], as: UTF8.self)
                return field.hasDoubledQuote ? raw.replacingOccurrences(of: "\"\"", with: "\"") : raw
            })
    }
    return records
}

/// The failure that `body` ends in; nil when it succeeds.
func failure<R>(of body: () throws(Failure) -> R) -> Failure? {
    do throws(Failure) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}

/// The folder of data that the tests share with the benchmarks; it stands beside the package, and may be absent.
enum Shared {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared")

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func names(in subfolder: String, ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: subfolder).path)) ?? []
        return names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }
}

/// A random generator that a failing test can be repeated with: the seed is printed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
