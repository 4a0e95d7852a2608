// Where the comments of a TOML file stand.

import SettingsModel

extension TOMLDocument {
    /// Where its comments stand, in the order of the file.
    ///
    /// Cost: linear, times the logarithm of the number of values.
    package var comments: [Range<Int>] {
        var comments: [Range<Int>] = []
        var position = 0
        for range in texts + [bytes.count..<bytes.count] {
            while position < range.lowerBound {
                guard let start = bytes[position..<range.lowerBound].firstIndex(of: 0x23) else {
                    break
                }
                let end = bytes[start...].firstIndex { $0 == 0x0A } ?? bytes.count
                let isBeforeReturn = end > start && bytes[end - 1] == 0x0D
                comments.append(start..<(isBeforeReturn ? end - 1 : end))
                position = end
            }
            position = max(position, range.upperBound)
        }
        return comments
    }

    /// Keys, headers and values without parts, in which a number sign begins no comment.
    private var texts: [Range<Int>] {
        var texts: [Range<Int>] = []
        for node in tree.nodes.dropFirst() {
            texts.append(node.keySpan)
            let isWhole = !node.isTable && node.firstChild == TOMLTree.none && node.hasOwnText
            if case .array = node.kind { continue }
            if isWhole { texts.append(node.span) }
        }
        texts += tree.sections.map(\.header)
        return texts.sorted { $0.lowerBound < $1.lowerBound }
    }
}
