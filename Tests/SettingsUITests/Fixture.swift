// The programs, values and screens that the tests draw.

import Glibc
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

@testable import SettingsUI

/// Programs as the mock-ups have them.
enum Fixture {
    /// The number of the screen's connection.
    static let connection: UInt64 = 7

    /// 6 January 2009, in UTC.
    static let moment = Moment(hour: 9, minute: 41, second: 7, instant: 1_231_234_867)

    /// The widths of characters come from the C library, which needs a locale of UTF-8.
    static let hasLocale = setlocale(LC_CTYPE, "C.UTF-8") != nil

    static func domain(_ name: String) -> Domain {
        do { return try Domain("org.example." + name) } catch { preconditionFailure("\(error)") }
    }

    static func place(_ domain: String, _ key: String) -> SettingPlace {
        SettingPlace(domain: Self.domain(domain), keyPath: SettingKeyPath(segments: [key]))
    }

    /// A program whose bundle has these panes, each a JSON text of its sections and rows.
    static func program(_ name: String, _ title: String, _ panes: [String: String]) -> Program {
        let files = panes.map { name, rows -> (String, [UInt8]) in
            let text =
                #"{"Title": "\#(titles[title] ?? title)", "PreferenceSpecifiers": [\#(rows)]}"#
            return (name + ".json", Array(text.utf8))
        }
        let schema = Schema(
            bundle: BundleFiles(Dictionary(uniqueKeysWithValues: files)),
            languages: ["en"],
            idiom: .narrow
        )
        precondition(schema.problems.allSatisfy { $0.severity != .error }, "\(schema.problems)")
        return Program(
            domain: domain(name),
            title: title,
            panes: schema.panes,
            root: schema.panes.first?.name ?? ""
        )
    }

    /// A program without a description, whose panes are read from a file of JSON.
    static func inferred(_ name: String, _ json: String) throws -> Program {
        let schema = Schema(inferredFrom: try Format.json.parse(Array(json.utf8)), file: name)
        return Program(
            domain: domain(name),
            title: name,
            panes: schema.panes,
            root: schema.panes[0].name,
            isInferred: true
        )
    }

    /// The titles of panes that aren't their program's.
    private static let titles = ["ShootStuffUp": "Game Settings"]

    static let programs = [
        program("game", "ShootStuffUp", ["Root": game]),
        program("stars", "Star Catalogue", ["Root": stars]),
        program("network", "Network", ["Root": network]),
        program("clock", "Clock & Alarms", ["Root": clock]),
        program("keyboard", "Keyboard", ["Root": ""]),
        program("appearance", "Appearance", ["Root": ""]),
        program("about", "About", ["Root": "", "More": ""]),
    ]

    private static func slider(_ title: String, _ key: String, _ value: String) -> String {
        """
        {"Type": "PSSliderSpecifier", "SATitle": "\(title)", "Key": "\(key)",
         "DefaultValue": \(value), "MinimumValue": 0, "MaximumValue": 10, "SAStep": 0.5}
        """
    }

    private static let game = """
        {"Type": "PSGroupSpecifier", "Title": "Game Settings"},
        \(slider("Music Volume", "music", "3.5")), \(slider("Game Volume", "volume", "3.5")),
        {"Type": "PSMultiValueSpecifier", "Title": "Difficulty", "Key": "difficulty",
         "DefaultValue": "easy", "Values": ["easy", "hard"], "Titles": ["Easy", "Hard"],
         "SAStyle": "Segmented"},
        {"Type": "PSGroupSpecifier", "Title": "Advanced Settings"},
        \(slider("Ship Stability", "stability", "3.5")),
        {"Type": "PSToggleSwitchSpecifier", "Title": "Bad Guys", "Key": "badGuys",
         "DefaultValue": true},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Debug", "Key": "debug",
         "DefaultValue": false, "SARequiresRestart": true},
        {"Type": "PSGroupSpecifier", "Title": "About"},
        {"Type": "PSTitleValueSpecifier", "Title": "Version", "Key": "version",
         "DefaultValue": "1.0.0 Rev. B"}
        """

    private static let network = """
        {"Type": "PSGroupSpecifier", "Title": "Server",
         "FooterText": "The address of the score server. Takes effect on the next game."},
        {"Type": "PSTextFieldSpecifier", "Title": "Host", "Key": "host",
         "DefaultValue": "games.example.org", "SAPattern": "^[A-Za-z0-9]+[A-Za-z0-9.-]*$"},
        {"Type": "PSTextFieldSpecifier", "Title": "Port", "Key": "port", "DefaultValue": 443,
         "SAValueType": "Integer", "SAMinimum": 0, "SAMaximum": 65535},
        {"Type": "PSTextFieldSpecifier", "Title": "User", "Key": "user"},
        {"Type": "PSTextFieldSpecifier", "Title": "Password", "Key": "password",
         "IsSecure": true},
        {"Type": "PSGroupSpecifier", "Title": "Limits"},
        {"Type": "PSSliderSpecifier", "SATitle": "Retries", "Key": "retries", "DefaultValue": 3,
         "MinimumValue": 0, "MaximumValue": 10, "SAStep": 1, "SAStyle": "Stepper",
         "SAValueType": "Integer"},
        {"Type": "PSSliderSpecifier", "SATitle": "Timeout", "Key": "timeout", "DefaultValue": 30,
         "MinimumValue": 5, "MaximumValue": 120, "SAStep": 5, "SAUnit": "s",
         "SAValueType": "Integer"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Proxy", "Key": "proxy",
         "DefaultValue": false}
        """

    private static let sounds = ["None", "Bell", "Chimes", "Duck", "Old Phone", "Sonar", "琴 Koto"]
    private static let days = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }

    private static let clock = """
        {"Type": "PSGroupSpecifier", "Title": "Alarm"},
        {"Type": "PSMultiValueSpecifier", "Title": "Alert Sound", "Key": "sound",
         "DefaultValue": "Bell", "Values": \(list(sounds)), "Titles": \(list(sounds)),
         "FooterText":
         "Played when an alarm is due. The choice is saved at once; Esc goes back."},
        {"Type": "PSMultiValueSpecifier", "Title": "Repeat on", "Key": "days",
         "DefaultValue": [], "Values": \(list(days)), "Titles": \(list(days)),
         "ShortTitles": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
         "SAAllowsMultiple": true,
         "FooterText": "Pick any number. Saved at once, in this order."},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Twenty-four hours", "Key": "h24",
         "DefaultValue": false, "SARequiresRestart": true}
        """

    /// Two thousand rows under the letters that the ribbon shows.
    private static let starNames = (0..<2_000).map { index in
        let letter = Character(Unicode.Scalar(UInt8(65 + index / 80)))
        return "\(letter)\(index % 80 + 1) Star"
    }
    private static let stars = """
        {"Type": "PSMultiValueSpecifier", "Title": "Star", "Key": "star", "DefaultValue": "A1 Star",
         "Values": \(list(starNames)), "Titles": \(list(starNames)), "SAIndexTitles": true}
        """

    // MARK: Pickers, dates and lists

    private static let colors = ["Black", "White", "Red", "Green", "Blue", "Violet"]
    private static let coats = ["Matt", "Satin", "Gloss", "Chrome"]
    private static let stripes = (0...30).map(String.init).joined(separator: ", ")

    static let ship = program(
        "ship",
        "Ship",
        [
            "Root": """
            {"Type": "PSGroupSpecifier", "Title": "Ship"},
            {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name",
             "DefaultValue": "Beagle"},
            {"Type": "SAPickerSpecifier", "Title": "Livery", "Key": "livery",
             "DefaultValue": ["Red", "Gloss", 12],
             "Columns": [{"Values": \(list(colors)), "Titles": \(list(colors))},
                         {"Values": \(list(coats)), "Titles": \(list(coats)), "Cyclic": true},
                         {"Values": [\(stripes)], "SAUnit": "stripes"}]},
            {"Type": "PSSliderSpecifier", "SATitle": "Crew", "Key": "crew", "DefaultValue": 4,
             "MinimumValue": 1, "MaximumValue": 9, "SAStep": 1, "SAStyle": "Stepper",
             "SAValueType": "Integer"}
            """
        ]
    )

    private static let food = ["Bread", "Curry", "Dumplings", "Noodles", "Pizza", "Soup", "Tacos"]

    static let lunch = program(
        "lunch",
        "Lunch",
        [
            "Root": """
            {"Type": "PSGroupSpecifier", "Title": "Lunch"},
            {"Type": "PSMultiValueSpecifier", "Title": "Favourite", "Key": "favourite",
             "DefaultValue": "Noodles", "Values": \(list(food)), "Titles": \(list(food)),
             "SAStyle": "Picker", "SAUnit": "…is tasty."}
            """
        ]
    )

    private static func date(
        _ title: String,
        _ key: String,
        _ mode: String,
        _ more: String
    )
        -> String
    {
        """
        {"Type": "IASKDatePickerSpecifier", "Title": "\(title)", "Key": "\(key)",
         "DatePickerMode": "\(mode)", \(more)}
        """
    }

    private static let watering = #"""
        "DefaultValue": "2009-01-06T10:00:00Z", "MinuteInterval": 15,
        "MinimumDate": "2009-01-04T08:00:00Z", "MaximumDate": "2009-01-08T20:00:00Z"
        """#

    static let alarms = program(
        "alarms",
        "Clock & Alarms",
        [
            "Root": """
            {"Type": "PSGroupSpecifier", "Title": "Alarm"},
            \(date("Wake up", "wake", "Time", #""DefaultValue": "2009-01-06T07:30:00Z""#)),
            \(date("Birthday", "birthday", "Date", #""DefaultValue": "2009-01-06T00:00:00Z""#)),
            \(date("Launch", "launch", "DateAndTime", #""DefaultValue": "2009-01-06T09:41:00Z""#)),
            \(date("Tea timer", "tea", "CountDownTimer", #""DefaultValue": 240"#)),
            \(date("Watering", "water", "DateAndTime", watering))
            """
        ]
    )

    static let lists = program(
        "lists",
        "Lists",
        [
            "Root": """
            {"Type": "IASKListGroupSpecifier", "Title": "Servers", "Key": "servers",
             "FooterText": "Tried from top to bottom.", "Deletable": true,
             "DefaultValue": ["games.example.org"],
             "ItemSpecifier": {"Type": "PSTextFieldSpecifier", "SAPattern": "^[A-Za-z0-9]+[A-Za-z0-9.-]*$"},
             "AddSpecifier": {"Type": "PSTextFieldSpecifier", "SAPattern": "^[A-Za-z0-9]+[A-Za-z0-9.-]*$",
                              "IASKPlaceholder": "Add a server"}},
            {"Type": "IASKListGroupSpecifier", "Title": "Accounts", "Key": "accounts",
             "Deletable": true,
             "ItemSpecifier": {"Type": "PSChildPaneSpecifier", "Key": "name", "File": "Account"},
             "AddSpecifier": {"Type": "PSChildPaneSpecifier", "Title": "Add an account",
                              "File": "Account"}}
            """,
            "Account": """
            {"Type": "PSTextFieldSpecifier", "Title": "Name", "Key": "name"},
            {"Type": "PSToggleSwitchSpecifier", "Title": "Active", "Key": "active",
             "DefaultValue": true},
            {"Type": "PSTextFieldSpecifier", "Title": "Password", "Key": "password",
             "IsSecure": true}
            """,
        ]
    )

    static func account(_ name: String, isActive: Bool = true) -> SettingValue {
        .dictionary([
            SettingValue.Entry("name", .string(name)),
            SettingValue.Entry("active", .boolean(isActive)),
        ])
    }

    /// The pane of one program on the screen.
    static func alone(
        _ program: Program,
        _ look: Look = Look.all[0],
        values: [(SettingPlace, SettingValue)] = []
    ) -> Model {
        let others = programs.prefix(2).filter { $0.domain != program.domain }
        var state = state(look.size, look.signs, programs: [program] + others, values: values)
        state.press(.enter)
        return state
    }

    // MARK: States

    /// A screen of the programs, with values as the agent told them.
    static func state(
        _ size: Size = Size(width: 80, height: 24),
        _ signs: Glyphs.Kind = .unicode,
        programs: [Program] = programs,
        adoptable: [String] = [],
        values: [(SettingPlace, SettingValue)] = []
    ) -> Model {
        precondition(hasLocale, "C.UTF-8 is missing")
        var state = Model(
            size: size,
            glyphs: Glyphs(signs),
            programs: programs,
            adoptable: adoptable
        )
        state.inspector.isWanted = false
        let changes = values.map { place, value in change(place, value) }
        state.send(.agent(.connected))
        state.send(.agent(.greeted(connection: connection, epoch: "a")))
        state.send(.agent(.subscribed(state.mirror.tree.domains)))
        state.send(.agent(.snapshot(changes, isFirst: true, isLast: true)))
        return state
    }

    /// A change as the agent tells it.
    static func change(
        _ place: SettingPlace,
        _ value: SettingValue?,
        by origin: String = "file:/home/zoe/.config/game.toml",
        rev: UInt64 = 1,
        layer: Layer = .user
    ) -> ChangeMessage {
        var change = ChangeMessage(
            domain: place.domain,
            key: place.keyPath,
            value: value,
            old: nil,
            rev: rev,
            layer: layer,
            origin: origin
        )
        change.group = rev
        return change
    }

    /// A change that came of a write of the screen's, as the agent tells it.
    static func ownChange(
        _ place: SettingPlace,
        _ value: SettingValue?,
        rev: UInt64
    ) -> ChangeMessage {
        var change = change(place, value, by: "client:settings ui", rev: rev)
        change.connection = connection
        return change
    }

    /// The answer about the game's volume: the user's file over the site's.
    static func explanation(of place: SettingPlace) -> Explanation {
        var user = LayerReport(layer: .user, value: .real(7))
        user.file = "/home/zoe/.config/ssu/game.toml"
        user.place = SourcePlace(line: 14, column: 1)
        user.origin = "file:/home/zoe/.config/ssu/game.toml"
        user.time = 1_231_230_600_000
        var site = LayerReport(layer: .site, value: .real(5))
        site.file = "/etc/ssu/game.toml"
        site.place = SourcePlace(line: 9, column: 1)
        return Explanation(key: place.keyPath, winner: .user, layers: [user, site], losers: [])
    }

    /// What the mock-ups of the game show: the game's volume up, and the debugger on.
    static func game(
        _ size: Size = Size(width: 80, height: 24),
        _ signs: Glyphs.Kind = .unicode
    ) -> Model {
        var state = state(size, signs, values: [(place("game", "volume"), .real(7))])
        state.send(.key(.enter))
        state.type("jjjjj ")
        state.answerWrites()
        state.type("kkkk")
        return state
    }

    /// The network's pane, its port changed and a password set.
    static func network(
        _ size: Size = Size(width: 80, height: 24),
        _ signs: Glyphs.Kind = .unicode
    ) -> Model {
        var state = state(
            size,
            signs,
            values: [
                (place("network", "host"), .string("games.example.org")),
                (place("network", "port"), .integer(8443)),
                (place("network", "password"), .string("hunter2")),
            ]
        )
        state.open(2)
        return state
    }
}

extension Program {
    /// The same panes, as if they were read from files without a description.
    func inferred(_ title: String) -> Program {
        Program(
            domain: domain,
            title: title,
            panes: Array(panes.values),
            root: root,
            isInferred: true
        )
    }
}

extension FileProblem {
    /// A file that can't be read.
    static func unreadable(
        _ domain: Domain,
        _ file: String,
        _ place: SourcePlace?,
        _ problem: String
    ) -> FileProblem {
        FileProblem(
            domain: domain,
            file: file,
            code: "syntax",
            state: .broken,
            place: place,
            problem: problem
        )
    }

    /// A value of a file that its rule refuses; `nil` where the agent doesn't tell it.
    static func refused(_ place: SettingPlace, _ value: SettingValue?) -> FileProblem {
        var problem = FileProblem(
            domain: place.domain,
            file: "/f.toml",
            code: "invalid",
            state: .differs,
            problem: "'\(place.keyPath)' is wrong"
        )
        (problem.key, problem.value) = (place.keyPath, value)
        return problem
    }
}

/// Whether an effect stores something.
func isWrite(_ effect: Effect) -> Bool {
    switch effect {
    case .write, .apply: true
    default: false
    }
}

/// What the agent's history says of a change, some hours before the fixture's time of day.
func report(
    _ place: SettingPlace,
    from old: SettingValue?,
    to new: SettingValue?,
    by origin: String = "file:/home/zoe/game.toml",
    hours: Int64 = 1,
    id: UInt64 = 1,
    seq: UInt64 = 1,
    why: String = "set"
) -> HistoryReport {
    var report = HistoryReport(
        id: id,
        seq: seq,
        time: (Fixture.moment.instant - hours * 3_600) * 1_000,
        domain: place.domain,
        key: place.keyPath,
        origin: origin,
        why: why
    )
    (report.old, report.new, report.group) = (old, new, id)
    return report
}

/// The first line of a screen that has a title.
func row(_ state: Model, _ title: String) -> String {
    state.lines.first { $0.contains(title) } ?? ""
}

/// A list of texts.
func texts(_ words: String...) -> SettingValue { .array(words.map(SettingValue.string)) }

extension Outcome {
    /// A value in force changed, in a step of the same number.
    static func changed(_ seq: UInt64) -> Outcome { Outcome(seq: seq, isChange: true, group: seq) }

    /// Nothing changed, of the user's own neither.
    static func unchanged(_ seq: UInt64) -> Outcome { Outcome(seq: seq, isChange: false) }
}

extension Model {
    /// Takes an event on, at the fixture's time of day.
    @discardableResult
    mutating func send(_ event: Event) -> [Effect] { reduce(event, at: Fixture.moment) }

    /// Presses a key for each letter.
    @discardableResult
    mutating func type(_ letters: String) -> [Effect] {
        letters.flatMap { send(.key(.character($0))) }
    }

    /// Presses keys.
    @discardableResult
    mutating func press(_ keys: Key...) -> [Effect] { keys.flatMap { send(.key($0)) } }

    /// Opens the program at an index of the first screen.
    mutating func open(_ index: Int) {
        press(.home)
        for _ in 0..<index { press(.down) }
        press(.enter)
    }

    /// Has the agent accept all that was written, and tell of it.
    mutating func answerWrites() {
        let pending = mirror.writes.pending
        for write in pending {
            let rev = UInt64(100 + write.number)
            send(.agent(.changed([Fixture.ownChange(write.place, write.new, rev: rev)])))
        }
        for number in Set(pending.map(\.number)).sorted() {
            send(.agent(.accepted(number, .changed(UInt64(100 + number)), [])))
        }
    }

    /// Has the agent undo or redo what it was asked for, as a step of that number.
    mutating func answerUndo(_ values: [SettingPlace: SettingValue?] = [:], group: UInt64 = 500) {
        for (place, value) in values {
            send(.agent(.changed([Fixture.ownChange(place, value, rev: group)])))
        }
        send(.agent(.undone(group: group, warnings: [])))
    }

    /// The agent goes, and is back with these values.
    @discardableResult
    mutating func reconnect(
        _ changes: [ChangeMessage],
        epoch: String = "a",
        _ history: [HistoryReport] = []
    ) -> [Effect] {
        send(.agent(.lost("gone")))
        send(.agent(.connected))
        send(.agent(.greeted(connection: Fixture.connection, epoch: epoch)))
        send(.agent(.history(history)))
        send(.agent(.subscribed(mirror.tree.domains)))
        return send(.agent(.snapshot(changes, isFirst: true, isLast: true)))
    }

    /// What is drawn, as lines.
    var lines: [String] {
        view().plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
