internal import SQLite

/// The tables `card` and `binding`.
struct MasterTable {
    let connection: Connection

    /// How many entries a file added, and how many it changed.
    struct Written {
        var new = 0
        var changed = 0
    }

    /// Entries of the same card and day take the place of those before.
    func write(_ entries: [CardEntry]) throws -> Written {
        var upsert = try connection.prepare(
            sql: """
                INSERT INTO card (card_id, valid_from, cardholder_id, is_supplementary, valid_through)
                VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (card_id, valid_from) DO UPDATE SET cardholder_id = excluded.cardholder_id,
                    is_supplementary = excluded.is_supplementary, valid_through = excluded.valid_through
                WHERE (cardholder_id, is_supplementary) <> (excluded.cardholder_id, excluded.is_supplementary)
                    OR valid_through IS NOT excluded.valid_through
                """)
        return try write(count: "card") { written in
            for entry in entries {
                try upsert.bind(text: entry.cardId, at: 1)
                try upsert.bind(Int(entry.holding.from.number), at: 2)
                try upsert.bind(text: entry.holding.cardholderId, at: 3)
                try upsert.bind(entry.isSupplementary ? 1 : 0, at: 4)
                try upsert.bind((entry.holding.through?.number).map(Int.init), at: 5)
                try upsert.run()
                written += connection.changes
            }
        }
    }

    /// Entries of the same token, card and moment take the place of those before.
    func write(_ entries: [BindingEntry]) throws -> Written {
        var upsert = try connection.prepare(
            sql: """
                INSERT INTO binding (token_id, card_id, bound_at, channel, unbound_at) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (token_id, card_id, bound_at) DO UPDATE SET channel = excluded.channel,
                    unbound_at = excluded.unbound_at
                WHERE channel <> excluded.channel OR unbound_at IS NOT excluded.unbound_at
                """)
        return try write(count: "binding") { written in
            for entry in entries {
                try upsert.bind(text: entry.tokenId, at: 1)
                try upsert.bind(text: entry.cardId, at: 2)
                try upsert.bind(entry.binding.boundAt.seconds, at: 3)
                try upsert.bind(text: entry.binding.channel, at: 4)
                try upsert.bind(entry.binding.unboundAt?.seconds, at: 5)
                try upsert.run()
                written += connection.changes
            }
        }
    }

    private func write(count table: String, _ body: (inout Int) throws -> Void) throws -> Written {
        func count() throws -> Int { try connection.integer(sql: "SELECT count(*) FROM \(table)") ?? 0 }
        let before = try count()
        var written = 0
        try body(&written)
        let new = try count() - before
        return Written(new: new, changed: written - new)
    }

    /// Whether any binding is known.
    func knowsBindings() throws -> Bool {
        try connection.integer(sql: "SELECT EXISTS (SELECT 1 FROM binding)") == 1
    }

    func holdings(ofCard card: String) throws -> [CardHolding] {
        var select = try connection.prepare(
            sql: "SELECT cardholder_id, valid_from, valid_through FROM card WHERE card_id = ?1")
        try select.bind(text: card, at: 1)
        var holdings: [CardHolding] = []
        try select.forEachRow { row in
            holdings.append(
                CardHolding(
                    cardholderId: row.text(at: 0), from: try row.day(at: 1), through: try row.optionalDay(at: 2)))
        }
        return holdings
    }

    /// - Parameter column: `token_id` or `card_id`; nothing is bound to an empty id.
    func bindings(of id: String, column: String) throws -> [Binding] {
        var bindings: [Binding] = []
        if id.isEmpty { return bindings }
        var select = try connection.prepare(
            sql: "SELECT channel, bound_at, unbound_at FROM binding WHERE \(column) = ?1")
        try select.bind(text: id, at: 1)
        try select.forEachRow { row in
            bindings.append(
                Binding(
                    channel: row.text(at: 0), boundAt: try row.time(at: 1),
                    unboundAt: row.isNull(at: 2) ? nil : try row.time(at: 2)))
        }
        return bindings
    }
}
