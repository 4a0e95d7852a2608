// Reads what programs print when they are asked for their options.

import SettingsDocument
import SettingsModel

/// How a program prints its options; the raw value is the program's name.
package enum OptionReader: String, CaseIterable, Sendable {
    /// `git help --config`: a key in a line.
    case git
    /// A JSON array: the version, then `[group, name, default, choices, parser]` for each option.
    case kitty
    /// `tmux VERSION`, then what `show-options` prints.
    case tmux

    /// The options that a text lists; nil for a text that lists none.
    package func listing(in text: String) -> OptionListing? {
        switch self {
        case .git: Self.gitListing(text)
        case .kitty: Self.kittyListing(text)
        case .tmux: Self.tmuxListing(text)
        }
    }
}

// MARK: git

extension OptionReader {
    /// The keys alone, by their sections.
    ///
    /// Keys such as `branch.<name>.merge` and `alias.*` stand for any number of others. The last line is a hint.
    private static func gitListing(_ text: String) -> OptionListing? {
        var groups: [OptionListing.Group] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let names = line.split(separator: ".", omittingEmptySubsequences: false)
            guard names.count > 1, names.allSatisfy(isGitName) else { continue }
            let section = String(names[0])
            if groups.last?.title != section { groups.append(.init(title: section, options: [])) }
            // A subsection is a part of its section's name. Case counts in it alone, and keys have small letters.
            let group = [section.lowercased()] + names[1..<(names.count - 1)].map(String.init)
            let key = [group.joined(separator: "."), names[names.count - 1].lowercased()]
            groups[groups.count - 1].options.append(.init(key: key, name: String(line)))
        }
        return OptionListing(groups: groups)
    }

    private static func isGitName(_ name: Substring) -> Bool {
        !name.isEmpty
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }
}

// MARK: kitty

extension OptionReader {
    private static func kittyListing(_ text: String) -> OptionListing? {
        // nil: what isn't JSON lists nothing
        guard case .array(let values)? = (try? Format.json.parse(Array(text.utf8)))?.root,
            case .string(let version)? = values.first
        else { return nil }
        var groups: [OptionListing.Group] = []
        for value in values.dropFirst() {
            guard case .array(let parts) = value, parts.count == 5,
                let texts = texts(parts[..<3] + parts[4...]), !texts[1].isEmpty,
                case .array(let choices) = parts[3], let choices = self.texts(choices[...])
            else { return nil }
            // They are for other systems.
            if texts[1].hasPrefix("macos_") { continue }
            let option = OptionListing.Option(
                key: [texts[1]],
                value: texts[2],
                choices: texts[3] == "to_bool" ? ["yes", "no"] : choices.sorted()
            )
            // A group may go on behind another one.
            if let known = groups.firstIndex(where: { $0.title == texts[0] }) {
                groups[known].options.append(option)
            } else {
                groups.append(.init(title: texts[0], options: [option]))
            }
        }
        return OptionListing(version: version, groups: groups)
    }

    private static func texts(_ values: ArraySlice<SettingValue>) -> [String]? {
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        return texts.count == values.count ? texts : nil
    }
}

// MARK: tmux

extension OptionReader {
    /// The options with their values, by their names.
    ///
    /// What tmux prints it also reads, behind `set -g`. An array has a line for each element, and none of them is a
    /// whole value. Whether `off` is one of two values or of more isn't said.
    private static func tmuxListing(_ text: String) -> OptionListing? {
        var lines = text.split(whereSeparator: \.isNewline)[...]
        guard let first = lines.popFirst(), first.hasPrefix("tmux ") else { return nil }
        let commands = lines.filter { !$0.prefix { $0 != " " }.contains("[") }.map {
            "set -g \($0)\n"
        }
        // nil: as the reader of tmux's files refuses none, there would be no listing, either
        guard let read = try? Format.tmux.parse(Array(commands.joined().utf8)),
            case .dictionary(let entries) = read.root
        else { return nil }
        let options = entries.compactMap { entry -> OptionListing.Option? in
            guard case .string(let value) = entry.value, !entry.key.hasPrefix("@") else {
                return nil
            }
            return OptionListing.Option(key: [entry.key], value: value)
        }
        return OptionListing(
            version: String(first.dropFirst("tmux ".count)),
            groups: [.init(title: nil, options: options.sorted { $0.key[0] < $1.key[0] })]
        )
    }
}
