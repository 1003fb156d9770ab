import Foundation

/// The same numbers on every machine for the same seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

    /// `choices` is never empty.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[int(0...choices.count - 1)] }

    /// Some of the choices, at least one, in their order.
    mutating func some<Choice>(of choices: [Choice]) -> [Choice] {
        var some: [Choice] = []
        for choice in choices where chance(50) { some.append(choice) }
        return some.isEmpty ? [pick(choices)] : some
    }

    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var rest = elements
        var shuffled: [Element] = []
        while !rest.isEmpty { shuffled.append(rest.remove(at: int(0...rest.count - 1))) }
        return shuffled
    }
}

/// What a run of the random tests can be told from outside, for long soaks and to see a failure again.
enum PropertySettings {
    /// `PROPERTY_SEED`: the seed of the first world; the next ones count up from it.
    static let seed = number("PROPERTY_SEED") ?? 20_161_222

    /// `PROPERTY_WORLDS`: how many worlds each test looks at, in place of its own number.
    static func worlds(_ usual: Int) -> Int { number("PROPERTY_WORLDS").map { Int($0) } ?? usual }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
