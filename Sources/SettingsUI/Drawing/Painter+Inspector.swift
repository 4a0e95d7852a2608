// The inspector: what a setting is, and which layers have a say in it.

import SettingsModel
import SettingsProtocol

extension Painter {
    /// The inspector beside the table.
    mutating func inspector(_ page: InspectorPage, besideTable area: Rect, _ edge: Role) {
        box(area, title: page.scene.title(page.place), edge)
        inspector(page.panelLines(in: area)[...], in: area)
        if page.isCut(in: area) {
            put(" i: all of it ", before: area.end - 2, y: area.bottom - 1, .dim)
        }
    }

    fileprivate mutating func inspector(_ lines: ArraySlice<InspectorLine>, in area: Rect) {
        let columns = InspectorColumns(area.width)
        let limit = area.end - 2
        let x = area.x + 2
        for (index, line) in lines.enumerated() {
            let y = area.y + 1 + index
            guard y < area.bottom - 1 else { return }
            switch line {
            case .gap: break
            case .fact(let name, let text):
                put(name, x: x, y: y, .dim, limit: limit)
                let start = x + InspectorColumns.fact
                let room = limit - start
                let isPath = name == "file"
                let shown =
                    isPath
                    ? text.cutInFront(to: room, mark: glyphs.ellipsis) : cut(text, to: room)
                put(shown, x: start, y: y, .value, limit: limit)
            case .rest(let text): put(text, x: x + columns.rest, y: y, .value, limit: limit)
            case .header(let text):
                put(cut(text, to: limit - x), x: x, y: y, .header, limit: limit)
            case .layer(let layer): self.layer(layer, in: area, y: y, columns)
            }
        }
    }

    private mutating func layer(
        _ layer: InspectedLayer,
        in area: Rect,
        y: Int,
        _ columns: InspectorColumns
    ) {
        let x = area.x + 2
        let limit = area.end - 2
        let marks: Cell.Marks = layer.isFocused ? .focused : []
        spot(area.x..<area.end, y: y, .layer(layer.name))
        if layer.isFocused {
            fill(Rect(x: area.x + 1, y: y, width: area.width - 2, height: 1), marks: marks)
            put(glyphs.focus, x: area.x, y: y, .accent)
            placeCursor(Point(x: x, y: y))
        }
        let role: Role = layer.isWinner ? .title : .dim
        if layer.isWinner { put(glyphs.pointer, x: x, y: y, .accent, marks: marks, limit: limit) }
        put(layer.name.rawValue, x: x + 2, y: y, role, marks: marks, limit: limit)
        let end = columns.hasPlaces ? x + 34 : limit
        put(cut(layer.value, to: end - x - 12), before: end, y: y, role, marks: marks)
        guard columns.hasPlaces else { return }
        let place = layer.place.cutInFront(to: limit - end - 3, mark: glyphs.ellipsis)
        put(place, x: end + 3, y: y, .dim, marks: marks, limit: limit)
    }
}

extension InspectorBox: OverlayView {
    func draw(on painter: inout Painter) {
        let first = first(page.inspector.scroll)
        painter.box(
            area,
            title: page.scene.title(page.place),
            note: page.place.keyPath.description,
            .accent
        )
        painter.placeCursor(Point(x: area.x + 2, y: area.y + 1))
        painter.inspector(lines.dropFirst(first), in: area)
        let inside = Rect(x: area.x, y: area.y + 1, width: area.width, height: room)
        painter.scrollBar(lines.count, in: inside, scroll: first)
    }
}
