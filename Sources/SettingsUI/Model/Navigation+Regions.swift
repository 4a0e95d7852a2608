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

    /// A key in the side bar: it moves over the programs, or opens the one in hand.
    mutating func pressInSideBar(_ action: KeyAction?, _ programs: [Program]) {
        let last = programs.count - 1
        switch action {
        case .up: chosenProgram = max(0, chosenProgram - 1)
        case .down: chosenProgram = min(last, chosenProgram + 1)
        case .first, .pageUp: chosenProgram = 0
        case .last, .pageDown: chosenProgram = last
        case .enter, .toggle, .right: open(chosenProgram, of: programs)
        default: break
        }
    }

    /// Opens a program of the side bar, with its first row in focus.
    mutating func open(_ index: Int, of programs: [Program]) {
        guard programs.indices.contains(index), opensFromSideBar else { return }
        region = .table
        returnToFirst(ofTab: 0)
        push(programs[index].firstScreen)
    }
}
