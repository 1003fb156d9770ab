/// Random worlds: few cardholders, few days, all at the edges, so that everything meets everything.
struct WorldGenerator {
    var random: SplitMix64
    private let shape: WorldShape
    private let seed: UInt64
    var hotDays: [OracleDay] = []
    var cardholders: [String] = []
    private var currency = "CNY"
    private var offsetMinutes = 8 * 60
    private var purchases: [Draft] = []
    private var drafts: [Draft] = []

    /// A row before it is written down.
    struct Draft {
        var txnId: String
        var cardholder: String
        var time: OracleMoment
        var postedOn: OracleDay?
        var amountFen: Int
        /// The other columns.
        var texts: [String: String]

        var bookingDay: OracleDay { postedOn ?? time.day }
    }

    static let firstDay = OracleText.day("2016-12-22") ?? OracleDay.first

    static func world(seed: UInt64, _ shape: WorldShape) -> World {
        var generator = WorldGenerator(seed: seed, shape)
        return generator.world()
    }

    private init(seed: UInt64, _ shape: WorldShape) {
        self.seed = seed
        self.shape = shape
        random = SplitMix64(seed: seed)
    }

    private mutating func world() -> World {
        currency = random.chance(94) ? "CNY" : "USD"
        if shape.hasOtherZones, random.chance(12) { offsetMinutes = random.pick([0, -5 * 60, 5 * 60 + 30, 14 * 60]) }
        cardholders = (1...random.pick([1, 2, 2, 3, 4, 6])).map { "h\($0)" }
        let edges = [
            "2016-12-21", "2016-12-22", "2016-12-31", "2017-01-01", "2017-01-02", "2017-01-21", "2017-01-22",
            "2017-01-31", "2017-02-01", "2017-02-21", "2017-02-22", "2017-02-28", "2017-03-01", "2017-03-21",
            "2017-03-22", "2017-03-31", "2017-04-01", "2017-12-21", "2017-12-22",
        ].compactMap(OracleText.day)
        var campaignGenerator = CampaignGenerator(random: random, currency: currency, offsetMinutes: offsetMinutes)
        var campaigns = (0..<random.int(shape.campaigns)).map { campaignGenerator.campaign(id: "campaign-\($0)") }
        if shape.linksCampaigns, campaigns.count > 1, campaignGenerator.random.chance(50) {
            campaignGenerator.link(&campaigns)
        }
        random = campaignGenerator.random
        let inside = edges.filter { edge in campaigns.contains { $0.from <= edge && edge <= $0.through } }
        hotDays = (0..<random.int(3...9)).map { _ in random.pick(random.chance(85) ? inside : edges) }
        hotDays.append(random.pick(inside).moved(by: random.pick([-6, -1, 1, 2, 8])))

        for number in 1...random.int(20...70) { addPurchase(number) }
        for number in 1...random.int(10...45) { addMoneyBack(number) }
        addProgress()
        var columns = self.columns(campaigns)
        var rows = drafts.map { written($0) }
        rows = random.shuffled(rows + repeats(of: drafts))
        if !columns.contains("txn_id") {
            rows = rows.filter { ["", "purchase"].contains($0.fields["type"] ?? "") }
        }
        for index in rows.indices where shape.hasDamage && random.chance(3) { damage(&rows[index], &columns) }
        if shape.hasUnknownCards {
            for index in rows.indices where random.chance(4) && !isPartOfProgress(rows[index]) {
                rows[index].fields["cardholder_id"] = ""
            }
        }
        var masters = OracleMasters()
        if shape.hasMasters {
            masters = self.masters()
            leaveToMasters(&rows)
        }
        return World(
            seed: seed, campaigns: campaigns, columns: columns, rows: rows, masters: masters,
            enrolments: enrolments(campaigns))
    }

    private mutating func enrolments(_ campaigns: [OracleCampaign]) -> [OracleEnrolmentLine] {
        var lines: [OracleEnrolmentLine] = []
        for campaign in campaigns where campaign.enrolment != nil {
            for cardholder in cardholders {
                for _ in 0..<random.pick([0, 1, 1, 2, 3]) {
                    let isCard = random.chance(50)
                    let identity = isCard ? cardholder.replacing("h", with: "c") : cardholder
                    lines.append(
                        OracleEnrolmentLine(
                            column: isCard ? "card_id" : "cardholder_id", identity: identity, campaign: campaign.id,
                            time: moment()))
                }
            }
        }
        return lines
    }

    // MARK: Rows

    mutating func moment() -> OracleMoment {
        let day = random.chance(85) ? random.pick(hotDays) : Self.firstDay.moved(by: random.int(-3...100))
        let clocks = [0, 0, 35_999, 36_000, 36_000, 43_200, 53_999, 54_000, 86_399]
        return OracleMoment(day: day, second: random.chance(85) ? random.pick(clocks) : random.int(0...86_399))
    }

    private mutating func postedOn(_ time: OracleMoment) -> OracleDay? {
        guard random.chance(18) else { return nil }
        if random.chance(25) { return random.pick(hotDays) }
        return time.day.moved(by: random.pick([0, 1, 1, 2, 3, 8]))
    }

    private mutating func addPurchase(_ number: Int) {
        let time = moment()
        let cardholder = random.pick(cardholders)
        let amounts = [
            9_999, 10_000, 10_000, 10_001, 8_799, 8_800, 18_799, 18_800, 50_000, 49_999, 15_000, 30_000, 100_000,
            100_001, 1, 2, 12_000, 1_000_000,
        ]
        var texts = [
            "card_id": random.pick([cardholder.replacing("h", with: "c"), cardholder.replacing("h", with: "c") + "s"]),
            "pay_method": random.chance(85) ? "apple_pay" : random.pick(["plastic", ""]),
            "channel": random.pick(["app", "app", "wallet", "wallet", ""]),
            "mcc": random.pick(["5812", "5411", "0742", ""]), "merchant_id": random.pick(["m1", "m2", "m3", ""]),
            "city": random.pick(["上海", "x, y", ""]), "type": random.pick(["purchase", ""]),
        ]
        if random.chance(8) { texts["card_id"] = "" }
        texts["opened_on"] = random.pick([
            "2016-12-22", "2016/12/22", "20161231", "2017-01-21T10:00:00", "2017/1/1 9:00", "2016-11-30", "2017-02-30",
            "",
        ])
        texts["status"] = random.chance(92) ? random.pick(["settled", ""]) : random.pick(["pending", "failed"])
        texts["currency"] = currencyText()
        let amountFen = random.chance(85) ? random.pick(amounts) : random.int(1...60_000)
        let draft = Draft(
            txnId: random.pick(["T", "T", "t", "单"]) + "\(number)", cardholder: cardholder, time: time,
            postedOn: postedOn(time), amountFen: amountFen, texts: texts)
        purchases.append(draft)
        drafts.append(draft)
    }

    private mutating func currencyText() -> String {
        if random.chance(5) { return random.pick(["EUR", "CNY", "USD"]) }
        return random.chance(50) ? "" : currency
    }

    private mutating func addMoneyBack(_ number: Int) {
        // Most of it names a few charges, so that several meet on one.
        let purchase = random.chance(60) ? purchases[number * number % min(7, purchases.count)] : random.pick(purchases)
        var draft = purchase
        draft.txnId = random.pick(["R", "V", "T"]) + "-\(number)"
        draft.texts["type"] = random.pick(["refund", "refund", "reversal"])
        draft.texts["original_txn_id"] = purchase.txnId
        draft.texts["status"] = random.chance(92) ? random.pick(["settled", ""]) : random.pick(["pending", "failed"])
        draft.texts["currency"] = currencyText()
        if random.chance(6) { draft.texts["original_txn_id"] = "T404" }
        if random.chance(6) { draft.texts["original_txn_id"] = random.pick(drafts).txnId }
        if random.chance(6) { draft.cardholder = random.pick(cardholders + ["h9"]) }
        if random.chance(20) { draft.texts["card_id"] = random.pick(["c1", "c9", ""]) }
        let leftFen = random.pick([0, 0, 9_999, 10_000, 10_001, 8_800, 8_799, 18_799, 49_999, 1])
        switch random.int(0...9) {
        case 0...1: draft.amountFen = purchase.amountFen
        case 2...4: draft.amountFen = max(1, purchase.amountFen - leftFen)
        case 5...7: draft.amountFen = max(1, purchase.amountFen / random.pick([2, 3, 10, 10, 20]))
        case 8: draft.amountFen = purchase.amountFen + random.pick([1, 10_000])
        default: draft.amountFen = random.pick([1, 100, 2_000])
        }
        if random.chance(75) {
            let later = random.pick([-2, 0, 0, 1, 1, 1, 2, 3, 7, 31])
            draft.time = OracleMoment(day: purchase.time.day.moved(by: later), second: moment().second)
        } else {
            draft.time = moment()
        }
        draft.postedOn = postedOn(draft.time)
        drafts.append(draft)
    }

    /// A pending row before, or after, the final one of the same id.
    private mutating func addProgress() {
        for final in drafts where random.chance(8) {
            var pending = final
            pending.texts["status"] = "pending"
            if random.chance(50) { pending.amountFen = max(1, pending.amountFen - random.pick([0, 1, 200])) }
            if random.chance(50) { pending.time.day = pending.time.day.moved(by: random.pick([-3, -1, 1])) }
            if random.chance(10) { pending.cardholder = random.pick(cardholders) }
            if random.chance(5) {
                pending.texts["type"] = "refund"
                pending.texts["original_txn_id"] = random.pick(purchases).txnId
            }
            if final.texts["status"] == "pending" {
                pending.texts["status"] = random.pick(["settled", "failed"])
            }
            drafts.append(pending)
        }
    }

    /// A cardholder known for the one row of an id and not for the other is no matter for these tests.
    func isPartOfProgress(_ row: WorldRow) -> Bool {
        let id = row.fields["txn_id"] ?? ""
        return row.fields["status"] == "pending" || drafts.filter { $0.txnId == id }.count > 1
    }

    private mutating func repeats(of drafts: [Draft]) -> [WorldRow] {
        var repeats: [WorldRow] = []
        for draft in drafts {
            if random.chance(6) {
                var row = written(draft)
                if !shape.statesDefaults.isEmpty { flipDefault(&row, random.pick(shape.statesDefaults)) }
                repeats.append(row)
            }
            let isPending = draft.texts["status"] == "pending"
            if isPending ? shape.hasSeveralPendings && random.chance(20) : shape.hasConflicts && random.chance(3) {
                var changed = draft
                switch random.int(0...4) {
                case 0: changed.amountFen += 100
                case 1: changed.time.day = changed.time.day.tomorrow
                case 2: changed.texts["channel"] = draft.texts["channel"] == "app" ? "wallet" : "app"
                case 3: changed.cardholder = random.pick(cardholders)
                default: changed.postedOn = draft.postedOn == nil ? draft.time.day : nil
                }
                if !isPending, random.chance(20) { changed.texts["status"] = "failed" }
                repeats.append(written(changed))
            }
        }
        return repeats
    }

    /// A value means the same whether its default is said or not.
    private func flipDefault(_ row: inout WorldRow, _ column: String) {
        let word = ["type": "purchase", "status": "settled"][column] ?? currency
        if row.fields[column] == word {
            row.fields[column] = ""
        } else if row.fields[column] == "" {
            row.fields[column] = word
        }
    }

    // MARK: Writing down

    private mutating func columns(_ campaigns: [OracleCampaign]) -> [String] {
        var columns = [
            "txn_id", "card_id", "token_id", "cardholder_id", "txn_time", "posted_on", "amount", "currency", "type",
            "status",
            "pay_method", "channel", "mcc", "merchant_id", "original_txn_id", "city", "opened_on",
        ]
        if random.chance(20) { columns = random.shuffled(columns) }
        if shape.lacksColumns, random.chance(15) { columns.removeAll { $0 == "txn_id" } }
        return columns
    }

    private mutating func written(_ draft: Draft) -> WorldRow {
        var fields = draft.texts
        fields["txn_id"] = draft.txnId
        fields["cardholder_id"] = draft.cardholder
        fields["txn_time"] = text(of: draft.time)
        fields["posted_on"] =
            draft.postedOn.map { random.chance(80) ? $0.text : $0.text.replacing("-", with: "/") } ?? ""
        fields["amount"] = text(ofFen: draft.amountFen)
        if random.chance(3) { fields["cardholder_id"]? += " \u{3000}" }
        return WorldRow(
            fields: fields, bookingDay: draft.bookingDay, nightDraw: random.int(0...99), fileDraw: random.int(0...99))
    }

    private mutating func text(of time: OracleMoment) -> String {
        let plain = time.text
        switch random.int(0...9) {
        case 0: return plain.replacing("T", with: " ").replacing("-", with: "/")
        case 1: return plain.replacing("-", with: "").replacing(":", with: "").replacing("T", with: "")
        case 2: return plain + OracleText.offset(minutes: offsetMinutes)
        case 3: return time.moved(bySeconds: -offsetMinutes * 60).text + "Z"
        case 4 where time.second == 0: return time.day.text
        case 5 where time.second % 60 == 0: return String(plain.dropLast(3))
        case 6: return plain + ".999"
        default: return random.chance(50) ? plain : plain.replacing("T", with: " ")
        }
    }

    private mutating func text(ofFen fen: Int) -> String {
        let plain = OracleText.yuan(fen)
        switch random.int(0...9) {
        case 0 where fen % 100 == 0: return String(plain.dropLast(3))
        case 1 where fen % 10 == 0: return String(plain.dropLast())
        case 2: return plain + "0"
        case 3: return "¥" + plain
        case 4 where fen >= 100_000 && fen < 100_000_000:
            let split = plain.index(plain.endIndex, offsetBy: -6)
            return plain[..<split] + "," + plain[split...]
        default: return plain
        }
    }

    private mutating func damage(_ row: inout WorldRow, _ columns: inout [String]) {
        let (column, text) = random.pick([
            ("amount", "0"), ("amount", "-5"), ("amount", "12,34"), ("amount", ""), ("type", "消费"), ("status", "ok"),
            ("txn_time", "2017-02-30"), ("txn_time", ""), ("posted_on", "2017-13-01"), ("currency", "cny"),
            ("channel", "web"), ("txn_id", ""), ("txn_id", "2.01612E+17"), ("original_txn_id", "2.01612E+17"),
            ("cardholder_id", ""), ("card_id", String(repeating: "c", count: 65)), ("original_txn_id", ""),
        ])
        guard columns.contains(column) else { return }
        row.fields[column] = text
        if column == "cardholder_id" { row.fields["card_id"] = "" }
        if column == "original_txn_id", text.isEmpty { row.fields["type"] = "refund" }
    }
}
