/// Stands for a text: equal texts of one table have equal symbols.
package typealias Symbol = UInt32

/// Texts met so far, each with a small integer for it, so that the rest of the engine compares integers.
package struct SymbolTable: Sendable {
    /// The symbol of the empty text, which is an absent value, in every table.
    package static let absent: Symbol = 0

    private var bytes: [UInt8] = []
    /// Where each symbol's text ends in `bytes`; it starts where the one before ends.
    private var ends: [Int] = [0]
    /// Open addressing with linear probing. A short text stands in its place whole, so that to find it touches memory
    /// once.
    private var places: [Place] = Array(repeating: Place(), count: 16)
    /// Texts asked for lately, by a few of their bits: in columns of few values nearly all are found here.
    private var recent: InlineArray<16, Place> = .init(repeating: Place())

    private struct Place: BitwiseCopyable, Sendable {
        var fingerprint = Fingerprint()
        /// 0 is a free place, since the empty text is never looked up here.
        var symbol: Symbol = 0
    }

    package init() {}

    package var count: Int { ends.count }

    package mutating func intern(_ text: Span<UInt8>) -> Symbol {
        if text.isEmpty { return SymbolTable.absent }
        let fingerprint = Fingerprint(of: text)
        let bits = fingerprint.fewBits
        let candidate = recent[bits]
        if candidate.symbol != 0, holds(candidate, text, fingerprint) { return candidate.symbol }
        let place = find(text, fingerprint)
        recent[bits] = place
        return place.symbol
    }

    /// The symbol of a text that was met, where one look tells; nil means nothing. In a loop of its own the looks do not
    /// wait for one another's memory.
    @inline(__always)
    package func known(_ fingerprint: Fingerprint) -> Symbol? {
        let place = places[Int(truncatingIfNeeded: fingerprint.hash) & (places.count - 1)]
        return place.symbol != 0 && place.fingerprint == fingerprint && fingerprint.isWhole ? place.symbol : nil
    }

    /// The place of a text; it is added where it was not met yet.
    private mutating func find(_ text: Span<UInt8>, _ fingerprint: Fingerprint) -> Place {
        var index = Int(truncatingIfNeeded: fingerprint.hash) & (places.count - 1)
        while places[index].symbol != 0 {
            if holds(places[index], text, fingerprint) { return places[index] }
            index = (index + 1) & (places.count - 1)
        }
        let place = Place(fingerprint: fingerprint, symbol: Symbol(ends.count))
        for byte in text.indices { bytes.append(text[byte]) }
        ends.append(bytes.count)
        places[index] = place
        if ends.count * 2 > places.count { grow() }
        return place
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
    private func holds(_ place: Place, _ text: Span<UInt8>, _ fingerprint: Fingerprint) -> Bool {
        place.fingerprint == fingerprint
            && (fingerprint.isWhole || isEqual(text, bytes.span, at: range(of: place.symbol).lowerBound))
    }

    private mutating func grow() {
        let old = places
        places = Array(repeating: Place(), count: old.count * 2)
        for place in old where place.symbol != 0 {
            var index = Int(truncatingIfNeeded: place.fingerprint.hash) & (places.count - 1)
            while places[index].symbol != 0 { index = (index + 1) & (places.count - 1) }
            places[index] = place
        }
    }
}
