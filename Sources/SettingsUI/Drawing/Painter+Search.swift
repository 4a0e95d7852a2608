// The search on top of the table: what is found, and more of the one in focus.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A row of what the search found, as it's drawn.
private struct FoundLine {
    var title: String
    var location = ""
    var value = ""
    var mark = RowMark.error
}

extension Model {
    fileprivate func line(_ found: Found) -> FoundLine {
        switch found {
        case .problem(let problem):
            return FoundLine(
                title: problem.title,
                location: catalogue.location(problem.pane),
                value: problem.words
            )
        case .setting(let place):
            let setting = catalogue.setting(place)
            return FoundLine(
                title: scene.title(place),
                location: setting.map { catalogue.location($0.pane) } ?? "",
                value: scene.shown(scene.value(place), place),
                mark: setting.map { scene.mark(place, $0.specifier) } ?? .none
            )
        }
    }

    /// What a file says that isn't in force, or the layer that a value comes from, with the file and
    /// the line where they are known; nil for the default.
    fileprivate func source(of place: SettingPlace, _ search: Search) -> String? {
        if let refused = scene.refusedValue(place.root), let problem = fileProblems[place.root] {
            let line = problem.place.map { ":\($0.line)" } ?? ""
            return "stored: \(refused.plainText), \(problem.file.fileName)\(line)"
        }
        guard let layer = scene.stored(place)?.layer, layer != .default else { return nil }
        guard let source = search.source, source.place == place.root,
            let report = source.explanation.layers.first(where: { $0.layer == layer }),
            let file = report.file
        else { return "\(layer.rawValue) layer" }
        return "\(layer.rawValue), \(file.fileName)" + (report.place.map { ":\($0.line)" } ?? "")
    }
}

extension Painter {
    /// The search, with its field, what is found and what else there is to know.
    mutating func search(_ search: Search, _ model: Model) {
        let area = model.searchArea
        // What isn't gathered yet counts: a number that grows would draw the screen again and again.
        let total = search.index.isWhole ? search.index.places.count : model.catalogue.settingCount
        let note = search.edit.text.isEmpty ? "\(total)" : "\(search.count) of \(total)"
        guard model.searchHasBox else {
            spot(area, .cover)
            fill(area)
            results(search, model, model.searchResultsArea)
            return field(search.edit, x: 0, y: area.y, columns: model.look.size.width)
        }
        box(area, title: "Search all settings", note: note, .accent)
        divider(area, y: area.y + 2, .accent)
        let results = model.searchResultsArea
        self.results(search, model, results)
        if area.height >= 12 { more(search, model, area, y: results.bottom) }
        put("/", x: area.x + 2, y: area.y + 1, .hintKey)
        field(search.edit, x: area.x + 4, y: area.y + 1, columns: area.width - 6)
    }

    private mutating func results(_ search: Search, _ model: Model, _ area: Rect) {
        let first = search.firstShown(of: area.height)
        for row in first..<min(search.count, first + area.height) {
            let y = area.y + row - first
            let marks: Cell.Marks = row == search.chosen ? .focused : []
            spot(area.x..<area.end, y: y, .result(row))
            result(model.line(search.found(row)), search.edit.text, area, y: y, marks)
        }
        if search.count == 0, !search.edit.text.isEmpty {
            put("Nothing found", x: area.x + 3, y: area.y, .dim, limit: area.end - 1)
        }
    }

    private mutating func result(
        _ line: FoundLine,
        _ query: String,
        _ area: Rect,
        y: Int,
        _ marks: Cell.Marks
    ) {
        fill(Rect(x: area.x + 1, y: y, width: area.width - 2, height: 1), marks: marks)
        if marks.contains(.focused) { put(glyphs.focus, x: area.x, y: y, .accent) }
        let (sign, role) = sign(line.mark)
        put(sign, x: area.x + 1, y: y, role, marks: marks)
        let middle = area.x + max(14, min(27, area.width * 2 / 5))
        let value = cut(line.value, to: area.width / 3)
        let start = put(value, before: area.end - 3, y: y, .value, marks: marks)
        var x = area.x + 3
        let end = min(middle, start) - 1
        for (text, role) in cut(line.title, to: end - x).parted(by: query) {
            x = put(text, x: x, y: y, role, marks: marks, limit: end)
        }
        put(cut(line.location, to: start - middle - 2), x: middle, y: y, .dim, marks: marks)
    }

    private mutating func more(_ search: Search, _ model: Model, _ area: Rect, y: Int) {
        divider(area, y: y, .accent)
        let limit = area.end - 2
        if let place = search.place, let specifier = model.catalogue.setting(place)?.specifier {
            let wanted = model.scene.shown(specifier.defaultValue, place)
            let dot = "  \(glyphs.dot)  "
            let source = model.source(of: place, search).map { dot + $0 } ?? ""
            let ends = "\(dot)default \(wanted)\(source)"
            let key = place.keyPath.description + dot
            // What the value may be is the longest part, and the inspector has all of it.
            let room = limit - area.x - 3
            let rule = cut(specifier.rule.summary, to: max(8, room - key.columns - ends.columns))
            put(cut(key + rule + ends, to: room), x: area.x + 3, y: y + 1, .dim)
        }
        put(
            "Also matched: titles, keys, values, help, footers, titles of choices.",
            x: area.x + 3,
            y: y + 3,
            .footer,
            limit: limit
        )
        put(
            "Filters:  @modified  @problem  @key:font  @type:switch  @from:site",
            x: area.x + 3,
            y: y + 4,
            .footer,
            limit: limit
        )
    }
}

extension String {
    /// The last part of a path.
    fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }

    /// The text in parts, those that a query's first word matches apart from the others.
    fileprivate func parted(by query: String) -> [(String, Role)] {
        guard let word = query.split(separator: " ").first(where: { SearchFilter($0) == nil })
        else {
            return [(self, .normal)]
        }
        let wanted = Array(word.lowercased())
        let letters = Array(self)
        let starts = letters.indices.dropLast(max(0, wanted.count - 1))
        let start = starts.first { start in
            zip(letters[start...], wanted).allSatisfy { $0.lowercased() == String($1) }
        }
        guard let start else { return [(self, .normal)] }
        let end = start + wanted.count
        return [
            (String(letters[..<start]), .normal), (String(letters[start..<end]), .match),
            (String(letters[end...]), .normal),
        ]
    }
}
