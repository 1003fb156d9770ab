/// The texts that a calculation compares, as symbols: one table for each column that its campaigns name, and one for
/// currencies.
package struct Vocabulary: Sendable {
    /// Lower-case names, each once.
    package let columns: [String]
    package var tables: [SymbolTable]
    package var currencies = SymbolTable()

    package init(of campaigns: [Campaign]) {
        var names: [String] = []
        for name in campaigns.flatMap(\.columns) where !names.contains(name) { names.append(name) }
        columns = names
        tables = Array(repeating: SymbolTable(), count: names.count)
    }

    /// The index of a column that a campaign names.
    func index(of column: String) -> Int {
        guard let index = columns.firstIndex(of: column) else {
            preconditionFailure("the vocabulary was made without the campaign that names \(column)")
        }
        return index
    }

    mutating func symbol(of text: String, in column: Int) -> Symbol {
        tables[column].intern(text)
    }
}
