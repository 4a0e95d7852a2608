// The search on top of the table: what is found, and more of the one in focus.

/// A row of what the search found, as it's drawn.
struct FoundLine {
    var title: String
    var location = ""
    var value = ""
    var mark = RowMark.error
}

/// Where the parts of the search are.
struct SearchAreas {
    var all: Rect
    var results: Rect
    /// Whether there is a box around it.
    var hasBox: Bool
}

/// Draws the search, with its field and its results.
struct SearchPainter {
    let canvas: Canvas
    let areas: SearchAreas
    let edit: TextEdit

    private var glyphs: Glyphs { canvas.glyphs }

    /// Draws the search.
    ///
    /// - Parameters:
    ///   - results: Those in view, with their numbers.
    ///   - chosen: The number of the one in focus.
    ///   - count: What stands at the right of its title.
    ///   - more: What else there is to know of the one in focus, for so many columns.
    func draw(
        _ results: some Sequence<(number: Int, line: FoundLine)>,
        chosen: Int,
        count: String,
        more: (_ columns: Int) -> String?
    ) {
        let area = areas.all
        guard areas.hasBox else {
            canvas.spot(area, .cover)
            canvas.fill(area)
            draw(results, chosen)
            return canvas.field(edit, x: 0, y: area.y, columns: canvas.grid.size.width)
        }
        canvas.box(area, title: "Search all settings", note: count, .accent)
        canvas.divider(area, y: area.y + 2, .accent)
        draw(results, chosen)
        if area.height >= 12 { draw(more(area.width - 5), y: areas.results.bottom) }
        canvas.put("/", x: area.x + 2, y: area.y + 1, .hintKey)
        canvas.field(edit, x: area.x + 4, y: area.y + 1, columns: area.width - 6)
    }

    private func draw(_ results: some Sequence<(number: Int, line: FoundLine)>, _ chosen: Int) {
        let area = areas.results
        var y = area.y
        for (number, line) in results {
            canvas.spot(area.x..<area.end, y: y, .result(number))
            draw(line, y: y, number == chosen ? .focused : [])
            y += 1
        }
        if y == area.y, !edit.text.isEmpty {
            canvas.put("Nothing found", x: area.x + 3, y: area.y, .dim, limit: area.end - 1)
        }
    }

    private func draw(_ line: FoundLine, y: Int, _ marks: Cell.Marks) {
        let area = areas.results
        canvas.fill(Rect(x: area.x + 1, y: y, width: area.width - 2, height: 1), marks: marks)
        if marks.contains(.focused) { canvas.put(glyphs.focus, x: area.x, y: y, .accent) }
        let (sign, role) = line.mark.sign(glyphs)
        canvas.put(sign, x: area.x + 1, y: y, role, marks: marks)
        let middle = area.x + max(14, min(27, area.width * 2 / 5))
        let value = canvas.cut(line.value, to: area.width / 3)
        let start = canvas.put(value, before: area.end - 3, y: y, .value, marks: marks)
        var x = area.x + 3
        let end = min(middle, start) - 1
        for (text, role) in canvas.cut(line.title, to: end - x).parted(by: edit.text) {
            x = canvas.put(text, x: x, y: y, role, marks: marks, limit: end)
        }
        let location = canvas.cut(line.location, to: start - middle - 2)
        canvas.put(location, x: middle, y: y, .dim, marks: marks)
    }

    private func draw(_ more: String?, y: Int) {
        let area = areas.all
        canvas.divider(area, y: y, .accent)
        let x = area.x + 3
        if let more { canvas.put(more, x: x, y: y + 1, .dim) }
        let words = [
            "Also matched: titles, keys, values, help, footers, titles of choices.",
            "Filters:  @modified  @problem  @key:font  @type:switch  @from:site",
        ]
        for (index, text) in words.enumerated() {
            canvas.put(text, x: x, y: y + 3 + index, .footer, limit: area.end - 2)
        }
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
