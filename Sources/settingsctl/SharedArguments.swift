// Options and help texts that several commands share.

import ArgumentParser

extension ArgumentHelp {
    /// Also what a word that is no domain is answered with.
    static let domain: ArgumentHelp = "A program's name, for example org.example.editor."
    /// Also what a word that is no key path is answered with.
    static let key: ArgumentHelp =
        #"A place in the settings, for example font.size or editor."a.b".size."#
    /// The same with elements.
    static let element: ArgumentHelp =
        #"A place in the settings, for example font.size, servers[0].name or editor."a.b".size."#
    /// Also what a word that is no place in a file is answered with.
    static let path: ArgumentHelp =
        #"A place in the file, for example font.size or servers[0]."a.b"."#
    /// What values are.
    static let typedValue: ArgumentHelp =
        "Read as the type that the setting has; a new one: JSON, else text."
}

/// Output for programs.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object a line.")
    var json = false
}

/// One of a few words.
protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

// The argument parser's own makes a key path of each type, which takes a twentieth of a start.
extension WordArgument {
    static var allValueStrings: [String] { allCases.map { $0.rawValue } }
    static var allValueDescriptions: [String: String] { [:] }
}
