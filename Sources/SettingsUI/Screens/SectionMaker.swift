// The sections of a pane, with the rows that its conditions and the screen let show.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Makes sections of a table from those of a pane.
struct SectionMaker: Sendable {
    let scene: Scene

    private var rowMaker: RowMaker { RowMaker(scene) }

    /// A table with the ribbons that its sections want.
    static func table(_ title: String, _ sections: [TableSection]) -> Table {
        var table = Table(title: title, sections: sections)
        for (number, section) in sections.enumerated() where section.index != .none {
            let names = (0..<section.count).map { section.row($0).elementName ?? "" }
            table.ribbon += RibbonTitle.titles(section.index, names) {
                RowPosition(section: number, row: $0)
            }
        }
        return table
    }

    func sections(
        of pane: Pane,
        _ program: Program,
        element: SettingPlace?
    ) -> [TableSection] {
        pane.sections.enumerated().compactMap { number, section in
            tableSection(
                section,
                number,
                PaneContext(pane: pane, program: program, element: element)
            )
        }
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
}

/// The pane, the program and the element of some rows.
struct PaneContext: Sendable {
    let pane: Pane
    let program: Program
    /// The element of a list whose pane it is.
    let element: SettingPlace?

    /// The place of a row's value; nil for rows without one.
    func place(of specifier: Specifier) -> SettingPlace? {
        guard let element else { return program.place(of: specifier, in: pane) }
        return specifier.keyPath.map(element.part)
    }

    /// The place of a key that a condition names.
    func place(of keyPath: SettingKeyPath) -> SettingPlace {
        // Whether the pane has the key costs a look at all its rows.
        if let element, pane.rows.contains(where: { $0.keyPath == keyPath }) {
            return element.part(keyPath)
        }
        return SettingPlace(domain: pane.domain ?? program.domain, keyPath: keyPath)
    }
}

extension Specifier {
    /// The ribbon that a list wants for its elements.
    fileprivate var elementIndex: IndexRibbon? {
        if case .list(let group) = control { group.index } else { nil }
    }

    var isList: Bool { if case .list = control { true } else { false } }

    /// Whether each option is a row of its own within the group.
    var isInlineChoice: Bool {
        if case .choice(let choice) = control { return choice.style == .inline }
        return false
    }
}
