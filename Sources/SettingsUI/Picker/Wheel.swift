// One wheel of a picker.

/// Titles that turn behind a selection bar.
struct Wheel: Equatable, Sendable {
    /// What comes after the last title.
    enum Ends: Equatable, Sendable {
        case stopping
        /// The first title comes again.
        case joined
    }
    var titles: [String]
    /// The title on the bar.
    var index: Int
    var ends = Ends.stopping
    /// Stands on the bar beside the wheel and doesn't turn.
    var unit: String?
    /// Titles that can't be chosen now.
    var dimmed: Set<Int> = []
    /// How wide the wheel is, its unit aside.
    var columns: Int

    /// Creates a wheel as wide as its longest title and some blanks.
    init(_ titles: [String], index: Int, spare: Int = 1) {
        self.titles = titles
        self.index = index
        columns = max(3, (titles.map(\.columns).max() ?? 0) + spare)
    }

    /// Whether the titles are numbers, which stand at the right.
    var isNumeric: Bool { titles.first?.first?.isNumber ?? false }

    var allColumns: Int { columns + (unit.map { $0.columns + 1 } ?? 0) }

    /// The title so many lines below the bar as it's drawn: of joined ends, each title once.
    func shownIndex(at offset: Int) -> Int? {
        let isTwice = offset > titles.count / 2 || offset < -((titles.count - 1) / 2)
        return ends == .joined && isTwice ? nil : index(at: offset)
    }

    /// The title so many lines below the bar; nil past an end.
    func index(at offset: Int) -> Int? {
        let wanted = index + offset
        if ends == .joined, !titles.isEmpty {
            return ((wanted % titles.count) + titles.count) % titles.count
        }
        return titles.indices.contains(wanted) ? wanted : nil
    }

    /// The title that typed text means: one that is it, else one that begins with it.
    func index(typed: String) -> Int? {
        let wanted = typed.lowercased()
        let number = Int(typed)
        let exact = titles.firstIndex { title in
            number.map { $0 == Int(title.prefix { $0.isNumber }) } ?? (title.lowercased() == wanted)
        }
        return exact ?? titles.firstIndex { $0.lowercased().hasPrefix(wanted) }
    }
}
