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
        let isOnTop = overlays.current == .inspector
        let box = isOnTop ? InspectorBox(page) : nil
        let isMoved = inspector.chooseLayer(steps, in: page, box)
        if isMoved, isOnTop, let page = inspectorPage {
            inspector.showFocusedLayer(in: InspectorBox(page))
        } else if let box, !isMoved {
            // Past the ends of the layers, the lines above and below them come into view.
            inspector.scroll(by: steps, in: box)
        }
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

    /// Asks for the line on which the layer in hand stands, where nothing in it may be a secret.
    mutating func inspectLine() {
        guard frame.inspector != nil || overlays.current == .inspector,
            let place = navigation.focusedPlace?.root,
            let report = inspectorPage?.report,
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
        guard let report = inspectorPage?.report,
            let file = report.file
        else {
            status = Status(
                .note,
                "The \(inspector.layer(of: navigation.focusedPlace).rawValue) layer stands in no file"
            )
            return
        }
        send(.edit(file: file, line: report.place?.line ?? 1))
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
}
