internal import Crypto

/// Whole card numbers (PAN, ISO/IEC 7812): 13 to 19 digits, which nothing may store, print or log.
package enum CardNumber {
    static func isLikely(_ text: some Collection<UInt8>) -> Bool {
        13...19 ~= text.count && text.allSatisfy { Byte.digit($0) <= 9 }
    }

    /// The check of ISO/IEC 7812-1, annex B: one in ten of all numbers passes it.
    static func passesLuhn(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Byte.digit(digit) * (place % 2 == 1 ? 2 : 1)
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }
}

/// The values of a file's cards that may be whole card numbers, each once.
package struct CardNumberCount {
    private var seen: Set<[UInt8]> = []
    private var passing = 0

    package init() {}

    package mutating func see(_ text: some Collection<UInt8>) {
        guard CardNumber.isLikely(text), seen.insert(Array(text)).inserted else { return }
        if CardNumber.passesLuhn(Array(text)) { passing += 1 }
    }

    /// Of tokens and account numbers one in ten passes; of card numbers all do, but for those that are miswritten.
    package var areCardNumbers: Bool { passing * 2 > seen.count }
}

/// Turns whole card numbers into tokens: the same every night under the same key.
package struct CardTokenizer: Sendable {
    private let key: [UInt8]

    /// Reads the key: the bytes of the file without a line end behind them. Refuses a file that others than its owner may
    /// read, and a key that could be guessed. Codes: inputNotFound, inputOutput, refused.
    package static func read(keyFile path: String) throws(Failure) -> CardTokenizer {
        let (file, mode) = try FileBytes.openWithMode(path: path)
        guard mode & 0o077 == 0 else {
            throw Failure(
                .refused, at: path, "others than its owner may read or write this key", help: "`chmod 600 \(path)`")
        }
        var key = file.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        while let last = key.last, last == Byte.lineFeed || last == Byte.carriageReturn { key.removeLast() }
        guard key.count >= 16 else {
            throw Failure(
                .refused, at: path, "the key has \(key.count) bytes, and must have 16 at least",
                help: "`openssl rand -hex 32 > \(path)` makes one; keep it, since another key makes other tokens")
        }
        return CardTokenizer(key: key)
    }

    /// `t` and 32 digits; nil for what is no card number.
    package func token(of text: some Collection<UInt8>) -> [UInt8]? {
        CardNumber.isLikely(text) ? Array("t\(hmacSHA256(of: Array(text), key: key).prefix(32))".utf8) : nil
    }

    package func token(of text: String) -> String {
        token(of: text.utf8).map { String(decoding: $0, as: UTF8.self) } ?? text
    }
}

extension SourceText {
    /// The column of the cards, as far as whole card numbers stand in it.
    func hasCardNumbers(inField field: Int) throws(Failure) -> Bool {
        try withBytes { bytes throws(Failure) in
            var count = CardNumberCount()
            var reader = records()
            _ = try reader.next(in: bytes)
            while try reader.next(in: bytes) {
                guard field < reader.fieldCount else { continue }
                let range = Trimming.trimmed(reader.fields[field].start..<reader.fields[field].end, in: bytes)
                guard 13...19 ~= range.count, Byte.digit(bytes[range.lowerBound]) <= 9 else { continue }
                count.see(range.map { bytes[$0] })
            }
            return count.areCardNumbers
        }
    }

    /// The same file with tokens for the card numbers of a field, wherever in their rows they stand; and the numbers.
    func tokenized(field: Int, by tokenizer: CardTokenizer) throws(Failure) -> SourceText {
        var tokens: [[UInt8]: [UInt8]] = [:]
        var text: [UInt8] = []
        try withBytes { bytes throws(Failure) in
            text.reserveCapacity(bytes.count + bytes.count / 4)
            var copied = 0
            var reader = records()
            _ = try reader.next(in: bytes)
            while try reader.next(in: bytes) {
                guard field < reader.fieldCount else { continue }
                let number = SourceText.trimmedBytes(reader.fields[field], in: bytes)
                guard let token = tokens[number] ?? tokenizer.token(of: number) else { continue }
                tokens[number] = token
                for index in 0..<reader.fieldCount {
                    let range = Trimming.trimmed(reader.fields[index].start..<reader.fields[index].end, in: bytes)
                    guard range.count == number.count, range.map({ bytes[$0] }) == number else { continue }
                    for place in copied..<range.lowerBound { text.append(bytes[place]) }
                    text += token
                    copied = range.upperBound
                }
            }
            for place in copied..<bytes.count { text.append(bytes[place]) }
        }
        return SourceText(tokenized: text, tokens: tokens, of: self)
    }

    private static func trimmedBytes(_ field: RawField, in bytes: Span<UInt8>) -> [UInt8] {
        Trimming.trimmed(field.start..<field.end, in: bytes).map { bytes[$0] }
    }
}
