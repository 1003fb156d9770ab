import Testing

@Suite("simulate against the oracle")
struct SimulateProperties {
    @Test("every line of every world")
    func lines() {
        let shape = WorldShape(
            campaigns: 1...2, statesDefaults: ["type", "status", "currency"], lacksColumns: true)
        Property.check("simulate", worlds: 120, shape) { world in
            let oracle = OracleBank.simulating(
                world.csv, world.campaigns, enrolments: world.enrolments
            ).simulateLines
            let program = try Self.simulated(world, mustBeRejected: oracle.contains { $0[8] == "rejected" })
            return Property.differences(oracle, program, "simulate")
        }
    }

    /// What the program prints, in the oracle's columns; of a rejected row only what must agree.
    static func simulated(_ world: World, mustBeRejected: Bool) throws -> [[String]] {
        let program = try Rewardctl()
        defer { program.remove() }
        try program.write(world.csv, to: "cards.csv")
        try program.write(OracleEnrolmentLine.csv(world.enrolments), to: "enrolled.csv")
        var arguments = ["simulate", "cards.csv", "--format", "csv", "--enrolments", "enrolled.csv"]
        for (index, campaign) in world.campaigns.enumerated() {
            try program.write(campaign.json, to: "rules-\(index).json")
            arguments += ["--rules", "rules-\(index).json"]
        }
        if !world.masters.cards.isEmpty {
            try program.write(world.masters.cardsCSV, to: "master.csv")
            arguments += ["--cards", "master.csv"]
        }
        if !world.masters.bindings.isEmpty {
            try program.write(world.masters.bindingsCSV, to: "bindings.csv")
            arguments += ["--bindings", "bindings.csv"]
        }
        let table = OracleTable(try program.mustEnd(with: [mustBeRejected ? 3 : 0], arguments))
        guard table.header == OracleBank.decisionColumns else {
            throw UnexpectedEnd(description: "the header is \(table.header)")
        }
        return table.records.map { record in
            let fields = record.fields
            guard fields.count == table.header.count, fields[8] == "rejected" else { return fields }
            return [fields[0], fields[1], "", "", "", "", "", "", fields[8], "", "", fields[11]]
        }
    }
}
