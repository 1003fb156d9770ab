extension Connection {
    /// Runs `body` in a transaction that holds the write lock from its first moment: where another connection writes,
    /// it fails at once (`isBusy`), before anything was read. Commits when `body` returns, rolls back when it throws or
    /// when `keeps` says no to what it returned: then the file stays as it was, to the byte.
    ///
    /// The error that comes out is the first one: `body`'s, or the commit's; never that of the rollback after it.
    package func transaction<Result: ~Copyable>(
        keeps: (borrowing Result) -> Bool = { _ in true }, _ body: () throws -> Result
    ) throws -> Result {
        try execute(sql: "BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute(sql: keeps(result) ? "COMMIT" : "ROLLBACK")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` so that everything it reads is of one moment, whatever others write meanwhile. What `body` itself
    /// might write is not kept.
    package func readTransaction<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        try execute(sql: "BEGIN")
        defer { rollBack() }
        return try body()
    }

    /// A rollback that fails leaves nothing to be done: what was not committed is undone by whoever opens the file next.
    private func rollBack() {
        if isInTransaction { try? execute(sql: "ROLLBACK") }
    }
}
