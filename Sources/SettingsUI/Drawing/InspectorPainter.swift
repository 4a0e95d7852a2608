// The inspector's lines: facts of a setting, and its value in each layer.

import SettingsModel

/// Draws lines of the inspector in a box.
struct InspectorPainter {
    let canvas: Canvas
    let area: Rect

    /// Draws as much of a page as has room beside the table.
    func draw(_ page: InspectorPage, _ edge: Role) {
        canvas.box(area, title: page.scene.title(page.place), edge)
        draw(page.panelLines(in: area)[...])
        if page.isCut(in: area) {
            canvas.put(" i: all of it ", before: area.end - 2, y: area.bottom - 1, .dim)
        }
    }

    fileprivate func draw(_ lines: ArraySlice<InspectorLine>) {
        let columns = InspectorColumns(area.width)
        let limit = area.end - 2
        let x = area.x + 2
        for (index, line) in lines.enumerated() {
            let y = area.y + 1 + index
            guard y < area.bottom - 1 else { return }
            switch line {
            case .gap: break
            case .fact(let name, let text):
                canvas.put(name, x: x, y: y, .dim, limit: limit)
                let start = x + InspectorColumns.fact
                let room = limit - start
                let isPath = name == "file"
                let shown = isPath ? cutInFront(text, to: room) : canvas.cut(text, to: room)
                canvas.put(shown, x: start, y: y, .value, limit: limit)
            case .rest(let text):
                canvas.put(text, x: x + columns.rest, y: y, .value, limit: limit)
            case .header(let text):
                canvas.put(canvas.cut(text, to: limit - x), x: x, y: y, .header, limit: limit)
            case .layer(let layer): draw(layer, y: y, columns)
            }
        }
    }

    private func draw(_ layer: InspectedLayer, y: Int, _ columns: InspectorColumns) {
        let glyphs = canvas.glyphs
        let x = area.x + 2
        let limit = area.end - 2
        let marks: Cell.Marks = layer.isFocused ? .focused : []
        canvas.spot(area.x..<area.end, y: y, .layer(layer.name))
        if layer.isFocused {
            let line = Rect(x: area.x + 1, y: y, width: area.width - 2, height: 1)
            canvas.fill(line, marks: marks)
            canvas.put(glyphs.focus, x: area.x, y: y, .accent)
            canvas.placeCursor(Point(x: x, y: y))
        }
        let role: Role = layer.isWinner ? .title : .dim
        if layer.isWinner {
            canvas.put(glyphs.pointer, x: x, y: y, .accent, marks: marks, limit: limit)
        }
        canvas.put(layer.name.rawValue, x: x + 2, y: y, role, marks: marks, limit: limit)
        let end = columns.hasPlaces ? x + 34 : limit
        let value = canvas.cut(layer.value, to: end - x - 12)
        canvas.put(value, before: end, y: y, role, marks: marks)
        guard columns.hasPlaces else { return }
        let place = cutInFront(layer.place, to: limit - end - 3)
        canvas.put(place, x: end + 3, y: y, .dim, marks: marks, limit: limit)
    }

    private func cutInFront(_ text: String, to columns: Int) -> String {
        text.cutInFront(to: columns, mark: canvas.glyphs.ellipsis)
    }
}

extension InspectorBox: OverlayView {
    func draw(on canvas: Canvas) {
        let first = first(page.inspector.scroll)
        let key = page.place.keyPath.description
        canvas.box(area, title: page.scene.title(page.place), note: key, .accent)
        canvas.placeCursor(Point(x: area.x + 2, y: area.y + 1))
        InspectorPainter(canvas: canvas, area: area).draw(lines.dropFirst(first))
        let inside = Rect(x: area.x, y: area.y + 1, width: area.width, height: room)
        canvas.scrollBar(lines.count, in: inside, scroll: first)
    }
}
