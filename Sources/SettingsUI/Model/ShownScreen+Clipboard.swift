// Copying what is in focus.

import SettingsModel
import SettingsSchema

extension ShownScreen {
    /// The value of the focused row, or the chosen changes as commands; nil where there is nothing of either.
    var copiedValue: Copied? {
        if case .changes = navigation.screen.content { return copiedChanges }
        if let row = focusedRow, case .text(let text) = row.target {
            return Copied(text, Status(.good, "\(row.title) is copied"))
        }
        return navigation.focusedPlace.map(scene.copied(valueOf:))
    }

    /// The command that gives the focused row its present value, or the one that it shows.
    var copiedCommand: Copied? {
        if case .text? = focusedRow?.target { return copiedValue }
        return navigation.focusedPlace.map { scene.copied(commandOf: $0.root) }
    }

    /// The name of the focused row's setting.
    var copiedKey: Copied? {
        guard let key = navigation.focusedPlace?.root.keyPath.description else { return nil }
        return Copied(key, Status(.good, "'\(key)' copied"))
    }

    /// The changes, or those picked, as commands.
    private var copiedChanges: Copied {
        var places = chosenChanges
        if changes.picked.isEmpty {
            places = scene.catalogue.programs.flatMap(\.places)
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
    /// The value of a setting.
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

    /// Changes as commands.
    fileprivate func copied(changes places: [SettingPlace]) -> Copied {
        let open = places.filter { !isSecret($0) }
        guard !open.isEmpty else { return Copied(nil, Status(.note, "There is nothing to copy")) }
        let text = open.map { command(of: $0) + "\n" }.joined()
        let count = open.count == 1 ? "One change" : "\(open.count) changes"
        let rest = open.count < places.count ? "; secrets aren't copied" : ""
        return Copied(text, Status(.good, count + " copied as commands" + rest))
    }
}
