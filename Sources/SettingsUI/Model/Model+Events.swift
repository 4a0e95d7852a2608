// Events, and the focus that they change.

import SettingsModel

extension Model {
    /// Changes the screen as an event asks for, and sends what is to be done outside.
    mutating func handle(_ event: Event) {
        let target = shown.keyTarget
        let content = navigation.screen.content
        let isUnknown = shown.inspectorPage?.explained == nil
        switch event {
        case .key(let key): handle(key)
        case .paste(let text): paste(text)
        case .mouse(let action, let point): mouse(action, point)
        case .resize(let size):
            mirror.look.size = size
            navigation.dragged = nil
        case .agent(let event): hear(event)
        case .timer(.flash): mirror.values.flashing = []
        case .editorClosed(let problem):
            if let problem { status = Status(.error, "\(mirror.look.glyphs.error) \(problem)") }
            send(.redraw)
        case .panes(let program): mirror.replace(program)
        case .lineRead(let line): inspector.adopt(line)
        case .panesWritten(let domains):
            mirror.tree.written.formUnion(domains)
            send(.wait(.panes, AgentMirror.paneSettleTime))
        case .timer(.search):
            let scene = scene
            overlays.refreshSearch(scene)
        case .timer(.panes):
            for domain in mirror.tree.written.sorted() { send(.readPanes(domain)) }
            mirror.tree.written = []
        case .timer(.pause): overlays.listening = .now
        }
        settle()
        if isUnknown, shown.inspectorPage?.explained != nil {
            inspector.showStart(of: shown.inspectorBox)
        }
        if overlays.listen(to: event, from: target, to: shown.keyTarget) {
            send(.wait(.pause, Overlays.pauseBeforeKeys))
        }
        // What nobody was told of, as it changed no value, is known when the history is opened.
        if navigation.screen.content == .history, content != .history, mirror.values.link == .live {
            send(.askLately(nil))
        }
        askForInspector()
        if case .search(let search) = overlays.current, !search.isUpToDate(scene) {
            send(.wait(.search, .zero))
        }
    }

    /// Makes the focus and what is in view fit the table as it is now.
    mutating func settle() {
        if navigation.region != .table, !shown.regions.contains(navigation.region) {
            navigation.region = .table
        }
        let table = shown.shownTable
        let caret = typing.field?.edit.caret
        let row = navigation.screen.settle(in: table, height: shown.tableArea.height, caret: caret)
        closeLost(in: row?.id)
        if row != nil, let box = table.box { typing.field?.firstLine = box.first }
    }

    // MARK: Screens

    /// Goes back by one screen, unasked; at the first one, only says how to leave.
    mutating func leave() {
        let list = navigation.listToLeave
        guard navigation.leave() else {
            status = Status(.note, "q quits")
            return
        }
        if let list, typing.removeDraft(of: list) { status = Status(.note, "Nothing was added") }
    }
}
