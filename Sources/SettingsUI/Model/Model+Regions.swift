// Tab and keys in the side bar and the inspector beside the table.

import SettingsModel
import SettingsProtocol

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
        case .nextGroup, .previousGroup:
            let direction: Direction = key.action == .nextGroup ? .next : .previous
            if moveToNextRegion(direction), navigation.region == .table {
                navigation.focusGroup(entering: direction, in: shown.table)
            }
        case .back, .left: enter(.table)
        case .quit, .help, .search, .previousTab, .nextTab, .tab, .mouse, .changes, .inspector,
            .undo, .redo:
            return false
        case _ where navigation.region == .sideBar: pressInSideBar(key)
        case .up, .down, .edit, .reset, .copyKey, .copyValue, .copyCommand: pressInInspector(key)
        default: break
        }
        return true
    }

    private mutating func pressInSideBar(_ key: Key) {
        if navigation.moveInSideBar(key.action, programs: mirror.catalogue.programs.count) {
            return
        }
        if [.enter, .toggle, .right].contains(key.action) { openSideBar(navigation.chosenProgram) }
    }

    /// A click on a layer takes it in hand.
    mutating func chooseLayer(_ name: Layer) {
        if overlays.current == .none {
            guard typing.field == nil, shown.regions.contains(.inspector) else { return }
            navigation.region = .inspector
        }
        inspector.chosenLayer = name
    }

    /// Opens a program of the side bar.
    mutating func openSideBar(_ index: Int) {
        guard mirror.catalogue.programs.indices.contains(index), navigation.opensFromSideBar else {
            return
        }
        typing.field = nil
        navigation.open(mirror.catalogue.programs[index])
    }
}
