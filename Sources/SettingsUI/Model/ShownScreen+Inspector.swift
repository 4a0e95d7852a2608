// The inspector of the setting in focus, and its questions to the agent.

import SettingsModel

extension ShownScreen {
    /// The inspector's page of the setting in focus; nil for a row that is no setting's.
    var inspectorPage: InspectorPage? {
        navigation.focusedPlace.map { place in
            InspectorPage(
                scene: scene,
                place: place,
                inspector: inspector,
                hasKeys: overlays.current == .inspector || navigation.region == .inspector
            )
        }
    }

    /// The inspector that lies on top of the table; nil where none does.
    var inspectorBox: InspectorBox? {
        overlays.current == .inspector ? inspectorPage.map(InspectorBox.init) : nil
    }

    /// True where the inspector beside the table has more lines than room.
    var isInspectorCut: Bool {
        guard let area = frame.inspector else { return false }
        return inspectorPage?.isCut(in: area) == true
    }

    /// Whether the inspector has room beside the table; one that is cut opens on top, where it scrolls.
    var hasRoomForInspector: Bool {
        scene.look.size.width >= Frame.inspectorColumns
            && scene.look.size.height >= Frame.tallLines && !isInspectorCut
    }

    /// Whether the inspector is shown, beside the table or on top of it.
    private var isInspectorOpen: Bool {
        frame.inspector != nil || overlays.current == .inspector
    }

    /// The next question to the agent; nil for none.
    var nextQuestion: Question? { questionOfFocused ?? questionOfFound }

    /// Asks about the setting in focus where the inspector is open and knows another.
    private var questionOfFocused: Question? {
        guard isInspectorOpen, scene.values.link == .live,
            let place = navigation.focusedPlace?.root,
            inspector.explanation?.place != place
        else { return nil }
        let question = Question(place: place, purpose: .inspector)
        return inspector.question == question ? nil : question
    }

    /// Asks where the value of the search's setting in focus comes from, where its line has room for
    /// that and it isn't known.
    private var questionOfFound: Question? {
        guard case .search(let search) = overlays.current, scene.values.link == .live,
            inspector.question == nil,
            searchArea.hasMore, let place = search.place?.root,
            let layer = scene.stored(place)?.layer, layer != .default, search.source?.place != place
        else { return nil }
        return Question(place: place, purpose: .search)
    }

    /// The layer in focus.
    private var layer: Layer { inspector.layer(of: navigation.focusedPlace) }

    /// Opens the file in which the layer in focus stands.
    var openedLayer: KeyOutcome {
        if let editor = inspectorPage?.editor { return .send(editor) }
        return .say(Status(.note, "The \(layer.rawValue) layer stands in no file"))
    }

    /// Removes the value of the layer in focus.
    var removedLayer: KeyOutcome {
        guard layer != .user else { return .reset }
        let name = layer.rawValue
        let text = "Only the user layer is changed here, not the \(name) layer"
        return .say(Status(.note, text))
    }

    /// The mapped files with texts of their own for the setting that the inspector shows.
    var ownFiles: [String] { isInspectorOpen ? inspectorPage?.ownFiles ?? [] : [] }

    /// Those of them whose texts can be words for the setting's value.
    var filesWithWords: [String] { isInspectorOpen ? inspectorPage?.filesWithWords ?? [] : [] }

    /// Has these files follow.
    var followed: KeyOutcome { follow(ownFiles, .written, "text") }

    /// Makes the texts of these files their words for the setting's value.
    var followedAsIs: KeyOutcome { follow(filesWithWords, .asIs, "word") }

    private func follow(_ files: [String], _ following: Following, _ noun: String) -> KeyOutcome {
        guard isInspectorOpen, let place = navigation.focusedPlace else { return .nothing }
        guard files.isEmpty else { return .send(.follow(place.root, files, following)) }
        let words = "No file is known to have its own \(noun) for \(scene.title(place))"
        return .say(Status(.note, words))
    }

    /// Opens the editor where a file is broken, else where the focused value stands.
    var openedFile: KeyOutcome {
        if let notice = contents.notice { return .send(notice.editor) }
        guard let place = navigation.focusedPlace?.root else { return .nothing }
        return scene.problems.editor(for: place).map(KeyOutcome.send)
            ?? .explain(Question(place: place, purpose: .editor))
    }

    /// Reads the files of the notice again.
    var retry: KeyOutcome {
        guard let notice = contents.notice else { return .nothing }
        let isOfSettings = notice.subject == .settings
        return .send(isOfSettings ? .rescan(notice.domain) : .readPanes(notice.domain))
    }

    /// The line on which the layer in focus stands, where that isn't read; nil where none is needed.
    var unreadLine: FileLine? { isInspectorOpen ? inspectorPage?.unreadLine : nil }
}
