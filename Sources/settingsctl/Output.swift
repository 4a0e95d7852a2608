// What settingsctl prints, and how values look there.

import FileReplacing
import Glibc
import SettingsModel
import SettingsProtocol

/// Prints a line; on a terminal, control characters of the text are shown and not obeyed.
func show(_ line: String) {
    showText(Display.isTerminal ? line.escapedForDisplay : line)
}

/// Prints a text that is safe as it is, and ends its line.
func showText(_ text: String) { showJSON(text.utf8) }

/// Prints lines as they are; on a terminal, control characters but tabs are shown and not obeyed.
func showLines(_ text: [UInt8]) {
    guard Display.isTerminal else {
        printBytes(text)
        return
    }
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
        let cells = line.split(separator: 0x09, omittingEmptySubsequences: false)
        showCells(cells.map { String(decoding: $0, as: UTF8.self) })
    }
}

/// Prints a unified diff; on a terminal, removed and added lines have their colours.
func showDifference(_ text: [UInt8]) {
    guard Display.hasColours else { return showLines(text) }
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
        let shown = line.split(separator: 0x09, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self).escapedForDisplay }
            .joined(separator: "\t")
        let accent: Accent? =
            switch line.first {
            case UInt8(ascii: "+"): .good
            case UInt8(ascii: "-"): .bad
            case UInt8(ascii: "@"): .faint
            default: nil
            }
        showText(accent?.text(shown) ?? shown)
    }
}

/// Prints a line of cells with tabs between them.
func showCells(_ cells: [String]) {
    let cells = Display.isTerminal ? cells.map(\.escapedForDisplay) : cells
    showText(cells.joined(separator: "\t"))
}

/// Prints JSON on one line, which never has control characters.
func showJSON(_ bytes: some Sequence<UInt8>) {
    // Not 'print': what it does to find out how a value prints takes as long as the agent's answer.
    // And each line at once, so that a reader of 'watch' need not wait.
    printBytes(Array(bytes) + [0x0A])
}

private func printBytes(_ bytes: [UInt8]) {
    do throws(Errno) {
        try writeAll(bytes, to: STDOUT_FILENO)
    } catch {
        // A reader that has gone has what it wanted; a file that takes no more hasn't.
        guard error.number != EPIPE else { return }
        Failure(
            .fileTrouble,
            "the standard output can't be written: \(error.text)",
            advice: "What was printed so far is not all"
        ).report()
        exit(ExitStatus.fileTrouble.rawValue)
    }
}

/// Writes all bytes to a stream.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = try Errno.check {
            rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
        // Nothing was written, and nothing failed: to try again would never end.
        guard count > 0 else { throw Errno(number: EIO) }
        rest = rest.dropFirst(count)
    }
}

/// Whether what is printed has a reader: not once that of a pipe has gone, which a write need not tell.
var hasReader: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) < 1 || output.revents & Int16(POLLERR) == 0
}

/// Prints an object on one line, without the values of settings in it if they are hidden.
func showJSON(
    values visibility: Visibility = .shown,
    _ members: (inout JSONWriter) -> Void
) {
    showObject(writtenBy: { $0.object(members) }, values: visibility)
}

/// Prints what `write` writes on one line, without the values of settings in it if they are hidden.
func showObject(
    writtenBy write: (inout JSONWriter) -> Void,
    values visibility: Visibility = .shown
) {
    var json = JSONWriter()
    write(&json)
    showJSON(json.bytes, values: visibility)
}

/// Writes to the standard error at once; on a terminal, who says it stands out.
func writeError(_ text: String) {
    var text = text
    let name = "settingsctl:"
    if Display.hasColouredErrors, text.hasPrefix(name) {
        text = Accent.bad.text(name) + text.dropFirst(name.count)
    }
    try? writeAll(Array(text.utf8), to: STDERR_FILENO)  // there is nobody else to tell
}

extension SettingValue {
    /// The value as `get` prints it and `set` takes it back, which knows the type of the setting: texts,
    /// dates and data without quotes, all else as JSON.
    var plain: String {
        switch self {
        case .string(let text), .raw(let text): text
        case .date(let date): date.description
        case .data(let bytes): Base64.encode(bytes)
        case .null, .boolean, .integer, .real, .array, .dictionary: json
        }
    }

    /// JSON over several lines, two blanks a level.
    func indentedJSON(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .dictionary(let entries) where !entries.isEmpty && isPlainJSON:
            let lines = entries.map { entry in
                inner + SettingValue.string(entry.key).json + ": " + entry.value.indentedJSON(inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
        case .array(let values) where !values.isEmpty:
            let lines = values.map { inner + $0.indentedJSON(inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
        default: return json
        }
    }

    /// Whether a dictionary is written as an object with its own keys.
    private var isPlainJSON: Bool { !json.hasPrefix("{\"$object\":") }
}

/// A column is no wider for the sake of the others, however long one text is.
private let mostPadding = 40

/// Lines with columns as wide as they need to be; the last column is never padded.
func columns(_ rows: [[String]]) -> [String] {
    var widths: [Int] = []
    for row in rows {
        for (index, cell) in row.enumerated() {
            if index == widths.count { widths.append(0) }
            widths[index] = max(widths[index], min(cell.count, mostPadding))
        }
    }
    return rows.map { row in
        var line = ""
        for (index, cell) in row.enumerated() {
            line += cell
            guard row[(index + 1)...].contains(where: { !$0.isEmpty }) else { break }
            line += String(repeating: " ", count: max(0, widths[index] - cell.count) + 2)
        }
        return line
    }
}
