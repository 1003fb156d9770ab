/// A CSV file cut into records, as SPEC 1 says; it is assumed to be whole.
struct OracleTable {
    struct Record {
        /// The physical line on which the record starts, from 1.
        var line: Int
        /// Trimmed.
        var fields: [String]
        var hasTextAfterQuote = false
    }

    var header: [String] = []
    var records: [Record] = []

    init(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        var cutter = Cutter(bytes: bytes)
        while let record = cutter.next() {
            if header.isEmpty {
                header = record.fields.map { $0.lowercased() }
            } else {
                records.append(record)
            }
        }
    }

    private struct Cutter {
        var bytes: [UInt8]
        var position = 0
        var line = 1

        init(bytes: [UInt8]) { self.bytes = bytes }

        var byte: UInt8? { position < bytes.count ? bytes[position] : nil }
        var isAtLineEnd: Bool { byte == nil || byte == 10 || byte == 13 }

        mutating func skipLineEnd() {
            guard let end = byte else { return }
            position += end == 13 && position + 1 < bytes.count && bytes[position + 1] == 10 ? 2 : 1
            line += 1
        }

        mutating func next() -> Record? {
            while byte != nil {
                var end = position
                while end < bytes.count, bytes[end] != 10, bytes[end] != 13 { end += 1 }
                guard bytes[position..<end].allSatisfy({ $0 == 32 || $0 == 9 }) else { return record() }
                position = end
                skipLineEnd()
            }
            return nil
        }

        mutating func record() -> Record {
            var record = Record(line: line, fields: [])
            while true {
                record.fields.append(field(&record.hasTextAfterQuote))
                guard byte == UInt8(ascii: ",") else { break }
                position += 1
            }
            skipLineEnd()
            return record
        }

        mutating func field(_ hasTextAfterQuote: inout Bool) -> String {
            var content: [UInt8] = []
            if byte == UInt8(ascii: "\"") {
                position += 1
                while let inside = byte {
                    if inside == UInt8(ascii: "\"") {
                        position += 1
                        guard byte == UInt8(ascii: "\"") else { break }
                    }
                    if inside == 10 || (inside == 13 && !bytes[position...].dropFirst().starts(with: [10])) {
                        line += 1
                    }
                    content.append(inside)
                    position += 1
                }
                while !isAtLineEnd, let after = byte, after != UInt8(ascii: ",") {
                    if after != 32, after != 9 { hasTextAfterQuote = true }
                    position += 1
                }
            } else {
                while !isAtLineEnd, let inside = byte, inside != UInt8(ascii: ",") {
                    content.append(inside)
                    position += 1
                }
            }
            return OracleText.trimmed(String(decoding: content, as: UTF8.self))
        }
    }

    /// One field as CSV, quoted where it must be.
    static func field(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }
        return needsQuotes
            ? "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\"" : text
    }
}
