import Crypto
import Testing

@testable import RewardEngine

@Suite("Whole card numbers")
struct CardNumberCountTests {
    private func areCardNumbers(_ texts: String...) -> Bool {
        var count = CardNumberCount()
        for text in texts { count.see(text.utf8) }
        return count.areCardNumbers
    }

    @Test("Luhn's check, on numbers that are published for tests")
    func luhn() {
        for number in ["4111111111111111", "5555555555554444", "378282246310005", "6200000000000005", "4222222222222"] {
            #expect(CardNumber.passesLuhn(Array(number.utf8)), "\(number)")
            let last = number.utf8.last == UInt8(ascii: "9") ? "0" : "9"
            #expect(!CardNumber.passesLuhn(Array((number.dropLast() + last).utf8)), "\(number)")
        }
    }

    @Test("more than half of the distinct values of 13 to 19 digits; others do not count")
    func share() {
        #expect(areCardNumbers("4111111111111111"))
        #expect(!areCardNumbers("4111111111111111", "4111111111111112"))
        #expect(areCardNumbers("4111111111111111", "5555555555554444", "4111111111111112", "4111111111111112"))
        #expect(areCardNumbers("4111111111111111", "c1", "************1111", "411111111111", "41111111111111111111"))
        #expect(!areCardNumbers())
    }

    @Test("HMAC-SHA-256, on test case 2 of RFC 4231")
    func hmac() {
        #expect(
            hmacSHA256(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }
}
