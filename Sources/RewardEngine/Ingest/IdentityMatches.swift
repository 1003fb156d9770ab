/// Which rows may bear the same id, and which rows money back may name: those whose hashes are equal. Whether they really
/// do is for the bytes to tell.
struct IdentityMatches {
    /// The rows of each hash that several have, ascending.
    private(set) var repeats: [[Int]] = []
    /// By the number of the money back: the rows that have the hash of the id that it names, ascending.
    private(set) var named: [Int: [Int]] = [:]

    /// The hashes of one part of a file, whose numbers are counted from `first` in the whole.
    final class Part: Sendable {
        let ids: IdentityHashes
        let firstRow: Int
        /// Of the ids that money back names; the numbers are those of the money back.
        let originals: IdentityHashes
        let firstMoneyBack: Int

        init(ids: consuming IdentityHashes, firstRow: Int, originals: consuming IdentityHashes, firstMoneyBack: Int) {
            self.ids = ids
            self.firstRow = firstRow
            self.originals = originals
            self.firstMoneyBack = firstMoneyBack
        }
    }

    /// - Parameter parts: of one file, all with as many buckets.
    init(in parts: [Part], workers: some Workers) {
        let buckets = (0..<(parts.first?.ids.bucketCount ?? 0)).map { _ in BucketSearch() }
        workers.forEach(buckets.count) { buckets[$0].search(bucket: $0, of: parts) }
        for bucket in buckets {
            repeats += bucket.repeats
            named.merge(bucket.named) { first, _ in first }
        }
    }
}

/// The search of one bucket. One worker at a time.
private final class BucketSearch: @unchecked Sendable {
    private(set) var repeats: [[Int]] = []
    private(set) var named: [Int: [Int]] = [:]

    func search(bucket: Int, of parts: [IdentityMatches.Part]) {
        var ids: [IdentityHashes.Entry] = []
        var originals: [IdentityHashes.Entry] = []
        for part in parts {
            part.ids.copy(bucket: bucket, numberedFrom: part.firstRow, into: &ids)
            part.originals.copy(bucket: bucket, numberedFrom: part.firstMoneyBack, into: &originals)
        }
        let table = BucketTable(of: ids)
        repeats = table.repeats.values.map { $0.sorted() }
        for original in originals {
            let rows = table.rows(like: original)
            if !rows.isEmpty { named[original.number] = rows }
        }
    }
}

/// The ids of one bucket by their hashes: open addressing with linear probing. It is let go when its bucket has been
/// searched.
private struct BucketTable {
    private let ids: [IdentityHashes.Entry]
    /// The index of the first id of a hash, plus one; 0 is a free place.
    private var places: [UInt32]
    /// By the index of the first id of a hash that several have: the rows.
    private(set) var repeats: [Int: [Int]] = [:]

    /// A hot loop: one turn for each row of the file.
    init(of ids: [IdentityHashes.Entry]) {
        self.ids = ids
        var capacity = 16
        while capacity < ids.count * 2 { capacity *= 2 }
        places = Array(repeating: 0, count: capacity)
        for index in ids.indices {
            let place = place(of: ids[index])
            if places[place] == 0 {
                places[place] = UInt32(index + 1)
            } else {
                let first = Int(places[place]) - 1
                repeats[first, default: [ids[first].number]].append(ids[index].number)
            }
        }
    }

    func rows(like id: IdentityHashes.Entry) -> [Int] {
        let found = places[place(of: id)]
        if found == 0 { return [] }
        let first = Int(found) - 1
        return repeats[first]?.sorted() ?? [ids[first].number]
    }

    @inline(__always)
    private func place(of id: IdentityHashes.Entry) -> Int {
        var place = Int(id.hashBits) & (places.count - 1)
        while places[place] != 0, ids[Int(places[place]) - 1].hashBits != id.hashBits {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }
}
