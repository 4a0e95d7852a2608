// The programs, values and screens that the tests draw.

import Glibc
import SettingsModel
import SettingsProtocol
import SettingsSchema

@testable import SettingsUI

/// Programs as the mock-ups have them.
enum Fixture {
    static let moment = Moment(hour: 9, minute: 41, second: 7)

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
         "DefaultValue": "games.example.org", "SAFormat": "hostname"},
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

    // MARK: States

    /// A screen of the programs, with values as the agent told them.
    static func state(
        _ size: Size = Size(width: 80, height: 24),
        _ signs: Glyphs.Kind = .unicode,
        programs: [Program] = programs,
        values: [(SettingPlace, SettingValue)] = []
    ) -> State {
        precondition(hasLocale, "C.UTF-8 is missing")
        var state = State(size: size, glyphs: Glyphs(signs), programs: programs)
        state.isInspectorWanted = false
        let changes = values.map { place, value in change(place, value) }
        state.send(.agent(.connected))
        state.send(.agent(.snapshot(changes, isFirst: true, isLast: true)))
        return state
    }

    /// A change as the agent tells it.
    static func change(
        _ place: SettingPlace,
        _ value: SettingValue?,
        by origin: String = "file:/home/zoe/.config/game.toml"
    ) -> ChangeMessage {
        ChangeMessage(
            domain: place.domain,
            key: place.keyPath,
            value: value,
            old: nil,
            rev: 1,
            layer: .user,
            origin: origin
        )
    }

    /// What the mock-ups of the game show: the game's volume up, and the debugger on.
    static func game(
        _ size: Size = Size(width: 80, height: 24),
        _ signs: Glyphs.Kind = .unicode
    ) -> State {
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
    ) -> State {
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

extension State {
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
        for (number, write) in writes.sorted(by: { $0.key < $1.key }) {
            let change = Fixture.change(write.place, write.new, by: "client:settings ui")
            send(.agent(.changed([change])))
            send(.agent(.accepted(number, .changed, [])))
        }
    }

    /// What is drawn, as lines.
    var lines: [String] {
        view().plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
