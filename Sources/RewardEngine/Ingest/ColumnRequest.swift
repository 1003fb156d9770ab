/// What is asked of a file's columns: by the command's options, and by the rules.
package struct ColumnRequest: Sendable {
    /// `--column name=HEADER`: which header holds a column.
    package var columns: [(name: String, header: String)]
    /// `--assume name=value`: the one value of a column that the file lacks.
    package var assumed: [(name: String, value: String)]
    /// Lower-case names of the columns whose text as given is wanted (those that campaigns name, or that `--keep`
    /// keeps), known to the table or not. A file may lack them.
    package var wanted: [String]
    /// Lower-case names of the columns that a rule asks for: a file that lacks one is refused.
    package var required: [String]
    /// By required column: the campaign that asks for it, to be named where a file lacks it.
    package var askers: [String: String] = [:]
    /// To ingest, every row needs its identity.
    package var needsTxnId: Bool

    package init(
        columns: [(name: String, header: String)] = [], assumed: [(name: String, value: String)] = [],
        wanted: [String] = [], required: [String] = [], needsTxnId: Bool = false
    ) {
        self.columns = columns
        self.assumed = assumed
        self.wanted = wanted
        self.required = required
        self.needsTxnId = needsTxnId
    }

    /// Every name that a column may have here: the table's first, in its order.
    var knownNames: [String] {
        var names = Column.allCases.map(\.rawValue)
        for name in wanted + required where !names.contains(name) { names.append(name) }
        return names
    }

    /// Without these a file is refused: those of the table first, in its order.
    var neededNames: [String] {
        let always: [Column] = needsTxnId ? [.txnId, .txnTime, .amount] : [.txnTime, .amount]
        let needed = Set(always.map(\.rawValue) + required)
        return knownNames.filter(needed.contains)
    }
}

extension ColumnRequest {
    /// Notes which campaign asks for a column, the first where several do.
    mutating func ask(for campaigns: [Campaign]) {
        for campaign in campaigns {
            for name in campaign.columns where askers[name] == nil { askers[name] = campaign.id }
        }
    }
}
