import Foundation
import RewardEngine
import Testing

@Suite("Records: RFC 4180, as lenient as SPEC 1 says and no more")
struct RecordReaderTests {
    @Test(
        "records and their fields",
        arguments: [
            ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
            ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]), ("a\n1\r\n2\r3", [["a"], ["1"], ["2"], ["3"]]),
            ("a,b\n1,2", [["a", "b"], ["1", "2"]]), ("a,\n,b\n,", [["a", ""], ["", "b"], ["", ""]]),
            ("\n\n a \n \t \n\r\nb\n\n", [[" a "], ["b"]]), ("", []), ("\n", []), (" \t", []), ("\r\r\n", []),
            ("\"a\",\"b\"\n", [["a", "b"]]), ("\"a,b\"\n", [["a,b"]]), ("\"a\nb\",c\n", [["a\nb", "c"]]),
            ("\"a\r\nb\"\r\nc", [["a\r\nb"], ["c"]]), ("\"say \"\"hi\"\"\"\n", [["say \"hi\""]]), ("\"\"\n", [[""]]),
            ("\"\"\"\"", [["\""]]), ("a\"b,c\"\n", [["a\"b", "c\""]]), (" \"a\",b\n", [[" \"a\"", "b"]]),
            ("\"a\" ,\"b\"\t\u{A0}\u{3000}\n", [["a", "b"]]),
            ("\u{B}a,b\u{8}\u{C},\u{1}\n", [["\u{B}a", "b\u{8}\u{C}", "\u{1}"]]),
            ("中文,\"银行，卡\"\n", [["中文", "银行，卡"]]), ("\"a\"", [["a"]]), ("\"a\",", [["a", ""]]),
        ])
    func fields(text: String, expected: [[String]]) throws {
        #expect(try records(of: Array(text.utf8)) == expected)
    }

    @Test("a record knows its physical line, its first byte and whether it ends with a line end")
    func places() throws {
        let text = Array("a,b\r\n\r\n\"x\ny\r\nz\",\"1\r2\"\r \n1,2\n3,\"4\"".utf8)
        let bytes = text.span
        var reader = RecordReader(place: "card.csv")
        var seen: [[Int]] = []
        while try reader.next(in: bytes) {
            seen.append([reader.line, reader.start, reader.fieldCount, reader.endsWithLineEnd ? 1 : 0])
        }
        #expect(seen == [[1, 0, 2, 1], [3, 7, 2, 1], [8, 24, 2, 1], [9, 28, 2, 0]])
    }

    @Test("a record can be found again by its offset and line")
    func again() throws {
        let text = Array("a,b\n1,\"2\n3\"\n4,5".utf8)
        var reader = RecordReader(place: "card.csv", at: 12, line: 4)
        let found = try reader.next(in: text.span)
        #expect(found)
        #expect(reader.line == 4)
        #expect(reader.fields[0].start == 12 && reader.fields[0].end == 13)
    }

    @Test(
        "text after a closing quote is a flaw of that field alone, which runs on as plain text",
        arguments: [
            ("1,\"a\"x,2\n3,4,5\n", 1, "\"a\"x", 3), ("\"a\"\"b\" c\n", 0, "\"a\"\"b\" c", 1),
            ("1,\"a\" \"b\",c\n", 1, "\"a\" \"b\"", 3), ("\"a\nb\"x", 0, "\"a\nb\"x", 1),
            ("\"a\".,\"b\".\n", 0, "\"a\".", 2),
        ])
    func flaw(text: String, field: Int, whole: String, count: Int) throws {
        let bytes = Array(text.utf8)
        var reader = RecordReader(place: "card.csv")
        let found = try reader.next(in: bytes.span)
        #expect(found && reader.flawedField == field && reader.fieldCount == count)
        let flawed = reader.fields[field]
        #expect(String(decoding: bytes[flawed.start..<flawed.end], as: UTF8.self) == whole)
        while try reader.next(in: bytes.span) { #expect(reader.flawedField == nil) }
    }

    @Test(
        "a quote that never closes is refused with the line where it opened",
        arguments: [("a\n1,\"2\n3\n4\n", 2), ("\"", 1), ("a,\"b\nc\",\"d\n\n", 2), ("\"a\"\"", 1), ("\n\r\n\r\"x", 4)])
    func openQuote(text: String, line: Int) {
        let expected = Failure(
            .refused, at: "text.csv", "the quote that opens on line \(line) never closes",
            help: "close it, or write the field without a quote as its first character")
        #expect(throws: expected) { try records(of: Array(text.utf8)) }
    }

    @Test("a record may have any number of fields", arguments: [1, 31, 32, 33, 63, 64, 65, 1000])
    func manyFields(count: Int) throws {
        let row = (0..<count).map { "f\($0)" }
        let quoted = row.map { "\"\($0)\"" }
        let text = "\(row.joined(separator: ","))\n\(quoted.joined(separator: ","))\n"
        #expect(try records(of: Array(text.utf8)) == [row, row])
    }

    @Test(
        "csv-spectrum, the acid test, also with CRLF and CR", .enabled(if: Shared.isThere, "../shared is absent"),
        arguments: Shared.names(in: "data/csv-spectrum/csvs", ending: ".csv"))
    func spectrum(name: String) throws {
        let stored = try Shared.bytes("data/csv-spectrum/csvs/\(name).csv")
        let json = Data(try Shared.bytes("data/csv-spectrum/json/\(name).json"))
        let expected = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: String]])
        let plain = String(decoding: stored, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
        for lineEnd in ["\n", "\r\n", "\r"] {
            let text = plain.replacingOccurrences(of: "\n", with: lineEnd)
            let read = try records(of: Array(text.utf8))
            let header = try #require(read.first)
            #expect(read.count == expected.count + 1)
            for (row, object) in zip(read.dropFirst(), expected) {
                let values = object.mapValues {
                    $0.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\n", with: lineEnd)
                }
                #expect(Dictionary(zip(header, row), uniquingKeysWith: { first, _ in first }) == values)
            }
        }
    }

    @Test("agrees with a naive splitter on random texts")
    func random() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            ",", ",", "\"", "\"", "\"\"", "\n", "\r", "\r\n", " ", "\t", "a", "bc", "中", "\u{A0}", "\u{3000}", "€",
            "12345678",
        ]
        for round in 0..<10_000 {
            let length = Int.random(in: 0...40, using: &generator)
            let text = (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let bytes = Array(text.utf8)
            let expected = NaiveSplitter.records(of: bytes)
            let actual = ReaderOutcome.read(bytes)
            guard actual == expected else {
                Issue.record("seed \(seed), round \(round): \(text.debugDescription): \(actual) instead of \(expected)")
                return
            }
        }
    }
}

/// What either splitter makes of a text.
struct ReaderOutcome: Equatable {
    struct Record: Equatable {
        var line: Int
        var start: Int
        var fields: [[UInt8]]
        var isFlawed: Bool
        var endsWithLineEnd: Bool
    }

    var records: [Record] = []
    var openQuoteLine: Int?

    static func read(_ text: [UInt8]) -> ReaderOutcome {
        var outcome = ReaderOutcome()
        var reader = RecordReader(place: "")
        do throws(Failure) {
            while try reader.next(in: text.span) {
                let fields = reader.fields[..<reader.fieldCount].map { field in
                    let raw = Array(text[field.start..<field.end])
                    return field.hasDoubledQuote
                        ? Array(String(decoding: raw, as: UTF8.self).replacingOccurrences(of: "\"\"", with: "\"").utf8)
                        : raw
                }
                outcome.records.append(
                    Record(
                        line: reader.line, start: reader.start, fields: fields, isFlawed: reader.flawedField != nil,
                        endsWithLineEnd: reader.endsWithLineEnd))
            }
        } catch {
            outcome.openQuoteLine = error.problems.first?.message.split(separator: " ").compactMap { Int($0) }.first
        }
        return outcome
    }
}

/// The rules of SPEC 1 once more, byte by byte and without haste; it shares nothing with the reader.
enum NaiveSplitter {
    static func records(of text: [UInt8]) -> ReaderOutcome {
        var outcome = ReaderOutcome()
        var index = 0
        var line = 1
        while index < text.count {
            var record = ReaderOutcome.Record(
                line: line, start: index, fields: [], isFlawed: false, endsWithLineEnd: false)
            let lineBytes = text[index...].prefix { $0 != 10 && $0 != 13 }
            if lineBytes.allSatisfy({ $0 == 32 || $0 == 9 }) {
                index += lineBytes.count
                if index < text.count { skipLineEnd(text, &index, &line) }
                continue
            }
            while true {
                if index < text.count, text[index] == 34 {
                    guard let field = quoted(text, &index, &line, &record.isFlawed, &outcome) else { return outcome }
                    record.fields.append(field)
                } else {
                    record.fields.append(plain(text, &index))
                }
                guard index < text.count, text[index] == 44 else { break }
                index += 1
            }
            if index < text.count {
                record.endsWithLineEnd = true
                skipLineEnd(text, &index, &line)
            }
            outcome.records.append(record)
        }
        return outcome
    }

    private static func skipLineEnd(_ text: [UInt8], _ index: inout Int, _ line: inout Int) {
        if text[index...].starts(with: [13, 10]) { index += 1 }
        index += 1
        line += 1
    }

    private static func plain(_ text: [UInt8], _ index: inout Int) -> [UInt8] {
        let field = text[index...].prefix { $0 != 44 && $0 != 10 && $0 != 13 }
        index += field.count
        return Array(field)
    }

    private static func quoted(
        _ text: [UInt8], _ index: inout Int, _ line: inout Int, _ isFlawed: inout Bool, _ outcome: inout ReaderOutcome
    ) -> [UInt8]? {
        let open = (index: index, line: line)
        var content: [UInt8] = []
        index += 1
        while index < text.count {
            if text[index] == 34, index + 1 < text.count, text[index + 1] == 34 {
                content.append(34)
                index += 2
            } else if text[index] == 34 {
                index += 1
                let rest = String(decoding: plain(text, &index), as: UTF8.self)
                if rest.unicodeScalars.allSatisfy({ [" ", "\t", "\u{A0}", "\u{3000}"].contains($0) }) {
                    return content
                }
                isFlawed = true
                return Array(text[open.index..<index])
            } else {
                let isPair = text[index...].starts(with: [13, 10])
                if text[index] == 10 || text[index] == 13 { line += 1 }
                content += text[index..<index + (isPair ? 2 : 1)]
                index += isPair ? 2 : 1
            }
        }
        outcome.openQuoteLine = open.line
        return nil
    }
}
