// What a VALUE is by itself: JSON, else a text.

package import SettingsModel

extension TypedText {
    /// Reads a VALUE by itself: JSON if it is, else the text, but for what begins as JSON: most likely
    /// the rest is missing, and as a text it would change the setting's type.
    package init(_ text: String) {
        do {
            self.init(text, plain: try SettingValue(json: text))
        } catch {
            guard text.beginsAsJSON else {
                self.init(text, plain: .string(text))
                return
            }
            let column = text.utf8.prefix(error.offset).count { $0 & 0xC0 != 0x80 } + 1
            self.init(text, plain: nil, mistake: "\(error.problem), in column \(column)")
        }
    }
}
