// Fuzzes every format by coverage, under libFuzzer; scripts/fuzz-coverage builds and runs it.
//
// An input's first byte names the format, its second the seed of the changes, and the rest is the
// file. With FUZZ_SAMPLES, the samples of every format are written into that folder at the start.

import DocumentFuzz
import Glibc
import SettingsDocument
import TestSupport

/// What libFuzzer calls once, before all inputs.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutableRawPointer
) -> CInt {
    guard let folder = getenv("FUZZ_SAMPLES").map({ String(cString: $0) }) else { return 0 }
    for (index, format) in Format.allCases.enumerated() {
        for (number, sample) in format.samples.enumerated() {
            guard let file = fopen("\(folder)/\(format.rawValue)-\(number)", "w") else { return 1 }
            let bytes = [UInt8(index), UInt8(number)] + sample
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
    }
    return 0
}

/// What libFuzzer calls with each input; it traps where an invariant is broken.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count >= 2 else { return 0 }
    let format = Format.allCases[Int(input[0]) % Format.allCases.count]
    let bytes = Array(input[2...])
    guard let document = try? format.parse(bytes) else { return 0 }  // a refusal is right
    var random = SeededRandom(seed: UInt64(input[1]))
    let changes = document.randomChanges(using: &random)
    var invariants = Invariants(of: document, readFrom: bytes)
    let problems = invariants.check(changes)
    guard problems.isEmpty else {
        // libFuzzer learns of a finding by nothing but the end of the process: it then keeps the input,
        // and prints what stands here.
        fatalError("\(format.rawValue): \(problems)\n  changes: \(changes)")
    }
    return 0
}
