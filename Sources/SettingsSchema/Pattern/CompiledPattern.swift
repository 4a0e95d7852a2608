// A regular expression as steps that can be followed all at once.

/// The steps of an expression.
struct CompiledPattern: Sendable {
    /// One step.
    enum Step: Sendable {
        /// Takes a scalar of a set, by its position in `sets`.
        case scalar(Int)
        /// Goes on here and there.
        case split(Int, Int)
        case jump(Int)
        case position(PatternPosition)
        /// Goes on if the expression in `ahead` begins here, or doesn't.
        case ahead(Int, isNegated: Bool)
        case match
    }
    var steps: [Step] = []
    var sets: [ScalarSet] = []
    var ahead: [CompiledPattern] = []

    /// What the tables of a search count as.
    func setupSteps(for textLength: Int) -> Int {
        ahead.count * (textLength + 1) + steps.count / 4
    }
}

/// Makes steps of an expression's parts.
struct PatternCompiler {
    /// Steps of one expression; a repetition of a repetition multiplies them.
    static let mostSteps = 2_000
    /// Parts that are looked at, each as often as it's repeated: an empty one adds no step, and what
    /// looks ahead has steps of its own.
    static let mostParts = 20_000

    private var compiled = CompiledPattern()
    private var partsLeft = mostParts

    /// Adds the steps of a part.
    mutating func compile(_ node: PatternNode) throws(PatternError) {
        partsLeft -= 1
        guard partsLeft > 0 else {
            throw PatternError(
                code: .tooLarge,
                problem: "the pattern has more than \(Self.mostParts) parts"
            )
        }
        switch node {
        case .empty: return
        case .scalar(let set):
            compiled.sets.append(set)
            try add(.scalar(compiled.sets.count - 1))
        case .sequence(let nodes): for node in nodes { try compile(node) }
        case .alternatives(let nodes): try compile(alternatives: nodes)
        case .repeated(let node, let least, let most):
            try compile(node, least: least, most: most)
        case .position(let position): try add(.position(position))
        case .ahead(let node, let isNegated):
            var inner = PatternCompiler()
            inner.partsLeft = partsLeft
            try inner.compile(node)
            partsLeft = inner.partsLeft
            compiled.ahead.append(inner.finish())
            try add(.ahead(compiled.ahead.count - 1, isNegated: isNegated))
        }
    }

    /// The whole expression.
    mutating func finish() -> CompiledPattern {
        compiled.steps.append(.match)
        return compiled
    }

    private mutating func compile(alternatives nodes: [PatternNode]) throws(PatternError) {
        var jumps: [Int] = []
        for node in nodes.dropLast() {
            let split = compiled.steps.count
            try add(.split(split + 1, 0))
            try compile(node)
            jumps.append(compiled.steps.count)
            try add(.jump(0))
            compiled.steps[split] = .split(split + 1, compiled.steps.count)
        }
        if let last = nodes.last { try compile(last) }
        for jump in jumps { compiled.steps[jump] = .jump(compiled.steps.count) }
    }

    private mutating func compile(
        _ node: PatternNode,
        least: Int,
        most: Int?
    ) throws(PatternError) {
        for _ in 0..<least { try compile(node) }
        guard let most else {
            let split = compiled.steps.count
            try add(.split(split + 1, 0))
            try compile(node)
            try add(.jump(split))
            compiled.steps[split] = .split(split + 1, compiled.steps.count)
            return
        }
        var splits: [Int] = []
        for _ in least..<most {
            splits.append(compiled.steps.count)
            try add(.split(0, 0))
            try compile(node)
        }
        for split in splits { compiled.steps[split] = .split(split + 1, compiled.steps.count) }
    }

    private mutating func add(_ step: CompiledPattern.Step) throws(PatternError) {
        guard compiled.steps.count < Self.mostSteps else {
            throw PatternError(
                code: .tooLarge,
                problem: "the pattern has more than \(Self.mostSteps) steps"
            )
        }
        compiled.steps.append(step)
    }
}

/// One search of an expression in a text.
struct PatternSearch {
    private let compiled: CompiledPattern
    private let text: [Unicode.Scalar]
    /// The steps that are left; below 0 where it took more than there were.
    private(set) var budget: Int
    /// For each expression ahead and position: whether it begins there.
    private var answers: [[Bool?]]

    init(_ compiled: CompiledPattern, _ text: [Unicode.Scalar], budget: Int) {
        self.compiled = compiled
        self.text = text
        self.budget = budget
        answers = compiled.ahead.map { _ in Array(repeating: nil, count: text.count + 1) }
    }

    /// Looks everywhere.
    mutating func run() -> Pattern.Outcome { run(.anywhere, from: 0) }

    /// Where an expression may begin.
    private enum Beginning { case anywhere, here }

    private mutating func run(_ beginning: Beginning, from start: Int) -> Pattern.Outcome {
        var current = StepSet(count: compiled.steps.count)
        var following = StepSet(count: compiled.steps.count)
        var position = start
        while true {
            if position == start || beginning == .anywhere {
                follow(0, at: position, into: &current)
            }
            guard budget > 0 else { return .gaveUp }
            if current.hasMatch { return .found }
            let mayGoOn = beginning == .anywhere || !current.steps.isEmpty
            guard position < text.count, mayGoOn else { return .notFound }
            for step in current.steps {
                budget -= 1
                guard case .scalar(let index) = compiled.steps[step] else { continue }
                let set = compiled.sets[index]
                budget -= set.cost
                if set.contains(text[position]) {
                    follow(step + 1, at: position + 1, into: &following)
                }
            }
            swap(&current, &following)
            following.removeAll()
            position += 1
        }
    }

    /// Adds a step, and those that are reached from it without taking a scalar.
    private mutating func follow(_ first: Int, at position: Int, into set: inout StepSet) {
        var pending = [first]
        while let step = pending.popLast() {
            guard set.insert(step) else { continue }
            budget -= 1
            switch compiled.steps[step] {
            case .scalar: continue
            case .match: set.hasMatch = true
            case .jump(let target): pending.append(target)
            case .split(let one, let other): pending += [other, one]
            case .position(let wanted):
                if isAt(wanted, position) { pending.append(step + 1) }
            case .ahead(let index, let isNegated):
                if begins(index, at: position) != isNegated { pending.append(step + 1) }
            }
        }
    }

    private func isAt(_ wanted: PatternPosition, _ position: Int) -> Bool {
        switch wanted {
        case .start: return position == 0
        case .end: return position == text.count
        case .wordEdge, .noWordEdge:
            let before = position > 0 && ScalarSet.word.contains(text[position - 1])
            let after = position < text.count && ScalarSet.word.contains(text[position])
            return (before != after) == (wanted == .wordEdge)
        }
    }

    private mutating func begins(_ index: Int, at position: Int) -> Bool {
        if let answer = answers[index][position] { return answer }
        // An expression ahead has tables of its own.
        budget -= compiled.ahead[index].setupSteps(for: text.count)
        guard budget > 0 else { return false }
        var inner = PatternSearch(compiled.ahead[index], text, budget: budget)
        let answer = inner.run(.here, from: position) == .found
        budget = inner.budget
        answers[index][position] = answer
        return answer
    }
}

/// Steps that are followed at one position of a text; each once.
private struct StepSet {
    private(set) var steps: [Int] = []
    private var isIn: [Bool]
    var hasMatch = false

    init(count: Int) { isIn = Array(repeating: false, count: count) }

    mutating func insert(_ step: Int) -> Bool {
        guard !isIn[step] else { return false }
        isIn[step] = true
        steps.append(step)
        return true
    }

    mutating func removeAll() {
        for step in steps { isIn[step] = false }
        steps.removeAll(keepingCapacity: true)
        hasMatch = false
    }
}
