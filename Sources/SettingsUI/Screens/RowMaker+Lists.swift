// The rows of lists: one for each element.

import SettingsModel
import SettingsSchema

extension RowMaker {
    /// The rows of a list: one for each element, and one that adds another.
    func rows(
        _ specifier: Specifier,
        _ group: ListGroup,
        _ place: SettingPlace,
        _ program: Program
    ) -> [Row] {
        var rows = scene.elements(of: place).indices.map { index in
            elementRow(group, place, index, specifier, program)
        }
        if let add = group.add {
            var title = add.title
            if title.isEmpty, case .text(let field) = add.control {
                title = field.placeholder ?? ""
            }
            var row = Row(.add(place), title.isEmpty ? "Add" : title, .nothing)
            row.target = .add(add, place)
            row.isAction = true
            row.access = scene.access(place, specifier)
            rows.append(row)
        }
        return rows
    }

    private func elementRow(
        _ group: ListGroup,
        _ place: SettingPlace,
        _ index: Int,
        _ list: Specifier,
        _ program: Program
    ) -> Row {
        let item = group.item
        let whole = place.element(index, nil)
        if case .childPane(let child) = item.control {
            var row = Row(.setting(whole), name(of: whole, item), .link(""))
            if let pane = child.pane, program.panes[pane] != nil {
                row.target = .element(whole, PaneID(domain: program.domain, pane: pane))
            }
            row.access = scene.access(place, list)
            return row
        }
        let part = place.element(index, item.keyPath)
        var row = row(item, part, RowPosition(section: 0, row: index), program)
        if scene.access(place, list) != .editable { row.access = .readOnly }
        return row
    }

    /// The name of an element: the part that the schema names, else its first text, else its
    /// number; never a secret.
    private func name(of element: SettingPlace, _ item: Specifier) -> String {
        var names = item.keyPath.map { [$0] } ?? []
        if case .dictionary(let entries)? = scene.value(element) {
            names += entries.filter(\.value.isName).map { SettingKeyPath(segments: [$0.key]) }
        }
        let parts = names.lazy.map(element.part)
        let named = parts.first {
            scene.value($0) != nil && scene.tree.setting($0)?.specifier.isSecret != true
        }
        return named.map { scene.shown(scene.value($0), $0) }
            ?? "\((element.element?.index ?? 0) + 1)"
    }
}

extension SettingValue {
    /// True for a text that isn't empty.
    fileprivate var isName: Bool {
        if case .string(let text) = self { !text.isEmpty } else { false }
    }
}
