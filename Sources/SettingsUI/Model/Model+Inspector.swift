// The inspector: walking over a setting's layers, and acting on one.

import SettingsModel
import SettingsProtocol

extension Model {
    /// A key while the inspector lies on top.
    mutating func pressInInspector(_ key: Key) {
        if inspector.move(key.action, in: shown.inspectorPage, shown.inspectorBox) { return }
        switch key.action {
        case .help: overlays.help = .shown
        case .quit, .back, .enter, .inspector, .interrupt: closeInspector()
        case let action: use { $0.layerOutcome(of: action) }
        }
    }

    /// Scrolls an inspector that was opened to what it's opened for.
    mutating func scrollInspectorToStart() {
        if let box = shown.inspectorBox { inspector.showStart(of: box) }
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

extension FileLine {
    /// True for the same line of the same file, whatever its text.
    func isSamePlace(as other: FileLine?) -> Bool {
        other?.file == file && other?.number == number
    }
}

extension Explanation {
    /// One without layers, of a setting that the agent can't explain.
    static func empty(_ key: SettingKeyPath) -> Explanation {
        Explanation(key: key, winner: nil, layers: [], losers: [])
    }

    /// The editor where the effective value stands; nil where it stands in no file.
    var editor: Effect? { layers.first { $0.layer == winner }?.editor }
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
