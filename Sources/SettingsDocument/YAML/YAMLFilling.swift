// Writes a value where a YAML file has none yet: behind a key or a dash that stands alone.

import SettingsModel

extension YAMLEditor {
    /// Writes a value where nothing stands, or an anchor or a tag alone.
    mutating func fill(
        _ place: YAMLValuePlace,
        _ value: SettingValue,
        isBlock: Bool
    ) throws(EditError) {
        if place.indicator == nil, let key = place.key {
            return try addColon(place, key, value, isBlock: isBlock)
        }
        let behindIndicator = place.indicator.map { $0 + 1 }
        let hasProperties = place.start < place.content
        let start = hasProperties ? place.start : behindIndicator ?? place.content
        let range = start..<place.content
        let blank = start == behindIndicator ? " " : ""
        if !isBlock {
            let text = try writer.inline(value, in: place.context)
            edits.replace(range, blank + place.anchorLead + text)
        } else if !place.isInMapping, !place.hasComment, place.anchor.isEmpty {
            // `- a: 1`: the collection begins behind the dash.
            edits.replace(range, blank + (try writer.block(value, indent: place.column + 2)))
        } else {
            if !range.isEmpty { edits.replace(range, place.anchor) }
            try insertBelow(place, value, after: place.content)
        }
    }

    /// Gives a key without `:` its value: `{k}`, `? k`.
    private mutating func addColon(
        _ place: YAMLValuePlace,
        _ key: YAMLNode,
        _ value: SettingValue,
        isBlock: Bool
    ) throws(EditError) {
        guard key.indicator >= 0, !place.isFlow else {
            // A key over several lines needs to say that it is one.
            let isTall = key.indicator < 0 && layout.hasLineBreak(key.range)
            if isTall { edits.replace(Int(key.start)..<Int(key.start), "? ") }
            let text = try writer.inline(value, in: place.context)
            edits.replace(place.end..<place.end, ": " + text)
            return
        }
        // Below `? k`, the colon begins a line.
        var line = YAMLWriter.blanks(place.column) + ":"
        if isBlock {
            let indent = place.innerIndent(of: value, writer)
            line += writer.lineEnding + YAMLWriter.blanks(indent)
            line += try writer.block(value, indent: indent)
        } else {
            line += " " + (try writer.inline(value, in: .block))
        }
        edits.insertLines(line + writer.lineEnding, at: layout.nextLine(place.end))
    }

    /// Writes a collection on the lines below its key or dash.
    mutating func insertBelow(
        _ place: YAMLValuePlace,
        _ value: SettingValue,
        after offset: Int
    ) throws(EditError) {
        let indent = place.innerIndent(of: value, writer)
        let text = YAMLWriter.blanks(indent) + (try writer.block(value, indent: indent))
        edits.insertLines(text + writer.lineEnding, at: layout.nextLine(offset))
    }
}
