// Tab and keys in the side bar and the inspector beside the table.

import SettingsModel
import SettingsProtocol

extension Model {
    /// The parts that keys can go to, in the order of Tab.
    private var regions: [Region] {
        var regions: [Region] = [.table]
        let hasLayers = frame.inspector != nil && navigation.focusedPlace != nil && !isInspectorCut
        if hasLayers { regions.append(.inspector) }
        if frame.sideBar != nil, navigation.opensFromSideBar { regions.append(.sideBar) }
        return regions
    }

    /// Gives the table the keys where the part that had them isn't shown any more.
    mutating func settleRegion() {
        if navigation.region != .table, !regions.contains(navigation.region) {
            navigation.region = .table
        }
    }

    /// Tab at the table's last group, or in a part beside the table.
    ///
    /// - Returns: Whether another part has the keys now.
    mutating func moveToNextRegion(_ direction: Direction) -> Bool {
        let regions = regions
        guard regions.count > 1, let here = regions.firstIndex(of: navigation.region) else {
            return false
        }
        let step = direction == .next ? 1 : regions.count - 1
        enter(regions[(here + step) % regions.count])
        return true
    }

    private mutating func enter(_ region: Region) {
        navigation.region = region
        inspector.chosenLayer = nil
        if region == .sideBar {
            navigation.chosenProgram =
                catalogue.programs.firstIndex { $0.domain == contents.program } ?? 0
        }
    }

    /// A key beside the table; false for one that does there what it does in the table.
    mutating func pressBesideTable(_ key: Key) -> Bool {
        switch key.action {
        case .nextGroup, .previousGroup:
            let direction: Direction = key.action == .nextGroup ? .next : .previous
            if moveToNextRegion(direction), navigation.region == .table {
                navigation.focusGroup(entering: direction, in: table)
            }
        case .back, .left: enter(.table)
        case .quit, .help, .search, .previousTab, .nextTab, .tab, .mouse, .changes, .inspector,
            .undo, .redo:
            return false
        case _ where navigation.region == .sideBar: pressInSideBar(key)
        default: pressInPanel(key)
        }
        return true
    }

    private mutating func pressInSideBar(_ key: Key) {
        let last = catalogue.programs.count - 1
        switch key.action {
        case .up: navigation.chosenProgram = max(0, navigation.chosenProgram - 1)
        case .down: navigation.chosenProgram = min(last, navigation.chosenProgram + 1)
        case .first, .pageUp: navigation.chosenProgram = 0
        case .last, .pageDown: navigation.chosenProgram = last
        case .enter, .toggle, .right: openSideBar(navigation.chosenProgram)
        default: break
        }
    }

    private mutating func pressInPanel(_ key: Key) {
        switch key.action {
        case .up, .down, .edit, .reset, .copyKey, .copyValue, .copyCommand: pressInInspector(key)
        default: break
        }
    }

    /// A click on a layer takes it in hand.
    mutating func chooseLayer(_ name: Layer) {
        if overlays.current == .none {
            guard typing.field == nil, regions.contains(.inspector) else { return }
            navigation.region = .inspector
        }
        inspector.chosenLayer = name
    }

    /// Opens a program of the side bar, with its first row in focus.
    mutating func openSideBar(_ index: Int) {
        guard catalogue.programs.indices.contains(index), navigation.opensFromSideBar else {
            return
        }
        typing.field = nil
        navigation.region = .table
        navigation.returnToFirst(ofTab: 0)
        let table = table
        let row = table.position(at: index).flatMap(table.row)
        if let row { open(row) }
    }
}
