// The inspector: walking over a setting's layers, and acting on one.

import SettingsModel
import SettingsProtocol

extension State {
    /// The explanation of the setting in focus; nil until the agent has answered.
    var explained: Explanation? { inspector.explanation(of: navigation.focusedPlace) }

    /// The layer that the keys act on.
    var inspectedLayer: Layer { inspector.layer(of: navigation.focusedPlace) }

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

    /// Takes the inspector that lies on top away.
    mutating func closeInspector() {
        overlays.current = .none
        inspector.close()
    }

    private mutating func moveLayer(by steps: Int) {
        if overlays.current == .inspector, isLayerFurther(steps) {
            return scrollInspector(by: steps)
        }
        let all = Layer.allCases
        guard let here = all.firstIndex(of: inspectedLayer) else { return }
        // Past the ends of the layers, the lines above and below them come into view.
        guard all.indices.contains(here + steps) else { return scrollInspector(by: steps) }
        inspector.chosenLayer = all[here + steps]
        if overlays.current == .inspector { showInspectedLayer() }
    }

    /// Whether the layer in focus is out of view that way: what lies between is to be read first.
    private func isLayerFurther(_ steps: Int) -> Bool {
        guard let place = navigation.focusedPlace, let line = focusedLayerLine(place) else {
            return false
        }
        let first = firstInspectorLine(place)
        return steps > 0 ? line >= first + inspectorArea(place).height - 2 : line < first
    }

    /// The line on which the layer in focus stands in the inspector on top.
    private func focusedLayerLine(_ place: SettingPlace) -> Int? {
        boxLines(place).firstIndex { line in
            if case .layer(let layer) = line { layer.isFocused } else { false }
        }
    }

    private mutating func scrollInspector(by steps: Int) {
        guard overlays.current == .inspector, let place = navigation.focusedPlace else { return }
        inspector.scroll = firstInspectorLine(place) + steps
        inspector.scroll = firstInspectorLine(place)
    }

    /// Scrolls an inspector that was opened to what it is opened for: a problem, or else the layer
    /// that the value comes from, below its header.
    mutating func beginInspector() {
        guard overlays.current == .inspector, inspector.chosenLayer == nil,
            let place = navigation.focusedPlace
        else { return }
        let lines = boxLines(place)
        let shown = inspectorArea(place).height - 2
        let winner = focusedLayerLine(place)
        let header = lines.lastIndex { if case .header = $0 { true } else { false } }
        let problem = lines.firstIndex(where: \.isProblem)
        guard let line = problem ?? winner, line >= shown else { return }
        let start = problem ?? header ?? line
        inspector.scroll = line - start < shown ? start : line - shown + 1
        inspector.scroll = firstInspectorLine(place)
    }

    /// Scrolls as far as it takes to have the layer in focus in view.
    private mutating func showInspectedLayer() {
        guard let place = navigation.focusedPlace, let line = focusedLayerLine(place) else {
            return
        }
        let shown = inspectorArea(place).height - 2
        let first = firstInspectorLine(place)
        inspector.scroll = max(line - shown + 1, min(first, line))
    }

    /// The first line in view of the inspector that lies on top.
    func firstInspectorLine(_ place: SettingPlace) -> Int {
        let count = boxLines(place).count
        return max(0, min(inspector.scroll, count - inspectorArea(place).height + 2))
    }

    /// Whether the inspector beside the table has more lines than room.
    var isInspectorCut: Bool {
        guard let area = frame.inspector, let place = navigation.focusedPlace else { return false }
        return panelLines(place, in: area).count > area.height - 2
    }

    /// Asks for the line on which the layer in hand stands, where nothing in it may be a secret.
    mutating func inspectLine() {
        guard frame.inspector != nil || overlays.current == .inspector,
            let place = navigation.focusedPlace?.root,
            let report = explained?.layers.first(where: { $0.layer == inspectedLayer }),
            let line = report.sourceLine, !line.isSamePlace(as: inspector.sourceLine),
            !catalogue.programs.contains(where: {
                $0.hasSecrets && $0.domains.contains(place.domain)
            })
        else { return }
        inspector.sourceLine = line
        send(.readLine(line))
    }

    private mutating func openLayer() {
        // A value that is wrong is in no layer.
        if inspector.chosenLayer == nil, let place = navigation.focusedPlace?.root,
            let mistake = mistake(at: place)
        {
            return send(mistake)
        }
        guard let report = explained?.layers.first(where: { $0.layer == inspectedLayer }),
            let file = report.file
        else {
            status = Status(.note, "The \(inspectedLayer.rawValue) layer stands in no file")
            return
        }
        send(.edit(file: file, line: report.place?.line ?? 1))
    }

    private mutating func removeLayer() {
        guard inspectedLayer == .user else {
            let name = inspectedLayer.rawValue
            status = Status(.note, "Only the user layer is changed here, not the \(name) layer")
            return
        }
        resetFocused()
    }

    /// Where the inspector lies when it's on top of the table.
    func inspectorArea(_ place: SettingPlace) -> Rect {
        let isTall = look.size.height >= 12
        let width = inspectorWidth
        let height = min(look.size.height - (isTall ? 4 : 1), boxLines(place).count + 3)
        return Rect(
            x: (look.size.width - width) / 2,
            y: isTall ? 2 : 0,
            width: width,
            height: height
        )
    }
}

extension FileLine {
    /// Whether another is the same line of the same file, whatever it says.
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
}
