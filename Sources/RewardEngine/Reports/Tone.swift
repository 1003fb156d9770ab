extension Outcome {
    /// How a table shows a row of this outcome.
    package var tone: TextTable.Tone {
        switch self {
        case .awarded: .good
        case .clawedBack, .held, .unmatched: .caution
        case .rejected: .bad
        case .declined, .noEffect, .superseded, .duplicate: .plain
        }
    }
}
