// The outcomes of actions in the table and in the inspector.

import SettingsModel

extension ShownScreen {
    /// The outcome of an action; nil for one that only shows something else.
    func outcome(of action: KeyAction) -> KeyOutcome? {
        switch action {
        case .left: control?.moved(by: -1, .step)
        case .right: control?.moved(by: 1, .step)
        case .finelyLeft: control?.moved(by: -1, .fine)
        case .finelyRight: control?.moved(by: 1, .fine)
        case .less: control?.stepped(by: -1)
        case .more: control?.stepped(by: 1)
        case .enter, .toggle: control?.activated(by: action)
        // `n` goes to the next match elsewhere.
        case .all, .nextMatch: control?.choseMany(action)
        case .back: back
        case .undo: UndoChoice(scene: scene).undoing(in: navigation.screen.content)
        case .redo: .wish(.redo)
        case .reset: .reset
        case .resetGroup: resetGroup
        case .remove: removal
        case .copyValue: copiedValue
        case .copyCommand: copiedCommand
        case .copyKey: copiedKey
        case .edit: openedFile
        case .follow: followed
        case .followAsIs: followedAsIs
        case .retry: retry
        case .quit: quit
        default: nil
        }
    }

    /// The outcome of an action at the layer in focus of the inspector.
    func layerOutcome(of action: KeyAction?) -> KeyOutcome {
        switch action {
        case .edit: openedLayer
        case .reset: removedLayer
        case .follow: followed
        case .followAsIs: followedAsIs
        case .copyKey: copiedKey
        case .copyValue: copiedValue
        case .copyCommand: copiedCommand
        default: .nothing
        }
    }

    /// Whether a capital letter goes to the next row that begins with it: in options without a ribbon, but
    /// for letters that are keys.
    func jumpsToRows(_ letter: Character) -> Bool {
        guard case .options = navigation.screen.content, !"DGN".contains(letter) else {
            return false
        }
        return table.ribbon.isEmpty
    }

    /// Goes back by one screen; asks first where something was filled in that isn't stored.
    var back: KeyOutcome {
        guard let draft = navigation.listToLeave.flatMap(scene.typing.draft), draft.isBegun else {
            return .leave
        }
        return .ask(.leaving(draft, .giveUp, scene))
    }

    /// Quits; asks first where something would be lost.
    var quit: KeyOutcome {
        scene.questionBeforeQuitting.map(KeyOutcome.ask) ?? .send(.quit)
    }

    var control: RowControl? {
        focusedRow.map { RowControl(row: $0, scene: scene) }
    }
}
