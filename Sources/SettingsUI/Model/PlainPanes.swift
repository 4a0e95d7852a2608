// The panes in words, for screen readers and pipes: each row, and the command that changes it.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// All that a screen shows first and leads to, line by line, each pane once.
struct PlainPanes {
    enum Line: Equatable, Sendable {
        case words(String)
        /// A command of settingsctl, as a shell reads it.
        case command(String)
    }
    private let model: Model
    /// The file that is shown by itself, and edited so; nil for settings of a domain.
    private let file: String?
    private(set) var lines: [Line] = []
    /// The panes, those that are still to be said among them.
    private var contents: [Screen.Content]

    /// Says the panes of a screen that knows its values.
    init(_ model: Model, file: String?) {
        self.model = model
        self.file = file
        contents = model.navigation.tabs.prefix(model.navigation.changesTab).compactMap {
            $0.screens.first?.content
        }
        for problem in model.mirror.tree.programs.compactMap(\.mistake)
            + model.mirror.problems.known
        {
            say(words(of: problem))
        }
        say(
            contents.first == .programs
                ? "Below a program is the command that prints its settings."
                : "Below a row is the command that changes it. That of a switch sets the other value; "
                    + "in all others, put the new value in place of the last word."
        )
        var next = 0
        while next < contents.count {
            say(contents[next])
            next += 1
        }
    }

    private mutating func say(_ words: String) { lines.append(.words(words)) }

    private mutating func say(_ content: Screen.Content) {
        let table = model.shown.contents(content).table
        say(table.title.asSentence)
        for section in table.sections {
            if !section.header.isEmpty { say("Group \(section.header).") }
            for index in 0..<section.count { say(section.row(index)) }
            if !section.footer.isEmpty { say(section.footer) }
        }
    }

    private mutating func say(_ row: Row) {
        let command = command(of: row)
        say(words(of: row, command: command))
        if let command { lines.append(.command(command)) }
        switch row.target {
        case .pane(let id, let title): sayLater(.pane(id, title: title))
        case .element(let place, let id): sayLater(.element(place, id))
        default: break
        }
    }

    private mutating func sayLater(_ content: Screen.Content) {
        let isKnown = contents.contains { known in
            if case .pane(let id, _) = content, case .pane(id, _) = known { return true }
            return known == content
        }
        if !isKnown { contents.append(content) }
    }

    private func words(of problem: FileProblem) -> String {
        let kept =
            switch problem.subject {
            case .settings: problem.isUnreadable ? ". The last good values are shown" : ""
            case .panes, .partOfPanes: ". What can be read of the panes is shown"
            }
        return model.scene.words(of: problem) + kept + "."
    }

    // MARK: Rows

    /// The row's title, what it is, its value, and what is special about it.
    private func words(of row: Row, command: String?) -> String {
        var parts = [row.title]
        switch row.target {
        case .setting(let specifier, let place):
            if row.title.isEmpty, place.element == nil { parts = [model.scene.title(place)] }
            parts += words(of: specifier, place) + [row.note]
            if row.mark == .modified {
                parts.append("modified")
                if let value = specifier.defaultValue, !specifier.isSecret {
                    parts.append("default " + model.scene.shown(value, place))
                }
            }
            if command == nil {
                parts.append(row.access == .editable ? "read-only" : row.access.words)
            }
        case .option, .member:
            switch row.widget {
            case .check(.chosen), .box(.chosen): parts.append("chosen")
            default: break
            }
            parts.append(row.note)
        default:
            switch row.widget {
            case .value(let text), .link(let text): parts.append(text)
            default: break
            }
        }
        switch row.mark {
        // What is special about a program is its value already.
        case .error: if case .program = row.target {} else { parts.append("problem") }
        case .locked: parts.append("locked")
        case .restart: parts.append("takes effect after a restart")
        case .modified, .changedElsewhere, .none: break
        }
        return (parts + [row.subtitle]).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// What a setting is, its value, and what it may be.
    private func words(of specifier: Specifier, _ place: SettingPlace) -> [String] {
        let value = model.scene.value(place)
        if specifier.isSecret { return ["secret", value.hasText ? "set" : "not set"] }
        let shown = model.scene.shown(value, place)
        let now = shown.isEmpty ? Scene.empty : shown
        switch specifier.control {
        case .toggle: return ["switch", now.lowercased()]
        case .slider(let slider):
            return ["number", now, "from \(slider.minimum) to \(slider.maximum)"]
        case .choice(let choice): return ["choice", now, choice.spoken]
        case .text(let field):
            return [[.integer, .real].contains(field.kind) ? "number" : "text", now]
        case .date: return ["date", now]
        default: return [now]
        }
    }

    // MARK: Commands

    /// The command that changes what a row shows; nil where none does.
    private func command(of row: Row) -> String? {
        if case .program(let domain) = row.target {
            return "settingsctl ui --plain " + domain.name.quotedForShell
        }
        if case .adoptable = row.target { return "settingsctl adopt --all" }
        guard row.access == .editable else { return nil }
        switch row.target {
        case .setting(let specifier, let place): return command(specifier, place)
        case .option(let specifier, let place, let option):
            guard case .choice(let choice) = specifier.control, choice.count == .one,
                !model.scene.isSecret(place)
            else { return nil }
            return command(place, option.value)
        case .add(let specifier, let list):
            let isWhole = if case .childPane = specifier.control { false } else { true }
            let value: SettingValue =
                isWhole && specifier.keyPath == nil ? .string("") : .dictionary([])
            // A list that isn't set has no place to add one at.
            guard model.scene.value(list) != nil else { return command(list, .array([value])) }
            return command(list.element(model.scene.elements(of: list).count, nil), value)
        default: return nil
        }
    }

    private func command(_ specifier: Specifier, _ place: SettingPlace) -> String? {
        let value = model.scene.value(place)
        switch specifier.control {
        case .readOnly, .custom, .unknown, .childPane, .button, .link, .mail: return nil
        case _ where model.scene.isSecret(place): return command(place, nil)
        case .toggle(let toggle):
            let isOn = value.map { toggle.on.means($0) } ?? false
            return command(place, isOn ? toggle.off : toggle.on)
        case .choice(let choice) where choice.count == .one:
            return command(place, value ?? choice.options.first?.value ?? .string(""))
        case .choice, .picker, .list: return command(place, value ?? .array([]))
        case .slider(let slider): return command(place, value ?? slider.minimum.value)
        case .text, .date, .anyValue: return command(place, value ?? .string(""))
        }
    }

    /// The command that gives a setting, or a part of one, a value; nil has it typed.
    private func command(_ place: SettingPlace, _ value: SettingValue?) -> String {
        var command = ChangeCommand(
            domain: place.domain,
            key: place.keyPath,
            value: value ?? .string(""),
            layer: .user
        )
        command.isValueTyped = value == nil
        command.part = place.element?.keyText ?? ""
        command.file = file
        return command.text
    }
}

extension Choice {
    /// What there is to choose from; the values where they differ from the titles.
    fileprivate var spoken: String {
        guard options.count <= 8 else { return "of \(options.count)" }
        let titles = shownOptions.map { option in
            let value = option.value.plainText
            return option.title == value ? value : "\(option.title) (\(value))"
        }
        return "of " + titles.joined(separator: ", ")
    }
}

extension ElementPlace {
    /// The place as a command has it behind the setting's key, such as `[0].name`.
    fileprivate var keyText: String {
        levels.reduce(into: "") { text, level in
            text += level.index.map { "[\($0)]" } ?? ""
            for member in level.members { text += ".\(SettingKeyPath(segments: [member]))" }
        }
    }
}
