// The names that parts of the state had before they were its parts.

@testable import SettingsUI

extension State {
    var size: Size { get { look.size } set { look.size = newValue } }
    var glyphs: Glyphs { get { look.glyphs } set { look.glyphs = newValue } }
    var home: String { get { look.home } set { look.home = newValue } }
    var dates: DateStyle { get { look.dates } set { look.dates = newValue } }
    var motion: Motion { get { look.motion } set { look.motion = newValue } }
    var zone: Zone { get { look.zone } set { look.zone = newValue } }
}
