import Testing

/// Looks at many random worlds; a world that shows a difference is made as small as it can be before it is reported.
enum Property {
    typealias Differences = (World) throws -> [String]

    static func check(
        _ name: String, worlds: Int, _ shape: WorldShape, needsProgram: Bool = true, _ differences: Differences
    ) {
        guard !needsProgram || Rewardctl.answers else { return }
        for number in 0..<PropertySettings.worlds(worlds) {
            let world = WorldGenerator.world(seed: PropertySettings.seed &+ UInt64(number), shape)
            guard !found(differences, world).isEmpty else { continue }
            let smallest = shrunk(world, differences)
            Issue.record("\(report(name, smallest, found(differences, smallest)))")
            return
        }
    }

    private static func found(_ differences: Differences, _ world: World) -> [String] {
        do {
            return try differences(world)
        } catch {
            return ["\(error)"]
        }
    }

    /// Rows, campaigns and gates go while some difference stays.
    private static func shrunk(_ world: World, _ differences: Differences) -> World {
        var smallest = world
        var triesLeft = 150
        func stillFails(_ world: World) -> Bool {
            triesLeft -= 1
            return !found(differences, world).isEmpty
        }
        for index in smallest.campaigns.indices.reversed() where smallest.campaigns.count > 1 {
            var without = smallest
            without.campaigns.remove(at: index)
            if stillFails(without) { smallest = without }
        }
        var size = max(1, smallest.rows.count / 2)
        while triesLeft > 0 {
            var start = 0
            while start < smallest.rows.count, triesLeft > 0 {
                var without = smallest
                without.rows.removeSubrange(start..<min(start + size, smallest.rows.count))
                if stillFails(without) { smallest = without } else { start += size }
            }
            if size == 1 { break }
            size /= 2
        }
        for campaign in smallest.campaigns.indices {
            for gate in smallest.campaigns[campaign].gates.indices.reversed() where triesLeft > 0 {
                var without = smallest
                without.campaigns[campaign].gates.remove(at: gate)
                if stillFails(without) { smallest = without }
            }
        }
        return smallest
    }

    private static func report(_ name: String, _ world: World, _ differences: [String]) -> String {
        """
        \(name): see it again with PROPERTY_SEED=\(world.seed) PROPERTY_WORLDS=1
        \(world.campaigns.map(\.json).joined())
        \(world.csv)
        \(differences.joined(separator: "\n"))
        """
    }

    /// The first lines in which two lists differ.
    static func differences(
        _ ours: [[String]], _ theirs: [[String]], _ what: String, names: (String, String) = ("oracle", "program")
    ) -> [String] {
        var differences: [String] = []
        for index in 0..<max(ours.count, theirs.count) where differences.count < 12 {
            let our = index < ours.count ? ours[index].joined(separator: ",") : "nothing"
            let their = index < theirs.count ? theirs[index].joined(separator: ",") : "nothing"
            if our != their { differences += ["\(what) \(names.0): \(our)", "\(what) \(names.1): \(their)"] }
        }
        return differences
    }

    /// In one order, whatever the order in which they were printed.
    static func sorted(_ lines: [[String]]) -> [[String]] {
        lines.sorted { $0.joined(separator: ",") < $1.joined(separator: ",") }
    }

    /// Each campaign's lines in the order in which they are, one campaign after the other.
    static func byCampaign(_ ledger: [[String]]) -> [[String]] {
        Set(ledger.map { $0[0] }).sorted().flatMap { campaign in ledger.filter { $0[0] == campaign } }
    }
}
