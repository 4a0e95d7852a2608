// Sections for lists that have no group of their own.

extension [PaneSection] {
    /// The sections with each list in one of its own, under its title.
    ///
    /// A list is drawn as its elements, so that nothing else on the screen would say what they are.
    var withListsApart: [PaneSection] { flatMap(\.withListsApart) }
}

extension PaneSection {
    /// Whether the section is there for a list alone, which names it.
    var isOfOneList: Bool {
        rows.count == 1 && rows[0].isDrawnAsElements && header == rows[0].title
    }

    fileprivate var withListsApart: [PaneSection] {
        guard rows.contains(where: \.isDrawnAsElements) else { return [self] }
        var parts: [PaneSection] = []
        var header = header
        for row in rows {
            if row.isDrawnAsElements {
                parts.append(PaneSection(header: row.title))
            } else if parts.last?.isOfOneList ?? true {
                parts.append(PaneSection(header: header))
                header = nil
            }
            parts[parts.count - 1].rows.append(row)
        }
        parts[0].footer = footer
        return parts
    }
}

extension Specifier {
    fileprivate var isDrawnAsElements: Bool {
        if case .list = control { return !isSecret }
        return false
    }
}
