// The inspector of the setting in focus, and what the agent is to be asked for it.

import SettingsModel
import SettingsProtocol

extension ShownScreen {
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

    /// What the agent is to be asked for now; nil for nothing.
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

    /// The line on which the layer in focus stands, where that isn't read; nil where none is needed.
    var unreadLine: FileLine? { isInspectorOpen ? inspectorPage?.unreadLine : nil }
}
