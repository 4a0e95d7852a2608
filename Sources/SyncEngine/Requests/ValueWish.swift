// What a client asks of one value without knowing what it is.

package import SettingsDocument
package import SettingsModel

/// A value that depends on what its setting is when the edit is made.
///
/// Whoever read the setting first and set it then would replace unseen what came in between.
package struct ValueWish: Equatable, Sendable {
    /// What is to be there.
    package enum Content: Equatable, Sendable {
        /// Nothing: the place is removed.
        case nothing
        case value(SettingValue)
        /// A text, read as the type that the setting has. Forced, it may have any type.
        case text(TypedText, isForced: Bool)
    }
    /// The place within the key's value, of an element of a list; empty for the value itself.
    package var place: [PathElement]
    package var content: Content

    package init(place: [PathElement] = [], _ content: Content) {
        self.place = place
        self.content = content
    }
}
