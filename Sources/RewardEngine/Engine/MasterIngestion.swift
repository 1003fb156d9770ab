internal import SQLite

extension Ingestion {
    /// What became of a file of `--cards` or `--bindings`.
    package struct MasterReport: Sendable {
        package var read = 0
        package var new = 0
        package var changed = 0

        package var text: String {
            "\(read) entr\(read == 1 ? "y" : "ies") read = \(new) new + \(changed) changed + \(read - new - changed) as before"
        }
    }

    /// Stores a file of the card master, as a whole or not at all. Codes: refused, busy, inputOutput, internalError.
    package func ingestCards(_ source: SourceText, tokenizer: CardTokenizer?) throws(Failure) -> MasterReport {
        var entries = try MasterFile.cards(source)
        try tokenize(&entries, \.cardId, of: source, tokenizer)
        return try store(entries.count) { try $0.write(entries) }
    }

    /// Stores a file of bindings, as a whole or not at all. Codes: refused, busy, inputOutput, internalError.
    package func ingestBindings(_ source: SourceText, tokenizer: CardTokenizer?) throws(Failure) -> MasterReport {
        var entries = try MasterFile.bindings(source, utcOffset: database.utcOffset)
        try tokenize(&entries, \.cardId, of: source, tokenizer)
        return try store(entries.count) { try $0.write(entries) }
    }

    private func tokenize<Entry>(
        _ entries: inout [Entry], _ card: WritableKeyPath<Entry, String>, of source: SourceText,
        _ tokenizer: CardTokenizer?
    ) throws(Failure) {
        var count = CardNumberCount()
        for index in entries.indices {
            if let tokenizer {
                entries[index][keyPath: card] = tokenizer.token(of: entries[index][keyPath: card])
            } else {
                count.see(entries[index][keyPath: card].utf8)
            }
        }
        if count.areCardNumbers { throw .cardNumbers(in: source.place) }
    }

    private func store(
        _ read: Int, _ write: (MasterTable) throws -> MasterTable.Written
    ) throws(Failure) -> MasterReport {
        try database.write(keeps: { $0.new + $0.changed > 0 }) {
            let written = try write(MasterTable(connection: database.connection))
            return MasterReport(read: read, new: written.new, changed: written.changed)
        }
    }
}
