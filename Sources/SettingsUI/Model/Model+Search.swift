// Gathering for the search, and going to what it found.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// Lets an open search gather more after this event.
    mutating func continueGathering() {
        guard case .search(let search) = overlays.current, !search.isUpToDate(scene) else { return }
        send(.wait(.search, .zero))
    }

    /// Goes to the next or the previous result of the last search.
    mutating func repeatSearch(_ direction: Direction) {
        guard let (place, number, count) = navigation.repeatSearch(direction) else {
            status = Status(.note, "Nothing was searched for yet: / searches")
            return
        }
        show(.setting(place))
        status = Status(.note, "\(number) of \(count)")
    }

    /// Opens the pane of what a search finds, with its row in focus where it has one.
    mutating func show(_ found: Found) {
        guard let pane = mirror.catalogue.pane(of: found) else { return }
        navigation.open(pane, mirror.catalogue)
        let table = shown.table
        navigation.focus(table.position(of: found), in: table)
    }
}
