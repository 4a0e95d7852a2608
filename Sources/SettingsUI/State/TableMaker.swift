// The tables of the screens, made from panes and values.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Makes the tables of panes, elements and options.
struct TableMaker: Sendable {
    let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    private var rowMaker: RowMaker { RowMaker(scene) }

    // MARK: Panes

    func pane(_ id: PaneID, title: String) -> Table {
        guard let program = scene.catalogue.program(id.domain), let pane = program.panes[id.pane]
        else {
            let footer = "The pane '\(id.pane)' isn't there any more. Esc goes back."
            return Table(title: title, sections: [TableSection("", footer: footer, rows: [])])
        }
        let sections = sections(of: pane, program, element: nil)
        return Self.indexed(title, tabSections(of: pane, program) + sections)
    }

    /// A table with the ribbons that its sections want.
    private static func indexed(_ title: String, _ sections: [TableSection]) -> Table {
        var table = Table(title: title, sections: sections)
        for (number, section) in sections.enumerated() where section.index != .none {
            let names = (0..<section.count).map { section.row($0).elementName ?? "" }
            table.ribbon += RibbonTitle.titles(section.index, names) {
                RowPosition(section: number, row: $0)
            }
        }
        return table
    }

    private func sections(
        of pane: Pane,
        _ program: Program,
        element: SettingPlace?
    ) -> [TableSection] {
        pane.sections.enumerated().compactMap { number, section in
            tableSection(section, number, PaneContext(pane, program, element: element))
        }
    }

    /// The pane of a list's element, with a row that adds it or one that removes it.
    func element(
        _ place: SettingPlace,
        _ id: PaneID,
        over below: Screen.Content?
    ) -> Table {
        let title = scene.title(place.list)
        guard let program = scene.catalogue.program(id.domain), let pane = program.panes[id.pane],
            place.element?.isNew == true || scene.value(place) != nil
        else {
            let footer = "The element isn't there any more. Esc goes back."
            return Table(title: title, sections: [TableSection("", footer: footer, rows: [])])
        }
        var sections = sections(of: pane, program, element: place)
        // A pane that one within it opens has none: the element isn't made there.
        let isInner = if case .element(place, _)? = below { true } else { false }
        if place.element?.index == nil, !isInner {
            var row = Row(.position(section: -1, row: 0), "Add to \(title)", .nothing)
            row.target = .addDraft(place)
            row.isAction = true
            let footer = "Nothing is stored before it's added."
            sections.append(TableSection("", footer: footer, rows: [row]))
        }
        return Self.indexed(pane.title ?? title, sections)
    }

    /// The tabs of a program that is one of several, as rows that open their panes.
    private func tabSections(of pane: Pane, _ program: Program) -> [TableSection] {
        // A lone program has them in the tab bar; the pane itself may be the first of them.
        let others = pane.tabs.filter { $0.pane != pane.name }
        guard scene.catalogue.programs.count > 1, !others.isEmpty else { return [] }
        let rows = others.enumerated().map { index, tab in
            var row = Row(.position(section: -1, row: index), tab.title, .link(""))
            let id = PaneID(domain: program.domain, pane: tab.pane)
            row.target = .pane(id, title: tab.title)
            return row
        }
        return [TableSection("", rows: rows)]
    }

    /// Above it, the rows of a narrow screen have one line each: their heights would take a look at all.
    private static let mostRowsMadeAtOnce = 500

    private func tableSection(
        _ section: PaneSection,
        _ number: Int,
        _ context: PaneContext
    ) -> TableSection? {
        let holds = { @Sendable (condition: Condition) in
            condition == .always || condition.holds { scene.value(context.place(of: $0)) }
        }
        guard holds(section.visibleWhen), isShown(section.idioms) else { return nil }
        let unmet = [section.enabledWhen].filter { !holds($0) }
        // A section of a hundred thousand rows isn't looked through at each key.
        let isEven = context.program.isEven(number, of: context.pane)
        let shown =
            isEven
            ? section.rows : section.rows.filter { holds($0.visibleWhen) && isShown($0.idioms) }
        let header = section.header ?? ""
        let footer = section.footer ?? ""
        let rows = { @Sendable (index: Int) -> [Row] in
            let specifier = shown[index]
            let position = RowPosition(section: number, row: index)
            let unmet = unmet + [specifier.enabledWhen].filter { !holds($0) }
            let condition = unmet.count > 1 ? .all(unmet) : unmet.first
            let access = condition.map(Row.Access.readOnlyUntil) ?? .editable
            return rowMaker.rows(specifier, at: position, context, access: access)
        }
        // On a wide screen each such row has one line, and is made when it's drawn.
        let isWide = RowWidth(screen: scene.look.size) == .wide
        if isEven, isWide || shown.count > Self.mostRowsMadeAtOnce {
            var made = TableSection(header, footer: footer, count: shown.count) { rows($0)[0] }
            made.hasSliders = context.program.hasSliders(number, of: context.pane)
            made.find = { id in
                switch id {
                case .setting(let place): return shown.firstIndex { context.place(of: $0) == place }
                case .position(number, let row) where shown.indices.contains(row):
                    return context.place(of: shown[row]) == nil ? row : nil
                default: return nil
                }
            }
            return made
        }
        var made = TableSection(header, footer: footer, rows: shown.indices.flatMap(rows))
        made.index = shown.lazy.compactMap(\.elementIndex).first ?? .none
        return made
    }

    private func isShown(_ idioms: Set<Idiom>) -> Bool {
        idioms.isEmpty || idioms.contains(Idiom(screen: scene.look.size))
    }

    // MARK: Options

    func options(_ place: SettingPlace) -> Table {
        guard let specifier = scene.catalogue.setting(place)?.specifier,
            case .choice(let choice) = specifier.control
        else {
            let footer = "The setting isn't there any more. Esc goes back."
            return Table(title: "", sections: [TableSection("", footer: footer, rows: [])])
        }
        let stored = rowMaker.storedRow(specifier, choice, place).map { [$0] } ?? []
        let unknown = rowMaker.unknownRows(specifier, choice, place)
        let shown = choice.shownOptions
        // Ticks would show a secret.
        let chosen = ChosenOptions(choice, specifier.isSecret ? nil : scene.ticked(place, choice))
        var header = specifier.title
        if choice.count != .one, !specifier.isSecret {
            header += "  \(chosen.count - unknown.count) of \(choice.options.count)"
        }
        let section = TableSection(
            header,
            footer: choice.footer ?? specifier.help ?? "",
            count: stored.count + shown.count + unknown.count
        ) { index in
            let option = index - stored.count
            if option < 0 { return stored[index] }
            if option >= shown.count { return unknown[option - shown.count] }
            return rowMaker.optionRow(specifier, chosen, place, option, shown)
        }
        return Table(
            title: specifier.title,
            sections: [section],
            ribbon: RibbonTitle.titles(choice.index, shown.map(\.title)) {
                RowPosition(section: 0, row: $0 + stored.count)
            }
        )
    }
}

/// What the rows of a pane are about.
struct PaneContext: Sendable {
    let pane: Pane
    let program: Program
    /// The element of a list whose pane it is.
    let element: SettingPlace?

    /// Creates a context.
    init(_ pane: Pane, _ program: Program, element: SettingPlace?) {
        self.pane = pane
        self.program = program
        self.element = element
    }

    /// Where a row's value lives; nil for rows without one.
    func place(of specifier: Specifier) -> SettingPlace? {
        guard let element else { return program.place(of: specifier, in: pane) }
        return specifier.keyPath.map(element.part)
    }

    /// Where a key lives that a condition names.
    func place(of keyPath: SettingKeyPath) -> SettingPlace {
        // Whether the pane has the key costs a look at all its rows.
        if let element, pane.rows.contains(where: { $0.keyPath == keyPath }) {
            return element.part(keyPath)
        }
        return SettingPlace(domain: pane.domain ?? program.domain, keyPath: keyPath)
    }
}

/// Which options of a choice are chosen.
struct ChosenOptions: Sendable {
    private let values: [SettingValue]
    let isSeveral: Bool

    /// Reads the value of a choice.
    init(_ choice: Choice, _ value: SettingValue?) {
        isSeveral = choice.count != .one
        if isSeveral {
            if case .array(let values)? = value { self.values = values } else { values = [] }
        } else {
            values = value.map { [$0] } ?? []
        }
    }

    var count: Int { values.count }

    /// Whether an option is chosen.
    func contains(_ value: SettingValue) -> Bool { values.contains { $0.means(value) } }
}

extension Specifier {
    /// The ribbon that a list wants for its elements.
    fileprivate var elementIndex: IndexRibbon? {
        if case .list(let group) = control { group.index } else { nil }
    }

    /// Whether each element of an array is a row of its own.
    var isList: Bool { if case .list = control { true } else { false } }

    /// Whether each option is a row of its own within the group.
    var isInlineChoice: Bool {
        if case .choice(let choice) = control { return choice.style == .inline }
        return false
    }
}

extension RibbonTitle {
    /// The titles of a list's ribbon, each with the first row that begins with it.
    static func titles(
        _ index: IndexRibbon,
        _ rows: [String],
        position: (Int) -> RowPosition
    ) -> [RibbonTitle] {
        switch index {
        case .none: return []
        case .firstLetters:
            var titles: [RibbonTitle] = []
            var seen: Set = [""]
            for (row, title) in rows.enumerated() {
                let letter = title.prefix(1).uppercased()
                guard seen.insert(letter).inserted else { continue }
                titles.append(RibbonTitle(title: letter, position: position(row)))
            }
            return titles
        case .titles(let titles):
            return titles.compactMap { title in
                let row = rows.firstIndex { $0.uppercased().hasPrefix(title.uppercased()) }
                return row.map { RibbonTitle(title: title, position: position($0)) }
            }
        }
    }
}
