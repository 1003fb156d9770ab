import Foundation
import Testing

@testable import RewardEngine

@Suite("Compressed files: whole, or refused")
struct GzipTests {
    /// `line 1\n` to `line 200\n` by gzip 1.12, without name and time.
    private static func compressed(_ text: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-nc"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        return bytes
    }

    private static let text = (1...200).map { "line \($0)\n" }.joined()

    private func text(_ bytes: [UInt8]) throws(Failure) -> String {
        try SourceText(bytes, place: "f.gz").withBytes { text in
            String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
        }
    }

    @Test("what was compressed comes out, also of several files one behind the other, and before zeros")
    func whole() throws {
        let bytes = try Self.compressed(Self.text)
        #expect(bytes.count < Self.text.utf8.count)
        #expect(try text(bytes) == Self.text)
        #expect(try text(bytes + Self.compressed("more\n")) == Self.text + "more\n")
        #expect(try text(bytes + [UInt8](repeating: 0, count: 512)) == Self.text)
    }

    @Test("cut anywhere it is refused, and nothing of it is read")
    func cut() throws {
        let bytes = try Self.compressed(Self.text)
        for length in 2..<bytes.count {
            let refused = failure { () throws(Failure) in try text(Array(bytes[..<length])) }
            #expect(refused?.code == .refused && refused?.problems[0].message.hasSuffix("cut off") == true, "\(length)")
        }
    }

    @Test("with any one byte of the text or its checksum changed it is refused")
    func damaged() throws {
        let bytes = try Self.compressed(Self.text)
        // The ten bytes before are no part of the text; two of them may say anything.
        for index in 10..<bytes.count {
            var changed = bytes
            changed[index] ^= 0x40
            // The last byte before the checksum has bits that say nothing.
            let isRefused = failure { () throws(Failure) in try text(changed) }?.code == .refused
            #expect(try isRefused || text(changed) == Self.text, "\(index)")
        }
        #expect(failure { () throws(Failure) in try text(bytes + Array("x".utf8)) }?.code == .refused)
    }
}

@Suite("How many rows may be rejected")
struct RejectsMaxTests {
    @Test("a number, or a share with at most four decimals; nothing else")
    func texts() {
        #expect(RejectsMax(text: "0") == .rows(0) && RejectsMax(text: "20") == .rows(20))
        #expect(RejectsMax(text: "0.5%") == .share(tenThousandths: 5000))
        #expect(RejectsMax(text: "100%") == .share(tenThousandths: 1_000_000))
        for text in ["", "%", "-1", "1.5", "101%", "1.23456%", ".5%", "5.%", "1e3", "٣"] {
            #expect(RejectsMax(text: text) == nil, "\(text)")
        }
    }

    @Test("at the limit is allowed, and beyond it is not; of no row none is too many")
    func limits() {
        let counts = RowCounts(accepted: 995, duplicate: 0, rejected: 5)
        #expect(RejectsMax.rows(5).allows(counts) && !RejectsMax.rows(4).allows(counts))
        #expect(RejectsMax.share(tenThousandths: 5000).allows(counts))
        #expect(!RejectsMax.share(tenThousandths: 4999).allows(counts))
        #expect(RejectsMax.share(tenThousandths: 0).allows(RowCounts()))
    }
}

@Suite("Manifests")
struct ManifestTests {
    @Test("all that one may say")
    func all() throws {
        let digest = String(repeating: "0A", count: 32)
        let text = """
            {"rows": 3, "amountTotal": "-12.5", "sha256": "\(digest)", "bookingDay": "2017-01-22", "sequence": 7,
             "source": "core"}
            """
        let day = try #require(Day(text: "2017-01-22"))
        #expect(
            try Manifest.read(text: Array(text.utf8), name: "m")
                == Manifest(
                    rows: 3, amountFen: -1250, sha256: digest.lowercased(), bookingDay: day, sequence: 7, source: "core"
                ))
        #expect(try Manifest.read(text: Array("{}".utf8), name: "m") == Manifest())
    }

    @Test("a key that nobody knows, and a value that is none, are told with their places")
    func bad() {
        let text = #"{"row": 3, "amountTotal": "1,000.00", "bookingDay": "20170122"}"#
        let refused = failure { () throws(Failure) in try Manifest.read(text: Array(text.utf8), name: "m") }
        #expect(refused?.problems.map(\.place) == ["m:1:2", "m:1:27", "m:1:53"])
    }
}
