/// Plain rows of a bank for the tests of what a kill, a second writer or a full disk does: several cardholders, charges
/// about the minimum, refunds and reversals.
enum BankRows {
    static let header = "txn_id,card_id,cardholder_id,txn_time,amount,type,status,pay_method,channel,original_txn_id"

    /// 2016-12-20 to 2017-03-31.
    private static let days: [String] = [
        ("2016-12", 20, 31), ("2017-01", 1, 31), ("2017-02", 1, 28), ("2017-03", 1, 31),
    ]
    .flatMap { month, first, last in (first...last).map { "\(month)-\($0 < 10 ? "0" : "")\($0)" } }

    /// A file of `count` rows whose ids begin with `prefix`.
    static func file(_ count: Int, prefix: String, seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        var charges: [(id: String, owner: String, channel: String, day: Int)] = []
        var lines = [header]
        for number in 1...count {
            let id = "\(prefix)\(number)"
            if !charges.isEmpty, random.chance(15) {
                let charge = random.pick(charges)
                let day = min(charge.day + random.int(0...6), days.count - 1)
                let amount = random.pick(["5.00", "150.00", "250.00"])
                let type = random.pick(["refund", "reversal"])
                lines.append(
                    "\(id),\(charge.owner),\(days[day]) 12:00:00,\(amount),\(type),settled,apple_pay,\(charge.channel),"
                        + charge.id)
            } else {
                let holder = random.int(1...count / 4 + 1)
                let (day, channel) = (random.int(0...days.count - 1), random.pick(["app", "wallet"]))
                let amount = random.pick(["99.99", "100.00", "100.01", "250.00"])
                let owner = "card-\(holder)-\(random.int(1...2)),holder-\(holder)"
                charges.append((id, owner, channel, day))
                lines.append(
                    "\(id),\(owner),\(days[day]) 10:\(random.int(10...59)):00,\(amount),purchase,settled,apple_pay,\(channel),"
                )
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A file with the same charge for each of the ids, by a cardholder of its own.
    static func charges(_ ids: String...) -> String {
        ([header] + ids.map { charge($0) }).map { $0 + "\n" }.joined()
    }

    /// The row of a charge that the flagship awards.
    static func charge(_ id: String) -> String {
        "\(id),card-\(id),holder-\(id),2017-01-02 10:00:00,100.00,purchase,settled,apple_pay,app,"
    }

    /// A second campaign beside the flagship.
    static let coffee = """
        {"id": "coffee", "title": "coffee", "currency": "CNY", "utcOffset": "+08:00",
         "period": {"from": "2016-12-22", "through": "2017-12-21"},
         "gates": [{"id": "minimum", "field": "amount", "atLeast": 30}],
         "reward": {"percent": {"rate": 5, "max": 8}},
         "limits": [{"id": "month", "per": "cardholder", "within": "month", "amount": 15}],
         "onRefund": {"policy": "retest", "reopens": "none"}}
        """
}
