// The work of a check, counted in steps.

import SettingsDocument
import SettingsModel
import SettingsSchema
import Testing

private let key = SettingKeyPath(segments: ["k"])
/// A key and a text of which `(a?){600}` takes 600 steps at each letter.
private let name = String(repeating: "a", count: 900)

/// A schema whose definitions each hold the next one twice, by some keyword.
private func doubling(_ keyword: String, depth: Int = 30, last: String) throws -> Schema {
    let steps = (0..<depth).map { step in
        let next = ##"{"$ref":"#/$defs/s\##(step + 1)"}"##
        return ##""s\##(step)":{"\##(keyword)":[\##(next),\##(next)]}"##
    }
    let text = ##"""
        {"properties":{"k":{"$ref":"#/$defs/s0"}},
         "$defs":{\##(steps.joined(separator: ",")),"s\##(depth)":\##(last)}}
        """##
    return Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
}

@Suite struct `The budget of a check` {
    @Test(arguments: ["allOf", "anyOf", "oneOf"], ["{}", #"{"type":"string"}"#, "false"])
    func `ends a schema that doubles at each step`(keyword: String, last: String) throws {
        let schema = try doubling(keyword, last: last)
        let budget = CheckBudget(for: .integer(1))
        _ = schema.refusal(of: .integer(1), at: key, within: budget)
        // What is known after the first of a kind needs no more of them.
        #expect(budget.isSpent || CheckBudget.steps - budget.left <= 31 + 2)
    }

    @Test(arguments: [
        ("allOf", "{}"), ("anyOf", #"{"type":"string"}"#), ("oneOf", #"{"type":"string"}"#),
    ])
    func `takes a value of which it knows nothing when it's spent`(
        keyword: String,
        last: String
    ) throws {
        let schema = try doubling(keyword, last: last)
        let budget = CheckBudget(for: .integer(1))
        #expect(schema.refusal(of: .integer(1), at: key, within: budget) == nil)
        #expect(budget.isSpent)
        #expect(budget.left == 0)
    }

    /// A rule and its parts, the last of which refuses.
    @Test(arguments: [(0, true), (-1, false)])
    func `is as large as it says`(difference: Int, isRefused: Bool) throws {
        let parts = Array(repeating: "{}", count: 100).joined(separator: ",")
        let text = #"{"properties":{"k":{"allOf":[\#(parts),false]}}}"#
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        // The whole, its member and the member's parts, the last of which looks among no choices.
        let budget = CheckBudget(steps: 1 + 1 + 101 + 1 + difference)
        let refusal = schema.refusal(of: .integer(1), at: key, within: budget)
        #expect((refusal != nil) == isRefused)
        #expect(budget.isSpent == !isRefused)
    }

    @Test(arguments: [1, 2, 3])
    func `is shared by the checks of several values`(count: Int) throws {
        let schema = try doubling("allOf", last: "{}")
        let shared = CheckBudget(steps: count * CheckBudget.steps)
        for _ in 0..<count {
            #expect(!shared.isSpent)
            let budget = CheckBudget(for: .integer(1), within: shared)
            #expect(schema.refusal(of: .integer(1), at: key, within: budget) == nil)
            #expect(budget.isSpent)
        }
        let next = CheckBudget(for: .integer(1), within: shared)
        #expect(schema.refusal(of: .integer(1), at: key, within: next) == nil)
        #expect(next.isSpent)
        #expect(shared.isSpent)
    }

    @Test func `grows with the value`() {
        let many = SettingValue.array(Array(repeating: .array([.null]), count: 10))
        let parts = CheckBudget(for: many).left - CheckBudget(for: .null).left
        #expect(parts == 20 * CheckBudget.stepsPerPart)
    }

    @Test func `counts a long text by its bytes`() {
        let text = SettingValue.string(String(repeating: "ä", count: 6_400))
        let parts = CheckBudget(for: text).left - CheckBudget(for: .null).left
        #expect(parts == 200 * CheckBudget.stepsPerPart)
    }

    @Test(arguments: [
        #"{"patternProperties":{"(a?){600}z1":{}}}"#,
        #"{"properties":{"\#(name)":{"enum":[1]}},"patternProperties":{"(a?){600}z2":{}}}"#,
        #"{"propertyNames":{"pattern":"(a?){600}z3"}}"#,
    ])
    func `is what patterns of keys take their steps from`(text: String) throws {
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let rule = try #require(schema.rules[nil])
        let budget = CheckBudget(steps: 2_000)
        let root = SettingValue.dictionary([SettingValue.Entry(name, .integer(1))])
        #expect(rule.refusal(of: root, within: budget) == nil)
        #expect(budget.isSpent)
        #expect(budget.left == 0)
    }

    @Test func `is what patterns of texts take their steps from`() throws {
        let text = #"{"properties":{"k":{"items":{"pattern":"(a?){600}(b?){60}z"}}}}"#
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let value = SettingValue.array(Array(repeating: .string(name), count: 20))
        let budget = CheckBudget(steps: 10_000)
        // The first of them breaks the rule, and nobody waits until that is known.
        #expect(schema.refusal(of: value, at: key, within: budget) == nil)
        #expect(budget.isSpent)
    }

    @Test(arguments: [(5_000, RuleRefusal.Code.pattern), (40, nil)])
    func `is as large for a pattern as it says`(steps: Int, code: RuleRefusal.Code?) throws {
        let schema = Schema(
            jsonSchema: try document(
                #"{"properties":{"k":{"pattern":"[a-z]*[0-9]"}}}"#,
                named: "s.json"
            ),
            file: "s.json"
        )
        let budget = CheckBudget(steps: steps)
        #expect(schema.refusal(of: .string(name), at: key, within: budget)?.code == code)
        #expect(budget.isSpent == (code == nil))
    }

    @Test(arguments: [10, 12_000])
    func `pays for choices by the value's size alone`(count: Int) throws {
        let choices = (0..<count).map(String.init).joined(separator: ",")
        let text = #"{"properties":{"k":{"items":{"enum":[\#(choices)]}}}}"#
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        let budget = CheckBudget(steps: 1_000)
        let value = SettingValue.array(Array(repeating: .real(9), count: 100))
        #expect(schema.refusal(of: value, at: key, within: budget) == nil)
        // The whole, its member, the array with its elements, and twice each element.
        #expect(1_000 - budget.left == 1 + 1 + 100 / 4 + 2 * 100)
    }

    @Test func `finds a duplicate among many dictionaries`() throws {
        let text = #"{"properties":{"k":{"uniqueItems":true}}}"#
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        var values = (0..<3_000).map {
            SettingValue.dictionary([SettingValue.Entry("n", .integer(Int64($0)))])
        }
        #expect(schema.refusal(of: .array(values), at: key) == nil)
        values.append(.dictionary([SettingValue.Entry("n", .real(2_000))]))
        let refusal = schema.refusal(of: .array(values), at: key)
        #expect(refusal?.code == .duplicate)
        #expect(refusal?.path == DocumentPath([.index(3_000)]))
    }

    @Test(arguments: ["anyOf", "oneOf"])
    func `leaves a message short that could be endless`(keyword: String) throws {
        let schema = try doubling(keyword, depth: 12, last: #"{"type":"string"}"#)
        let problem = schema.refusal(of: .integer(1), at: key)?.problem(at: key)
        #expect(problem == "'k' is 1, expected text, or something else")
    }

    @Test(arguments: ["allOf", "anyOf"])
    func `ends an export`(keyword: String) throws {
        let schema = try doubling(keyword, last: #"{"type":"string"}"#)
        #expect(schema.jsonSchema() != nil)
    }

    @Test(arguments: ["allOf", "anyOf", "oneOf"])
    func `that may be too small is told once, with its place`(keyword: String) throws {
        let schema = try doubling(keyword, last: "{}")
        let told = schema.problems.map {
            "\($0.severity) \($0.code.rawValue) \($0.place.path): \($0.problem)"
        }
        // Each step takes 3 more than two of the next: 16,381 for s18.
        #expect(
            told == [
                "warning unsupported $defs.s17: "
                    + "the check of one value may take more than 20000 steps here"
            ]
        )
        #expect(!schema.isIncomplete)
    }

    @Test(arguments: [(100, 0), (101, 1)])
    func `is told to be too small from one step past it`(more: Int, problems: Int) throws {
        // A reference to 200 steps takes 201; with the whole, 99 of them take 19,900.
        let inner = Array(repeating: "{}", count: 199).joined(separator: ",")
        let parts = Array(repeating: ##"{"$ref":"#/$defs/part"}"##, count: 99)
        let all = (parts + Array(repeating: "{}", count: more)).joined(separator: ",")
        let text =
            #"{"properties":{"k":{"allOf":[\#(all)]}},"$defs":{"part":{"allOf":[\#(inner)]}}}"#
        let schema = Schema(jsonSchema: try document(text, named: "s.json"), file: "s.json")
        #expect(schema.problems.count == problems)
    }
}
