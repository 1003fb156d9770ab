import RewardEngine
import Testing

@Suite("Times and days (SPEC 2)")
struct TimeTextTests {
    private func time(_ text: String, in offset: UTCOffset = .china) throws(TimeText.Fault) -> LocalTime {
        let bytes = Array("amount,\(text),".utf8)
        return try TimeText.time(in: bytes.span, 7..<bytes.count - 1, zone: TimeText.Zone(offset))
    }

    @Test(
        "accepted, as the local time of the zone",
        arguments: [
            ("2016-12-22T10:03:27", "2016-12-22T10:03:27"), ("2016-12-22 10:03:27", "2016-12-22T10:03:27"),
            ("2016/12/22 10:03:27", "2016-12-22T10:03:27"), ("2016/12/22T10:03:27", "2016-12-22T10:03:27"),
            ("2016-12-22 10:03", "2016-12-22T10:03:00"), ("2016/1/2 9:03", "2016-01-02T09:03:00"),
            ("2016-1-2T9:03:04", "2016-01-02T09:03:04"), ("2016-01-2 09:03", "2016-01-02T09:03:00"),
            ("20161222100327", "2016-12-22T10:03:27"), ("20161222100327.5", "2016-12-22T10:03:27"),
            ("20161222100327Z", "2016-12-22T18:03:27"), ("20161222100327+08:00", "2016-12-22T10:03:27"),
            ("20161222", "2016-12-22T00:00:00"), ("2016-12-22", "2016-12-22T00:00:00"),
            ("2016/1/2", "2016-01-02T00:00:00"), ("2016-12-22T10:03:27+08:00", "2016-12-22T10:03:27"),
            ("2016-12-22T10:03:27.999+08:00", "2016-12-22T10:03:27"), ("2016-12-22T10:03:27.1", "2016-12-22T10:03:27"),
            ("2016-12-22T10:03:27Z", "2016-12-22T18:03:27"), ("2017-01-21T16:30:00Z", "2017-01-22T00:30:00"),
            ("2017-02-21T11:00:00-05:00", "2017-02-22T00:00:00"), ("2016-12-22T10:03+09:30", "2016-12-22T08:33:00"),
            ("2016-12-22T10:03:27+14:00", "2016-12-22T04:03:27"), ("2016-12-22T10:03:27-14:00", "2016-12-23T08:03:27"),
            ("2016-12-22T10:03:27-00:00", "2016-12-22T18:03:27"), ("2016-02-29 23:59:59", "2016-02-29T23:59:59"),
            ("1970-01-01 00:00:00", "1970-01-01T00:00:00"), ("1969-12-31T16:00:00Z", "1970-01-01T00:00:00"),
            ("1969-12-31T23:00:00Z", "1970-01-01T07:00:00"), ("9999-12-31 23:59:59", "9999-12-31T23:59:59"),
            ("9999-12-31T15:59:59Z", "9999-12-31T23:59:59"), ("2000-02-29", "2000-02-29T00:00:00"),
        ])
    func accepted(text: String, expected: String) throws {
        #expect(try time(text).text(in: .china) == "\(expected)+08:00")
    }

    @Test(
        "rejected, with the reason that fits",
        arguments: [
            ("", TimeText.Fault.notATime), ("12/28 10:00:00", .notATime), ("22.12.2016", .notATime),
            ("2016-12-22  10:03:27", .notATime), ("2016-12-22 10", .notATime), ("2016-12-22 10:3", .notATime),
            ("2017-1-2 9:3", .notATime), ("2016-12-22T", .notATime), ("2016-12-22 10:03:2", .notATime),
            ("2016-12-22t10:03:27", .notATime), ("2016-12-22 10:03:27 +08:00", .notATime),
            ("2016-12-22 10:03:27z", .notATime), ("2016-12-22 10:03:27+0800", .notATime),
            ("2016-12-22 10:03:27+8:00", .notATime), ("2016-12-22 10:03:27+08", .notATime),
            ("2016-12-22 10:03:27.", .notATime), ("2016-12-22 10:03.5", .notATime), ("2016-12-22Z", .notATime),
            ("2016-12-22+08:00", .notATime), ("2016-12/22 10:03:27", .notATime), ("2016/12-22", .notATime),
            ("16-12-22", .notATime), ("02016-12-22", .notATime), ("2016-012-22", .notATime),
            ("201612221003", .notATime),
            ("20161222T100327", .notATime), ("20161222 10:03:27", .notATime), ("2016122210032", .notATime),
            ("201612221003270", .notATime), ("2016-12-22T10:03:27PM", .notATime), ("2016-12-22 10:03:27:00", .notATime),
            ("2016-12-22 10-03-27", .notATime), ("2016年12月22日", .notATime), ("2016-12-22x10:03:27", .notATime),
            ("2016-12-22T10:03:2:", .notATime), ("2016-12-2/T10:03:27", .notATime), ("2O16-12-22T10:03:27", .notATime),
            ("2016-12-22T10:03:27+08:0x", .notATime), ("２016-12-22T10:03", .notATime),
            ("2017-02-31 10:00:00", .noSuchDay), ("2017-02-29", .noSuchDay), ("1900-02-29", .noSuchDay),
            ("2017-13-01", .noSuchDay), ("2017-00-10", .noSuchDay), ("2017-01-00", .noSuchDay),
            ("20170231", .noSuchDay),
            ("2017-01-32T00:00:00", .noSuchDay), ("1969-02-29T00:00:00Z", .noSuchDay), ("20170231100000", .noSuchDay),
            ("2017-01-21 24:00:00", .noSuchTimeOfDay), ("2017-01-21 23:60:00", .noSuchTimeOfDay),
            ("2017-01-21 23:59:60", .noSuchTimeOfDay), ("20170121240000", .noSuchTimeOfDay),
            ("2016-12-22T10:03:27+14:01", .noSuchOffset), ("2016-12-22T10:03:27+15:00", .noSuchOffset),
            ("2016-12-22T10:03:27-08:60", .noSuchOffset), ("1969-12-31 23:59:59", .yearOutOfRange),
            ("1969-12-31T15:59:59Z", .yearOutOfRange), ("9999-12-31T16:00:00Z", .yearOutOfRange),
            ("1969-12-31", .yearOutOfRange), ("0001-01-01", .yearOutOfRange), ("0000-01-01", .yearOutOfRange),
            ("1800-01-01 00:00:00", .yearOutOfRange),
        ])
    func rejected(text: String, expected: TimeText.Fault) {
        #expect(throws: expected) { try time(text) }
    }

    @Test("1969 is within reach of the zones furthest apart, and no further")
    func reachOfOffsets() throws {
        let offset = UTCOffset(seconds: 14 * 3600)
        #expect(try time("1969-12-30T20:00:00-14:00", in: offset).seconds == 0)
        #expect(throws: TimeText.Fault.yearOutOfRange) { try time("1969-12-30T19:59:59-14:00", in: offset) }
    }

    @Test(
        "without an offset a time is the zone's own; the zone's own offset changes nothing", arguments: [-14, -5, 0, 8])
    func zones(hours: Int) throws {
        let offset = UTCOffset(seconds: hours * 3600)
        let bare = try time("2016-12-22T10:03:27", in: offset)
        #expect(bare.secondOfDay == 10 * 3600 + 3 * 60 + 27)
        #expect(try time("2016-12-22T10:03:27\(offset.text)", in: offset) == bare)
        #expect(try time("2016-12-22T10:03:27Z", in: offset).seconds == bare.seconds + hours * 3600)
    }

    @Test("every day of eight years and every second of a day, in the common form and in the slow one")
    func common() throws {
        let first = try #require(Day(year: 2016, month: 1, day: 1))
        for distance in 0..<8 * 366 {
            let day = first.advanced(by: distance)
            let expected = LocalTime(day: day, secondOfDay: 1)
            #expect(try time("\(day.text)T00:00:01") == expected)
            #expect(try time("\(day.text)T00:00:01.0") == expected)
        }
        for second in 0..<86_400 {
            let expected = LocalTime(day: first, secondOfDay: second)
            guard try time(expected.text(in: .china)) == expected else {
                Issue.record("second \(second)")
                return
            }
        }
    }

    @Test("one changed byte in the common form never makes another time by accident")
    func changedBytes() {
        let text = Array("2016-12-22T10:03:27+08:00".utf8)
        for index in text.indices {
            for byte in UInt8(1)...0xFF where byte != text[index] {
                var changed = text
                changed[index] = byte
                // The same with a fraction never goes the fast way.
                let slow = Array(changed[..<19]) + Array(".0".utf8) + Array(changed[19...])
                let fastTime = try? TimeText.time(in: changed.span, changed.indices, zone: TimeText.Zone(.china))
                let slowTime = try? TimeText.time(in: slow.span, slow.indices, zone: TimeText.Zone(.china))
                if index == 19, byte == UInt8(ascii: ".") { continue }
                guard fastTime == slowTime else {
                    Issue.record("byte \(byte) at \(index)")
                    return
                }
            }
        }
    }

    @Test(
        "posted_on is a date alone",
        arguments: [
            ("2017-01-24", "2017-01-24"), ("2017/1/24", "2017-01-24"), ("20170124", "2017-01-24"),
            ("2017-1-4", "2017-01-04"), ("1970-01-01", "1970-01-01"), ("9999-12-31", "9999-12-31"),
        ])
    func days(text: String, expected: String) throws {
        let bytes = Array(text.utf8)
        #expect(try TimeText.day(in: bytes.span, bytes.indices).text == expected)
    }

    @Test(
        "posted_on rejects all else",
        arguments: [
            ("2017-01-24 00:00:00", TimeText.Fault.notADay), ("20170124000000", .notADay), ("2017-01-24T", .notADay),
            ("2017-01", .notADay), ("24/01/2017", .notADay), ("2017-01-24Z", .notADay), ("2017-01/24", .notADay),
            ("2017-02-29", .noSuchDay), ("20171301", .noSuchDay), ("1969-12-31", .yearOutOfRange),
        ])
    func notDays(text: String, expected: TimeText.Fault) {
        let bytes = Array(text.utf8)
        #expect(throws: expected) { try TimeText.day(in: bytes.span, bytes.indices) }
    }
}
