/// An amount as a source writes it: its currency, its sign, and what the engine reads of the rest.
struct FeedAmount {
    /// Three capital letters, or empty.
    var currency: [UInt8] = []
    /// Without currency and sign; empty where there is none, and as it stands where it makes no sense.
    var digits: [UInt8] = []
    var isNegative = false
    /// There is a minus or a plus.
    var isSigned = false

    init(_ text: some Collection<UInt8>, form: FeedColumn.AmountForm) {
        var rest = Array(text)
        if form.hasCurrency { takeCurrency(from: &rest) }
        if let decimals = form.impliedDecimals, let stopped = takeZoned(rest, decimals: decimals) {
            digits = stopped
        } else {
            takeSign(from: &rest)
            digits = rest
        }
    }

    /// The amount with its sign, for a sum; nil where it cannot be read. Absent is 0.
    var signedFen: Int? {
        if digits.isEmpty { return 0 }
        do throws(AmountText.Fault) {
            let fen = try AmountText.fen(in: digits.span, digits.indices)
            return isNegative ? -fen : fen
        } catch {
            return error == .zero ? 0 : nil
        }
    }

    /// `CNY 123.18`, `CNY13.50`
    private mutating func takeCurrency(from rest: inout [UInt8]) {
        guard rest.count > 3, IdentityText.isCurrency(rest.span, 0..<3),
            !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= rest[3])
        else { return }
        currency = Array(rest[..<3])
        rest.removeFirst(3)
        rest = Array(rest[Trimming.trimmed(rest.indices, in: rest.span)])
    }

    /// `-12.00`, `+12.00`, `−12.00`, `－12.00`, `(12.00)`, each also behind a yuan sign.
    private mutating func takeSign(from rest: inout [UInt8]) {
        let yuan = [[0xC2, 0xA5], [0xEF, 0xBF, 0xA5] as [UInt8]].first { rest.starts(with: $0) } ?? []
        let body = rest.dropFirst(yuan.count)
        if body.first == UInt8(ascii: "("), body.last == UInt8(ascii: ")"), body.count > 2 {
            (isSigned, isNegative) = (true, true)
            rest = yuan + body.dropFirst().dropLast()
            return
        }
        for (sign, isMinus) in FeedAmount.signs where body.starts(with: sign) {
            (isSigned, isNegative) = (true, isMinus)
            rest = yuan + body.dropFirst(sign.count)
            return
        }
    }

    private static let signs: [(sign: [UInt8], isMinus: Bool)] = [
        (Array("-".utf8), true), (Array("+".utf8), false), (Array("\u{2212}".utf8), true),
        (Array("\u{FF0D}".utf8), true), (Array("\u{FF0B}".utf8), false),
    ]

    /// `0000005047G`: digits without a stop; the last may bear the sign as zoned decimals do (`{` and `A` to `I` are +0 to
    /// +9, `}` and `J` to `R` are -0 to -9), or a sign may stand before or behind them. Nil for any other text.
    private mutating func takeZoned(_ text: [UInt8], decimals: Int) -> [UInt8]? {
        var rest = text[...]
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            (isSigned, isNegative) = (true, first == UInt8(ascii: "-"))
            rest = rest.dropFirst()
        }
        guard var last = rest.popLast() else { return nil }
        switch last {
        case UInt8(ascii: "-"), UInt8(ascii: "+"):
            (isSigned, isNegative) = (true, last == UInt8(ascii: "-"))
            guard let digit = rest.popLast() else { return nil }
            last = digit
        case UInt8(ascii: "{"), UInt8(ascii: "}"):
            (isSigned, isNegative, last) = (true, last == UInt8(ascii: "}"), Byte.zero)
        case UInt8(ascii: "A")...UInt8(ascii: "I"):
            (isSigned, last) = (true, last - UInt8(ascii: "A") + Byte.zero + 1)
        case UInt8(ascii: "J")...UInt8(ascii: "R"):
            (isSigned, isNegative, last) = (true, true, last - UInt8(ascii: "J") + Byte.zero + 1)
        default: break
        }
        var digits = Array(rest) + [last]
        guard digits.allSatisfy({ Byte.digit($0) <= 9 }) else { return nil }
        if decimals == 0 { return digits }
        while digits.count <= decimals { digits.insert(Byte.zero, at: 0) }
        digits.insert(Byte.stop, at: digits.count - decimals)
        return digits
    }
}

/// A date and a time of day, each in a column of its own, as one text that the engine reads.
func joinedTime(date: ArraySlice<UInt8>, time: ArraySlice<UInt8>) -> [UInt8] {
    if time.isEmpty || date.isEmpty { return Array(date) }
    var joined = Array(date)
    if joined.count == 8, joined.allSatisfy({ Byte.digit($0) <= 9 }) {
        joined.insert(UInt8(ascii: "-"), at: 6)
        joined.insert(UInt8(ascii: "-"), at: 4)
    }
    joined.append(Byte.blank)
    var clock = Array(time)
    if 3...6 ~= clock.count, clock.allSatisfy({ Byte.digit($0) <= 9 }) {
        // A spreadsheet drops the first zero of 093015.
        if clock.count % 2 == 1 { clock.insert(Byte.zero, at: 0) }
        if clock.count == 6 { clock.insert(UInt8(ascii: ":"), at: 4) }
        clock.insert(UInt8(ascii: ":"), at: 2)
    }
    return joined + clock
}
