/// An order in which the rows of one shard stand together, so that deciding it reads the columns from one end to the
/// other.
struct Arrangement: ~Copyable {
    /// By new row: the old one.
    let order: DenseColumn<Int32>

    /// - Parameter shardBits: as the evaluator divides the cardholders.
    init(of rows: borrowing TransactionsBuilder, shardBits: Int) {
        let mask = Symbol(1 << shardBits - 1)
        var next = Array(repeating: 0, count: 1 << shardBits)
        for row in rows.cardholder.indices { next[Int(rows.cardholder[row] & mask)] += 1 }
        var start = 0
        for shard in next.indices { (next[shard], start) = (start, start + next[shard]) }
        var order = DenseColumn<Int32>(reserving: rows.count)
        order.append(repeating: 0, count: rows.count)
        for row in rows.cardholder.indices {
            let shard = Int(rows.cardholder[row] & mask)
            order[next[shard]] = Int32(truncatingIfNeeded: row)
            next[shard] += 1
        }
        self.order = order
    }

    /// By old row: the new one.
    func inverse() -> DenseColumn<Int32> {
        var inverse = DenseColumn<Int32>(reserving: order.count)
        inverse.append(repeating: 0, count: order.count)
        for row in order.indices { inverse[Int(order[row])] = Int32(truncatingIfNeeded: row) }
        return inverse
    }
}

extension TransactionsBuilder {
    /// The same rows in another order; none may be linked yet.
    consuming func arranged(by arrangement: borrowing Arrangement) -> TransactionsBuilder {
        var arranged = TransactionsBuilder(columnCount: columnCount)
        arranged.standing = standing.gathered(by: arrangement.order)
        arranged.kind = kind.gathered(by: arrangement.order)
        arranged.status = status.gathered(by: arrangement.order)
        arranged.time = time.gathered(by: arrangement.order)
        if !postedOn.isEmpty { arranged.postedOn = postedOn.gathered(by: arrangement.order) }
        if !decidedOn.isEmpty { arranged.decidedOn = decidedOn.gathered(by: arrangement.order) }
        arranged.amountFen = amountFen.gathered(by: arrangement.order)
        if !currency.isEmpty { arranged.currency = currency.gathered(by: arrangement.order) }
        arranged.cardholder = cardholder.gathered(by: arrangement.order)
        arranged.symbols = symbols.gathered(by: arrangement.order, width: columnCount)
        return arranged
    }
}
