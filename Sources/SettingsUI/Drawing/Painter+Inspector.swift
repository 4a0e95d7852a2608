// The inspector: what a setting is, and which layers have a say in it.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// One line of the inspector.
private enum InspectorLine {
    case fact(String, String)
    case header(String)
    case layer(name: String, value: String, place: String, isWinner: Bool)
    case gap
}

extension State {
    /// What is known of the setting in focus.
    fileprivate func inspectorLines(_ place: SettingPlace) -> [InspectorLine] {
        var lines: [InspectorLine] = [.fact("key", place.keyPath.description)]
        if programs.count > 1 { lines.append(.fact("domain", place.domain.name)) }
        if let specifier = settings[place]?.specifier {
            lines.append(.fact("type", specifier.type.typeWords))
            lines.append(.fact("may be", specifier.rule.summary))
            lines.append(.fact("default", shown(specifier.defaultValue, place)))
            if let help = specifier.help { lines.append(.fact("help", help)) }
            if let value = values[place]?.value, let refusal = specifier.rule.refusal(of: value) {
                lines.append(.fact("problem", "expected \(refusal.expected)"))
            }
        }
        if let failure = failures[place] { lines.append(.fact("problem", failure)) }
        lines.append(.gap)
        return lines + layerLines(place)
    }

    private func layerLines(_ place: SettingPlace) -> [InspectorLine] {
        guard let explanation, explanation.place == place else { return [.header("Reading …")] }
        let answer = explanation.explanation
        var lines: [InspectorLine] = [
            .header("Where \(shown(value(place), place)) comes from")
        ]
        for layer in LayerName.allCases {
            let report = answer.layers.first { $0.layer == layer }
            let isWinner = answer.winner == layer
            // What the agent has no layer of, the schema may have.
            var value = report.map { shown($0.value, place) }
            if layer == .default, value == nil, let wanted = settings[place]?.specifier.defaultValue
            {
                value = shown(wanted, place)
            }
            lines.append(
                .layer(
                    name: layer.rawValue,
                    value: value ?? glyphs.nothing,
                    place: report.map { self.words($0) } ?? "",
                    isWinner: isWinner || (answer.winner == nil && layer == .default)
                )
            )
        }
        if let winner = answer.layers.first(where: { $0.layer == answer.winner }) {
            lines.append(.gap)
            if let file = winner.file { lines.append(.fact("file", file.shortened(home: home))) }
            if let line = winner.place?.line { lines.append(.fact("line", String(line))) }
            if let origin = winner.origin {
                lines.append(.fact("set by", origin.shortened(home: home)))
            }
        }
        return lines
    }

    private func words(_ report: LayerReport) -> String {
        guard let file = report.file else { return "" }
        let line = report.place.map { ":\($0.line)" } ?? ""
        return file.shortened(home: home) + line
    }
}

extension String {
    /// A specifier's type without what all of them have: `toggle switch` for
    /// `PSToggleSwitchSpecifier`.
    fileprivate var typeWords: String {
        var name = self[...]
        for prefix in ["PS", "IASK", "SA"] where name.hasPrefix(prefix) {
            name = name.dropFirst(prefix.count)
            break
        }
        if name.hasSuffix("Specifier") { name = name.dropLast(9) }
        return name.reduce(into: "") { words, letter in
            if letter.isUppercase, !words.isEmpty { words += " " }
            words += letter.lowercased()
        }
    }
}

extension Painter {
    /// The inspector beside the table.
    mutating func inspectorPanel(_ state: State, in area: Rect) {
        guard let place = state.focusedPlace else {
            return box(area, title: state.focusedRow?.title ?? "", .border)
        }
        let cursor = grid.cursor
        box(area, title: state.title(place), .border)
        inspector(state.inspectorLines(place), in: area, hasPlaces: false)
        placeCursor(cursor)
    }

    /// The inspector on top of the table.
    mutating func inspectorBox(_ state: State) {
        guard let place = state.focusedPlace else { return }
        let lines = state.inspectorLines(place)
        let size = state.size
        let isTall = size.height >= 12
        let width = size.width >= 50 ? min(size.width - 8, 84) : size.width
        let height = min(size.height - (isTall ? 4 : 1), lines.count + 3)
        let area = Rect(
            x: (size.width - width) / 2,
            y: isTall ? 2 : 0,
            width: width,
            height: height
        )
        box(area, title: state.title(place), note: place.keyPath.description, .accent)
        inspector(lines, in: area, hasPlaces: area.width >= 60)
        placeCursor(Point(x: area.x + 2, y: area.y + 1))
    }

    private mutating func inspector(_ lines: [InspectorLine], in area: Rect, hasPlaces: Bool) {
        let limit = area.end - 2
        let x = area.x + 2
        for (index, line) in lines.enumerated() {
            let y = area.y + 1 + index
            guard y < area.bottom - 1 else { return }
            switch line {
            case .gap: break
            case .fact(let name, let text):
                put(name, x: x, y: y, .dim, limit: limit)
                put(cut(text, to: limit - x - 10), x: x + 10, y: y, .value, limit: limit)
            case .header(let text):
                put(cut(text, to: limit - x), x: x, y: y, .header, limit: limit)
            case .layer(let name, let value, let place, let isWinner):
                let role: Role = isWinner ? .title : .dim
                if isWinner { put(glyphs.pointer, x: x, y: y, .accent, limit: limit) }
                put(name, x: x + 2, y: y, role, limit: limit)
                let end = hasPlaces ? x + 34 : limit
                put(cut(value, to: end - x - 12), before: end, y: y, role)
                if hasPlaces {
                    put(cut(place, to: limit - end - 3), x: end + 3, y: y, .dim, limit: limit)
                }
            }
        }
    }
}
