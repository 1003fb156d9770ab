/// Decides campaigns that are exclusive or share a limit, event by event: each charge by one campaign after the other.
package struct LinkedEvaluators: Sendable {
    private var members: [Evaluator]
    /// By member and rival's place: the member that the rival is.
    private let rivals: [[Int: UInt8]]
    /// By the identity of a purchase: the members that have awarded it, in order.
    private var takers: [Int: [Int]] = [:]

    /// - Parameter members: in the order in which they decide the same charge. Their symbols must be of one vocabulary.
    package init(_ members: [Evaluator]) {
        self.members = members
        let campaigns = members.map(\.plan.version.campaign)
        rivals = campaigns.map { campaign in
            var places: [Int: UInt8] = [:]
            for (place, id) in (campaign.exclusive?.rivals ?? []).enumerated() {
                if let member = campaigns.firstIndex(where: { $0.id == id }) { places[member] = UInt8(place) }
            }
            return places
        }
    }

    /// An entry that the ledger of a member holds, once the member itself was told.
    /// - Parameter identity: of the purchase, the same for all members.
    package mutating func replay(_ entry: Decisions.Entry, of member: Int, identity: Int) {
        announce(entry, of: member, identity: identity)
    }

    /// Tells the other members of an entry.
    private mutating func announce(_ entry: Decisions.Entry, of member: Int, identity: Int) {
        if entry.isAward { takers[identity, default: []].append(member) }
        for other in members.indices where other != member { members[other].count(entry, of: members[member]) }
    }

    /// Decides every row that is to be decided.
    /// - Parameter precedes: by member: whether the identity of a row comes before another's.
    /// - Parameter identity: of a row of a member; the same for the same row.
    /// - Parameter text: says, for rows of two members, whether the first one's identity comes before the other's.
    package consuming func decide(
        workers: some Workers, identity: (_ member: Int, _ row: Int) -> Int,
        precedes: (_ member: Int, _ row: Int, _ other: Int, _ otherRow: Int) -> Bool
    ) -> [(Decisions, QuotaUsage)] {
        var all: [Decisions] = []
        var events: [[Event]] = []
        for member in members.indices {
            let prepared = members[member].prepare(workers: workers) { precedes(member, $0, member, $1) }
            all.append(prepared.0)
            events.append(prepared.1)
        }
        var next = members.map { _ in 0 }
        while true {
            var first: Int?
            for member in members.indices where next[member] < events[member].count {
                guard let best = first else {
                    first = member
                    continue
                }
                let (event, other) = (events[member][next[member]], events[best][next[best]])
                let isBefore =
                    event.turn == other.turn
                    ? precedes(member, Int(event.row), best, Int(other.row)) : event.turn < other.turn
                if isBefore { first = member }
            }
            guard let member = first else { break }
            decide(events[member][next[member]], turn: next[member], of: member, identity: identity, into: &all[member])
            next[member] += 1
        }
        return members.indices.map { members[$0].finish(all[$0], events: events[$0]) }
    }

    private mutating func decide(
        _ event: Event, turn: Int, of member: Int, identity: (_ member: Int, _ row: Int) -> Int,
        into decisions: inout Decisions
    ) {
        let known = decisions.entries.count
        let places = rivals[member]
        let takenBy =
            places.isEmpty || event.isMoneyBack
            ? nil : takers[identity(member, Int(event.row))]?.compactMap { places[$0] }.first
        members[member].decide(event, turn: turn, takenBy: takenBy, into: &decisions)
        if decisions.entries.count > known, let entry = decisions.entries.last {
            announce(entry, of: member, identity: identity(member, entry.purchase))
        }
    }
}
