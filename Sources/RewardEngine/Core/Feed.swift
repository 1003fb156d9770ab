/// How the files of one source are written, and what their columns mean (a file in Feeds/): a value, already checked.
package struct Feed: Equatable, Sendable {
    package var id: String
    package var title: String
    package var encoding: TextEncoding
    package var form: Form
    /// The columns that are made of the source's own. Those of the source stand beside them under their own names.
    package var columns: [FeedColumn]
    /// Rows that are no card transactions, such as repayments.
    package var leftOut: [LeftOut]
    package var trailers: [Trailer]

    package init(
        id: String, title: String, encoding: TextEncoding, form: Form, columns: [FeedColumn], leftOut: [LeftOut],
        trailers: [Trailer]
    ) {
        self.id = id
        self.title = title
        self.encoding = encoding
        self.form = form
        self.columns = columns
        self.leftOut = leftOut
        self.trailers = trailers
    }

    package enum Form: Equatable, Sendable {
        /// Fields parted by one character, found by a header of names.
        case delimited(Delimiter)
        case fixedWidth(FixedWidth)
    }

    package enum Delimiter: String, CaseIterable, Sendable {
        case comma, pipe, tab

        package var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .pipe: UInt8(ascii: "|")
            case .tab: UInt8(ascii: "\t")
            }
        }
    }

    /// Whether its files are what the engine reads by itself, so that nothing has to be made of them.
    package var isPlain: Bool {
        columns.isEmpty && leftOut.isEmpty && trailers.isEmpty && form == .delimited(.comma)
    }
}

/// How an input file is encoded (`--encoding`).
package enum TextEncoding: String, CaseIterable, Sendable {
    /// UTF-8; GB18030 where strict UTF-8 fails and strict GB18030 holds.
    case auto
    case utf8 = "utf-8"
    case gb18030
}

/// Records without delimiters: every field has its place, counted in bytes of the file as it is.
package struct FixedWidth: Equatable, Sendable {
    /// The bytes of a line without its line end; 0 where they are not said.
    package var recordLength: Int
    /// Ascending, without overlap.
    package var fields: [Field]

    package init(recordLength: Int, fields: [Field]) {
        self.recordLength = recordLength
        self.fields = fields
    }

    package struct Field: Equatable, Sendable {
        package var name: String
        /// From 0.
        package var start: Int
        package var width: Int

        package init(name: String, start: Int, width: Int) {
            self.name = name
            self.start = start
            self.width = width
        }
    }
}

/// One column of the engine, or one that a campaign names, and what it is made of.
package struct FeedColumn: Equatable, Sendable {
    /// Lower-case.
    package var name: String
    package var source: Source
    /// What the source's words mean, tried in this order: the whole text, its beginning, a part of it.
    package var words: [Meaning]
    package var beginnings: [Meaning]
    package var parts: [Meaning]
    /// What any other text means; nil leaves it as it is.
    package var otherwise: String?
    /// Only what stands before this text counts, and nothing where it is not there.
    package var before: String?
    /// Whether a file may lack it.
    package var isOptional: Bool
    /// How `amount` is written.
    package var amount: AmountForm

    package init(
        name: String, source: Source, words: [Meaning] = [], beginnings: [Meaning] = [], parts: [Meaning] = [],
        otherwise: String? = nil, before: String? = nil, isOptional: Bool = false, amount: AmountForm = AmountForm()
    ) {
        self.name = name
        self.source = source
        self.words = words
        self.beginnings = beginnings
        self.parts = parts
        self.otherwise = otherwise
        self.before = before
        self.isOptional = isOptional
        self.amount = amount
    }

    /// The names of a header are its aliases: the first that a file has.
    package enum Source: Equatable, Sendable {
        case header([String])
        case constant(String)
        case dateAndTime(date: [String], time: [String])
        /// Money that goes out and money that comes in, in columns of their own.
        case debitAndCredit(debit: [String], credit: [String])
        /// An identity for rows that have none: what the row says, and how often it was said before in the file.
        case digestOfRow
    }

    /// One of the engine's words, and the texts of the source that mean it.
    package struct Meaning: Equatable, Sendable {
        package var value: String
        package var texts: [String]

        package init(value: String, texts: [String]) {
            self.value = value
            self.texts = texts
        }
    }

    package struct AmountForm: Equatable, Sendable {
        package var sign: Sign
        /// The currency stands before it: `CNY 123.18`.
        package var hasCurrency: Bool
        /// Digits without a stop, of which so many are decimals; the last may bear the sign (zoned decimal).
        package var impliedDecimals: Int?

        package init(sign: Sign = .type, hasCurrency: Bool = false, impliedDecimals: Int? = nil) {
            self.sign = sign
            self.hasCurrency = hasCurrency
            self.impliedDecimals = impliedDecimals
        }
    }

    /// What a sign before the amount means.
    package enum Sign: String, CaseIterable, Sendable {
        /// There is none: `type` says what is money back.
        case type
        case negativeIsRefund = "negative-is-refund"
        case positiveIsRefund = "positive-is-refund"
    }
}

/// What rows are no card transactions.
package struct LeftOut: Equatable, Sendable {
    package var condition: Condition
    /// Rows of which this holds too are taken nevertheless.
    package var exception: Condition?

    package init(condition: Condition, exception: Condition?) {
        self.condition = condition
        self.exception = exception
    }

    /// Holds where the text of a column is one of these, begins with one, or contains one.
    package struct Condition: Equatable, Sendable {
        package var header: String
        package var texts: [String]
        package var beginnings: [String]
        package var parts: [String]

        package init(header: String, texts: [String], beginnings: [String], parts: [String]) {
            self.header = header
            self.texts = texts
            self.beginnings = beginnings
            self.parts = parts
        }
    }
}

/// A line that states sums: never a row, and what it states must be so.
package struct Trailer: Equatable, Sendable {
    /// How its first field begins.
    package var beginning: String
    /// The field, from 0, that holds the number of rows.
    package var rowsField: Int?
    package var sums: [Sum]
    /// Whether a file without it is refused.
    package var isRequired: Bool
    package var onMismatch: OnMismatch

    package init(
        beginning: String, rowsField: Int?, sums: [Sum], isRequired: Bool, onMismatch: OnMismatch = .refuse
    ) {
        self.beginning = beginning
        self.rowsField = rowsField
        self.sums = sums
        self.isRequired = isRequired
        self.onMismatch = onMismatch
    }

    /// What becomes of a file whose rows come to something else.
    package enum OnMismatch: String, CaseIterable, Sendable {
        case refuse
        /// It is said, and the file is taken: for sources whose sums may be those of more than the file.
        case tell
    }

    package struct Sum: Equatable, Sendable {
        /// The column whose amounts are added up.
        package var header: String
        /// The field of the trailer, from 0, that holds their sum.
        package var field: Int

        package init(header: String, field: Int) {
            self.header = header
            self.field = field
        }
    }
}
