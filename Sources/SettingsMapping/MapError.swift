// What is wrong with a picture or a table of words.

package import SettingsModel

/// A mistake in a map, at a place of the picture's text.
package struct MapError: Error, Equatable, Sendable {
    /// What kind of mistake it is.
    package enum Code: Sendable {
        /// A brace without its other half.
        case brace
        /// A hole without content.
        case emptyHole
        /// A hole's key is no key path, or can't be a setting beside another one.
        case key
        /// No step has this name.
        case unknownStep
        /// Steps that don't go together, or not there.
        case combination
        /// A separator of no characters.
        case separator
        /// A scale of 0.
        case scale
        /// Two holes between which nothing says where the first one ends.
        case boundary
        /// A picture without a hole.
        case noHole
        /// A table without words, or with a word that means two settings.
        case words
        /// A table whose name is a step's.
        case tableName
        /// Two places of one file key, or a place without a picture.
        case place
    }
    package var code: Code
    /// Where it is, in bytes from the start of the picture's text; 0 for what isn't in a picture.
    package var offset: Int
    /// The key of the file that is mapped wrongly; nil for what concerns a picture or a table alone.
    package var fileKey: SettingKeyPath?
    /// What was there and what was expected, as a sentence without its period.
    package var problem: String
    /// What the reader can do about it.
    package var advice: String

    /// Creates an error.
    package init(
        _ code: Code,
        at offset: Int = 0,
        of fileKey: SettingKeyPath? = nil,
        _ problem: String,
        advice: String
    ) {
        self.code = code
        self.offset = offset
        self.fileKey = fileKey
        self.problem = problem
        self.advice = advice
    }
}
