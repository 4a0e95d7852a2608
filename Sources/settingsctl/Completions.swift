// What a shell completes: domains, keys and values that an agent knows.

public import ArgumentParser
import Glibc
import SettingsClient
import SettingsDocument
public import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Domain: ExpressibleByArgument {
    /// A domain named by an argument.
    public init?(argument: String) { try? self.init(argument) }

    /// What the agent knows, for the shell's completion.
    public static var defaultCompletionKind: CompletionKind {
        .offering { _, _ in known { try $0.domains().map(\.domain.name) } }
    }
}

extension SettingKeyPath: ExpressibleByArgument {
    /// A key path named by an argument.
    public init?(argument: String) { try? self.init(argumentText: argument) }

    /// What the agent knows, for the shell's completion.
    public static var defaultCompletionKind: CompletionKind { .settings }
}

extension CompletionKind {
    /// Domains, and the files that the word begins to name.
    static var domainOrFile: CompletionKind {
        .offering { _, word in
            known { try $0.domains().map(\.domain.name).filter { $0.hasPrefix(word) } }
                + files(beginning: word)
        }
    }

    /// The settings of a domain.
    static var settings: CompletionKind {
        .offering { words, _ in
            guard let domain = CommandPlace(words).domain else { return [] }
            return known { try $0.settings(of: domain).map(\.key.description) }
        }
    }

    /// The values of a switch or a choice.
    static var settingValues: CompletionKind {
        .offering { words, _ in
            let place = CommandPlace(words)
            guard let domain = place.domain, let key = place.key else { return [] }
            return known {
                try $0.likelyValues(of: $0.key(key, in: domain), in: domain).map(\.plain)
            }
        }
    }

    /// What `find` gives for all words and the one that is completed, as the shell can take it.
    fileprivate static func offering(
        _ find: @escaping @Sendable ([String], String) -> [String]
    ) -> CompletionKind {
        .custom { words, _, word in find(words, word).compactMap(\.asCandidate) }
    }
}

extension String {
    /// The text as the shell that asks takes it; nil where it has line ends, which would make it several
    /// candidates, or others of what a terminal obeys, as the shell lists it as it is.
    ///
    /// Bash's `compgen -W` expands what isn't quoted, and so would run what a settings file says.
    fileprivate var asCandidate: String? {
        guard !unicodeScalars.contains(where: \.isControl) else { return nil }
        return CompletionShell.requesting == .bash ? quotedForShell : self
    }
}

/// The domain and the key that stand in the words so far.
private struct CommandPlace {
    var domain: Domain?
    var key: KeyText?

    /// Reads them: whatever the command, the domain comes first and the key next.
    init(_ words: [String]) {
        var rest = words.dropFirst(2).filter { !$0.hasPrefix("-") }[...]
        domain = rest.popFirst().flatMap { try? Domain($0) }
        key = rest.popFirst().flatMap { try? KeyText(parsing: $0) }
    }
}

extension Client {
    /// The few values that a setting may have; none where there are more than a few.
    fileprivate func likelyValues(
        of key: SettingKeyPath,
        in domain: Domain
    ) throws -> [SettingValue] {
        guard let row = try schema(of: domain)?.specifier(at: key) else {
            guard case .boolean? = try setting(domain, key)?.value else { return [] }
            return [.boolean(true), .boolean(false)]
        }
        return row.control.fixedValues ?? []
    }
}

extension Control {
    /// The values of a switch, or of a choice of one as they are shown; nil for other rows.
    var fixedValues: [SettingValue]? {
        switch self {
        case .toggle(let toggle): [toggle.on, toggle.off]
        case .choice(let choice) where choice.count == .one: choice.shownOptions.map(\.value)
        default: nil
        }
    }
}

/// The files and folders whose paths begin so, folders with a '/' behind.
private func files(beginning word: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    // The shell hands a word on as it is typed.
    let home = word.hasPrefix("~/") ? Display.home : nil
    let pattern = home.map { $0 + word.dropFirst(2) } ?? word
    guard glob(pattern + "*", GLOB_MARK, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
        guard let path = found.gl_pathv[index].map({ String(cString: $0) }) else { return nil }
        return home.map { "~/" + path.dropFirst($0.count) } ?? path
    }
}

/// What an agent that already listens knows; nobody waits for a completion to start one.
private func known(_ ask: (Client) throws -> [String]) -> [String] {
    guard let client = Client.ofRunningAgent, let words = try? ask(client) else { return [] }
    return words
}
