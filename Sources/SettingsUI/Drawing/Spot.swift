// What the mouse can point to: noted as it's drawn, so that a click never acts elsewhere.

import SettingsModel

/// A part of the picture that acts.
struct Spot: Equatable, Sendable {
    /// What a click there is on.
    enum Target: Equatable, Sendable {
        /// The same as a key.
        case key(Key)
        case tab(Int)
        case back
        /// A program of the side bar.
        case program(Int)
        /// A row, beside its control.
        case row(RowPosition)
        case control(RowPosition, Part)
        /// The columns of a field that is typed into.
        case field(Range<Int>)
        /// A line of a text that is typed, and its columns.
        case text(Int, Range<Int>)
        case ribbon(RowPosition)
        case layer(Layer)
        /// A wheel of a picker, and the title that it shows there.
        case wheel(Int, title: Int?)
        case result(Int)
        /// Something that only hides what lies below.
        case cover
    }

    /// A part of a row's control.
    enum Part: Equatable, Sendable {
        case whole, less, more
        case segment(Int)
        /// The columns of a slider's track.
        case track(Range<Int>)
    }
    var area: Rect
    var target: Target
}

extension Spot.Target {
    /// The row that a click there is on; nil for other targets.
    var row: RowPosition? {
        switch self {
        case .row(let position), .control(let position, _), .ribbon(let position): position
        default: nil
        }
    }
}
