/// Sees whether a file that does not tell cardholders apart has the charges of several cards.
struct CardWatch: Sendable {
    private let isNeeded: Bool
    private var first: String?
    private(set) var hasSeveral = false

    init(layout: Layout) {
        isNeeded = !layout.has(.cardholderId) && layout.has(.cardId)
    }

    @inline(__always)
    mutating func see(_ parser: borrowing RowParser, in bytes: Span<UInt8>) {
        if isNeeded, !hasSeveral, !parser.row.cardId.isEmpty { see(parser.string(of: parser.row.cardId, in: bytes)) }
    }

    mutating func see(_ other: CardWatch) {
        if let card = other.first { see(card) }
        if other.hasSeveral { hasSeveral = true }
    }

    private mutating func see(_ card: String) {
        if first == nil { first = card } else if first != card { hasSeveral = true }
    }
}
