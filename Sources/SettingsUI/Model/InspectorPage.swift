// The inspector's page of a setting, line by line.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// One line of the inspector.
enum InspectorLine: Equatable, Sendable {
    case fact(String, String)
    /// What had no room beside a fact's name.
    case rest(String)
    case header(String)
    case layer(InspectedLayer)
    case gap
}

/// A layer as the inspector shows it.
struct InspectedLayer: Equatable, Sendable {
    var name: Layer
    var value: String
    /// The file and the line; empty where it stands in none.
    var place: String
    var isWinner: Bool
    var isFocused: Bool
}

/// All that the inspector shows of the setting in focus.
struct InspectorPage: Sendable {
    let scene: Scene
    let place: SettingPlace
    var inspector: Inspector
    /// Whether the keys act on a layer.
    let hasKeys: Bool

    /// The agent's explanation; nil until it has answered.
    var explained: Explanation? { inspector.explanation(of: place) }

    /// The layer in focus.
    var layer: Layer { inspector.layer(of: place) }

    /// The report of the layer in focus; nil for a layer without a value.
    var report: LayerReport? { explained?.report(of: layer) }

    /// The line on which the layer in focus stands, where it isn't read and nothing in it may be a secret.
    var unreadLine: FileLine? {
        let domain = place.domain
        guard let line = report?.sourceLine, !line.isSamePlace(as: inspector.sourceLine),
            !scene.tree.programs.contains(where: {
                $0.hasSecrets && $0.domains.contains(domain)
            })
        else { return nil }
        return line
    }

    /// The editor where the layer in focus stands; nil where it stands in no file.
    var editor: Effect? {
        // A value that is wrong is in no layer.
        if inspector.chosenLayer == nil, let editor = scene.problems.editor(for: place.root) {
            return editor
        }
        return report?.editor
    }

    /// One line for each fact; a wide inspector has the layers' places beside them.
    func lines(_ columns: InspectorColumns? = nil) -> [InspectorLine] {
        var lines: [InspectorLine] = [.fact("key", place.keyPath.description)]
        if scene.tree.programs.count > 1 { lines.append(.fact("domain", place.domain.name)) }
        let specifier = scene.tree.setting(place)?.specifier
        if let specifier {
            lines.append(.fact("type", specifier.kindWords))
            lines.append(
                specifier.rangeWords(scene.look.glyphs).map { .fact("range", $0) }
                    ?? .fact("may be", specifier.allowed)
            )
            lines.append(.fact("default", scene.shown(specifier.defaultValue, place)))
            if specifier.isDeprecated { lines.append(.fact("is", "deprecated")) }
            if let typing = specifier.typingWords { lines.append(.fact("typing", typing)) }
            if let help = specifier.help { lines.append(.fact("help", help)) }
            if let value = scene.stored(place)?.value,
                let refusal = specifier.rule.refusal(of: value)
            {
                lines.append(.fact("problem", "expected \(refusal.expected)"))
            }
        }
        if let refused = scene.refusedValue(place.root) {
            lines.append(.fact("stored", refused.plainText))
        }
        if let points = otherwiseDrawn { lines.append(.fact("contains", points)) }
        if scene.values.restarts.contains(place.root) {
            lines.append(.fact("not yet", "applied, unless its program restarted since"))
        }
        if let failure = scene.values.failures[place.root] {
            lines.append(.fact("problem", failure))
        }
        if let problem = scene.problems[place.root] {
            let line = problem.place.map { ":\($0.line)" } ?? ""
            lines.append(.fact("problem", problem.problem))
            lines.append(.fact("in", problem.file.shortened(home: scene.look.home) + line))
        }
        lines.append(.gap)
        lines += layerLines(columns) + placeLines
        if !scene.isSecret(place.root) {
            lines += [.gap, .fact("command", scene.command(of: place.root))]
        }
        if let row = describedAt(place) { lines.append(.fact("schema", row)) }
        return lines
    }

    /// The code points of a text that the screen draws as something else, each once and in the text's
    /// order; nil for none, and for a secret.
    private var otherwiseDrawn: String? {
        guard !scene.isSecret(place.root), case .string(let text)? = scene.value(place) else {
            return nil
        }
        let hasLines =
            if case .text(let field)? = scene.tree.setting(place)?.specifier.control {
                field.isMultiline
            } else {
                false
            }
        var points: [Unicode.Scalar] = []
        for character in text.prefix(Self.mostLookedThrough) {
            // A text of several lines is drawn in them.
            if hasLines, character == "\n" || character == "\r\n" { continue }
            let drawn = character.shown.text.unicodeScalars
            let others = character.unicodeScalars.filter { !drawn.contains($0) }
            points += others.filter { !points.contains($0) }
        }
        return points.isEmpty ? nil : points.map(\.codePoint).joined(separator: ", ")
    }

    /// More characters of a text than a screen has cells for in a row.
    private static let mostLookedThrough = 500

    private func layerLines(_ columns: InspectorColumns?) -> [InspectorLine] {
        guard let explained else {
            return [.header("Reading " + scene.look.glyphs.ellipsis)]
        }
        var lines: [InspectorLine] = [
            .header("Where \(scene.shown(scene.value(place), place)) comes from")
        ]
        let root = place.root
        for name in Layer.allCases {
            let report = explained.report(of: name)
            // What the agent has no layer of, the schema may have.
            var value = report.map { scene.shown($0.value, root) }
            if name == .default, value == nil,
                let wanted = scene.tree.setting(root)?.specifier.defaultValue
            {
                value = scene.shown(wanted, root)
            }
            lines.append(
                .layer(
                    InspectedLayer(
                        name: name,
                        value: value ?? scene.look.glyphs.nothing,
                        place: report.map(words) ?? "",
                        isWinner: (explained.winner ?? .default) == name,
                        isFocused: hasKeys && layer == name
                    )
                )
            )
        }
        return lines + changeLines(explained, columns)
    }

    /// Where the value of the layer in focus stands, and who stored it when.
    private func changeLines(
        _ explained: Explanation,
        _ columns: InspectorColumns?
    ) -> [InspectorLine] {
        guard let report else { return [] }
        let place = place.root
        var lines: [InspectorLine] = [.gap]
        // A wide inspector has the place beside each layer already.
        let isNarrow = columns?.hasPlaces != true
        if isNarrow, let file = report.file {
            lines.append(.fact("file", file.shortened(home: scene.look.home)))
        }
        let text =
            report.sourceLine?.isSamePlace(as: inspector.sourceLine) == true
            ? inspector.sourceLine?.text : nil
        if let line = report.place?.line, isNarrow || text?.isEmpty == false {
            let words = text.map { "  " + $0.drop(while: \.isWhitespace) } ?? ""
            lines.append(.fact("line", String(line) + words))
        }
        var change: [String] = []
        if let time = report.time { change.append(scene.look.shown(milliseconds: time)) }
        // That a layer stands in a file says nothing of who wrote that, or when.
        if let origin = report.origin, report.time != nil || !origin.hasPrefix("file:") {
            change.append("by " + (author(of: report, from: origin)))
        }
        if !change.isEmpty {
            let more = report.layer == .user ? earlierWords(place) : ""
            lines.append(.fact("changed", change.joined(separator: " ") + more))
        }
        if let loser = explained.losers.last {
            let value =
                loser.value == nil
                ? "a removal"
                : scene.isSecret(place) ? "another value" : scene.shown(loser.value, place)
            lines.append(
                .fact("lost", "\(value) by \(loser.origin.shownOrigin)")
            )
        }
        return lines
    }

    /// Who stored a layer's value: what came by a file may follow what was done elsewhere, as the
    /// history knows.
    private func author(of report: LayerReport, from origin: String) -> String {
        guard report.layer == .user, origin.hasPrefix("file:"),
            let last = scene.log.inForce.last(where: { $0.place == place.root }),
            last.write == nil, last.group != nil, last.sets(report.value)
        else { return origin.shownOrigin }
        return last.author.word
    }

    private func words(_ report: LayerReport) -> String {
        guard let file = report.file else { return "" }
        let line = report.place.map { ":\($0.line)" } ?? ""
        return file.shortened(home: scene.look.home) + line
    }
}

extension String {
    /// Who is behind an origin, in a word.
    fileprivate var shownOrigin: String { author == AgentMirror.clientName ? "you" : author }
}

extension Unicode.Scalar {
    /// As the standard writes it: `U+001B`.
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}

extension Specifier {
    /// What else the schema says of typing into a field; nil where that's nothing.
    fileprivate var typingWords: String? {
        guard case .text(let field) = control else { return nil }
        let capitals: [TextField.Capitals: String] = [
            .words: "capitals at words", .sentences: "capitals at sentences",
            .allCharacters: "all in capitals",
        ]
        // A terminal corrects nothing; a reader may still want to know.
        let correction: [TextField.Correction: String] = [
            .yes: "autocorrection on", .no: "autocorrection off",
        ]
        let words = [capitals[field.capitals], correction[field.correction]].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// The type without what all of them have: `toggle switch` for `PSToggleSwitchSpecifier`; of a
    /// date picker, its mode too.
    var typeWords: String {
        var name = type[...]
        for prefix in ["PS", "IASK", "SA"] where name.hasPrefix(prefix) {
            name = name.dropFirst(prefix.count)
            break
        }
        if name.hasSuffix("Specifier") { name = name.dropLast(9) }
        let words = name.reduce(into: "") { words, letter in
            if letter.isUppercase, !words.isEmpty { words += " " }
            words += letter.lowercased()
        }
        if case .date(let picker) = control { return words + ", " + picker.mode.rawValue }
        return words
    }
}
