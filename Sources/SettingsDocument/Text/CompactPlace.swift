// Places in a file and in its tree, in half the room of an integer.

/// A place that is kept in 32 bits: a file of 50,000 values has half a million of them.
@propertyWrapper
struct CompactPlace {
    private var place: Int32

    /// Keeps a place.
    ///
    /// - Precondition: It fits 32 bits, as all places of a file within its limits do.
    init(wrappedValue: Int) { place = Int32(wrappedValue) }

    var wrappedValue: Int {
        get { Int(place) }
        set { place = Int32(newValue) }
    }
}

/// A range of places that is kept in 64 bits.
@propertyWrapper
struct CompactRange {
    private var lowerBound: Int32
    private var upperBound: Int32

    /// Keeps a range.
    ///
    /// - Precondition: Its bounds fit 32 bits, as all places of a file within its limits do.
    init(wrappedValue: Range<Int>) {
        lowerBound = Int32(wrappedValue.lowerBound)
        upperBound = Int32(wrappedValue.upperBound)
    }

    var wrappedValue: Range<Int> {
        get { Int(lowerBound)..<Int(upperBound) }
        set { self = CompactRange(wrappedValue: newValue) }
    }
}
