/// One night at the bank: files come in, then a run closes days.
struct Night {
    /// The rows of each file.
    var files: [[WorldRow]]
    var through: OracleDay
    /// New campaigns, or new versions.
    var rules: [OracleCampaign] = []
    var amends = false
    /// What comes before the files.
    var masters = OracleMasters()
    var enrolments: [OracleEnrolmentLine] = []
}

/// The ways in which the rows of a world can get to the bank.
struct BankPlan {
    var world: World
    var nights: [Night]

    /// Later than any booking day of a world, with room for what comes late.
    static let lastDay = OracleText.day("2018-06-30") ?? OracleDay.first

    /// The columns to keep beside the table's.
    var kept: [String] { OracleBank.kept(by: nights.flatMap(\.rules)) }

    static func allAtOnce(_ world: World) -> BankPlan {
        BankPlan(world: world, nights: [Night(files: [world.rows], through: lastDay, rules: world.campaigns)])
    }

    static func shuffled(_ world: World) -> BankPlan {
        var random = SplitMix64(seed: world.seed &+ 1)
        var shuffled = world
        shuffled.rows = random.shuffled(world.rows)
        return allAtOnce(shuffled)
    }

    /// Several files, in any order.
    static func inFiles(_ world: World) -> BankPlan {
        var random = SplitMix64(seed: world.seed &+ 2)
        let count = random.int(2...5)
        let files = (0..<count).map { file in world.rows.filter { $0.fileDraw % count == file } }
        return BankPlan(
            world: world,
            nights: [Night(files: random.shuffled(files), through: lastDay, rules: world.campaigns)])
    }

    /// Everything comes twice, and every run is repeated.
    static func twice(_ world: World) -> BankPlan {
        let once = inDays(world).nights
        let again = once.map { Night(files: $0.files, through: $0.through) }
        return BankPlan(world: world, nights: zip(once, again).flatMap { [$0, $1, $1] } + once.map { repeated($0) })
    }

    private static func repeated(_ night: Night) -> Night {
        Night(files: night.files, through: lastDay)
    }

    /// Several runs, and every row comes before its day is closed.
    static func inDays(_ world: World) -> BankPlan {
        let days = runDays(world)
        var nights = days.map { Night(files: [[], []], through: $0) }
        for row in world.rows {
            let latest = days.firstIndex { row.bookingDay <= $0 } ?? days.count - 1
            nights[row.nightDraw % (latest + 1)].files[row.fileDraw % 2].append(row)
        }
        nights[0].rules = world.campaigns
        return BankPlan(world: world, nights: nights)
    }

    /// The first campaign from the first run on, the others each from a later one.
    static func laterCampaigns(_ world: World) -> BankPlan {
        var plan = inDays(world)
        for (index, campaign) in world.campaigns.enumerated() {
            let night = min(index, plan.nights.count - 1)
            if index == 0 { plan.nights[0].rules = [] }
            plan.nights[night].rules.append(campaign)
        }
        return plan
    }

    /// Rows come on any night, many after their day was closed; some nights close no new day.
    static func late(_ world: World) -> BankPlan {
        var random = SplitMix64(seed: world.seed &+ 3)
        var days = runDays(world)
        if random.chance(30) { days.insert(days[0], at: 1) }
        var nights = days.map { Night(files: [[], []], through: $0) }
        for row in world.rows {
            nights[row.nightDraw % nights.count].files[row.fileDraw % 2].append(row)
        }
        nights[0].rules = world.campaigns
        // Enrolments come late, too.
        var plan = BankPlan(world: world, nights: nights)
        plan.world.enrolments = []
        for line in world.enrolments { plan.nights[random.int(0...nights.count - 1)].enrolments.append(line) }
        plan.world.enrolments = plan.nights[0].enrolments
        return plan
    }

    /// Late rows, and a new version of the first campaign with one or two of the later runs.
    static func amended(_ world: World, keepsClock: Bool) -> BankPlan {
        var random = SplitMix64(seed: world.seed &+ 4)
        var plan = random.chance(50) ? inDays(world) : late(world)
        guard plan.nights.count > 1, let campaign = world.campaigns.first else { return plan }
        for number in 1...random.int(1...2) {
            let night = random.int(1...plan.nights.count - 1)
            plan.nights[night].rules = [world.amendment(of: campaign, number: number, keepsClock: keepsClock)]
            plan.nights[night].amends = true
        }
        return plan
    }

    /// Late rows, and the masters in pieces: night by night, and nothing decided changes by what is learnt later.
    static func learning(_ world: World) -> BankPlan {
        var random = SplitMix64(seed: world.seed &+ 6)
        var plan = late(world)
        for index in plan.nights.indices {
            plan.nights[index].masters.cards = world.masters.cards.filter { _ in random.chance(60) }
            plan.nights[index].masters.bindings = world.masters.bindings.filter { _ in random.chance(60) }
            if random.chance(20), !plan.nights[index].masters.cards.isEmpty {
                plan.nights[index].masters.cards[0].cardholder = "h1"
            }
        }
        return plan
    }

    /// Everything at once, with all that is known.
    static func knowing(_ world: World) -> BankPlan {
        var plan = allAtOnce(world)
        plan.nights[0].masters = world.masters
        return plan
    }

    /// The last one leaves nothing undecided.
    private static func runDays(_ world: World) -> [OracleDay] {
        var random = SplitMix64(seed: world.seed &+ 5)
        let days = ["2016-12-31", "2017-01-01", "2017-01-20", "2017-01-21", "2017-01-22", "2017-02-21", "2017-03-22"]
            .compactMap(OracleText.day)
        return random.some(of: days).suffix(4) + [lastDay]
    }

    /// What the oracle's bank has in its books after all nights.
    func byOracle() -> OracleBank {
        var bank = OracleBank()
        bank.kept = kept
        let reader = OracleRowReader(reading: .ingest, offsetMinutes: world.offsetMinutes)
        for (number, night) in nights.enumerated() {
            bank.arrive(enrolments: number == 0 ? world.enrolments : night.enrolments)
            bank.masters.learn(night.masters)
            for file in night.files where !file.isEmpty {
                bank.arrive(reader.records(world.csv(file), file: "file.csv"))
            }
            bank.run(through: night.through, rules: night.rules)
        }
        return bank
    }

    /// What `rewardctl` has in its books after all nights.
    func byProgram() throws -> ProgramBooks {
        let program = try Rewardctl()
        defer { program.remove() }
        for (number, night) in nights.enumerated() {
            var masters: [String] = []
            if !night.masters.cards.isEmpty {
                try program.write(night.masters.cardsCSV, to: "cards-\(number).csv")
                masters += ["--cards", "cards-\(number).csv"]
            }
            if !night.masters.bindings.isEmpty {
                try program.write(night.masters.bindingsCSV, to: "bindings-\(number).csv")
                masters += ["--bindings", "bindings-\(number).csv"]
            }
            var files: [String] = []
            for (index, rows) in night.files.enumerated() where !rows.isEmpty || (number == 0 && index == 0) {
                files.append("night-\(number)-\(index).csv")
                try program.write(world.csv(rows), to: files[files.count - 1])
            }
            if !files.isEmpty || !masters.isEmpty {
                let keep = kept.isEmpty ? [] : ["--keep", kept.joined(separator: ",")]
                let offset =
                    number == 0 && world.offsetMinutes != 8 * 60
                    ? ["--utc-offset=\(OracleText.offset(minutes: world.offsetMinutes))"] : []
                try program.mustEnd(with: [0, 3], ["ingest", "--db", "bank.db"] + keep + offset + masters + files)
            }
            let enrolments = number == 0 ? world.enrolments : night.enrolments
            if !enrolments.isEmpty {
                try program.write(OracleEnrolmentLine.csv(enrolments), to: "enrolled.csv")
                try program.mustEnd(with: [0], ["ingest", "--db", "bank.db", "--enrolments", "enrolled.csv"])
            }
            var rules: [String] = []
            for (index, campaign) in night.rules.enumerated() {
                try program.write(campaign.json, to: "rules-\(number)-\(index).json")
                rules += ["--rules", "rules-\(number)-\(index).json"]
            }
            if night.amends { rules.append("--amend") }
            try program.mustEnd(with: [0], ["run", "--db", "bank.db", "--through", night.through.text] + rules)
        }
        return try ProgramBooks(program)
    }
}

/// The program ended in a way that it should not have.
struct UnexpectedEnd: Error, CustomStringConvertible {
    var description: String
}

extension Rewardctl {
    @discardableResult
    func mustEnd(with codes: [Int32], _ arguments: [String]) throws -> String {
        let result = try self(arguments)
        guard codes.contains(result.code) else {
            let command = arguments.joined(separator: " ")
            throw UnexpectedEnd(description: "`rewardctl \(command)` ended with \(result.code): \(result.errors)")
        }
        return result.output
    }
}

/// What the program says of a database, in the oracle's columns.
struct ProgramBooks {
    var ledger: [[String]]
    var decisions: [[String]]

    fileprivate init(_ program: Rewardctl) throws {
        let entries = Self.records(
            try program.mustEnd(with: [0], ["ledger", "--db", "bank.db", "--format", "csv"]))
        ledger = entries.sorted { (Int($0["entry_id"] ?? "") ?? 0) < (Int($1["entry_id"] ?? "") ?? 0) }.map { entry in
            OracleBank.ledgerColumns.map { column in
                guard column == "takes_back", entry[column] != "" else { return entry[column] ?? "no \(column)" }
                return entries.first { $0["entry_id"] == entry[column] }?["txn_id"] ?? "no such entry"
            }
        }
        let output = try program.mustEnd(with: [0], ["decisions", "--db", "bank.db", "--format", "csv"])
        decisions = Self.records(output).map { decision in
            OracleBank.decisionColumns.map { decision[$0] ?? "no \($0)" }
        }.filter { !["rejected", "duplicate"].contains($0[8]) }
    }

    private static func records(_ csv: String) -> [[String: String]] {
        let table = OracleTable(csv)
        return table.records.map { record in
            Dictionary(zip(table.header, record.fields)) { first, _ in first }
        }
    }
}
