/// The kinds of single values that campaign files are made of (SPEC 3).
extension ValueReader where Value == String {
    static let title = scalar("a text on one line") { text in
        text.isEmpty || isBlank(text) || hasControlCharacter(text) ? nil : text
    }

    /// How campaigns, gates and limits are called. Ids stand in CSV, in lists and on command lines, hence no blanks,
    /// commas, quotes.
    static let id = scalar(
        "a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long",
        help: "letters of any script will do; blanks, commas and quotes will not"
    ) { text in
        let isName = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                ? scalar.properties.isAlphabetic || "0"..."9" ~= scalar || "-_.".unicodeScalars.contains(scalar)
                : scalar.properties.isAlphabetic
        }
        return isName && 1...64 ~= text.utf8.count ? text : nil
    }

    static let currency = scalar("three capital letters such as CNY") { text in
        text.utf8.count == 3 && text.utf8.allSatisfy { 0x41...0x5A ~= $0 } ? text : nil
    }

    /// The name of a column, found case aside: given in lower case (ASCII).
    static let columnName = scalar(
        "the name of a column", help: "a header without blanks at its ends, such as pay_method"
    ) { lowercasedColumnName($0) }

    /// What a column may hold; the empty text is an absent value. Columns are trimmed when they are read, so that a
    /// value with blanks at its ends would never be met.
    static let columnValue = scalar(
        "a value without blanks at its ends", help: "what a column holds is trimmed; `\"\"` is an absent value"
    ) { text in
        hasBlankEnd(text) ? nil : text
    }
}

extension ValueReader where Value == UTCOffset {
    static let utcOffset = scalar("an offset such as \"+08:00\", at most 14 hours") { text in
        UTCOffset(text: text)
    }
}

extension ValueReader where Value == Day {
    static let day = scalar("a day such as 2016-12-22", help: "year, month and day, from 1970 to 9999") { text in
        Day(text: text)
    }
}

extension ValueReader where Value == Int {
    /// Yuan in the file, fen in the campaign.
    static let amountFen = scalar(
        "an amount in yuan such as 100 or 12.50",
        help: "digits, then at most two decimals; no sign, no commas; at most 9999999999.99"
    ) { scaledDecimal($0, places: 2, max: 999_999_999_999) }

    /// An amount of nothing would make the rule idle.
    static let positiveAmountFen = scalar(
        "an amount in yuan above 0 such as 5 or 12.50",
        help: "digits, then at most two decimals; no sign, no commas; at most 9999999999.99"
    ) { text in scaledDecimal(text, places: 2, max: 999_999_999_999).flatMap { $0 > 0 ? $0 : nil } }

    /// Per cent in the file, millionths of one per cent in the campaign.
    static let rateMillionths = scalar(
        "a rate in per cent such as 6.2, above 0 and at most 100",
        help: "digits, then at most six decimals; no sign and no `%`"
    ) { text in scaledDecimal(text, places: 6, max: 100_000_000).flatMap { $0 > 0 ? $0 : nil } }

    static let count = scalar("a whole number such as 4", help: "digits only; 0 gives nothing; at most 999999999999") {
        scaledDecimal($0, places: nil, max: 999_999_999_999)
    }

    static let positiveCount = scalar("a whole number above 0 such as 3") { text in
        scaledDecimal(text, places: nil, max: 999_999_999_999).flatMap { $0 > 0 ? $0 : nil }
    }

    static let dayOfMonth = scalar("a whole number from 1 to 28", help: "every month has these days") { text in
        scaledDecimal(text, places: nil, max: 28).flatMap { $0 > 0 ? $0 : nil }
    }

    /// 1 Monday … 7 Sunday.
    static let weekday = word(among: [
        ("mon", 1), ("tue", 2), ("wed", 3), ("thu", 4), ("fri", 5), ("sat", 6), ("sun", 7),
    ])

    static let secondOfDay = scalar(
        "a time of day such as 10:00 or 23:59:59", help: "two digits each, from 00:00 to 23:59:59"
    ) { text in
        let bytes = Array(text.utf8)
        guard bytes.count == 5 || bytes.count == 8, bytes[2] == 0x3A, let hour = twoDigits(bytes[0...1]), hour <= 23,
            let minute = twoDigits(bytes[3...4]), minute <= 59
        else { return nil }
        if bytes.count == 5 { return hour * 3600 + minute * 60 }
        guard bytes[5] == 0x3A, let second = twoDigits(bytes[6...7]), second <= 59 else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}

/// Nil for what cannot be a header.
func lowercasedColumnName(_ text: String) -> String? {
    if text.isEmpty || hasBlankEnd(text) || hasControlCharacter(text) { return nil }
    return String(decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
}

/// A sum in yuan, to fen, exactly.
func sumFen(_ text: String) -> Int? {
    scaledDecimal(text, places: 2, max: 1 << 60)
}

/// Digits with an optional fraction, times 10 to the power of `places`, exactly. Further decimals must be 0; without
/// `places` there is no fraction at all. Nil for any other text, and for what is more than `max`.
private func scaledDecimal(_ text: String, places: Int?, max: Int) -> Int? {
    let parts = text.utf8.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    let isDecimal = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { 0x30...0x39 ~= $0 } }
    guard isDecimal, places != nil || parts.count == 1 else { return nil }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    let places = places ?? 0
    guard fraction.dropFirst(places).allSatisfy({ $0 == 0x30 }) else { return nil }
    var padded = fraction.prefix(places)
    while padded.count < places { padded.append(0x30) }
    var value = 0
    for digit in Array(parts[0]) + padded {
        value = value * 10 + Int(digit - 0x30)
        if value > max { return nil }
    }
    return value
}

private func twoDigits(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
}

/// The characters that are trimmed from every field (SPEC 1).
private let trimmedCharacters: Set<Unicode.Scalar> = [" ", "\t", "\u{A0}", "\u{3000}"]

private func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { trimmedCharacters.contains($0) }
}

private func hasBlankEnd(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return [scalars.first, scalars.last].contains { $0.map(trimmedCharacters.contains) ?? false }
}

private func hasControlCharacter(_ text: String) -> Bool {
    text.unicodeScalars.contains {
        [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
}
