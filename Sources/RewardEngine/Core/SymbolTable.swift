/// Stands for a text: equal texts of one table have equal symbols.
package typealias Symbol = UInt32

/// Texts met so far, each with a small integer for it, so that the rest of the engine compares integers.
package struct SymbolTable: Sendable {
    /// The symbol of the empty text, which is an absent value, in every table.
    package static let absent: Symbol = 0

    private var bytes: [UInt8] = []
    /// Where each symbol's text ends in `bytes`; it starts where the one before ends.
    private var ends: [Int] = [0]
    private var hashes: [UInt32] = [0]
    /// Open addressing with linear probing; 0 is a free place, since the empty text is never looked up here.
    private var places: [Symbol] = Array(repeating: 0, count: 16)
    /// Texts asked for lately, by a few of their bits: in columns of few values nearly all are found here.
    private var recent: InlineArray<16, Symbol> = .init(repeating: 0)

    package init() {}

    package var count: Int { ends.count }

    package mutating func intern(_ text: Span<UInt8>) -> Symbol {
        if text.isEmpty { return SymbolTable.absent }
        let bits = Int(text[text.count - 1] ^ UInt8(truncatingIfNeeded: text.count)) & 15
        let candidate = recent[bits]
        if candidate != 0, holds(candidate, text) { return candidate }
        let symbol = internSlowly(text)
        recent[bits] = symbol
        return symbol
    }

    private mutating func internSlowly(_ text: Span<UInt8>) -> Symbol {
        let hash = UInt32(truncatingIfNeeded: byteHash(of: text) >> 32)
        var place = Int(hash) & (places.count - 1)
        while places[place] != 0 {
            let symbol = places[place]
            if hashes[Int(symbol)] == hash, holds(symbol, text) { return symbol }
            place = (place + 1) & (places.count - 1)
        }
        let symbol = Symbol(ends.count)
        for index in text.indices { bytes.append(text[index]) }
        ends.append(bytes.count)
        hashes.append(hash)
        places[place] = symbol
        if ends.count * 2 > places.count { grow() }
        return symbol
    }

    package mutating func intern(_ text: String) -> Symbol {
        var text = text
        return text.withUTF8 { unsafe intern($0.span) }
    }

    package func text(of symbol: Symbol) -> String {
        String(decoding: bytes[range(of: symbol)], as: UTF8.self)
    }

    package func withText<Result>(of symbol: Symbol, _ body: (Span<UInt8>) -> Result) -> Result {
        body(bytes.span.extracting(range(of: symbol)))
    }

    private func range(of symbol: Symbol) -> Range<Int> {
        symbol == 0 ? 0..<0 : ends[Int(symbol) - 1]..<ends[Int(symbol)]
    }

    @inline(__always)
    private func holds(_ symbol: Symbol, _ text: Span<UInt8>) -> Bool {
        let range = range(of: symbol)
        return range.count == text.count && isEqual(text, bytes.span, at: range.lowerBound)
    }

    private mutating func grow() {
        places = Array(repeating: 0, count: places.count * 4)
        for symbol in 1..<ends.count {
            var place = Int(hashes[symbol]) & (places.count - 1)
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = Symbol(symbol)
        }
    }
}
