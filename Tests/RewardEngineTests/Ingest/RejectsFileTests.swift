import Foundation
import Testing

@testable import RewardEngine

@Suite("The file of rejected rows: each row in its own bytes")
struct RejectsFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "rejects-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Writes the rejected rows of a file as `ingest` does; gives what the files then hold, by their endings.
    private func rejects(_ source: SourceText) throws -> [String: [UInt8]] {
        let stem = folder.appending(path: UUID().uuidString).path
        try source.withBytes { bytes in
            var reader = source.records()
            let layout = try Layout.read(from: &reader, in: bytes, request: ColumnRequest(), of: source)
            let file = RejectsFile(of: source, stem: stem, headerLines: source.headerLines(reader))
            var parser = RowParser(layout: layout, utcOffset: .china, emptyCardholder: .rejected, place: "f")
            while try reader.next(in: bytes) {
                _ = try parser.parse(reader, in: bytes)
                if let rejection = parser.rejection(in: bytes) {
                    try file.add(rejection, lineCount: source.lineCount(of: reader))
                }
            }
            _ = try file.finish()
        }
        var files: [String: [UInt8]] = [:]
        for ending in [".rejects.csv", ".rejects.txt", ".rejects.csv.part"] {
            if let data = FileManager.default.contents(atPath: stem + ending) { files[ending] = Array(data) }
        }
        return files
    }

    private func feed(_ text: String) throws -> Feed {
        try FeedFile.read(text: Array("id: f\ntitle: F\n\(text)".utf8), name: "f").feed
    }

    @Test("line ends, quotes and line feeds within fields stay those of the row; a byte-order mark goes")
    func plain() throws {
        let text =
            "\u{FEFF}\r\ntxn_time,amount,\"a\nnote\"\r2017-01-02,5,x\r\n2017-01-02,-5,\"x\r\ny\"\r\n\n2017-01-02,\" 0\", z "
        let files = try rejects(SourceText(Array(text.utf8), place: "f"))
        #expect(files.keys.sorted() == [".rejects.csv"])
        #expect(
            String(decoding: files[".rejects.csv"] ?? [], as: UTF8.self) == """
                line,column,value,reason,txn_time,amount,"a
                note"
                5,amount,-5,"`amount`: `-5` has a sign: amounts are positive, and `type` says what is money back",2017-01-02,-5,"x\r
                y"
                8,amount,0,`amount`: `0` is not greater than 0,2017-01-02," 0", z \n
                """)
    }

    @Test("with a feed: its delimiter, its encoding, and the header below the preamble; the file can be sent again")
    func pipes() throws {
        let feed = try feed(
            "delimiter: pipe\ncolumns: { txn_id: { digestOf: row }, txn_time: 时间, amount: 金额 }\ntrailers: [{ startsWith: 合计, rows: 2, required: true }]"
        )
        let text = "某行\n时间|金额|注\n2017-01-02|5|a\n2017-01-02|x|\"b\nb\"\n2017-01-02|6|a\n合计|3\n"
        let gb18030 = try GB18030.bytes(of: text)
        let files = try rejects(SourceText(gb18030, place: "f", feed: feed))
        let written = try #require(files[".rejects.csv"])
        let expected =
            "line|column|value|reason|时间|金额|注\n4|amount|x|`amount`: `x` is no amount as in `1234.56`|2017-01-02|x|\"b\nb\"\n"
        #expect(written == (try GB18030.bytes(of: expected)))
        let mended = expected.replacingOccurrences(of: "|x|\"", with: "|7|\"")
        let again = try SourceText(Array(mended.utf8), place: "f", feed: feed)
        try again.refuseMismatches()
        let row = try #require(try readFile(again).rows.first)
        let whole = try SourceText(
            Array(text.replacingOccurrences(of: "|x|", with: "|7|").utf8), place: "f", feed: feed)
        #expect(row.texts["txn_id"] == (try readFile(whole).rows[1].texts["txn_id"]), "it is the row of the whole file")
    }

    @Test("fields of fixed places: rows in a file of their own")
    func fixedWidth() throws {
        let feed = try feed(
            "fixedWidth: { fields: { t: { at: 1, width: 8 }, a: { at: 9, width: 4 } } }\ncolumns: { txn_time: t, amount: a }"
        )
        let files = try rejects(
            SourceText(Array("20170102   5\r\n20170102   x\r\n2017\n".utf8), place: "f", feed: feed))
        #expect(files[".rejects.txt"] == Array("20170102   x\n2017\n".utf8))
        #expect(
            String(decoding: files[".rejects.csv"] ?? [], as: UTF8.self) == """
                line,column,value,reason
                2,amount,x,`amount`: `x` is no amount as in `1234.56`
                3,fields,2017,"the row has 1 field, and the header has 2"

                """)
    }

    @Test("no rejected row, no file")
    func none() throws {
        #expect(try rejects(SourceText(Array("txn_time,amount\n2017-01-02,1\n".utf8), place: "f")).isEmpty)
    }
}
