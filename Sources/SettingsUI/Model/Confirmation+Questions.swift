// The questions that are asked.

import SettingsModel
import SettingsSchema

extension Confirmation {
    /// Asks before settings go back to their defaults.
    static func resetting(_ places: [SettingPlace], _ title: String, _ scene: Scene) -> Self {
        let what = places.count == 1 ? "One setting goes" : "\(places.count) settings go"
        let rest = places.contains(where: scene.hasRefused) ? ", but for refused values." : "."
        return Confirmation(
            title: title.isEmpty ? "This group" : title,
            text: what + " back to the default. u undoes it" + rest,
            yes: "to the default",
            no: "leave as it is",
            action: .reset(places)
        )
    }

    /// Asks before secrets are taken away that nothing can restore.
    static func resetting(
        _ places: [SettingPlace],
        losing secrets: [SettingPlace],
        _ scene: Scene
    ) -> Self {
        let isOne = secrets.count == 1
        let text =
            isOne
            ? "A file has a secret there that no rule takes. It can't be restored."
            : "Files have secrets there that no rule takes. They can't be restored."
        let rest = places.count > 1 ? " \(places.count) settings go back to the default." : ""
        return Confirmation(
            title: isOne ? scene.title(secrets[0]) : "\(secrets.count) secrets",
            text: text + rest,
            yes: "take away",
            no: "leave as it is",
            action: .reset(places)
        )
    }

    /// Asks before members that are none of the choices are removed from a list.
    static func removing(_ members: [SettingValue], of place: SettingPlace, _ scene: Scene) -> Self
    {
        let names = members.map { "'\($0.plainText)'" }.joined(separator: ", ")
        return Confirmation(
            title: scene.title(place),
            text: "\(names) are none of the choices, and none of them may stay. "
                + "u undoes it, but for refused values.",
            yes: "remove all of them",
            no: "leave as it is",
            action: .remove(members, place)
        )
    }

    /// Asks before an element is given up that isn't added, or the program is left with one.
    static func leaving(_ draft: Draft, _ action: Action, _ scene: Scene) -> Self {
        let isQuit = action == .quit
        return Confirmation(
            title: "The new element of \(scene.title(draft.list))",
            text: "What was filled in isn't added. " + (isQuit ? "Quit?" : "Give it up?"),
            yes: isQuit ? "quit" : "give it up",
            no: "go on",
            action: action
        )
    }
}

extension Scene {
    /// Asks before the program is left with something that was filled in, on whichever screen, and isn't
    /// stored, or with something that the agent wasn't sent; nil where nothing would be lost.
    var questionBeforeQuitting: Confirmation? {
        if let draft = typing.drafts.last(where: \.isBegun) { return .leaving(draft, .quit, self) }
        guard steps.isWaiting || writes.isWaiting else { return nil }
        let loss = steps.isWaiting ? "The undo isn't done yet" : "The last change isn't sent yet"
        return Confirmation(
            title: "Not finished",
            text: "\(loss): the agent hasn't answered. Quit without it?",
            yes: "quit",
            no: "wait",
            action: .quit
        )
    }
}
