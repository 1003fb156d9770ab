import Foundation
import RewardEngine
import Testing

/// The work of a simulation is divided among workers: the file into parts and blocks, the cardholders into shards, the
/// events into blocks in which no shared limit can bind, the rows into stretches that are printed at the same time. None
/// of that may show; nor that the hashes of ids are equal, as they all are here where the work is divided.
@Suite("However the work is divided, the result is the same")
struct DivisionProperties {
    @Test("random worlds in pieces of every size")
    func pieces() {
        let shape = WorldShape(
            campaigns: 1...2, statesDefaults: ["type", "status", "currency"], lacksColumns: true)
        Property.check("division", worlds: 100, shape, needsProgram: false) { world in
            let whole = try Self.simulated(
                world.csv, world.campaigns, world.enrolments, Threads(count: 1),
                Simulation.Division(
                    reading: .init(shortestPart: .max),
                    evaluator: .init(cardholdersPerShard: .max, shortestBlock: .max)))
            var differences: [String] = []
            for workers in [2, 3, 7] {
                let divided = try Self.simulated(
                    world.csv, world.campaigns, world.enrolments, Threads(count: workers),
                    Simulation.Division(
                        reading: .init(shortestPart: 1, rowsPerBlock: 1 + workers, idHashMask: 0),
                        evaluator: .init(cardholdersPerShard: 1, shortestBlock: 1)))
                differences += Property.differences(whole, divided, "\(workers) workers", names: ("whole", "divided"))
            }
            return differences
        }
    }

    @Test("a file whose line ends stand within quotes, cut wherever")
    func quotedLineEnds() throws {
        var random = SplitMix64(seed: PropertySettings.seed)
        for _ in 0..<60 {
            var csv = "txn_id,cardholder_id,txn_time,amount,pay_method,channel,note\r\n"
            for number in 0..<random.pick([1, 5, 40]) {
                let note = random.pick([
                    "", "x", "\"a\nT9,h1\n\"", "\"\r\n\r\n\"", "\"\"\"\n\"\"\"", "\"\n,\n,\n,\n,\n,\n,\n\"",
                ])
                let amount = random.pick(["120.00", "99.99", "12O", "\"1,\n0\""])
                csv += random.pick(["", "\n", " \t\n"])
                csv += "T\(number),h\(random.pick([1, 2, 3])),2017-01-2\(number % 9),\(amount),apple_pay,app,\(note)"
                csv += random.pick(["\n", "\r\n"])
            }
            if random.chance(10) { csv += "T,\"open" }
            let campaigns = [try OracleCampaign.flagship()]
            let whole = Self.outcome(
                csv, campaigns, Threads(count: 1), Simulation.Division(reading: .init(shortestPart: .max)))
            for workers in [2, 4, 9] {
                let divided = Self.outcome(
                    csv, campaigns, Threads(count: workers), Simulation.Division(reading: .init(shortestPart: 1)))
                #expect(whole == divided, "seed \(PropertySettings.seed), \(workers) workers:\n\(csv)")
            }
        }
    }

    /// The printed rows, or the problem.
    private static func outcome(
        _ csv: String, _ campaigns: [OracleCampaign], _ workers: Threads, _ division: Simulation.Division
    ) -> [[String]] {
        do {
            return try simulated(csv, campaigns, [], workers, division)
        } catch {
            return [["\(error)"]]
        }
    }

    private static func simulated(
        _ csv: String, _ campaigns: [OracleCampaign], _ enrolments: [OracleEnrolmentLine], _ workers: Threads,
        _ division: Simulation.Division
    ) throws -> [[String]] {
        let enrolled = try SourceText(Array(OracleEnrolmentLine.csv(enrolments).utf8), place: "enrolled.csv")
        let files = try campaigns.map { try CampaignFile.read(text: Array($0.json.utf8), name: $0.id) }
        let source = try SourceText(Array(csv.utf8), place: "cards.csv", encoding: .auto)
        let simulation = try Simulation.run(
            on: source, campaigns: files, enrolments: [enrolled], request: ColumnRequest(), workers: workers,
            division: division)
        let printed = Printed()
        var sink = try CSVSink(
            columns: Simulation.columns, offset: simulation.utcOffset,
            output: OutputBuffer { bytes in
                for index in bytes.indices { printed.bytes.append(bytes[index]) }
            })
        try simulation.write(rowsWith: .all, to: &sink, workers: workers, rowsPerStretch: 3)
        try sink.finish()
        let lines = String(decoding: printed.bytes, as: UTF8.self).split(separator: "\n").map { [String($0)] }
        let summaries = simulation.results.map { result in
            ["\(result.summary)", "\(result.entries.map { "\($0)" })"]
        }
        let rejections = try simulation.rejections(most: .max).map { ["\($0.line) \($0.reason) \($0.message)"] }
        return lines + summaries + rejections + [["\(simulation.counts.text) \(simulation.file.notices)"]]
    }
}

private final class Printed {
    var bytes: [UInt8] = []
}
