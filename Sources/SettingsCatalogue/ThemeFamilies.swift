// Colour themes that have a dark and a light form, and how the name of one becomes that of the other.

import SettingsDocument
package import SettingsModel

/// What a theme is for.
package enum ThemeSide: String, Sendable {
    case dark, light

    package var other: ThemeSide { self == .dark ? .light : .dark }
}

/// Two themes of a program that belong together.
package struct ThemePair: Equatable, Sendable {
    package var dark: String
    package var light: String

    package init(dark: String, light: String) {
        self.dark = dark
        self.light = light
    }

    /// The two as a table of words for maps.
    package var words: SettingValue {
        .dictionary([
            SettingValue.Entry("dark", .string(dark)), SettingValue.Entry("light", .string(light)),
        ])
    }
}

/// Families of themes, as the look's `themes.toml` lists them.
///
/// A name's words are found in whatever way the program spells them: `Catppuccin Mocha`, `catppuccin_mocha`, and
/// `onedark` for `One Dark`. Its partner is spelled in the same way.
package struct ThemeFamilies: Sendable {
    private struct Family: Sendable {
        /// Each theme's name in words; none is a word that is left out.
        var dark: [[Substring]]
        var light: [[Substring]]
    }
    private var families: [Family] = []

    /// No family.
    package init() {}

    /// Reads the list.
    ///
    /// - Throws: ``CatalogueError`` where it is none.
    package init(_ bytes: [UInt8]) throws(CatalogueError) {
        let root: SettingValue
        do throws(DocumentError) {
            root = try Format.toml.parse(bytes).root
        } catch {
            throw CatalogueError(themes: error.problem)
        }
        guard root.entries.map(\.key) == ["family"], let tables = root["family"]?.elements else {
            throw CatalogueError(themes: "expected tables [[family]] alone")
        }
        for table in tables {
            guard table.entries.count == 2, let dark = table["dark"]?.texts,
                let light = table["light"]?.texts, !dark.isEmpty, !light.isEmpty
            else {
                throw CatalogueError(
                    themes: "expected the lists 'dark' and 'light' in each [[family]]"
                )
            }
            func words(_ names: [String]) -> [[Substring]] {
                names.map { $0.split(separator: " ") }
            }
            families.append(Family(dark: words(dark), light: words(light)))
        }
    }

    /// The pair that a theme belongs to.
    ///
    /// - Parameters:
    ///   - name: The theme as a program's file has it; or a path of its file, as btop's has it.
    ///   - installed: The themes that the program has; empty where that isn't known. Otherwise the partner is one of them.
    /// - Returns: Nil where no partner is known. A name of which a family has only a part, and a partner whose
    ///   spelling the name leaves open, must be installed.
    package func pair(of name: String, among installed: Set<String>) -> ThemePair? {
        let (folder, stem, ending) = Self.parts(of: name)
        for match in matches(of: ThemeName(stem)) {
            for partner in match.partners {
                let isKnown = installed.isEmpty && match.isWhole && partner.isCertain
                guard isKnown || installed.contains(partner.text) else { continue }
                let other = folder + partner.text + ending
                return match.side == .dark
                    ? ThemePair(dark: name, light: other) : ThemePair(dark: other, light: name)
            }
        }
        return nil
    }

    /// Whether a theme is a dark or a light one, by its name; nil where that doesn't say.
    package func side(of name: String) -> ThemeSide? {
        matches(of: ThemeName(Self.parts(of: name).stem)).first { $0.count > 0 }?.side
    }

    /// The theme's name in a path of its file; a name that is no path is all of it.
    private static func parts(of name: String) -> (folder: String, stem: String, ending: String) {
        guard let slash = name.lastIndex(of: "/") else { return ("", name, "") }
        let file = name[slash...].dropFirst()
        let ending = file.lastIndex(of: ".").map { file[$0...] } ?? ""
        return (String(name[...slash]), String(file.dropLast(ending.count)), String(ending))
    }

    /// A part of a name that is a theme of a family.
    private struct Match {
        var side: ThemeSide
        /// How many words it has.
        var count: Int
        var isWhole: Bool
        /// The names with the theme's partners in its place; and whether the name leaves nothing open in them.
        var partners: [(text: String, isCertain: Bool)]
    }

    /// The longest first, so that "Gruvbox" isn't found in "Gruvbox Light".
    private func matches(of name: ThemeName) -> [Match] {
        var matches: [Match] = []
        for family in families {
            for (side, ours, others) in [
                (ThemeSide.dark, family.dark, family.light), (.light, family.light, family.dark),
            ] {
                for theme in ours {
                    guard let place = name.place(of: theme) else { continue }
                    let isWhole = place.range == 0..<place.name.words.count
                    let partners = others.flatMap { place.name.replacing(place.range, with: $0) }
                    let match = Match(
                        side: side,
                        count: place.range.count,
                        isWhole: isWhole && !theme.isEmpty,
                        partners: partners
                    )
                    matches.append(match)
                }
            }
        }
        return matches.enumerated().sorted {
            let (one, other) = ($0.element, $1.element)
            if one.isWhole != other.isWhole { return one.isWhole }
            return one.count == other.count ? $0.offset < $1.offset : one.count > other.count
        }.map(\.element)
    }
}

/// A theme's name in its words.
private struct ThemeName {
    struct Word {
        /// What stands before it.
        var separator: Substring
        var text: Substring
    }
    var words: [Word] = []

    init(_ text: String) {
        var rest = text[...]
        var separator: Substring = ""
        while let end = rest.firstIndex(where: { " -_".contains($0) }) {
            words.append(Word(separator: separator, text: rest[..<end]))
            separator = rest[end...end]
            rest = rest[rest.index(after: end)...]
        }
        words.append(Word(separator: separator, text: rest))
    }

    var text: String {
        words.enumerated().map { $0 == 0 ? String($1.text) : String($1.separator + $1.text) }
            .joined()
    }

    /// Where a theme's words are; and the name, in which one word such as `onedark` is parted into them.
    func place(of theme: [Substring]) -> (range: Range<Int>, name: ThemeName)? {
        guard !theme.isEmpty else { return (words.count..<words.count, self) }
        let wanted = theme.map(Self.folded)
        let found = words.map { Self.folded($0.text) }
        for start in found.indices.dropLast(theme.count - 1) {
            let range = start..<start + theme.count
            if found[range].elementsEqual(wanted) { return (range, self) }
        }
        guard found == [wanted.joined()] else { return nil }
        var parted = self
        var rest = words[0].text
        parted.words = theme.map { word in
            defer { rest = rest.dropFirst(word.count) }
            return Word(separator: "", text: rest.prefix(word.count))
        }
        return (0..<theme.count, parted)
    }

    /// The name with other words in a range; several names where it has one word, so that it shows no separator.
    func replacing(
        _ range: Range<Int>,
        with theme: [Substring]
    ) -> [(text: String, isCertain: Bool)] {
        let separator = words.map(\.separator).first { !$0.isEmpty }
        let isOpen = theme.count > range.count && separator == nil
        let isLower = (range.isEmpty ? words[...] : words[range]).allSatisfy {
            $0.text == $0.text.lowercased()
        }
        return (isOpen ? ["-", "_", " ", ""] : [separator ?? ""]).map { usual in
            let new = theme.enumerated().map { index, word -> Word in
                let old = index < range.count ? words[range.lowerBound + index] : nil
                let text = isLower ? Substring(word.lowercased()) : word
                // A word that both have stays as it's spelled here.
                let isSame = old.map { Self.folded($0.text) == Self.folded(word) } ?? false
                return Word(
                    separator: old?.separator ?? usual,
                    text: isSame ? old?.text ?? text : text
                )
            }
            var name = self
            name.words.replaceSubrange(range, with: new)
            return (name.text, !isOpen)
        }
    }

    private static func folded(_ word: Substring) -> String {
        word.lowercased().replacing("é", with: "e")
    }
}
