/// An order in which the rows of one shard stand together, so that deciding it reads the columns from one end to the
/// other. An object that never changes, so that the threads that arrange share it.
final class Arrangement: Sendable {
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
    /// The same rows in another order; none may be linked yet. Each worker takes columns.
    consuming func arranged(by arrangement: Arrangement, workers: some Workers) -> TransactionsBuilder {
        let (standing, kind, status) = (Arranged(standing), Arranged(kind), Arranged(status))
        let (time, postedOn, decidedOn) = (Arranged(time), Arranged(postedOn), Arranged(decidedOn))
        let (amountFen, currency, cardholder) = (Arranged(amountFen), Arranged(currency), Arranged(cardholder))
        let symbols = Arranged(symbols, width: columnCount)
        // Closures rather than a protocol: each is compiled for the values of its column.
        let columns: [@Sendable () -> Void] = [
            { symbols.arrange(by: arrangement) }, { time.arrange(by: arrangement) },
            { amountFen.arrange(by: arrangement) }, { cardholder.arrange(by: arrangement) },
            { currency.arrange(by: arrangement) }, { postedOn.arrange(by: arrangement) },
            { decidedOn.arrange(by: arrangement) }, { standing.arrange(by: arrangement) },
            { kind.arrange(by: arrangement) }, { status.arrange(by: arrangement) },
        ]
        workers.forEach(columns.count) { columns[$0]() }
        var arranged = TransactionsBuilder(columnCount: columnCount)
        arranged.standing = standing.take()
        arranged.kind = kind.take()
        arranged.status = status.take()
        arranged.time = time.take()
        arranged.postedOn = postedOn.take()
        arranged.decidedOn = decidedOn.take()
        arranged.amountFen = amountFen.take()
        arranged.currency = currency.take()
        arranged.cardholder = cardholder.take()
        arranged.symbols = symbols.take()
        return arranged
    }
}

/// A column that one worker arranges; an empty one stays empty.
private final class Arranged<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private var column: DenseColumn<Value>
    private let width: Int

    init(_ column: consuming DenseColumn<Value>, width: Int = 1) {
        self.column = column
        self.width = width
    }

    func arrange(by arrangement: Arrangement) {
        if !column.isEmpty { column = column.gathered(by: arrangement.order, width: width) }
    }

    func take() -> DenseColumn<Value> {
        var taken = DenseColumn<Value>()
        swap(&taken, &column)
        return taken
    }
}
