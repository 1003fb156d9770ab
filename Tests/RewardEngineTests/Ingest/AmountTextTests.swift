import RewardEngine
import Testing

@Suite("Amounts: exact integers of fen (SPEC 1)")
struct AmountTextTests {
    /// Also with text before it, since short amounts are read eight bytes at once.
    private func fen(_ text: String) throws(AmountText.Fault) -> Int {
        let alone = Array(text.utf8)
        let embedded = Array("2016-12-22,\(text),9".utf8)
        let result = try AmountText.fen(in: embedded.span, 11..<11 + alone.count)
        #expect(try AmountText.fen(in: alone.span, alone.indices) == result)
        return result
    }

    @Test(
        "accepted",
        arguments: [
            ("100", 10_000), ("100.5", 10_050), ("100.50", 10_050), ("1,234.56", 123_456), ("0.01", 1), ("1", 100),
            ("99999.99", 9_999_999), ("123456.78", 12_345_678), ("12345678", 1_234_567_800), ("1.10", 110),
            ("12.34", 1234), ("12.3400000", 1234), ("12.000", 1200), ("007", 700), ("000000000000012.5", 1250),
            ("9,999,999,999.99", 999_999_999_999), ("9999999999.99", 999_999_999_999), ("1,234,567", 123_456_700),
            ("12,345", 1_234_500), ("123,456.7", 12_345_670), ("0,100", 10_000), ("¥100", 10_000), ("￥100.50", 10_050),
            ("¥1,234.56", 123_456), ("１２０．００", 12_000), ("￥１２０．００", 12_000), ("１，２３４．５", 123_450),
            ("1２0.0０", 12_000), ("0.10", 10), ("00.01", 1), ("00000.01", 1),
        ])
    func accepted(text: String, expected: Int) throws {
        #expect(try fen(text) == expected)
    }

    @Test(
        "rejected, with the reason that fits",
        arguments: [
            ("", AmountText.Fault.notAnAmount), ("abc", .notAnAmount), ("12O.00", .notAnAmount),
            ("1 234", .notAnAmount),
            ("¥ 100", .notAnAmount), ("100¥", .notAnAmount), ("¥", .notAnAmount), ("¥¥1", .notAnAmount),
            ("100.00元", .notAnAmount), ("CNY100", .notAnAmount), ("1e5", .notAnAmount), ("0x10", .notAnAmount),
            ("1.2.3", .notAnAmount), ("1.2,3", .notAnAmount), (",123", .notAnAmount), ("1/23", .notAnAmount),
            ("12:34.56", .notAnAmount), ("12;4.56", .notAnAmount), ("1234/.56", .notAnAmount),
            ("-120.00", .signed), ("+120.00", .signed), ("120.00-", .signed), ("−5", .signed), ("－5", .signed),
            ("¥-5", .signed), ("-0.00", .signed), ("(120.00)", .bracketed), ("¥(5)", .bracketed),
            ("12,34.56", .badGroups), ("1234,567", .badGroups), ("1,23", .badGroups), ("1,,234", .badGroups),
            ("1,2345", .badGroups), ("1,234,", .badGroups), ("1,", .badGroups), ("1,.5", .badGroups),
            (".5", .noDigitBeforeStop), ("．５", .noDigitBeforeStop), ("¥.5", .noDigitBeforeStop),
            (".", .noDigitBeforeStop),
            ("5.", .noDigitAfterStop), ("1,234.", .noDigitAfterStop), ("99.995", .partOfFen), ("1.001", .partOfFen),
            ("1.0000001", .partOfFen), ("0", .zero), ("0.00", .zero), ("00000.00", .zero), ("0.000", .zero),
            ("10000000000", .tooLarge), ("10,000,000,000.00", .tooLarge), ("9,999,999,999.990001", .partOfFen),
            ("99999999999999999999999999999999", .tooLarge), ("18446744073709551616", .tooLarge),
        ])
    func rejected(text: String, expected: AmountText.Fault) {
        #expect(throws: expected) { try fen(text) }
    }

    @Test("every amount from 0.01 to 2000.00, and its neighbours in form")
    func everyFen() throws {
        for expected in 1...200_000 {
            let text = yuanText(fen: expected)
            guard try fen(text) == expected else {
                Issue.record("\(text) is not read as \(expected) fen")
                return
            }
        }
    }

    @Test("one changed byte in a plain amount is never taken for a digit")
    func changedBytes() {
        for text in ["1.23", "12.34", "123.45", "1234.56", "12345.67"] {
            for index in text.utf8.indices {
                for byte in UInt8(1)...0x7F where !(0x30...0x39).contains(byte) {
                    var bytes = Array("99999999,".utf8) + text.utf8
                    bytes[9 + text.utf8.distance(from: text.utf8.startIndex, to: index)] = byte
                    let alone = Array(bytes[9...])
                    let fast = try? AmountText.fen(in: bytes.span, 9..<bytes.count)
                    let slow = try? AmountText.fen(in: alone.span, alone.indices)
                    // Short texts by themselves always go the slow way.
                    #expect(fast == slow || alone.count == 8, "\(String(decoding: alone, as: UTF8.self))")
                }
            }
        }
    }
}
