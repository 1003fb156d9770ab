import Testing

@Suite("Nightly runs against the oracle")
struct NightlyProperties {
    /// What ledger and decisions of both sides differ in. `without`: columns of the decisions that are not compared.
    static func differences(_ plan: BankPlan, without: [Int] = []) throws -> [String] {
        let oracle = plan.byOracle()
        let program = try plan.byProgram()
        func compared(_ lines: [[String]]) -> [[String]] {
            Property.sorted(lines.map { line in line.indices.filter { !without.contains($0) }.map { line[$0] } })
        }
        return Property.differences(
            Property.byCampaign(oracle.ledgerLines), Property.byCampaign(program.ledger), "ledger")
            + Property.differences(compared(oracle.decisionLines), compared(program.decisions), "decision")
    }

    @Test("one run is the oracle and is simulate, and its ledger keeps the laws")
    func oneRun() {
        Property.check("one run", worlds: 40, WorldShape(campaigns: 1...2)) { world in
            let plan = BankPlan.allAtOnce(world)
            let oracle = plan.byOracle()
            let program = try plan.byProgram()
            let rejects = oracle.simulateLines.contains { $0[8] == "rejected" }
            let simulated = try SimulateProperties.simulated(world, mustBeRejected: rejects)
                .filter { !["rejected", "duplicate"].contains($0[8]) }
            let sums = [simulated.map { $0[9] }, program.ledger.map { $0[5] }].map { amounts in
                amounts.reduce(0) { $0 + (LedgerInvariants.fen($1) ?? 0) }
            }
            return Property.differences(
                Property.byCampaign(oracle.ledgerLines), Property.byCampaign(program.ledger), "ledger")
                + Property.differences(
                    Property.sorted(oracle.decisionLines), Property.sorted(program.decisions), "decision")
                + Property.differences(
                    Property.sorted(simulated), Property.sorted(program.decisions), "decision",
                    names: ("simulate", "run"))
                + LedgerInvariants.violations(program.ledger, world.campaigns, oracle.rows)
                + (sums[0] == sums[1] ? [] : ["simulate sums up to \(sums[0]) fen, the ledger to \(sums[1])"])
        }
    }

    @Test("rows that come late are decided on the first open day, and nothing decided is rewritten")
    func late() {
        let shape = WorldShape(campaigns: 1...2, hasUnknownCards: true)
        Property.check("late rows", worlds: 30, shape) { world in
            try Self.differences(.late(world))
        }
    }

    @Test("what the card master and the bindings know is found when they know it, and stays")
    func learning() {
        let shape = WorldShape(hasMasters: true, hasOtherZones: true)
        Property.check("learning", worlds: 40, shape) { world in
            try Self.differences(.learning(world))
        }
    }

    @Test("simulate with a card master and bindings is the oracle, and is what one run gives")
    func knowing() {
        let shape = WorldShape(hasMasters: true)
        Property.check("knowing", worlds: 40, shape) { world in
            let oracle = OracleBank.simulating(
                world.csv, world.campaigns, world.masters, enrolments: world.enrolments
            ).simulateLines
            let simulated = try SimulateProperties.simulated(
                world, mustBeRejected: oracle.contains { $0[8] == "rejected" })
            let kept = simulated.filter { !["rejected", "duplicate"].contains($0[8]) }
            let program = try BankPlan.knowing(world).byProgram()
            // Whose a repeat is, matters to nobody.
            func compared(_ lines: [[String]]) -> [[String]] {
                lines.map { line in line.indices.map { $0 == 3 && line[8] == "duplicate" ? "" : line[$0] } }
            }
            return Property.differences(compared(oracle), compared(simulated), "simulate")
                + Property.differences(
                    Property.sorted(kept), Property.sorted(program.decisions), "decision", names: ("simulate", "run"))
        }
    }

    @Test("a new version decides from its run on, under new limits, and takes back by the old one")
    func amended() {
        Property.check("amended", worlds: 25, WorldShape()) { world in
            try Self.differences(.amended(world, keepsClock: true))
        }
    }

    @Test("a new version may go by another clock and cycle")
    func amendedClock() {
        let cycle = 6
        Property.check("amended with another clock", worlds: 8, WorldShape()) { world in
            try Self.differences(.amended(world, keepsClock: false), without: [cycle])
        }
    }
}

@Suite("What must change nothing (SPEC 7)")
struct InvarianceProperties {
    /// The plan's ledger must be the one that the oracle has when everything comes at once.
    private func check(_ name: String, worlds: Int, campaigns: ClosedRange<Int> = 1...1, _ plan: (World) -> BankPlan) {
        var shape = WorldShape.orderless
        shape.campaigns = campaigns
        // Who decides first has it: that depends on when a campaign came.
        shape.linksCampaigns = name != "registered later"
        Property.check(name, worlds: worlds, shape) { world in
            Property.differences(
                Property.byCampaign(BankPlan.allAtOnce(world).byOracle().ledgerLines),
                Property.byCampaign(try plan(world).byProgram().ledger), "ledger", names: ("at once", name))
        }
    }

    @Test("the order of the rows") func order() { check("shuffled", worlds: 15) { .shuffled($0) } }

    @Test("the split into files") func files() { check("in files", worlds: 15) { .inFiles($0) } }

    @Test("the split of days into runs") func days() { check("in days", worlds: 15) { .inDays($0) } }

    @Test("repeats of everything") func twice() { check("twice", worlds: 5) { .twice($0) } }

    @Test("when a campaign is registered")
    func laterCampaigns() {
        check("registered later", worlds: 10, campaigns: 2...3) { .laterCampaigns($0) }
    }
}
