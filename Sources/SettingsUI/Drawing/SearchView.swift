// The search on top of the table: what is found, and more of the one in focus.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A search as it's drawn.
struct SearchView: OverlayView {
    let search: Search
    let scene: Scene
    let area: SearchArea

    /// Draws the search, with its field, what is found and what else there is to know.
    func draw(on canvas: Canvas) {
        let box = area.box
        // What isn't gathered yet counts: a number that grows would draw the screen again and again.
        let total =
            search.index.isWhole ? search.index.places.count : scene.tree.settingCount
        let note = search.edit.text.isEmpty ? "\(total)" : "\(search.count) of \(total)"
        guard area.hasEdges else {
            canvas.spot(box, .cover)
            canvas.fill(box)
            results(on: canvas)
            return canvas.field(search.edit, x: 0, y: box.y, columns: box.width)
        }
        canvas.box(box, title: "Search all settings", note: note, .accent)
        canvas.divider(box, y: box.y + 2, .accent)
        results(on: canvas)
        if area.hasMore { more(on: canvas) }
        canvas.put("/", x: box.x + 2, y: box.y + 1, .hintKey)
        canvas.field(search.edit, x: box.x + 4, y: box.y + 1, columns: box.width - 6)
    }

    private func results(on canvas: Canvas) {
        let area = area.results
        let first = search.firstShown(of: area.height)
        for row in first..<min(search.count, first + area.height) {
            let y = area.y + row - first
            let marks: Cell.Marks = row == search.chosen ? .focused : []
            canvas.spot(area.x..<area.end, y: y, .result(row))
            let line = FoundLine(search.found(row), scene)
            line.draw(on: canvas, search.edit.text, area, y: y, marks)
        }
        if search.count == 0, !search.edit.text.isEmpty {
            canvas.put("Nothing found", x: area.x + 3, y: area.y, .dim, limit: area.end - 1)
        }
    }

    private func more(on canvas: Canvas) {
        let box = area.box
        let y = area.results.bottom
        canvas.divider(box, y: y, .accent)
        let limit = box.end - 2
        if let place = search.place, let specifier = scene.tree.setting(place)?.specifier {
            let wanted = scene.shown(specifier.defaultValue, place)
            let dot = "  \(canvas.glyphs.dot)  "
            let source = source(of: place).map { dot + $0 } ?? ""
            let ends = "\(dot)default \(wanted)\(source)"
            let key = place.keyPath.description + dot
            // What the value may be is the longest part, and the inspector has all of it.
            let room = limit - box.x - 3
            let rule = canvas.cut(
                specifier.rule.summary,
                to: max(8, room - key.columns - ends.columns)
            )
            canvas.put(canvas.cut(key + rule + ends, to: room), x: box.x + 3, y: y + 1, .dim)
        }
        let notes = [
            "Also matched: groups, keys, values, help, footers, titles of choices.",
            "Filters:  @modified  @problem  @key:font  @type:switch  @from:site",
        ]
        for (index, note) in notes.enumerated() {
            canvas.put(note, x: box.x + 3, y: y + 3 + index, .footer, limit: limit)
        }
    }

    /// A stored value that isn't in force, or the layer that the value comes from, with the file and
    /// the line where they are known; nil for the default.
    private func source(of place: SettingPlace) -> String? {
        if let refused = scene.refusedValue(place.root), let problem = scene.problems[place.root] {
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

/// A row of what the search found, as it's drawn.
private struct FoundLine {
    var title: String
    var location = ""
    var value = ""
    var mark = RowMark.error

    init(_ found: Found, _ scene: Scene) {
        switch found {
        case .problem(let problem):
            title = problem.title
            location = scene.tree.location(problem.pane)
            value = problem.words
        case .setting(let place):
            let setting = scene.tree.setting(place)
            title = scene.title(place)
            location = setting.map { scene.tree.location($0.pane) } ?? ""
            value = scene.shown(scene.value(place), place)
            mark = setting.map { scene.mark(place, $0.specifier) } ?? .none
        }
    }

    func draw(
        on canvas: Canvas,
        _ query: String,
        _ area: Rect,
        y: Int,
        _ marks: Cell.Marks
    ) {
        canvas.fill(Rect(x: area.x + 1, y: y, width: area.width - 2, height: 1), marks: marks)
        if marks.contains(.focused) {
            canvas.put(canvas.glyphs.focus, x: area.x, y: y, .accent)
        }
        let (sign, role) = mark.sign(canvas.glyphs)
        canvas.put(sign, x: area.x + 1, y: y, role, marks: marks)
        let middle = area.x + max(14, min(27, area.width * 2 / 5))
        let value = canvas.cut(value, to: area.width / 3)
        let start = canvas.put(value, before: area.end - 3, y: y, .value, marks: marks)
        var x = area.x + 3
        let end = min(middle, start) - 1
        for (text, role) in canvas.cut(title, to: end - x).parted(by: query) {
            x = canvas.put(text, x: x, y: y, role, marks: marks, limit: end)
        }
        let room = start - middle - 2
        canvas.put(canvas.cut(location, to: room), x: middle, y: y, .dim, marks: marks)
    }
}

extension String {
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
