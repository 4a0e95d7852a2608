// Files with bytes changed at random.

package import SettingsDocument
import SettingsModel
package import TestSupport

/// Words that mean something to one format or another.
private let pieces: [String] = [
    "{", "}", "[", "]", "(", ")", "<", ">", ",", ":", ";", "=", "\"", "'", "\\", "/", "//", "/*",
    "*/",
    "#", "!", "&", "*", "|", "?", "%", "@", "`", "~", "-", "--", "---", "...", "- ", ": ", "\n",
    "\r\n",
    "\r", "\t", " ", "  ", "\n\n", "\0", "\u{1}", "\u{7F}", "\u{FEFF}", "é", "😀", "\u{2028}",
    "\u{85}",
    "\"\"\"", "'''", "[[", "]]", "0x", "1e9", "1_0", ".5", "-0", "null", "true", "nan", "inf",
    "yes",
    "1979-05-27", "07:32:00Z", "\\u00e9", "\\ud800", "\\U0001F600", "\\x", "\\777", "<<", "!!str ",
    "<dict>", "</dict>", "<key>", "</key>", "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "&#x41;",
    "<?", "<true/>", "<*I", "<*BY>", "<0f", "export ", "[section]\n", "\\\n", "a = 1\n",
    "\"a\": 1,",
]

/// Changes a few bytes of a file, now and then none.
package func mutated(_ sample: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let length = Int.random(in: 0...(Bool.random(using: &random) ? 6 : 60), using: &random)
        let end = min(bytes.count, place + length)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 2: bytes.insert(.random(in: 0...255, using: &random), at: place)
        case 3 where place < bytes.count:
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 4:
            let other = Int.random(in: 0...bytes.count, using: &random)
            bytes.insert(contentsOf: Array(bytes[place..<end]), at: other)
        case 5 where Int.random(in: 0..<20, using: &random) == 0: bytes.removeSubrange(place...)
        default:
            let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
            let times = Int.random(in: 0..<30, using: &random) == 0 ? 600 : 1
            for _ in 0..<times { bytes.insert(contentsOf: piece, at: place) }
        }
    }
    return bytes
}

extension Document {
    /// Some changes of what is there and of what isn't.
    package func randomChanges(using random: inout SeededRandom) -> [DocumentChange] {
        var places: [DocumentPath] = []
        root.appendPlaces(below: [], to: &places)
        let new = [["new"], ["new", "deeper"], ["general", "new"]]
        places += new.map { DocumentPath($0.map(PathElement.key)) }
        let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            var place = places.randomElement(using: &random) ?? DocumentPath([])
            if Int.random(in: 0..<5, using: &random) == 0 { place.elements.append(.key("added")) }
            let isRemoval = Int.random(in: 0..<4, using: &random) == 0
            return DocumentChange(place, isRemoval ? nil : probes.randomElement(using: &random))
        }
        // What is asked for twice can be refused once.
        var taken: Set<DocumentPath> = []
        return changes.filter { taken.insert($0.path).inserted }
    }
}

/// Values of every type, with text that needs care in some format.
private let probes: [SettingValue] = [
    .null, .boolean(true), .boolean(false), .integer(42), .integer(.min), .real(1.5), .real(-0.0),
    .real(.infinity), .string("plain"), .string(""), .string(" edge "), .string("yes"),
    .string("007"),
    .string("q\"'\\ \n\r\t <&> ]]> é \u{2028} 😀 \u{7F}"), .string("# ; // x: y = z"),
    .string("a\nb\n"),
    .date(SettingDate(seconds: 1_000_000_000)), .data([0, 255]), .array([]),
    .array([.integer(1), .array([.string("x")])]), .dictionary([]),
    .dictionary([.init("k", .dictionary([.init("n 1", .real(2))])), .init("z", .boolean(true))]),
]

extension SettingValue {
    /// Appends the place of each value within this one, this one's first; at most 200.
    fileprivate func appendPlaces(below path: [PathElement], to places: inout [DocumentPath]) {
        guard places.count < 200, path.count < 8 else { return }
        places.append(DocumentPath(path))
        switch self {
        case .array(let values):
            for (index, value) in values.enumerated() {
                value.appendPlaces(below: path + [.index(index)], to: &places)
            }
        case .dictionary(let entries):
            for entry in entries {
                entry.value.appendPlaces(below: path + [.key(entry.key)], to: &places)
            }
        default: break
        }
    }
}
