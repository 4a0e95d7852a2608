// The words of all settings, in one run of bytes that a search goes through.

import Glibc
import SettingsModel
import SettingsSchema

/// What is searched: every setting's words and value, in small letters, gathered when it's needed.
///
/// A hundred thousand settings are gone through at each letter, so that there is nothing to make or
/// to look up for one that isn't found.
struct SearchIndex: Equatable, Sendable {
    /// The settings, as the panes have them one after the other.
    private(set) var places: [SettingPlace] = []
    /// The state's edition that it was made of.
    let edition: Int
    /// The title first, then its group's, key, value, keywords, help, options, footers and where it
    /// is: line by line.
    private var bytes: [UInt8] = []
    /// Where each setting's bytes begin, and at last where they end.
    private var starts: [Int32] = [0]
    private var titleEnds: [Int32] = []
    /// The section that was gathered last: its footer is its first setting's.
    private var section: SectionPlace?
    /// What to go on with; nil where all is gathered.
    private var next: Next? = Next(program: 0, row: .start)

    private struct SectionPlace: Equatable {
        var domain: Domain
        var pane: Int32
        var section: Int32
    }

    private struct Next: Equatable {
        var program: Int
        var row: RowIndex
    }

    /// Nothing yet of a scene.
    init(of scene: Scene) { edition = scene.edition }

    /// Whether every setting is gathered.
    var isWhole: Bool { next == nil }

    /// Gathers as many rows more.
    mutating func gather(_ count: Int, of scene: Scene) {
        if places.isEmpty { makeRoom(for: scene.tree.settingCount) }
        var left = count
        while left > 0, let here = next {
            if scene.tree.programs.indices.contains(here.program) {
                let row = gather(
                    &left,
                    scene.tree.programs[here.program],
                    from: here.row,
                    scene
                )
                next =
                    row.map { Next(program: here.program, row: $0) }
                    ?? Next(program: here.program + 1, row: .start)
            } else {
                next = nil
            }
        }
    }

    private mutating func gather(
        _ left: inout Int,
        _ program: Program,
        from row: RowIndex,
        _ scene: Scene
    ) -> RowIndex? {
        let hasSecrets = scene.tree.programs.contains(where: \.hasSecrets)
        var paneName: String?
        var location = ""
        return program.forSettings(&left, from: row) { pane, specifier, place, index in
            if paneName != pane.name {
                paneName = pane.name
                location = scene.tree.location(PaneID(domain: program.domain, pane: pane.name))
            }
            let isOpen = !specifier.isSecret && !(hasSecrets && scene.isSecret(place))
            let value = isOpen ? scene.stored(place)?.value : nil
            let section = SectionPlace(
                domain: program.domain,
                pane: index.pane,
                section: index.section
            )
            // In a long section, a footer with every row would be as many hits for one text.
            let group = pane.sections[Int(index.section)]
            let footer = self.section == section ? nil : group.footer
            self.section = section
            add(specifier, place, group.header, footer, location, value)
        }
    }

    /// What grows by doubling is moved again and again.
    private mutating func makeRoom(for count: Int) {
        places.reserveCapacity(count)
        starts.reserveCapacity(count + 1)
        titleEnds.reserveCapacity(count)
    }

    /// A row's choices behind these aren't found by their titles.
    private static let mostTitles = 1_000

    private mutating func add(
        _ specifier: Specifier,
        _ place: SettingPlace,
        _ header: String?,
        _ footer: String?,
        _ location: String,
        _ value: SettingValue?
    ) {
        let key = place.keyPath.description
        fold(specifier.title.isEmpty ? key : specifier.title)
        let titleEnd = bytes.count
        if let header { fold(header) }
        // The look's groups say whose settings they are, as programs' titles do.
        let isShared = place.domain.name == Domain.lookName
        titleEnds.append(Int32(isShared ? bytes.count : titleEnd))
        if !specifier.title.isEmpty, specifier.title != key { fold(key) }
        if let value { fold(value.shownText) }
        if let help = specifier.help { fold(help) }
        for keyword in specifier.keywords { fold(keyword) }
        if case .choice(let choice) = specifier.control {
            for option in choice.options.prefix(Self.mostTitles) { fold(option.title) }
            if let footer = choice.footer { fold(footer) }
        }
        if let footer { fold(footer) }
        fold(location)
        places.append(place)
        starts.append(Int32(bytes.count))
    }

    /// Adds a line in small letters.
    private mutating func fold(_ text: String) {
        let start = bytes.count
        var isASCII = true
        bytes.append(contentsOf: text.utf8)
        bytes.withUnsafeMutableBufferPointer { bytes in
            for index in start..<bytes.count {
                let byte = bytes[index]
                isASCII = isASCII && byte < 0x80
                bytes[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
            }
        }
        if !isASCII {
            bytes.removeLast(bytes.count - start)
            bytes += text.lowercased().utf8
        }
        bytes.append(Self.lineEnd)
    }

    private static let lineEnd = UInt8(ascii: "\n")

    // MARK: Searching

    /// The settings that have all words of a query, by their texts or their present values; those
    /// with the query in the title come first.
    func results(_ query: String, _ scene: Scene) -> [Int32] {
        var words: [[UInt8]] = []
        var filters: [SearchFilter] = []
        for word in query.lowercased().split(separator: " ") {
            if let filter = SearchFilter(word) {
                filters.append(filter)
            } else {
                words.append(Array(word.utf8))
            }
        }
        guard !words.isEmpty || !filters.isEmpty else { return [] }
        let first = words.first ?? []
        let others = words.dropFirst()
        let isPlain = others.isEmpty && filters.isEmpty
        // Room for all: to make it bit by bit takes as long as to find them.
        var inTitle: [Int32] = []
        inTitle.reserveCapacity(places.count)
        var elsewhere: [Int32] = []
        bytes.withUnsafeBytes { bytes in
            forEach(with: first, in: bytes) { entry, hit in
                let titleEnd = Int(titleEnds[entry])
                var isInTitle = hit < titleEnd
                if !isPlain {
                    let range = Int(starts[entry])..<Int(starts[entry + 1])
                    for word in others {
                        guard let hit = bytes.place(of: word, in: range) else { return }
                        isInTitle = isInTitle && hit < titleEnd
                    }
                    guard filters.allSatisfy({ $0.passes(places[entry], scene) }) else { return }
                }
                if isInTitle {
                    inTitle.append(Int32(entry))
                } else {
                    elsewhere.append(Int32(entry))
                }
            }
        }
        inTitle += elsewhere
        return inTitle
    }

    /// Calls for each setting that has a word, with the first place where it has it.
    private func forEach(
        with word: [UInt8],
        in bytes: UnsafeRawBufferPointer,
        _ body: (_ entry: Int, _ hit: Int) -> Void
    ) {
        var entry = 0
        var position = 0
        while let hit = bytes.place(of: word, in: position..<bytes.count), entry < places.count {
            while Int(starts[entry + 1]) <= hit { entry += 1 }
            body(entry, hit)
            position = Int(starts[entry + 1])
            entry += 1
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Where a word stands first within a part of the bytes; nil for nowhere.
    fileprivate func place(of word: [UInt8], in range: Range<Int>) -> Int? {
        guard let base = baseAddress, let letter = word.first else { return range.lowerBound }
        var position = range.lowerBound
        // Its last letter must have room too.
        let end = range.upperBound - word.count + 1
        while position < end, let hit = memchr(base + position, Int32(letter), end - position) {
            let place = UnsafeRawPointer(hit) - base
            if word.count == 1 || memcmp(hit, word, word.count) == 0 { return place }
            position = place + 1
        }
        return nil
    }
}
