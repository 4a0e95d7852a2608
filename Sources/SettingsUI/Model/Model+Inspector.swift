// The inspector: walking over a setting's layers, and acting on one.

import SettingsModel
import SettingsProtocol

extension Model {
    /// The inspector's page of the setting in focus; nil for a row that is no setting's.
    var inspectorPage: InspectorPage? {
        navigation.focusedPlace.map { place in
            InspectorPage(
                scene: scene,
                place: place,
                inspector: inspector,
                log: log,
                hasKeys: overlays.current == .inspector || navigation.region == .inspector
            )
        }
    }

    /// True where the inspector beside the table has more lines than room.
    var isInspectorCut: Bool {
        guard let area = frame.inspector else { return false }
        return inspectorPage?.isCut(in: area) == true
    }

    /// A key while the inspector lies on top.
    mutating func pressInInspector(_ key: Key) {
        switch key.action {
        case .up: moveLayer(by: -1)
        case .down: moveLayer(by: 1)
        case .pageUp: scrollInspector(by: -5)
        case .pageDown: scrollInspector(by: 5)
        case .edit: openLayer()
        case .reset: removeLayer()
        case .copyKey: copyKey()
        case .copyValue: copyFocused()
        case .copyCommand: copyCommand()
        case .help: overlays.help = .shown
        case .quit, .back, .enter, .inspector, .interrupt: closeInspector()
        default: break
        }
    }

    private mutating func moveLayer(by steps: Int) {
        guard let page = inspectorPage else { return }
        let box = overlays.current == .inspector ? InspectorBox(page) : nil
        inspector.moveLayer(by: steps, in: page, box)
    }

    private mutating func scrollInspector(by lines: Int) {
        guard overlays.current == .inspector, let page = inspectorPage else { return }
        inspector.scroll(by: lines, in: InspectorBox(page))
    }

    /// Scrolls an inspector that was opened to what it's opened for.
    mutating func scrollInspectorToStart() {
        guard overlays.current == .inspector, let page = inspectorPage else { return }
        inspector.showStart(of: InspectorBox(page))
    }

    /// Closes the inspector on top of the table.
    mutating func closeInspector() {
        overlays.current = .none
        inspector.close()
    }

    /// Whether the inspector is shown, beside the table or on top of it.
    var isInspectorOpen: Bool { frame.inspector != nil || overlays.current == .inspector }

    /// Asks about the setting in focus where the inspector is open and knows another.
    mutating func inspect() {
        guard isInspectorOpen, values.link == .live, let place = navigation.focusedPlace?.root,
            inspector.explanation?.place != place,
            inspector.question != Question(place: place, purpose: .inspector)
        else { return explainFound() }
        send(inspector.ask(place, for: .inspector))
    }

    /// Asks for the line on which the layer in focus stands.
    mutating func inspectLine() {
        guard isInspectorOpen, let line = inspectorPage?.unreadLine else { return }
        inspector.sourceLine = line
        send(.readLine(line))
    }

    private mutating func openLayer() {
        if let editor = inspectorPage?.editor { return send(editor) }
        let layer = inspector.layer(of: navigation.focusedPlace).rawValue
        status = Status(.note, "The \(layer) layer stands in no file")
    }

    private mutating func removeLayer() {
        let layer = inspector.layer(of: navigation.focusedPlace)
        guard layer == .user else {
            let name = layer.rawValue
            status = Status(.note, "Only the user layer is changed here, not the \(name) layer")
            return
        }
        resetFocused()
    }
}

extension FileLine {
    /// True for the same line of the same file, whatever its text.
    func isSamePlace(as other: FileLine?) -> Bool {
        other?.file == file && other?.number == number
    }
}

extension LayerReport {
    /// The line on which the value stands, its text not yet read; nil where it stands on none.
    var sourceLine: FileLine? {
        guard let file, let place else { return nil }
        return FileLine(file: file, number: place.line)
    }

    /// The editor at that line; nil where the value stands in no file.
    var editor: Effect? { file.map { .edit(file: $0, line: place?.line ?? 1) } }
}
