/// Finds the rows of an id. An id keeps at most one pending row and one final one, the first of each (SPEC 1). Equal
/// hashes are proved on the bytes.
struct IdentityIndex {
    /// Open addressing with linear probing: the first row of an id, plus one; 0 is a free place.
    private var places: [UInt32]
    /// By the first row of an id: its other one, of the other status.
    private var others: [Int: Int] = [:]

    /// - Parameter rows: how many rows will be added at most.
    init(rows: Int) {
        var capacity = 16
        while capacity < rows * 2 { capacity *= 2 }
        places = Array(repeating: 0, count: capacity)
    }

    /// The rows that an id keeps.
    struct Known {
        var first: Int
        var other: Int?
    }

    /// The rows of the id of `row`; where there are none, `row` is kept as its first.
    mutating func findAdding(_ row: Int, in identities: IdentityColumn, source: Span<UInt8>) -> Known? {
        let hash = identities.hash(at: row)
        var place = start(hash)
        while places[place] != 0 {
            let first = Int(places[place]) - 1
            if identities.hash(at: first) == hash, identities.isSame(first, row, in: source) {
                return Known(first: first, other: others[first])
            }
            place = next(place)
        }
        places[place] = UInt32(row + 1)
        return nil
    }

    /// The rows of the id that `text` spells.
    func find(_ text: Span<UInt8>, in identities: IdentityColumn, source: Span<UInt8>) -> Known? {
        let hash = byteHash(of: text)
        var place = start(hash)
        while places[place] != 0 {
            let first = Int(places[place]) - 1
            if identities.hash(at: first) == hash, identities.isText(text, of: first, in: source) {
                return Known(first: first, other: others[first])
            }
            place = next(place)
        }
        return nil
    }

    mutating func keep(_ row: Int, besides first: Int) {
        others[first] = row
    }

    private func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 16) & (places.count - 1) }
    private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }
}
