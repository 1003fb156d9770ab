import SQLite
import Testing

@Suite("Statements: what is bound comes back")
struct StatementTests {
    let scratch: Scratch
    let connection: Connection

    init() throws {
        scratch = try Scratch()
        connection = try scratch.notes()
    }

    private static let texts = [
        "", "plain", "a\0b", "\0", "交通银行信用卡", "🎁", "'quoted' \"twice\"", String(repeating: "长", count: 100_000),
    ]

    @Test("a text, with its whole length", arguments: texts)
    func text(_ text: String) throws {
        var insert = try connection.prepare(sql: "INSERT INTO note (body) VALUES (?)")
        try insert.bind(text: text, at: 1)
        try insert.run()
        try insert.bind(text: Array(text.utf8), at: 1)
        try insert.run()
        try insert.bind(text: text.utf8.span, at: 1)
        try insert.run()

        var read: [String] = []
        var sizes: [Int] = []
        var nulls = 0
        var select = try connection.prepare(sql: "SELECT body FROM note")
        try select.forEachRow { row in
            nulls += row.isNull(at: 0) ? 1 : 0
            read.append(row.text(at: 0))
            sizes.append(row.withText(at: 0) { $0.count })
        }
        #expect(nulls == 0)
        #expect(read == [text, text, text])
        #expect(sizes == Array(repeating: text.utf8.count, count: 3))
    }

    @Test("an empty text is not NULL")
    func emptyAndNull() throws {
        var insert = try connection.prepare(sql: "INSERT INTO note (body) VALUES (?)")
        try insert.bind(text: "", at: 1)
        try insert.run()
        try insert.bind(text: [], at: 1)
        try insert.run()
        try insert.bind(text: nil, at: 1)
        try insert.run()
        try insert.bindNull(at: 1)
        try insert.run()
        #expect(try connection.integer(sql: "SELECT count(*) FROM note WHERE body = ''") == 2)
        #expect(try connection.integer(sql: "SELECT count(*) FROM note WHERE body IS NULL") == 2)

        var read: [String?] = []
        var select = try connection.prepare(sql: "SELECT body FROM note ORDER BY id")
        try select.forEachRow { read.append($0.optionalText(at: 0)) }
        #expect(read == ["", "", nil, nil])
    }

    @Test("an integer", arguments: [Int.min, -1, 0, 1, 999_999_999_999, .max, nil])
    func integer(_ value: Int?) throws {
        var echo = try connection.prepare(sql: "SELECT ?1, typeof(?1)")
        try echo.bind(value, at: 1)
        try echo.forEachRow { row in
            let (optional, plain, isNull) = (row.optionalInteger(at: 0), row.integer(at: 0), row.isNull(at: 0))
            let kind = row.text(at: 1)
            #expect(optional == value)
            #expect(plain == value ?? 0)
            #expect(isNull == (value == nil))
            #expect(kind == (value == nil ? "null" : "integer"))
        }
    }

    @Test("a statement is used again, also after an error")
    func reuse() throws {
        var insert = try connection.prepare(sql: "INSERT INTO note VALUES (?, ?)")
        for id in 1...1000 {
            try insert.bind(id, at: 1)
            try insert.bind(text: "note \(id)", at: 2)
            try insert.run()
        }
        let error = try refusal { try insert.run() }
        #expect(error?.isConstraint == true)
        try insert.bind(1001, at: 1)
        try insert.run()
        #expect(try connection.count() == 1001)
        #expect(try connection.text(sql: "SELECT body FROM note WHERE id = 1001") == "note 1000")
    }

    @Test("a closure that throws ends the rows, and the statement starts anew")
    func throwingClosure() throws {
        struct Enough: Error {}
        try connection.execute(sql: "INSERT INTO note VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        var select = try connection.prepare(sql: "SELECT id FROM note ORDER BY id")
        var seen: [Int] = []
        do {
            try select.forEachRow { row in
                seen.append(row.integer(at: 0))
                if seen.count == 2 { throw Enough() }
            }
            Issue.record("the error was lost")
        } catch is Enough {}
        try select.forEachRow { seen.append($0.integer(at: 0)) }
        #expect(seen == [1, 2, 1, 2, 3])
    }

    @Test("the first row, or none")
    func firstRow() throws {
        var select = try connection.prepare(sql: "SELECT body FROM note WHERE id >= ? ORDER BY id")
        try connection.execute(sql: "INSERT INTO note VALUES (1, 'a'), (2, 'b')")
        var found: [String?] = []
        for id in 1...3 {
            try select.bind(id, at: 1)
            found.append(try select.firstRow { $0.text(at: 0) })
        }
        #expect(found == ["a", "b", nil])
    }

    @Test("step by step, and the columns of no row are NULL")
    func stepping() throws {
        var select = try connection.prepare(sql: "SELECT 1")
        let first = try select.step()
        #expect(first)
        let one = select.withRow { $0.integer(at: 0) }
        #expect(one == 1)
        let second = try select.step()
        #expect(!second)
        let (none, beyond) = select.withRow { ($0.optionalInteger(at: 0), $0.text(at: 9)) }
        #expect(none == nil)
        #expect(beyond == "")
    }

    @Test("binding to a parameter that is not there, or in the midst of rows, is refused")
    func misuse() throws {
        var select = try connection.prepare(sql: "SELECT ?")
        for index in [0, 2] {
            let error = try refusal { try select.bind(1, at: index) }
            #expect(error != nil)
        }
        _ = try select.step()
        let error = try refusal { try select.bind(1, at: 1) }
        #expect(error != nil)
        select.reset()
        try select.bind(1, at: 1)
    }

    @Test(
        "one statement is prepared, not none and not two",
        arguments: ["", "  -- nothing", "SELECT 1; SELECT 2", "SELECT 1\0; SELECT 2", "SELEC 1"])
    func badSQL(sql: String) throws {
        #expect(throws: SQLiteError.self) { _ = try connection.prepare(sql: sql) }
    }

    @Test("a semicolon and blanks may follow")
    func goodSQL() throws {
        #expect(try connection.integer(sql: "SELECT 1 ; \n\t") == 1)
    }

    @Test("a statement may outlive its connection")
    func outlives() throws {
        func prepared() throws -> Statement {
            try scratch.notes("short.db").prepare(sql: "SELECT count(*) FROM note")
        }
        var select = try prepared()
        let count = try select.firstRow { $0.integer(at: 0) }
        #expect(count == 0)
    }
}
