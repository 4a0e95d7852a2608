// The rows of a pane: each specifier with its value.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Makes the rows of settings, options and elements.
struct RowMaker: Sendable {
    let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    /// The rows of a specifier: one, but for a radio group, which has one for each option.
    func rows(
        _ specifier: Specifier,
        at position: RowPosition,
        _ context: PaneContext,
        access: Row.Access
    ) -> [Row] {
        rows(specifier, at: position, context).map { row in
            var row = row
            if row.access == .editable { row.access = access }
            return row
        }
    }

    private func rows(
        _ specifier: Specifier,
        at position: RowPosition,
        _ context: PaneContext
    ) -> [Row] {
        let program = context.program
        let place = context.place(of: specifier)
        if let place, !specifier.isSecret, case .list(let group) = specifier.control {
            return rows(specifier, group, place, program)
        }
        if let place, case .choice(let choice) = specifier.control, choice.style == .inline {
            let chosen = ChosenOptions(
                choice,
                specifier.isSecret ? nil : scene.ticked(place, choice)
            )
            let shown = choice.shownOptions
            let stored = storedRow(specifier, choice, place).map { [$0] } ?? []
            let options = shown.indices.map { optionRow(specifier, chosen, place, $0, shown) }
            return stored + options + unknownRows(specifier, choice, place)
        }
        return [row(specifier, place, position, program, element: context.element)]
    }

    /// The row of a specifier that has one.
    func row(
        _ specifier: Specifier,
        _ place: SettingPlace?,
        _ position: RowPosition,
        _ program: Program,
        element: SettingPlace? = nil
    ) -> Row {
        let id = place.map(RowID.setting) ?? .position(section: position.section, row: position.row)
        var row = Row(id, specifier.title, widget(specifier, place, program))
        row.glyph = glyph(of: specifier)
        row.wantedLines = specifier.lines
        row.subtitle = specifier.subtitle?.text(for: place.flatMap(scene.value)) ?? ""
        if let place {
            row.target = .setting(specifier, place)
            row.mark = scene.mark(place, specifier)
            row.access = scene.access(place, specifier)
            row.note = storedWords(place, specifier)
            row.isFlashing = scene.values.flashing.contains(place)
        }
        switch specifier.control {
        case .custom, .unknown: row.access = .readOnly
        case .button, .link, .mail:
            row.access = .readOnly
            if let text = specifier.control.commandOrAddress { row.target = .text(text) }
        case .childPane(let child):
            if let name = child.pane, program.panes[name] != nil {
                let id = PaneID(domain: program.domain, pane: name)
                // Within an element, the keys of a pane go on from it.
                row.target =
                    element.map { .element($0, id) }
                    ?? .pane(id, title: child.title ?? specifier.title)
                if Summaries(scene).problemCount(inAndBelow: name, program) > 0 {
                    row.mark = .error
                }
            } else {
                row.mark = child.pane == nil || program.extent == .partial ? .none : .error
                row.access = .readOnly
            }
        default: break
        }
        return row
    }

    /// The sign of a row as this terminal can show it; a picture's name is none.
    private func glyph(of specifier: Specifier) -> String {
        guard let glyph = specifier.glyph else { return "" }
        let name = scene.look.glyphs.kind == .ascii ? glyph.asciiName ?? "" : glyph.name
        return name.columns <= 2
            && (scene.look.glyphs.kind == .unicode || name.utf8.count == name.count)
            ? name : ""
    }

    // MARK: Controls

    private func widget(
        _ specifier: Specifier,
        _ place: SettingPlace?,
        _ program: Program
    ) -> Widget {
        let value = place.flatMap { scene.value($0) } ?? specifier.defaultValue
        if specifier.isSecret, specifier.control.hasValue {
            return .secret(value.hasText ? .set : .unset)
        }
        switch specifier.control {
        case .toggle(let toggle): return toggle.widget(value)
        case .slider(let slider):
            guard let scale = slider.scale(value) else { return .value(value?.plainText ?? "") }
            return slider.style == .stepper ? .stepper(scale) : .slider(scale)
        case .text(let field):
            let text = value.map { field.shownText($0) } ?? ""
            let unset = value == nil ? Scene.unset : Scene.empty
            return .text(text, placeholder: field.placeholder ?? unset)
        case .choice(let choice): return choice.widget(value)
        case .childPane(let child):
            return child.pane == nil
                ? .value("drawn by its program")
                : .link(Summaries(scene).summary(of: child, program))
        case .readOnly(let titles):
            let title = value.flatMap { value in titles.first { $0.value.means(value) }?.title }
            return .value(title ?? value?.shownText ?? "")
        case .button, .link, .mail:
            return .value(specifier.control.commandOrAddress ?? "run by its program")
        case .picker, .date:
            return .link(place.map { scene.shown(value, $0) } ?? "")
        case .list, .custom, .anyValue, .unknown:
            if let place, scene.isSecret(place) { return .secret(value.hasText ? .set : .unset) }
            return .value(value?.shownText ?? "not set")
        }
    }
}

extension Control {
    /// True for a row that shows a value, rather than lead to something.
    fileprivate var hasValue: Bool {
        switch self {
        case .childPane, .button, .link, .mail: false
        default: true
        }
    }
}

extension SettingValue? {
    /// True for a value that isn't empty.
    var hasText: Bool {
        switch self {
        case .none, .some(.null), .some(.string("")): false
        case .some: true
        }
    }
}

extension SettingValue {
    /// The value for the eye: lists with their elements, as far as they are short.
    var shownText: String {
        switch self {
        case .array(let values) where values.allSatisfy(\.isScalar) && values.count <= 16:
            values.isEmpty ? "none" : values.map(\.plainText).joined(separator: ", ")
        case .boolean(let value): value ? "On" : "Off"
        default: plainText
        }
    }
}

extension Toggle {
    fileprivate func widget(_ value: SettingValue?) -> Widget {
        let isOn = value.map { on.means($0) } ?? false
        if style == .checkmark { return .check(.init(isOn)) }
        if isOn { return .toggle(.on) }
        guard let value, !off.means(value) else { return .toggle(.off) }
        return .toggle(.neither(value.plainText))
    }
}

extension Choice {
    fileprivate func widget(_ value: SettingValue?) -> Widget {
        if style == .segmented, count == .one {
            return .segments(titles: options.map(\.title), chosen: position(of: value))
        }
        return .link(shownText(value))
    }

    /// The titles of what is chosen.
    func shownText(_ value: SettingValue?) -> String {
        guard let value else { return "not set" }
        if case .several = count {
            let chosen = ChosenOptions(self, value)
            let known = options.filter { chosen.contains($0.value) }.map {
                $0.shortTitle ?? $0.title
            }
            let titles = known + unknown(in: value).map(\.plainText)
            return titles.isEmpty ? "none" : titles.joined(separator: ", ")
        }
        let option = options.first { $0.value.means(value) }
        let title = option?.shortTitle ?? option?.title ?? value.plainText
        return unit.map { title + " " + $0.withoutEllipsis } ?? title
    }
}

extension String {
    /// Words that go on from a value, without the dots that say so.
    fileprivate var withoutEllipsis: String {
        guard hasPrefix("…") else { return self }
        return String(hasSuffix(".") ? dropFirst().dropLast() : dropFirst())
    }
}

extension TextField {
    /// The text that stands in the field for a value.
    func shownText(_ value: SettingValue) -> String {
        let text = value == .null ? "" : value.plainText
        guard let unit, !text.isEmpty else { return text }
        return text + " " + unit
    }
}
