// The keys, on top of all else.

/// Draws the page with the keys.
struct HelpPainter {
    let canvas: Canvas
    let page: HelpPage
    /// The first line that is wanted in view.
    let scroll: Int

    func draw() {
        let area = page.area
        let move = "\(canvas.glyphs.upDown) scroll, Esc closes"
        canvas.box(area, title: "Keys", note: page.isCut ? move : "any key closes", .accent)
        let first = page.first(scroll)
        for word in page.words where (first..<first + page.shown).contains(word.line) {
            let x = area.x + word.x
            let y = page.top + word.line - first
            canvas.put(word.text, x: x, y: y, word.role, limit: x + max(0, word.columns))
        }
        let lines = Rect(x: area.x, y: page.top, width: area.width, height: page.shown)
        canvas.scrollBar(page.count, in: lines, scroll: first)
        canvas.placeCursor(Point(x: area.x + 2, y: page.top))
    }
}
