// Words of a search that ask for more than a text.

import SettingsModel
import SettingsProtocol

/// One filter: `@modified`, `@key:font`, `@type:switch`, `@from:site`; `is:` may stand for the `@` of
/// one without a colon, and nothing for that of the others.
enum SearchFilter: Equatable, Sendable {
    case modified, restart, problem, locked
    /// A part of the key path.
    case key(String)
    /// A part of the type's name.
    case type(String)
    /// A part of the name of the layer that the value comes from.
    case layer(String)
    /// A filter that isn't known, which nothing passes.
    case unknown

    /// Reads a word in small letters; nil for one that is no filter.
    init?(_ word: Substring) {
        let name: Substring
        var argument = ""
        if let colon = word.firstIndex(of: ":"), word.hasPrefix("@") || !word.hasPrefix("is:") {
            name = word[..<colon].drop { $0 == "@" }
            argument = String(word[word.index(after: colon)...])
        } else if word.hasPrefix("is:") {
            name = word.dropFirst(3)
        } else if word.hasPrefix("@") {
            name = word.dropFirst()
        } else {
            return nil
        }
        switch name {
        case "modified", "changed": self = .modified
        case "restart": self = .restart
        case "problem", "error": self = .problem
        case "locked", "managed": self = .locked
        case "key": self = .key(argument)
        case "type": self = .type(argument)
        case "from": self = .layer(argument)
        // A colon within a text, as in a time or an address, makes no filter of it.
        default:
            guard word.hasPrefix("@") || word.hasPrefix("is:") else { return nil }
            self = .unknown
        }
    }

    /// Whether a setting is one of those asked for.
    func passes(_ place: SettingPlace, _ scene: Scene) -> Bool {
        switch self {
        case .modified: return scene.values.modified.contains(place)
        case .restart: return scene.values.restarts.contains(place)
        case .locked: return scene.stored(place)?.layer == .managed
        case .problem:
            guard let specifier = scene.tree.setting(place)?.specifier else { return false }
            return scene.mark(place, specifier) == .error || scene.problems[place.domain] != nil
        case .key(let text): return place.keyPath.description.lowercased().contains(text)
        case .type(let text):
            return scene.tree.setting(place)?.specifier.typeWords.contains(text) ?? false
        case .layer(let text):
            let layer = scene.stored(place)?.layer ?? .default
            return layer.rawValue.hasPrefix(text)
        case .unknown: return false
        }
    }
}
