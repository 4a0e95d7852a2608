// The inspector on top of the table: where it lies, and which of its lines are in view.

import SettingsModel

/// A box with all lines of an inspector's page.
struct InspectorBox: Sendable {
    let page: InspectorPage
    let area: Rect
    let lines: [InspectorLine]

    init(_ page: InspectorPage) {
        self.page = page
        let size = page.scene.look.size
        let width = size.width >= 50 ? min(size.width - 8, 84) : size.width
        let isTall = size.height >= 12
        lines = page.foldedLines(InspectorColumns(width))
        let height = min(size.height - (isTall ? 4 : 1), lines.count + 3)
        area = Rect(x: (size.width - width) / 2, y: isTall ? 2 : 0, width: width, height: height)
    }

    /// How many lines have room.
    var room: Int { area.height - 2 }

    /// The first line in view, where as much of the page as can be is.
    func first(_ scroll: Int) -> Int { max(0, min(scroll, lines.count - room)) }

    /// The line of the layer that the keys act on.
    var focusedLine: Int? {
        lines.firstIndex { line in
            if case .layer(let layer) = line { layer.isFocused } else { false }
        }
    }
}

extension Inspector {
    /// Moves by a key; false for one that doesn't.
    ///
    /// Without a box, the inspector is beside the table, where nothing scrolls.
    mutating func move(
        _ action: KeyAction?,
        in page: InspectorPage?,
        _ box: InspectorBox?
    ) -> Bool {
        switch action {
        case .up, .down:
            if let page { moveLayer(by: action == .up ? -1 : 1, in: page, box) }
        case .pageUp, .pageDown:
            if let box { scroll(by: action == .pageUp ? -5 : 5, in: box) }
        default: return false
        }
        return true
    }

    /// Scrolls by some lines, not past the ends.
    private mutating func scroll(by lines: Int, in box: InspectorBox) {
        scroll = box.first(box.first(scroll) + lines)
    }

    /// Scrolls an inspector that was opened to a problem, or else to the layer that the value comes
    /// from, below its header.
    mutating func showStart(of box: InspectorBox?) {
        guard let box, chosenLayer == nil else { return }
        let header = box.lines.lastIndex { if case .header = $0 { true } else { false } }
        let problem = box.lines.firstIndex(where: \.isProblem)
        guard let line = problem ?? box.focusedLine, line >= box.room else { return }
        let start = problem ?? header ?? line
        scroll = box.first(line - start < box.room ? start : line - box.room + 1)
    }

    /// Scrolls as far as it takes to have the layer in focus in view.
    private mutating func showFocusedLayer(in box: InspectorBox) {
        guard let line = box.focusedLine else { return }
        scroll = max(line - box.room + 1, min(box.first(scroll), line))
    }

    /// Chooses another layer; past the ends of the layers, scrolls the box to the lines beyond them.
    private mutating func moveLayer(by steps: Int, in page: InspectorPage, _ box: InspectorBox?) {
        let isMoved = chooseLayer(steps, in: page, box)
        guard let box else { return }
        guard isMoved else { return scroll(by: steps, in: box) }
        var page = page
        page.inspector = self
        showFocusedLayer(in: InspectorBox(page))
    }

    /// Chooses another layer; false past the ends, and where lines before that layer are to be read
    /// first.
    private mutating func chooseLayer(
        _ steps: Int,
        in page: InspectorPage,
        _ box: InspectorBox?
    ) -> Bool {
        if let box, let line = box.focusedLine {
            let first = box.first(scroll)
            if steps > 0 ? line >= first + box.room : line < first { return false }
        }
        let all = Layer.allCases
        guard let here = all.firstIndex(of: page.layer), all.indices.contains(here + steps) else {
            return false
        }
        chosenLayer = all[here + steps]
        return true
    }
}
