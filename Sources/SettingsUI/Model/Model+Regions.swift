// Tab, and keys in the side bar and the inspector.

import SettingsModel

extension Model {
    /// Tab at the table's last group, or in a part beside the table.
    ///
    /// - Returns: Whether another part has the keys now.
    mutating func moveToNextRegion(_ direction: Direction) -> Bool {
        guard let next = navigation.nextRegion(direction, of: shown.regions) else { return false }
        enter(next)
        return true
    }

    private mutating func enter(_ region: Region) {
        navigation.region = region
        inspector.chosenLayer = nil
        if region == .sideBar { navigation.chosenProgram = shown.programIndex }
    }

    /// A key beside the table; false for one that does there what it does in the table.
    mutating func pressBesideTable(_ key: Key) -> Bool {
        switch key.action {
        case .nextGroup?, .previousGroup?:
            let direction = key.action == .nextGroup ? Direction.next : .previous
            if moveToNextRegion(direction), navigation.region == .table {
                navigation.focusGroup(entering: direction, in: shown.table)
            }
        case .back, .left: enter(.table)
        case .quit, .help, .search, .previousTab, .nextTab, .tab, .mouse, .changes, .inspector,
            .undo, .redo:
            return false
        case _ where navigation.region == .sideBar:
            navigation.pressInSideBar(key.action, mirror.tree.programs)
        case .up, .down, .edit, .reset, .follow, .followAsIs, .copyKey, .copyValue, .copyCommand:
            pressInInspector(key)
        default: break
        }
        return true
    }

    /// A click on a layer takes it in hand.
    mutating func chooseLayer(_ name: Layer) {
        if overlays.current == .none {
            guard typing.field == nil, shown.regions.contains(.inspector) else { return }
            navigation.region = .inspector
        }
        inspector.chosenLayer = name
    }

    // MARK: Inspector

    /// A key while the inspector lies on top.
    mutating func pressInInspector(_ key: Key) {
        if inspector.move(key.action, in: shown.inspectorPage, shown.inspectorBox) { return }
        switch key.action {
        case .help: overlays.help = .shown
        case .quit, .back, .enter, .inspector, .interrupt: closeInspector()
        case let action: use { $0.layerOutcome(of: action) }
        }
    }

    /// Closes the inspector on top of the table.
    mutating func closeInspector() {
        overlays.current = .none
        inspector.close()
    }

    /// Asks for what the inspector and the search show of a setting and don't know.
    mutating func askForInspector() {
        if let question = shown.nextQuestion {
            send(inspector.ask(question.place, for: question.purpose))
        }
        guard let line = shown.unreadLine else { return }
        inspector.sourceLine = line
        send(.readLine(line))
    }
}
