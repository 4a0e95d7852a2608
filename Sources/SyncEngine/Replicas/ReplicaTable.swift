// The files of all domains, each found by its id and changed where it is.

/// What is known of each file, by its id.
///
/// A dictionary would do, were it not for how a value in it is changed: that takes three pieces of
/// memory each time, and a step of the engine changes a file's fields one after the other.
struct ReplicaTable: Sendable {
    /// Where each file is in ``states``.
    private var places: [ReplicaID: Int] = [:]
    /// In no order; nil only while one is being changed.
    private var states: [ReplicaState?] = []

    /// All files, in no order.
    var values: some Sequence<ReplicaState> { states.lazy.compactMap(\.self) }
    /// The ids of all files, in no order.
    var keys: some Sequence<ReplicaID> { places.keys }

    /// The file with an id; nil, given or taken, is none.
    subscript(id: ReplicaID) -> ReplicaState? {
        get { places[id].flatMap { states[$0] } }
        @inline(__always) _modify {
            let place = places[id]
            var state = take(place)
            defer { put(state, at: place, id) }
            yield &state
        }
    }

    /// Takes a file out of its place, so that nothing else refers to it while it is changed.
    private mutating func take(_ place: Int?) -> ReplicaState? {
        guard let place else { return nil }
        var state: ReplicaState?
        swap(&state, &states[place])
        return state
    }

    private mutating func put(_ state: ReplicaState?, at place: Int?, _ id: ReplicaID) {
        switch (state, place) {
        case (let state?, let place?): states[place] = state
        case (let state?, nil):
            places[id] = states.count
            states.append(state)
        case (nil, let place?): close(place, id)
        case (nil, nil): break
        }
    }

    /// Puts the last file in the place of one that is gone.
    private mutating func close(_ place: Int, _ id: ReplicaID) {
        places[id] = nil
        let last = states.removeLast()
        guard place < states.count, let last else { return }
        states[place] = last
        places[last.id] = place
    }
}
