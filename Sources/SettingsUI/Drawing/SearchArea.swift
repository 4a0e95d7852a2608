// Where the parts of the search are.

/// The search's box, and the lines in it.
struct SearchArea: Equatable, Sendable {
    let box: Rect
    /// A box around the search: on a tiny screen its lines are worth more.
    let hasEdges: Bool
    /// Two lines below the results tell more of the one in focus.
    let hasMore: Bool
    let results: Rect

    init(_ size: Size, body: Rect) {
        hasEdges = size.height >= 6 && body.width >= 16
        guard hasEdges else {
            let height = max(1, size.height - 1)
            box = Rect(x: 0, y: 0, width: size.width, height: height)
            results = Rect(x: 0, y: 1, width: size.width, height: height - 1)
            hasMore = height >= 12
            return
        }
        let width = min(body.width - 4, 84)
        let top = size.height >= 12 ? 2 : 0
        let height = min(15, size.height - top - 1)
        box = Rect(x: body.x + (body.width - width) / 2, y: top, width: width, height: height)
        hasMore = height >= 12
        let lines = height - (hasMore ? 9 : 4)
        results = Rect(x: box.x, y: box.y + 3, width: width, height: lines)
    }
}

extension Search {
    /// The first result in view, where so many have room.
    func firstShown(of lines: Int) -> Int {
        max(0, min(chosen - lines / 2, count - lines))
    }
}
