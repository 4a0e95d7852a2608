// What one edit of one file costs, in time and memory; Benchmarks/bench-formats asks it.
//
// format-cost list | make FORMAT BYTES | measure FORMAT RUNS < FILE. `make` prints a file of about
// that size; `measure` sets its key 'number' and prints one JSON object: milliseconds of the best
// run, and bytes of memory at the peak beyond what the program and the file take.

import Glibc
import SettingsDocument
import SettingsModel

/// Ends the program with a message.
func stop(_ message: String) -> Never {
    write(Array("format-cost: \(message)\n".utf8), to: STDERR_FILENO)
    exit(2)
}

/// Writes all bytes.
func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(2) }
        rest = rest.dropFirst(count)
    }
}

/// The peak of the program's memory so far, in bytes.
///
/// Not what getrusage(2) says: that is also of whoever started the program, before execve(2).
func peakMemory() -> Int {
    let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 1 << 13)
    let count = max(0, read(descriptor, &chunk, chunk.count))
    let lines = String(decoding: chunk[..<count], as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else {
        stop("/proc/self/status has no VmHWM")
    }
    return (Int(line.filter(\.isNumber)) ?? 0) * 1024
}

/// Milliseconds that something takes.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
}

/// All of the standard input.
func standardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    // Room at once, so that growing isn't part of the peak.
    bytes.reserveCapacity(Limits.standard.fileBytes)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(STDIN_FILENO, &chunk, chunk.count), count > 0 {
        bytes += chunk[..<count]
    }
    return bytes
}

/// Tables of a hundred keys each, with values of about 70 bytes and `more`, and a number in front of
/// them.
func values(count: Int, more: Int) -> SettingValue {
    let end = String(repeating: "x", count: more)
    var entries = [SettingValue.Entry("number", .integer(0))]
    for table in 0..<(count + 99) / 100 {
        let keys = (table * 100..<min(count, table * 100 + 100)).map { index in
            let value: SettingValue =
                switch index % 10 {
                case 0: .integer(Int64(index))
                case 1: .boolean(index % 20 == 1)
                default:
                    .string(
                        "value \(index) of a setting, as long as a sentence of some words is\(end)"
                    )
                }
            return SettingValue.Entry("key\(index % 100)", value)
        }
        entries.append(SettingValue.Entry("table\(table)", .dictionary(keys)))
    }
    return .dictionary(entries)
}

/// Whether a format has tables, or sections that are read as such.
func hasTables(_ format: Format) -> Bool {
    let flat: [Format] = [
        .dotenv, .properties, .kitty, .keyValue, .tmux, .zathura, .readline, .ranger, .newsboat,
        .lf, .mutt, .nano, .tridactyl, .gtkrc, .cmus, .tig, .abook, .scriptOptions,
        .ghostty, .xresources,
        .args, .argLines, .gpg, .curl, .swaylock,
    ]
    return !flat.contains(format)
}

/// The same values without tables, whose names begin their keys.
func flattened(_ value: SettingValue) -> SettingValue {
    guard case .dictionary(let entries) = value else { return value }
    let flat = entries.flatMap { entry -> [SettingValue.Entry] in
        guard case .dictionary(let inner) = entry.value else { return [entry] }
        return inner.map { SettingValue.Entry("\(entry.key)-\($0.key)", $0.value) }
    }
    return .dictionary(flat)
}

/// A file of a format with so many keys, whose values have `more` bytes than usual.
func file(_ format: Format, keys: Int, more: Int = 0) throws -> [UInt8] {
    let empty = try format.parse(format.emptyFile)
    let nested = values(count: keys, more: more)
    let values = hasTables(format) ? nested : flattened(nested)
    guard let stored = empty.stored(values, at: DocumentPath([])),
        case .dictionary(let entries) = stored
    else { stop("\(format.rawValue) can't hold the values") }
    // Other readers of INI files want a section for every key.
    let section: [PathElement] = format == .ini ? [.key("main")] : []
    let changes = entries.map { entry in
        let isTable = entry.value.typeName == "dictionary"
        return DocumentChange(
            DocumentPath((isTable ? [] : section) + [.key(entry.key)]),
            entry.value
        )
    }
    // Formats that want a section for every key get one.
    let revision = empty.revised(by: changes)
    let rest = revision.refusals.flatMap { refusal in
        [
            DocumentChange(
                DocumentPath([.key("main")] + refusal.change.path.elements),
                refusal.change.value
            )
        ]
    }
    return rest.isEmpty
        ? revision.document.bytes : revision.document.revised(by: rest).document.bytes
}

/// Where the key 'number' stands in a file.
func place(in document: any Document) -> DocumentPath {
    guard let entry = document.entries.first(where: { $0.keyPath.segments.last == "number" }) else {
        stop("the file has no key 'number'")
    }
    return DocumentPath(entry.keyPath)
}

func measure(_ format: Format, runs: Int) throws {
    let bytes = standardInput()
    let before = peakMemory()
    var document = try format.parse(bytes)
    let path = place(in: document)
    let change = DocumentChange(path, document.stored(.integer(1), at: path))
    var best = (parse: Double.infinity, edit: Double.infinity, all: Double.infinity)
    for _ in 0..<runs {
        let parse = try milliseconds { document = try format.parse(bytes) }
        let edit = try milliseconds { _ = try document.edits(for: [change], style: .natural) }
        let gate = try milliseconds { _ = try document.revised(by: change) as Revision }
        best = (min(best.parse, parse), min(best.edit, edit), min(best.all, parse + gate))
    }
    print(
        "{\"bytes\":\(bytes.count),\"keys\":\(document.entries.count),\"parse\":\(best.parse),"
            + "\"edit\":\(best.edit),\"all\":\(best.all),\"memory\":\(peakMemory() - before)}"
    )
}

let words = Array(CommandLine.arguments.dropFirst())
let format = words.count > 1 ? Format(rawValue: words[1]) : nil
switch (words.first, format, words.dropFirst(2).first.flatMap(Int.init)) {
case ("list", _, _):
    // What is only read has no edit to measure, and these have no keys but their programs' own, or no blanks.
    let others: [Format] = [.sshConfig, .vim, .i3, .screen, .flags]
    for format in Format.allCases where !others.contains(format) {
        print(format.rawValue)
    }
case ("make", let format?, let size?):
    // The size of a few keys says how many it takes; past what a file may have, values get longer.
    let sample = try file(format, keys: 200).count - file(format, keys: 100).count
    let keys = max(1, (size - 60) * 100 / max(sample, 100))
    let most = 49_000
    let more = keys > most ? (size / most - sample / 100) * 10 / 8 : 0
    let bytes = try file(format, keys: min(keys, most), more: more)
    write(bytes, to: STDOUT_FILENO)
case ("measure", let format?, let runs?): try measure(format, runs: runs)
default: stop("expected list, make FORMAT BYTES or measure FORMAT RUNS")
}
