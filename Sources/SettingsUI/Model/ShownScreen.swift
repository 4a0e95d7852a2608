// The screen as it's shown now: its contents, and where its parts are.

import SettingsModel

/// All parts of the model as they are now, to be read only: keys, the mouse and drawing go by the same.
///
/// As for a scene, nothing keeps one while the model changes.
struct ShownScreen {
    let scene: Scene
    let navigation: Navigation
    let overlays: Overlays
    let inspector: Inspector
    let changes: Changes
    let status: Status?

    // MARK: Contents

    var contents: any ScreenContents { contents(navigation.screen.content) }

    func contents(_ content: Screen.Content) -> any ScreenContents {
        switch content {
        case .programs: ProgramsScreen(scene: scene)
        case .pane(let id, let title): PaneScreen(scene: scene, id: id, title: title)
        case .options(let place): OptionsScreen(scene: scene, place: place)
        case .element(let place, let pane):
            ElementScreen(
                scene: scene,
                place: place,
                pane: pane,
                isInner: navigation.isInner(place)
            )
        case .changes: changesScreen
        case .history: HistoryScreen(scene: scene)
        }
    }

    /// The title of the screen that the one in front leads back to; empty for none.
    var backTitle: String {
        navigation.screens.dropLast().last.map { contents($0.content).backTitle } ?? ""
    }

    var changesScreen: ChangesScreen { ChangesScreen(scene: scene, changes: changes) }

    var table: Table { contents.table }

    /// The index of the program that is shown; the first where several are.
    var programIndex: Int {
        let domain = contents.program
        return scene.tree.programs.firstIndex { $0.domain == domain } ?? 0
    }

    /// The row that the keys act on.
    var focusedRow: Row? { navigation.screen.focus.flatMap { table.row(at: $0.position) } }

    /// The changes that keys act on: those picked, else the one in focus.
    var chosenChanges: [SettingPlace] {
        let all = table.sections.flatMap { section in
            (0..<section.count).compactMap { index -> SettingPlace? in
                if case .change(let place) = section.row(index).target { place } else { nil }
            }
        }
        let chosen = all.filter(changes.picked.contains)
        if !chosen.isEmpty { return chosen }
        if case .change(let place)? = focusedRow?.target { return [place] }
        return []
    }

    /// The settings that screens, a field or wheels are about.
    var openSettings: Set<SettingPlace> {
        var places = scene.typing.places + navigation.places
        if case .picker(let picker) = overlays.current { places.append(picker.place) }
        return Set(places.map(\.root))
    }

    /// What is said of a file that something is wrong with; nil where the notice or a row shows it.
    func status(of problem: FileProblem) -> Status? {
        let words = scene.words(of: problem)
        if problem.severity == .warning { return Status(.warning, words) }
        let isShown = contents.notice != nil || navigation.screen.content == .programs
        if problem.isUnreadable, isShown { return nil }
        return Status(.error, "\(scene.look.glyphs.error) \(words)")
    }

    // MARK: Geometry

    var frame: Frame {
        let isPane = navigation.isSettingsTab && navigation.screen.content != .programs
        let hasInspector = inspector.isWanted && isPane
        return Frame(
            scene.look.size,
            sideBar: isPane && scene.tree.programs.count > 1 ? .shown : .hidden,
            inspector: hasInspector ? .shown : .hidden
        )
    }

    var tableArea: Rect {
        var area = frame.body
        guard contents.notice != nil, area.height >= NoticePainter.lines + 3 else {
            return area
        }
        area.y += NoticePainter.lines
        area.height -= NoticePainter.lines
        return area
    }

    /// The table in front with its lines and columns.
    var shownTable: ShownTable {
        let table = table
        let columns = frame.tableColumns(table.ribbon.isEmpty ? .hidden : .shown)
        let box = scene.typing.field?.box(
            in: table,
            columns: columns,
            height: tableArea.height,
            near: navigation.screen.focus?.position,
            scene.look
        )
        let layout = Layout(
            table,
            columns: columns.count,
            width: RowWidth(screen: scene.look.size),
            grown: box.map { Layout.GrownRow(position: $0.position, lines: $0.rowLines) }
        )
        return ShownTable(table: table, layout: layout, columns: columns, box: box)
    }

    /// Whether a field can open again: it's in the row in focus, to which the keys go.
    func hasRoom(for field: OpenField) -> Bool {
        guard scene.typing.field == nil, overlays.current == .none, navigation.region == .table,
            let row = navigation.screen.focus?.id
        else { return false }
        return field.rows.contains(row)
    }

    /// The box of the text that is being typed in the table in front.
    var textBox: TextBox? { scene.typing.field?.hasLines == true ? shownTable.box : nil }

    /// Where an open search is drawn.
    var searchArea: SearchArea { SearchArea(scene.look.size, body: frame.body) }

    /// The parts that keys can go to, in the order of Tab.
    var regions: [Region] { navigation.regions(in: frame, isInspectorCut: isInspectorCut) }

    /// The field, overlay or screen that gets the keys.
    var keyTarget: KeyTarget {
        switch overlays.current {
        case .picker: .wheels
        case .search: .search
        case .confirmation(let confirmation): .question(confirmation)
        case .none where scene.typing.field != nil: .field
        case .none, .inspector: .screen(navigation.screens.count)
        }
    }
}
