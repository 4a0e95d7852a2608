// The screen of a setting's options.

import SettingsModel
import SettingsSchema

/// The options of a choice, and stored values that are none of them.
struct OptionsScreen: ScreenContents {
    let scene: Scene
    let place: SettingPlace

    var backTitle: String { scene.title(place) }

    var program: Domain? { scene.tree.setting(place.root)?.pane.domain }

    var notice: FileProblem? { scene.notice(of: place) }

    var table: Table {
        guard let specifier = scene.tree.setting(place)?.specifier,
            case .choice(let choice) = specifier.control
        else {
            return .gone("", "The setting isn't there any more. Esc goes back.")
        }
        let rowMaker = RowMaker(scene)
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

/// The chosen options of a choice.
struct ChosenOptions: Sendable {
    private let values: [SettingValue]
    let isSeveral: Bool

    init(_ choice: Choice, _ value: SettingValue?) {
        isSeveral = choice.count != .one
        if isSeveral {
            if case .array(let values)? = value { self.values = values } else { values = [] }
        } else {
            values = value.map { [$0] } ?? []
        }
    }

    var count: Int { values.count }

    func contains(_ value: SettingValue) -> Bool { values.contains { $0.means(value) } }
}
