/// What may be wrong with `--column` and `--assume` themselves: usage errors, whatever the file.
extension ColumnRequest {
    func checkOptions() throws(Failure) {
        try checkNames(of: columns.map(\.name), option: "--column")
        try checkNames(of: assumed.map(\.name), option: "--assume")
        for (name, header) in columns where trimmed(header).isEmpty {
            throw Failure(
                .usage, at: "--column", "`\(ShownText.of(name))` is given no header",
                help: "`--column amount=\"TRANS AMT\"` says which header holds a column")
        }
        let mapped = columns.map { asciiLowercased($0.name) }
        for (name, _) in assumed where mapped.contains(asciiLowercased(name)) {
            throw Failure(
                .usage, at: "--assume", "`\(name)` is also given by `--column`", help: "leave one of the two away")
        }
    }

    /// A column that the file has cannot be assumed, and what is assumed must be a value that the column may have.
    func checkAssumed(isThere: (String) -> Bool) throws(Failure) {
        for (name, value) in assumed {
            guard !isThere(asciiLowercased(name)) else {
                throw Failure(
                    .usage, at: "--assume", "the file has a column `\(name)`",
                    help: "`--assume` is for columns that the file lacks")
            }
            guard let column = Column(rawValue: asciiLowercased(name)) else { continue }
            if let fault = column.fault(ofAssumed: trimmed(value)) {
                throw Failure(.usage, at: "--assume", "`\(name)`: \(fault)")
            }
        }
    }

    private func checkNames(of names: [String], option: String) throws(Failure) {
        var seen: Set<String> = []
        for name in names {
            let lowered = asciiLowercased(name)
            guard knownNames.contains(lowered) else {
                throw Failure(
                    .usage, at: option, "nothing asks for a column `\(ShownText.of(name))`",
                    help: nearestWord(to: lowered, among: knownNames).map { "did you mean `\($0)`?" }
                        ?? "the columns are \(knownNames.joined(separator: ", "))")
            }
            guard seen.insert(lowered).inserted else {
                throw Failure(.usage, at: option, "`\(name)` is given more than once", help: "give it once")
            }
        }
    }
}

extension Column {
    /// Why every row cannot have this value in this column; nil where it can.
    fileprivate func fault(ofAssumed value: String) -> String? {
        let shown = ShownText.of(value)
        let bytes = Array(value.utf8)
        func message(_ fault: RowFault) -> String { fault.message(shown: shown) }
        if value.isEmpty {
            switch self {
            case .cardholderId, .txnTime, .amount: return message(.missing(self))
            default: break
            }
        }
        switch self {
        case .txnId:
            return "the identity of a row cannot be the same for all of them"
        case .cardId, .tokenId, .cardholderId, .merchantId, .originalTxnId:
            return IdentityText.fault(in: bytes.span, bytes.indices, column: self).map(message)
        case .txnTime:
            do throws(TimeText.Fault) {
                _ = try TimeText.time(in: bytes.span, bytes.indices, zone: TimeText.Zone(.china))
            } catch {
                return message(.time(error))
            }
        case .postedOn:
            do throws(TimeText.Fault) {
                if !value.isEmpty { _ = try TimeText.day(in: bytes.span, bytes.indices) }
            } catch {
                return message(.postedOn(error))
            }
        case .amount:
            do throws(AmountText.Fault) {
                _ = try AmountText.fen(in: bytes.span, bytes.indices)
            } catch {
                return message(.amount(error))
            }
        case .currency:
            return value.isEmpty || IdentityText.isCurrency(bytes.span, bytes.indices) ? nil : message(.currency)
        case .type:
            return value.isEmpty || RowKind.allCases.contains { $0.name == value } ? nil : message(.type)
        case .status:
            return value.isEmpty || Status.allCases.contains { $0.name == value } ? nil : message(.status)
        case .channel:
            return ["", "app", "wallet"].contains(value) ? nil : message(.channel)
        case .payMethod, .mcc:
            break
        }
        return nil
    }
}
