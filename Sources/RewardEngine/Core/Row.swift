/// What a row of the input is (`type`): a charge, or money back on one.
package enum RowKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// 消费
    case purchase
    /// 退货
    case refund
    /// 撤销, a void, or 冲正, a technical reversal
    case reversal

    package var isMoneyBack: Bool { self != .purchase }

    package var name: String {
        switch self {
        case .purchase: "purchase"
        case .refund: "refund"
        case .reversal: "reversal"
        }
    }
}

package enum Status: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case settled, pending, failed

    package var name: String {
        switch self {
        case .settled: "settled"
        case .pending: "pending"
        case .failed: "failed"
        }
    }

    /// Settled or failed: the last word on a row.
    package var isFinal: Bool { self != .pending }
}

/// The columns that the engine knows, in the order of the table in SPEC 1, which is the order in which a row's columns
/// are found bad.
package enum Column: String, CaseIterable, Sendable {
    case txnId = "txn_id"
    case cardId = "card_id"
    case tokenId = "token_id"
    case cardholderId = "cardholder_id"
    case txnTime = "txn_time"
    case postedOn = "posted_on"
    case amount
    case currency
    case type
    case status
    case payMethod = "pay_method"
    case channel
    case mcc
    case merchantId = "merchant_id"
    case originalTxnId = "original_txn_id"
}

extension RowKind {
    /// The kind of that name; absent is a purchase.
    package init(named name: String?) {
        self = RowKind.allCases.first { $0.name == name } ?? .purchase
    }
}

extension Status {
    /// The status of that name; absent is settled.
    package init(named name: String?) {
        self = Status.allCases.first { $0.name == name } ?? .settled
    }
}
