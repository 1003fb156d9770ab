import Foundation
import RewardEngine
import Testing

@Suite("Source texts: encodings and files that are refused whole (SPEC 1)")
struct SourceTextTests {
    private static let place = "card.csv"

    private func text(_ bytes: [UInt8], _ encoding: TextEncoding = .auto) throws(Failure) -> String {
        try SourceText(bytes, place: Self.place, encoding: encoding).string
    }

    private static let gb18030: [UInt8] = [0xD6, 0xD0, 0xB9, 0xFA, 0x2C, 0x81, 0x30, 0x84, 0x36]

    @Test("UTF-8, with and without a byte-order mark", arguments: [TextEncoding.auto, .utf8])
    func utf8(encoding: TextEncoding) throws {
        #expect(try text(Array("a,中文\n".utf8), encoding) == "a,中文\n")
        #expect(try text([0xEF, 0xBB, 0xBF] + Array("a\n".utf8), encoding) == "a\n")
        #expect(try SourceText(Array("a".utf8), place: Self.place, encoding: encoding).notices.isEmpty)
    }

    @Test("GB18030 is taken where UTF-8 fails, which is said; and where it is asked for, which is not")
    func gb18030() throws {
        let guessed = try SourceText(Self.gb18030, place: Self.place, encoding: .auto)
        #expect(guessed.string == "中国,\u{A5}")
        #expect(guessed.notices == ["this file is not UTF-8 and was read as GB18030"])
        let asked = try SourceText(Self.gb18030, place: Self.place, encoding: .gb18030)
        #expect(asked.string == guessed.string)
        #expect(asked.notices.isEmpty)
        #expect(try text([0x84, 0x31, 0x95, 0x33, 0x61], .gb18030) == "a", "a byte-order mark in GB18030")
        #expect(try text(Array("plain".utf8), .gb18030) == "plain")
    }

    @Test("a real export of Alipay is GB18030", .enabled(if: Shared.isThere, "../shared is absent"))
    func alipay() throws {
        let path = Shared.folder.appending(path: "data/deg/alipay_alipay-records.csv").path
        let source = try SourceText.open(path: path, encoding: .auto)
        #expect(source.string.contains("支付宝账户："))
        #expect(source.string.unicodeScalars.allSatisfy { $0 != "\u{FFFD}" })
        #expect(!source.notices.isEmpty)
        #expect(failure { () throws(Failure) in try SourceText.open(path: path, encoding: .utf8) }?.code == .refused)
    }

    struct Damaged: Sendable {
        var bytes: [UInt8]
        var encoding: TextEncoding
        var message: String

        init(_ text: String, then bytes: [UInt8] = [], _ encoding: TextEncoding, _ message: String) {
            self.bytes = Array(text.utf8) + bytes
            self.encoding = encoding
            self.message = message
        }

        /// UTF-16 without a byte-order mark.
        static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
            text.utf16.flatMap { unit in
                let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
                return bigEndian ? [high, low] : [low, high]
            }
        }
    }

    private static let damaged: [Damaged] = [
        Damaged("", .auto, "the file is empty"),
        Damaged("", .gb18030, "the file is empty"),
        Damaged("\u{FEFF}", .auto, "the file is empty"),
        Damaged("\u{FEFF}", .utf8, "the file is empty"),
        Damaged("", then: [0x84, 0x31, 0x95, 0x33], .gb18030, "the file is empty"),
        Damaged("a,b\n1,\u{0},3\n", .auto, "there is a NUL byte on line 2, byte 3"),
        Damaged("a,b\n1,\u{0},3\n", .utf8, "there is a NUL byte on line 2, byte 3"),
        Damaged("a,b\r\n\r1,\u{0},3\n", .gb18030, "there is a NUL byte on line 3, byte 3"),
        Damaged("中\u{0}", then: [0xD6, 0xD0], .auto, "there is a NUL byte on line 1, byte 4"),
        Damaged("", then: [0xD6, 0xD0, 0x0A, 0x00], .auto, "there is a NUL byte on line 2, byte 1"),
        Damaged("", then: [0xFF, 0xFE, 0x61, 0x00], .auto, "the file is UTF-16"),
        Damaged("", then: [0xFE, 0xFF, 0x4E, 0x2D], .gb18030, "the file is UTF-16"),
        Damaged("", then: Damaged.utf16("txn_id,金额\n", bigEndian: false), .auto, "the file is UTF-16"),
        Damaged("", then: Damaged.utf16("txn_id,金额\n", bigEndian: true), .utf8, "the file is UTF-16"),
        Damaged("a\nbc", then: [0xFF], .auto, "the file is neither UTF-8 nor GB18030: UTF-8 fails on line 2, byte 3"),
        Damaged("a\nbc", then: [0xD6, 0xD0], .utf8, "the file is not UTF-8: line 2, byte 3"),
        Damaged("a\n", then: [0xD6, 0xD0, 0xFF], .gb18030, "the file is not GB18030: line 2, byte 3"),
        Damaged("a\n", then: [0xD6], .gb18030, "the file is not GB18030: line 2, byte 1"),
        Damaged("\u{FEFF}", then: [0xD6, 0xD0], .auto, "the file is not UTF-8: line 1, byte 4"),
        Damaged("\u{FEFF}a", .gb18030, "the file begins with the byte-order mark of UTF-8"),
    ]

    @Test("refused as a whole, each with its own sentence and a remedy", arguments: damaged)
    func refused(file: Damaged) throws {
        let failure = failure { () throws(Failure) in try text(file.bytes, file.encoding) }
        let problem = try #require(failure?.problems.first)
        #expect(failure?.code == .refused)
        #expect(problem.place == Self.place)
        #expect(problem.message == file.message)
        #expect(problem.help?.isEmpty == false)
    }

    @Test("files, a pipe, and what is no file")
    func paths() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rewards-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "card.csv").path
        let long = String(repeating: "txn_id,amount\n", count: 100_000)
        try long.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try SourceText.open(path: file, encoding: .auto).string == long)

        let pipe = folder.appending(path: "pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let writer = Thread { try? long.write(toFile: pipe, atomically: false, encoding: .utf8) }
        writer.start()
        #expect(try SourceText.open(path: pipe, encoding: .auto).string == long)

        try Data().write(to: folder.appending(path: "empty"))
        for (name, code, message) in [
            ("absent.csv", ExitCode.inputNotFound, "there is no such file"),
            ("card.csv/x", .inputNotFound, "there is no such file"),
            (".", .inputNotFound, "this is a directory"), ("empty", .refused, "the file is empty"),
        ] {
            let path = folder.appending(path: name).path
            let failure = failure { () throws(Failure) in try SourceText.open(path: path, encoding: .auto) }
            #expect(failure?.code == code)
            #expect(failure?.problems.first?.message == message)
            #expect(failure?.problems.first?.place == path)
        }
    }
}

extension SourceText {
    fileprivate var string: String {
        withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}

@Suite("Strict UTF-8")
struct UTF8CheckTests {
    /// The offset that the standard library's decoder finds, and that of the first NUL, whichever comes first.
    private func expectedFault(in bytes: [UInt8]) -> Int? {
        let wellFormed = (0...bytes.count).last { String(validating: bytes[..<$0], as: UTF8.self) != nil } ?? 0
        let nul = bytes.firstIndex(of: 0)
        let fault = wellFormed < bytes.count ? wellFormed : nil
        return [nul, fault].compactMap { $0 }.min()
    }

    @Test("every text of up to three bytes over the edges of all ranges, behind ASCII of all lengths")
    func edges() {
        let edges: [UInt8] = [
            0x01, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF, 0x00,
        ]
        for first in edges {
            for second in edges {
                for third in edges {
                    for fourth in [UInt8(0x80), 0xBF, 0x41] {
                        let text = [first, second, third, fourth]
                        let found = UTF8Check.firstFault(in: text.span)
                        let shared = UTF8Check.firstFault(in: text.span, workers: Threads(count: 2), stretch: 1)
                        guard found == expectedFault(in: text), shared == found else {
                            Issue.record("\(text)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test("agrees with the standard library on random bytes, mostly well-formed")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", "txn_id,amount,1234567890123456789012345678", "é", "中", "中国银行", "😀", "\u{10FFFF}", "\u{7F}"]
        for _ in 0..<3000 {
            var bytes: [UInt8] = []
            while bytes.count < 80, Int.random(in: 0..<12, using: &generator) > 0 {
                bytes += Array((pieces.randomElement(using: &generator) ?? "").utf8)
            }
            if Bool.random(using: &generator), !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes = bytes.dropLast() }
            let found = UTF8Check.firstFault(in: bytes.span)
            let shared = UTF8Check.firstFault(in: bytes.span, workers: Threads(count: 3), stretch: 1)
            guard found == expectedFault(in: bytes), shared == found else {
                Issue.record("seed \(seed): \(bytes)")
                return
            }
        }
    }
}
