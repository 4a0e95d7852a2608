// Which languages a person reads, by the environment.

/// The languages that texts are looked for in.
package enum Languages {
    /// The languages that an environment asks for, the best first, as names of `.lproj` folders.
    ///
    /// As gettext does it: the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is
    /// set; `LANGUAGE` goes before it, unless the locale is `C`. `Base` and `en` come last.
    /// After gettext's manual, "Specifying a Priority List of Languages".
    package static func preferred(environment: [String: String]) -> [String] {
        let locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty } ?? "C"
        var names: [String] = []
        if locale != "C", locale != "POSIX" {
            let list = environment["LANGUAGE"] ?? ""
            names = list.split(separator: ":").prefix(mostNames).map(String.init) + [locale]
        }
        var languages: [String] = []
        for language in names.flatMap(folders) + ["Base", "en"] where !languages.contains(language)
        {
            languages.append(language)
        }
        return languages
    }

    /// How many names of `LANGUAGE` are taken; nobody reads more languages.
    private static let mostNames = 32

    /// The folders for one locale: `de_AT.UTF-8` is `de-AT`, then `de`.
    private static func folders(for locale: String) -> [String] {
        let parts = locale.split(separator: "@", maxSplits: 1)
        let modifier = parts.count > 1 ? String(parts[1]) : ""
        let name = parts.first.map { $0.prefix { $0 != "." } } ?? ""
        let words = name.split { $0 == "_" || $0 == "-" }.map(String.init)
        // A name goes into a path, so it's letters and digits.
        let isName = words.allSatisfy { $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } }
        guard let language = words.first, isName, language != "C", language != "POSIX" else {
            return []
        }
        let territory = words.dropFirst().last
        var folders = [words.joined(separator: "-")]
        if let script = script(of: language, territory, modifier) {
            if let territory { folders.append("\(language)-\(script)-\(territory)") }
            folders.append("\(language)-\(script)")
        }
        folders.append(language)
        if let older = otherNames[language] { folders += older }
        return folders
    }

    /// What Apple writes and locales leave out: the script.
    private static func script(
        of language: String,
        _ territory: String?,
        _ modifier: String
    ) -> String? {
        switch (language, territory, modifier) {
        case ("zh", "TW", _), ("zh", "HK", _), ("zh", "MO", _): "Hant"
        case ("zh", _, _): "Hans"
        case (_, _, "latin"): "Latn"
        case (_, _, "cyrillic"): "Cyrl"
        default: nil
        }
    }

    /// Names that folders had before they were codes, and codes that changed.
    private static let otherNames = [
        "de": ["German"], "en": ["English"], "es": ["Spanish"], "fr": ["French"],
        "it": ["Italian"], "ja": ["Japanese"], "nl": ["Dutch"], "nb": ["no"], "no": ["nb"],
        "nn": ["no", "nb"], "he": ["iw"], "id": ["in"], "yi": ["ji"],
    ]
}
