// The screen that a state looks like.

import SettingsModel
import SettingsSchema

extension Model {
    /// Draws the screen.
    func view() -> Grid { painted().grid }

    /// The picture of the screen, and what the mouse can point to in it.
    func painted() -> Canvas {
        let painter = ScreenPainter(self)
        painter.draw()
        return painter.canvas
    }

    /// An open picker, below the row in focus.
    func view(of picker: OpenPicker) -> PickerView {
        PickerView(
            picker,
            title: scene.title(picker.place),
            look.dates,
            body: frame.body,
            below: focusedLine
        )
    }

    func view(of question: Confirmation) -> QuestionView {
        QuestionView(question, look.size, body: frame.body, look.glyphs)
    }

    var searchArea: SearchArea { SearchArea(look.size, body: frame.body) }

    /// The last line of the screen that the focused row has.
    private var focusedLine: Int {
        guard let focus = navigation.screen.focus else { return tableArea.y }
        let lines = shownTable.layout.lines(of: focus.position)
        return tableArea.y + lines.upperBound - 1 - navigation.screen.scroll
    }

    /// The hints of what the keys do now.
    var hints: [Hint] {
        let table = table
        return Hints(
            scene: scene,
            navigation: navigation,
            overlays: overlays,
            comparison: changes.comparison,
            row: navigation.screen.focus.flatMap { table.row(at: $0.position) },
            hasRibbon: !table.ribbon.isEmpty
        ).all
    }

    /// The row in focus's own mistake, or else what it is for.
    var rowHelp: Status? {
        guard navigation.isSettingsTab, let place = navigation.focusedPlace else { return nil }
        if scene.refusedValue(place.root) != nil, let problem = fileProblems[place.root] {
            return Status(.error, "\(look.glyphs.error) \(scene.words(of: problem))")
        }
        return catalogue.setting(place)?.specifier.help.map { Status(.note, $0) }
    }

    /// Whether the inspector has all of what the status line cuts, and a key shows it.
    func isInInspector(_ status: Status) -> Bool {
        guard status.text.columns > look.size.width - 2, overlays.current == .none,
            typing.field == nil,
            overlays.help == .hidden, let place = navigation.focusedPlace
        else { return false }
        // What stands beside the table already is shown by no key.
        guard frame.inspector == nil || isInspectorCut else { return false }
        switch status.kind {
        case .error, .warning, .unsaved:
            if let problem = fileProblems[place.root], status.text.contains(problem.problem) {
                return true
            }
            return failures[place.root] != nil && status.text.contains(scene.title(place.root))
        case .note: return status.text == catalogue.setting(place)?.specifier.help
        case .good: return false
        }
    }
}
