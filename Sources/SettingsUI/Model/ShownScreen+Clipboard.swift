// Copying what is in focus.

import SettingsModel
import SettingsSchema

extension ShownScreen {
    /// Copies the value of the focused row, or the picked changes as commands.
    var copiedValue: KeyOutcome {
        if case .changes = navigation.screen.content { return .copy(copiedChanges) }
        if let row = focusedRow, case .text(let text) = row.target {
            return .copy(Copied(text, Status(.good, "\(row.title) is copied")))
        }
        guard let place = navigation.focusedPlace else { return .nothing }
        return .copy(scene.copied(valueOf: place))
    }

    /// Copies the command that gives the focused row its present value, or the one that it shows.
    var copiedCommand: KeyOutcome {
        if case .text? = focusedRow?.target { return copiedValue }
        guard let place = navigation.focusedPlace?.root else { return .nothing }
        return .copy(scene.copied(commandOf: place))
    }

    /// Copies the name of the focused row's setting.
    var copiedKey: KeyOutcome {
        guard let key = navigation.focusedPlace?.root.keyPath.description else { return .nothing }
        return .copy(Copied(key, Status(.good, "'\(key)' copied")))
    }

    /// The changes, or those picked, as commands.
    private var copiedChanges: Copied {
        var places = chosenChanges
        if changes.picked.isEmpty {
            places = scene.tree.programs.flatMap(\.places)
                .filter(changesScreen.compared.contains)
        }
        return scene.copied(changes: places)
    }
}

/// What a key copies.
struct Copied {
    /// nil where nothing is copied; the status says why.
    var text: String?
    var status: Status

    init(_ text: String?, _ status: Status) {
        self.text = text
        self.status = status
    }
}

extension Scene {
    fileprivate func copied(valueOf place: SettingPlace) -> Copied {
        if let secret = secret(place) { return secret }
        guard let value = value(place) else {
            return Copied(nil, Status(.note, "\(title(place)) is not set"))
        }
        return Copied(value.plainText, Status(.good, "The value of \(title(place)) is copied"))
    }

    /// The command line that does the same as a row.
    fileprivate func copied(commandOf place: SettingPlace) -> Copied {
        if let secret = secret(place) { return secret }
        let text = command(of: place)
        return Copied(text, Status(.good, "Copied: \(text)"))
    }

    private func secret(_ place: SettingPlace) -> Copied? {
        guard isSecret(place) else { return nil }
        return Copied(nil, Status(.note, "\(title(place)) is a secret and isn't copied"))
    }

    fileprivate func copied(changes places: [SettingPlace]) -> Copied {
        let open = places.filter { !isSecret($0) }
        guard !open.isEmpty else { return Copied(nil, Status(.note, "There is nothing to copy")) }
        let text = open.map { command(of: $0) + "\n" }.joined()
        let count = open.count == 1 ? "One change" : "\(open.count) changes"
        let rest = open.count < places.count ? "; secrets aren't copied" : ""
        return Copied(text, Status(.good, count + " copied as commands" + rest))
    }
}
