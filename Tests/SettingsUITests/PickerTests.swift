// Wheels: what turning them stores, in every mode and order.

import SettingsModel
import SettingsProtocol
import SettingsSchema
import Testing

@testable import SettingsUI

private let livery = Fixture.place("ship", "livery")
private let birthday = Fixture.place("alarms", "birthday")
private let launch = Fixture.place("alarms", "launch")

/// German words, as a C library that has the locale gives them.
private let german: DateWords = {
    var words = DateWords.english
    words.months = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
        "Oktober", "November", "Dezember",
    ]
    words.shortMonths = words.months.map { String($0.prefix(3)) }
    words.weekdays = ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"]
    return words
}()

private func style(_ locale: String) -> DateStyle {
    DateStyle(locale: locale, words: locale.hasPrefix("de") ? german : .english)
}

extension Model {
    /// The open picker's wheels; none where no picker is open.
    fileprivate var wheels: [Wheel] {
        if case .picker(let picker) = overlays.current { picker.wheels } else { [] }
    }

    /// The titles on the selection bar.
    fileprivate var bar: [String] { wheels.map { $0.titles[$0.index] } }
}

private func written(_ effects: [Effect]) -> SettingValue? {
    for case .write(_, _, let value, _) in effects.reversed() { return value }
    return nil
}

private func dates(
    _ locale: String = "en_US.UTF-8",
    row: Int,
    _ look: Look = Look.all[0],
    values: [(SettingPlace, SettingValue)] = []
) -> Model {
    var state = Fixture.alone(Fixture.alarms, look, values: values)
    state.mirror.look.dates = style(locale)
    for _ in 0..<row { state.press(.down) }
    state.press(.enter)
    return state
}

@Suite struct `A picker` {
    private var ship: Model {
        var state = Fixture.alone(Fixture.ship)
        state.press(.down, .enter)
        return state
    }

    @Test func `opens on what is stored, and stores nothing before Enter`() {
        var state = ship
        #expect(state.bar == ["Red", "Gloss", "12"])
        #expect(state.press(.down, .right, .up, .right, .pageDown) == [])
        #expect(state.bar == ["Green", "Satin", "17"])
        let wanted: [SettingValue] = [.string("Green"), .string("Satin"), .integer(17)]
        #expect(state.press(.enter) == [.write(1, livery, .array(wanted))])
        #expect(state.lines[4].contains("Green, Satin, 17 stripes ›"))
    }

    @Test func `is left as it was by Escape`() {
        var state = ship
        state.press(.down, .escape)
        #expect(state.overlays.current == .none)
        #expect(state.mirror.writes.lastNumber == 0)
    }

    @Test func `stops at the ends of a wheel, unless its ends are joined`() {
        var state = ship
        for _ in 0..<9 { state.press(.down) }
        #expect(state.bar[0] == "Violet")
        state.press(.right, .down, .down)
        #expect(state.bar[1] == "Matt")
    }

    @Test(arguments: [("2", "2"), ("25", "25"), ("259", "9"), ("31", "1")])
    func `turns to what is typed`(typed: String, title: String) {
        var state = ship
        state.press(.right, .right)
        state.type(typed)
        #expect(state.bar[2] == title)
    }

    @Test func `goes back to the default`() {
        let stored: [SettingValue] = [.string("Blue"), .string("Matt"), .integer(1)]
        var state = Fixture.alone(Fixture.ship, values: [(livery, .array(stored))])
        state.press(.down, .enter)
        #expect(state.type("d") == [.write(1, livery, nil)])
        #expect(state.overlays.current == .none)
    }

    @Test func `follows the mouse: a click brings a title to the bar, the wheel turns it`() {
        var state = ship
        let lines = state.lines
        let line = lines.firstIndex { $0.contains("Violet") } ?? 0
        let column = Array(lines[line]).firstIndex(of: "V") ?? 0
        state.send(.mouse(.press, Point(x: column, y: line)))
        #expect(state.bar[0] == "Violet")
        state.send(.mouse(.wheelUp, Point(x: column, y: line)))
        #expect(state.bar[0] == "Blue")
        state.send(.mouse(.press, Point(x: 1, y: 22)))
        #expect(state.overlays.current == .none)
    }

    @Test func `saves nothing once an administrator has locked its setting`() {
        var state = ship
        let value = SettingValue.array([.string("Red"), .string("Matt"), .integer(1)])
        state.send(.agent(.changed([Fixture.change(livery, value, layer: .managed)])))
        #expect(state.press(.down, .enter) == [])
        #expect(state.status?.text.contains("read-only") == true)
    }
}

@Suite struct `A date picker` {
    @Test(arguments: [
        ("en_US", ["7", "30", "AM"]), ("de_DE", ["07", "30"]), ("ja_JP", ["07", "30"]),
        ("ko_KR", ["오전", "7", "30"]),
    ]) func `has the wheels of a time in the locale's order`(locale: String, bar: [String]) {
        #expect(dates(locale, row: 0).bar == bar)
    }

    @Test(arguments: [
        ("en_US", ["January", "6", "2009"]), ("de_DE", ["6.", "Januar", "2009"]),
        ("ja_JP", ["2009年", "1月", "6日"]), ("ko_KR", ["2009년", "1월", "6일"]),
        ("fr_FR", ["6", "January", "2009"]), ("C", ["6", "January", "2009"]),
    ]) func `has the wheels of a date in the locale's order`(locale: String, bar: [String]) {
        #expect(dates(locale, row: 1).bar == bar)
    }

    @Test(arguments: [
        ("en_US", ["Today", "9", "41", "AM"]), ("de_DE", ["Today", "09", "41"]),
        ("ja_JP", ["Today", "09", "41"]), ("ko_KR", ["Today", "오전", "9", "41"]),
    ]) func `has the wheels of a day and a time in the locale's order`(
        locale: String,
        bar: [String]
    ) {
        #expect(dates(locale, row: 2).bar == bar)
    }

    @Test(arguments: ["en_US", "de_DE", "ja_JP", "ko_KR"])
    func `has hours and minutes of a span everywhere`(locale: String) {
        #expect(dates(locale, row: 3).bar == ["0", "4"])
    }

    @Test(arguments: [
        ("en_US", "7:30 AM", "January 6, 2009", "Tue Jan 6, 9:41 AM"),
        ("de_DE", "07:30", "6. Januar 2009", "Di 6. Jan, 09:41"),
        ("ja_JP", "07:30", "2009年1月6日", "1月 6日 Tue, 09:41"),
        ("ko_KR", "오전 7:30", "2009년 1월 6일", "1월 6일 Tue, 오전 9:41"),
    ]) func `shows its value as the locale writes it`(
        locale: String,
        time: String,
        date: String,
        both: String
    ) {
        var state = dates(locale, row: 0)
        state.press(.escape)
        #expect(state.lines[3].contains(time))
        #expect(state.lines[4].contains(date))
        #expect(state.lines[5].contains(both))
        #expect(state.lines[6].contains("0 h 4 min"))
    }

    @Test func `stores the instant of what was turned`() {
        var state = dates(row: 1)
        state.press(.down, .right, .down)
        let value = written(state.press(.enter))
        #expect(value == .date(SettingDate(seconds: 1_233_964_800)))
        #expect(value?.plainText == "2009-02-07T00:00:00Z")
    }

    @Test func `stores nothing that wasn't turned`() {
        var state = dates(row: 2)
        #expect(state.press(.enter) == [])
        #expect(Array(state.mirror.values.stored.places).isEmpty)
    }

    @Test func `turns to the last day of a shorter month`() {
        let stored = SettingValue.date(SettingDate(seconds: 1_233_360_000))
        var state = dates(row: 1, values: [(birthday, stored)])
        #expect(state.bar == ["January", "31", "2009"])
        state.press(.down)
        #expect(state.bar == ["February", "28", "2009"])
        #expect(state.wheels[1].dimmed == [28, 29, 30])
        state.press(.right, .down)
        #expect(state.bar == ["February", "1", "2009"])
        state.type("31")
        #expect(state.bar == ["February", "28", "2009"])
    }

    @Test(arguments: [
        (SettingValue.raw("2009-01-31"), SettingValue.raw("2009-02-28")),
        (.raw("2009-01-31T08:00:00"), .raw("2009-02-28T08:00:00")),
        (.string("2009-01-31T08:00:00Z"), .string("2009-02-28T08:00:00Z")),
    ]) func `keeps the form in which a date is stored`(stored: SettingValue, kept: SettingValue) {
        var state = dates(row: 1, values: [(birthday, stored)])
        state.press(.down)
        #expect(written(state.press(.enter)) == kept)
    }

    @Test func `opens on now for what is no date, and says so`() {
        var state = dates(row: 2, values: [(launch, .string("soon"))])
        #expect(state.bar == ["Today", "9", "41", "AM"])
        #expect(state.view().plain.contains("stored: soon"))
        #expect(state.press(.escape) == [])
    }

    @Test func `turns past noon by the word for the half of the day only`() {
        var state = dates(row: 0)
        for _ in 0..<6 { state.press(.down) }
        #expect(state.bar == ["1", "30", "AM"])
        state.press(.right, .right, .down)
        #expect(state.bar == ["1", "30", "PM"])
    }

    @Test func `refuses a span of nothing, and goes no further than a day`() {
        var state = dates(row: 3)
        state.press(.right)
        for _ in 0..<4 { state.press(.up) }
        #expect(state.bar == ["0", "1"])
        state.press(.left, .up)
        #expect(state.bar == ["0", "1"])
        for _ in 0..<30 { state.press(.down) }
        #expect(written(state.press(.enter)) == .integer(82_860))
    }

    @Test func `goes by its interval, within its first and last date`() {
        var state = dates(row: 4)
        state.press(.pageUp)
        #expect(state.bar == ["Sun Jan 4", "10", "00", "AM"])
        state.press(.right, .up, .up, .up)
        #expect(state.bar == ["Sun Jan 4", "8", "00", "AM"])
        state.press(.right, .down)
        #expect(state.bar[2] == "15")
    }

    @Test func `takes the end of a leap of the clock for a time within, and says so`() {
        var state = Fixture.alone(Fixture.alarms)
        // Clocks go from 2:00 to 3:00 on 29 March 2009, as in Berlin.
        state.mirror.look.zone = Zone { $0 < 1_238_288_400 ? 3_600 : 7_200 }
        let stored = SettingValue.date(SettingDate(seconds: 1_238_200_200))
        state.send(.agent(.changed([Fixture.change(launch, stored)])))
        state.press(.down, .down, .enter, .down)
        #expect(state.bar.dropFirst() == ["01", "30"])
        state.press(.right, .down)
        #expect(written(state.press(.enter)) == .date(SettingDate(seconds: 1_238_288_400)))
        #expect(state.status?.text.contains("clocks leap") == true)
    }

    @Test(
        arguments: [-1, 0, 1_238_288_399, 1_238_288_400, 1_256_432_400, 4_000_000_000] as [Int64]
    )
    func `finds the instant of what clocks show`(instant: Int64) {
        let zone = Zone { $0 < 1_238_288_400 || $0 >= 1_256_432_400 ? 3_600 : 7_200 }
        #expect(zone.instant(zone.local(instant)).isMoved == false)
        #expect(zone.local(zone.instant(zone.local(instant)).seconds) == zone.local(instant))
    }
}

@Suite struct `A screen with wheels looks as it did` {
    @Test(arguments: Look.all) func `for three columns`(look: Look) throws {
        var state = Fixture.alone(Fixture.ship, look)
        state.press(.down, .enter, .right)
        try GoldenFile("5-picker-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `for a time`(look: Look) throws {
        let wake = (Fixture.place("alarms", "wake"), SettingValue.string("2009-01-06T07:45:00Z"))
        try GoldenFile("6-time-\(look.name)").check(dates(row: 0, look, values: [wake]).view())
    }

    @Test(arguments: Look.all) func `for a date in German order`(look: Look) throws {
        var state = dates("de_DE.UTF-8", row: 1, look)
        state.press(.right)
        try GoldenFile("7-date-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `for a date and a time`(look: Look) throws {
        try GoldenFile("8-date-time-\(look.name)").check(dates(row: 2, look).view())
    }

    @Test(arguments: Look.all) func `for a span`(look: Look) throws {
        var state = dates(row: 3, look)
        state.press(.right)
        try GoldenFile("9-countdown-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.all) func `for a wheel with a label`(look: Look) throws {
        var state = Fixture.alone(Fixture.lunch, look)
        state.press(.enter)
        try GoldenFile("10-labelled-\(look.name)").check(state.view())
    }

    @Test(arguments: Look.tiny) func `on a small terminal`(look: Look) throws {
        var state = Fixture.alone(Fixture.ship, look)
        state.press(.down, .enter)
        try GoldenFile("5-picker-\(look.name)").check(state.view())
    }
}
