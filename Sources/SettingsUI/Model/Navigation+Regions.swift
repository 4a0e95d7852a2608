// The parts of the screen that Tab goes to, and the side bar.

/// A part of the screen that Tab goes to.
enum Region: Equatable, Sendable {
    case sideBar, table, inspector
}

extension Navigation {
    /// The parts that keys can go to, in the order of Tab.
    func regions(in frame: Frame, isInspectorCut: Bool) -> [Region] {
        var regions: [Region] = [.table]
        if frame.inspector != nil, focusedPlace != nil, !isInspectorCut {
            regions.append(.inspector)
        }
        if frame.sideBar != nil, opensFromSideBar { regions.append(.sideBar) }
        return regions
    }

    /// The part that Tab goes to; nil where there is only one.
    func nextRegion(_ direction: Direction, of regions: [Region]) -> Region? {
        guard regions.count > 1, let here = regions.firstIndex(of: region) else { return nil }
        let step = direction == .next ? 1 : regions.count - 1
        return regions[(here + step) % regions.count]
    }

    /// Moves over the programs of the side bar; false for an action that doesn't.
    mutating func moveInSideBar(_ action: KeyAction?, programs count: Int) -> Bool {
        switch action {
        case .up: chosenProgram = max(0, chosenProgram - 1)
        case .down: chosenProgram = min(count - 1, chosenProgram + 1)
        case .first, .pageUp: chosenProgram = 0
        case .last, .pageDown: chosenProgram = count - 1
        default: return false
        }
        return true
    }
}
