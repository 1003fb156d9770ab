/// Every row read is counted in exactly one of these (SPEC 1).
package struct RowCounts: Equatable, Sendable {
    package var accepted = 0
    package var duplicate = 0
    package var rejected = 0

    package init(accepted: Int = 0, duplicate: Int = 0, rejected: Int = 0) {
        self.accepted = accepted
        self.duplicate = duplicate
        self.rejected = rejected
    }

    package var read: Int { accepted + duplicate + rejected }

    package var text: String {
        "\(read) row\(read == 1 ? "" : "s") read = \(accepted) accepted + \(duplicate) duplicate + \(rejected) rejected"
    }
}

/// How many rows were rejected for a reason (SPEC 1): a column's name, `quotes`, `fields` or `conflict`.
package struct RejectionCount: Equatable, Sendable {
    package var reason: String
    package var rows: Int
}
