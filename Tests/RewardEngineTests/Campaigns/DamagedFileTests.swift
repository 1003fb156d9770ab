import RewardEngine
import Rules
import Testing

@Suite("Files that are damaged, and files with many problems")
struct DamagedFileTests {
    @Test("nothing in it", arguments: ["", "\n", "# nothing\n", "---\n", "\u{FEFF}", "---\n...\n"])
    func empty(text: String) {
        #expect(
            told(of: text)
                == "1:1 the file holds no campaign\nhelp: begin with `id:`, or copy Rules/flagship.yaml")
    }

    @Test(
        "no mapping",
        arguments: [
            ("x", "`x`"), ("~", "`~`"), ("\"\"", "an empty text"), ("[]", "an empty list"), ("[1]", "a list"),
            ("- a\n", "a list"),
        ])
    func noMapping(text: String, content: String) {
        #expect(
            told(of: text) == "1:1 the campaign must be a mapping of keys such as `id: spring`, not \(content)")
    }

    @Test(
        "not UTF-8: told at the first such byte, counted in characters",
        arguments: [
            ([0x61, 0xFF], "1:2"), ([0xFF, 0xFE, 0x61, 0x00], "1:1"),
            ([0xE6, 0x98, 0xA5, 0x0A, 0xE6, 0x98, 0xA5, 0xC3], "2:2"),
            ([0xED, 0xA0, 0x80], "1:1"), ([0xEF, 0xBB, 0xBF, 0x61, 0x80], "1:2"), ([0x7B, 0x22, 0xBB, 0x22], "1:3"),
        ] as [([UInt8], String)])
    func notUTF8(bytes: [UInt8], place: String) {
        #expect(
            told(of: bytes)
                == "\(place) the file is not UTF-8 text\nhelp: save it as UTF-8 (a byte-order mark does no harm)")
    }

    @Test("nesting without end is refused at once", arguments: ["[", "- ", "{a: ", "? ", "{\"a\":"])
    func nesting(opening: String) {
        let text = String(repeating: opening, count: 200_000)
        #expect(told(of: text).hasSuffix("lists and mappings are nested more than 64 deep"))
    }

    @Test("all problems are told at once, in the order of the file")
    func allAtOnce() {
        let text = """
            id: bad id
            tilte: Spring
            currency: yuan
            utcOffset: 8
            period: { from: 2017-02-30, through: 2017-01-01 }
            gates:
              - { id: a, field: amount, atLeast: much }
              - { id: a, field: mcc, below: 5 }
            reward: { percent: { rate: 101, unit: cent } }
            limits:
              - { id: a, per: card, within: cycle, awards: -1 }
            onRefund: { policy: maybe, reopens: [b] }
            id: again
            """
        let places = CampaignFile.problems(text: Array(text.utf8), name: "spring.yaml").map(\.place)
        #expect(
            places
                == [
                    "1:1", "1:5", "2:1", "3:11", "4:12", "5:17", "7:38", "8:11", "8:26", "9:28", "9:39", "11:11",
                    "11:33",
                    "11:48", "12:21", "12:38", "13:1",
                ].map { "spring.yaml:\($0)" })
    }

    @Test("a failure is a refusal, exit code 65")
    func refusal() {
        #expect { try read("id: x") } throws: { ($0 as? Failure)?.code == .refused }
    }

    @Test("a card number is never shown in full")
    func cardNumbers() {
        let card = "6222021234567890"
        let texts = [
            CampaignLines("id: \(card) x"), CampaignLines("\(card): x"), CampaignLines("reward: { fixed: \(card) }"),
            CampaignLines("gates: [{ id: \(card), field: mcc, is: 1 }, { id: \(card), field: mcc, is: 1 }]"),
            CampaignLines("gates: [{ id: g, field: x\(card), above: 1 }]"),
            CampaignLines("reward: { ladder: { by: channel, steps: { \(card): x } } }"),
            CampaignLines("onRefund: { reopens: [\(card)] }"),
        ].map(\.text)
        for text in texts {
            let told = told(of: text)
            #expect(told.contains("622202******7890") && !told.contains(card))
        }
    }

    @Test("the flagship with bytes deleted, doubled or changed: a campaign, or problems at places in the file")
    func mutations() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("mutations of the flagship: seed \(seed)")
        var random = SplitMix(state: seed)
        var refused = 0
        for round in 1...2_000 {
            var text = Rules.flagship
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: text.indices, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: text.remove(at: index)
                case 1: text.insert(text[index], at: index)
                case 2: text[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
                default:
                    text[index] =
                        [0x00, 0x09, 0x0A, 0x0D, 0x22, 0x21, 0x26, 0x2A, 0x3A, 0x5B, 0x7B, 0xFF]
                        .randomElement(using: &random) ?? 0
                }
            }
            do {
                let file = try CampaignFile.read(text: text, name: "f")
                #expect(file.version.count == 64)
            } catch {
                refused += 1
                #expect(error.code == .refused && !error.problems.isEmpty, "seed \(seed), round \(round)")
                let columnCounts = columnCounts(of: text)
                #expect(error.problems.allSatisfy { isInside($0.place, columnCounts) }, "seed \(seed), round \(round)")
            }
        }
        #expect(refused > 0 && refused < 2_000)
    }

    /// How many columns each line has, its end (LF, CR LF or CR) and the place behind it included.
    private func columnCounts(of text: [UInt8]) -> [Int] {
        var counts = [1]
        var previous: Unicode.Scalar?
        for character in String(decoding: text, as: UTF8.self).unicodeScalars {
            if previous == "\n" || previous == "\r" && character != "\n" { counts.append(1) }
            counts[counts.count - 1] += 1
            previous = character
        }
        if previous == "\n" || previous == "\r" { counts.append(1) }
        return counts
    }

    private func isInside(_ place: String, _ columnCounts: [Int]) -> Bool {
        let parts = place.split(separator: ":")
        guard parts.count == 3, parts[0] == "f", let line = Int(parts[1]), let column = Int(parts[2]) else {
            return false
        }
        return columnCounts.indices ~= line - 1 && 1...columnCounts[line - 1] ~= column
    }
}

/// A small generator that a seed repeats (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
