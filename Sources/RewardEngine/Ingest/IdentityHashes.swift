/// The hashes of the ids of some numbered things, dealt into buckets by their highest bits as they come: so that the
/// table of one bucket stays in a core's cache, and buckets can be searched at the same time.
///
/// Eight bytes each: 32 more bits of the hash and the number. A bucket is a chain of chunks of one column.
struct IdentityHashes: ~Copyable, Sendable {
    /// One id: its number, and the bits of its hash that the bucket does not tell.
    struct Entry: BitwiseCopyable, Sendable {
        private var bits: UInt64

        fileprivate init(hashBits: UInt64, number: Int) {
            bits = hashBits << 32 | UInt64(UInt32(truncatingIfNeeded: number))
        }

        var number: Int { Int(UInt32(truncatingIfNeeded: bits)) }
        var hashBits: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

        /// The same id among things that are counted from `first`.
        func numbered(from first: Int) -> Entry {
            Entry(hashBits: UInt64(hashBits), number: number + first)
        }
    }

    private static let chunkLength = 512
    /// Few enough for the table of a bucket to stay in a core's cache.
    private static let entriesPerBucket = 1 << 14
    private static let mostBits = 10

    let bucketBits: Int
    private var entries: DenseColumn<Entry>
    /// By bucket: where its next entry goes; at the start of a chunk where it needs a new one.
    private var ends: DenseColumn<Int>
    /// By bucket: the starts of its chunks.
    private var chunks: [[Int]]

    /// - Parameter count: how many ids are likely to come.
    init(bucketBits: Int, count: Int) {
        self.bucketBits = bucketBits
        let buckets = 1 << bucketBits
        entries = DenseColumn(reserving: count == 0 ? 0 : count + buckets * IdentityHashes.chunkLength)
        ends = DenseColumn(reserving: buckets)
        for _ in 0..<buckets { ends.append(0) }
        chunks = Array(repeating: [], count: buckets)
    }

    /// How many bits of the hash divide so many ids well.
    static func bucketBits(forCount count: Int) -> Int {
        var bits = 0
        while count >> bits > entriesPerBucket, bits < mostBits { bits += 1 }
        return bits
    }

    var bucketCount: Int { chunks.count }

    @inline(__always)
    mutating func append(_ number: Int, hash: UInt64) {
        // A shift by all 64 bits gives 0.
        let bucket = Int(truncatingIfNeeded: hash >> UInt64(64 - bucketBits))
        var end = ends[bucket]
        if end & (IdentityHashes.chunkLength - 1) == 0 { end = addChunk(to: bucket) }
        entries[end] = Entry(hashBits: (hash << UInt64(bucketBits)) >> 32, number: number)
        ends[bucket] = end + 1
    }

    @inline(never)
    private mutating func addChunk(to bucket: Int) -> Int {
        let start = entries.count
        entries.append(repeating: Entry(hashBits: 0, number: 0), count: IdentityHashes.chunkLength)
        chunks[bucket].append(start)
        return start
    }

    /// Adds a bucket's ids to a list, in their order.
    func copy(bucket: Int, numberedFrom first: Int, into list: inout [Entry]) {
        for start in chunks[bucket] {
            let isLast = start == chunks[bucket].last
            let end = isLast ? ends[bucket] : start + IdentityHashes.chunkLength
            for index in start..<end { list.append(entries[index].numbered(from: first)) }
        }
    }
}
