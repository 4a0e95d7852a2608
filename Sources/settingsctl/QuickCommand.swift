// The plain forms of the most frequent commands, read by hand.

import SettingsDocument
import SettingsModel

/// A `get`, `set`, `watch` or `ui` with nothing but what it mostly has.
enum QuickCommand {
    case get(GetAction)
    case set(SetAction)
    case watch(WatchAction)
    case ui(UIAction)

    /// Reads the words; nil for anything that isn't plain, which the full reader then takes.
    init?(_ words: [String]) {
        guard let name = words.first else { return nil }
        var words = words.dropFirst()
        if name == "ui" {
            guard words.count < 2, words.allSatisfy({ !$0.hasPrefix("-") }) else { return nil }
            self = .ui(UIAction(target: words.first))
            return
        }
        // Another command's words would be read for nothing.
        guard ["get", "set", "watch"].contains(name) else { return nil }
        var isJSON = false
        if let index = words.firstIndex(of: "--json"), name != "set" {
            words.remove(at: index)
            isJSON = true
        }
        // A leading dash is an option, but for the VALUE of a 'set' that is a negative number.
        let isPlain = words.enumerated().allSatisfy { position, word in
            !word.hasPrefix("-") || name == "set" && position == 2 && Double(word) != nil
        }
        guard isPlain, let domain = words.first.flatMap({ try? Domain($0) }) else { return nil }
        let rest = words.dropFirst()
        let key = rest.first.flatMap { KeyText(plain: $0) ?? (try? KeyText(parsing: $0)) }
        switch (name, rest.count, key) {
        case ("get", 1, let key?): self = .get(GetAction(domain: domain, key: key, isJSON: isJSON))
        case ("set", 2, let key?):
            let text = rest[rest.startIndex + 1]
            self = .set(SetAction(domain: domain, key: key, .text(text, isForced: false)))
        case ("watch", 0, nil):
            self = .watch(WatchAction(domain: domain, form: isJSON ? .json : .text))
        case ("watch", 1, let key?) where key.place.isEmpty:
            let form = isJSON ? ChangeForm.json : .text
            self = .watch(WatchAction(domain: domain, key: SettingText(key), form: form))
        default: return nil
        }
    }

    /// Does it.
    func run() throws -> ExitStatus {
        do {
            switch self {
            case .get(let action): try action.run()
            case .set(let action): try action.run()
            case .watch(let action): try action.run()
            case .ui(let action): try action.run()
            }
        } catch let status as ExitStatus {
            return status
        }
        return .done
    }
}
