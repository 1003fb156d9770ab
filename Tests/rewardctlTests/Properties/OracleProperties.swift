import Testing

/// The oracle obeys the laws that the program has to obey, and the random worlds reach what they are meant to reach.
@Suite("The oracle on random worlds")
struct OracleProperties {
    @Test("the order and the split of the rows change nothing (SPEC 7)")
    func orderless() {
        Property.check("the oracle's invariances", worlds: 20, .orderless, needsProgram: false) { world in
            let bank = BankPlan.allAtOnce(world).byOracle()
            let ledger = Property.byCampaign(bank.ledgerLines)
            let plans: [(String, BankPlan)] = [
                ("shuffled", .shuffled(world)), ("in files", .inFiles(world)), ("in days", .inDays(world)),
                ("twice", .twice(world)),
            ]
            return plans.flatMap { name, plan in
                Property.differences(
                    ledger, Property.byCampaign(plan.byOracle().ledgerLines), "ledger", names: ("at once", name))
            } + LedgerInvariants.violations(ledger, world.campaigns, bank.rows)
        }
    }

    @Test("simulate is what one run would have given")
    func simulate() {
        Property.check("the oracle's simulate", worlds: 20, WorldShape(), needsProgram: false) { world in
            let simulated = OracleBank.simulating(
                world.csv, world.campaigns, enrolments: world.enrolments
            ).simulateLines
                .filter { !["rejected", "duplicate"].contains($0[8]) }
            let bank = BankPlan.allAtOnce(world).byOracle()
            return Property.differences(
                Property.sorted(simulated), Property.sorted(bank.decisionLines), "decision", names: ("simulate", "run"))
        }
    }

    @Test("every outcome and reason occurs")
    func reach() {
        var counts: [String: Int] = [:]
        for seed in 0..<UInt64(90) {
            let shape = WorldShape(campaigns: 1...2, hasUnknownCards: true, hasMasters: seed % 4 == 3)
            let world = WorldGenerator.world(seed: seed, shape)
            let plan =
                switch seed % 4 {
                case 3: BankPlan.learning(world)
                case 0: BankPlan.amended(world, keepsClock: true)
                case 1: BankPlan.late(world)
                default: BankPlan.inDays(world)
                }
            let bank = plan.byOracle()
            for line in bank.simulateLines {
                let isTaken = line[11].hasPrefix("taken-by:")
                let reason =
                    isTaken
                    ? "taken-by:campaign"
                    : line[11].split(separator: "-").last.flatMap { Int($0) } == nil ? line[11] : "gate or limit"
                counts["\(line[8]) \(reason)", default: 0] += 1
            }
        }
        let expected = [
            "awarded ", "declined failed", "declined currency", "declined reversed", "declined outside-period",
            "declined presented-too-late", "declined gate or limit", "declined not-enrolled",
            "declined not-yet-earned", "declined already-earned", "declined taken-by:campaign",
            "declined ladder-finished",
            "declined nothing-to-award", "held not-settled", "held unknown-card", "held unknown-binding",
            "superseded ", "duplicate ",
            "rejected conflict", "rejected amount", "unmatched ", "unmatched other-cardholder", "clawed-back ",
            "no-effect failed", "no-effect currency", "no-effect before-decision", "no-effect not-awarded",
            "no-effect already-clawed-back", "no-effect ignored", "no-effect still-qualifies",
        ]
        for name in expected { #expect(counts[name, default: 0] >= 10, "\(name): \(counts)") }
    }
}
