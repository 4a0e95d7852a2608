// What other programs read in files that were edited: Python's tomllib, json and plistlib, and Java.

import DocumentFuzz
import Foundation
import SettingsDocument
import SettingsModel
import TestSupport
import Testing

/// Other programs that read settings files.
enum Reader {
    /// What a program printed, or nil when it couldn't be run or ended badly.
    static func output(of arguments: [String]) -> Foundation.Data? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? output : nil
    }
}

/// A folder of files that goes with its owner.
final class ReadersFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let file = url.appending(path: name)
        try Foundation.Data(bytes).write(to: file)
        return file.path
    }

    deinit { try? FileManager.default.removeItem(at: url) }  // a folder left in /tmp harms nobody
}

/// A program that reads files of a format and prints what each says as one line of JSON.
private struct OtherReader: Sendable, CustomTestStringConvertible {
    var format: Format
    var name: String
    /// The command, without the files.
    var command: [String]
    /// A program that the command takes as its first file.
    var source: Source?

    struct Source {
        var name: String
        var text: String
    }

    var testDescription: String { name }

    /// Without types of their own in JSON: `null` where it can't read the file.
    private static let printing = """
        import base64, datetime, json, math, sys
        def plain(value):
            if isinstance(value, dict): return {key: plain(item) for key, item in value.items()}
            if isinstance(value, list): return [plain(item) for item in value]
            if isinstance(value, float) and not math.isfinite(value): return "number " + str(value)
            if isinstance(value, (datetime.date, datetime.time)): return "date"
            if isinstance(value, bytes): return "data " + base64.b64encode(value).decode()
            return value
        for path in sys.argv[1:]:
            try:
                with open(path, "rb") as file: value = read(file)
            except Exception:
                value = None
            print(json.dumps(plain(value)))
        """

    private static func python(_ module: String, _ read: String, for format: Format) -> Self {
        let program = "import \(module)\ndef read(file): return \(read)\n" + printing
        return Self(format: format, name: module, command: ["python3", "-c", program])
    }

    /// Reads UTF-8, as Java itself does with the files of its own that aren't Latin-1.
    static let java = Self(
        format: .properties,
        name: "java.util.Properties",
        command: ["java"],
        source: Source(
            name: "Reading.java",
            text: #"""
                import java.io.*;
                import java.nio.charset.StandardCharsets;
                import java.util.*;

                class Reading {
                    static String quoted(Object text) {
                        var result = new StringBuilder();
                        for (char unit : ((String) text).toCharArray())
                            result.append(String.format("\\u%04x", (int) unit));
                        return '"' + result.toString() + '"';
                    }

                    public static void main(String[] paths) throws IOException {
                        for (var path : paths) {
                            var values = new Properties();
                            var file = new FileInputStream(path);
                            try (var reader = new InputStreamReader(file, StandardCharsets.UTF_8)) {
                                values.load(reader);
                            } catch (IllegalArgumentException error) {
                                System.out.println("null");
                                continue;
                            }
                            var entries = new StringJoiner(",", "{", "}");
                            values.forEach((key, value) ->
                                entries.add(quoted(key) + ":" + quoted(value)));
                            System.out.println(entries);
                        }
                    }
                }
                """#
        )
    )

    static let all = [
        java,
        python("tomllib", "tomllib.load(file)", for: .toml),
        python("json", "json.load(file)", for: .json),
        python("plistlib", "plistlib.load(file)", for: .xmlPropertyList),
        python("plistlib", "plistlib.load(file)", for: .binaryPropertyList),
    ]

    /// What the files say, or nil where the program isn't installed.
    func read(_ files: [[UInt8]]) throws -> [SettingValue?]? {
        let folder = try ReadersFolder()
        var command = command
        if let source { command.append(try folder.write(Array(source.text.utf8), source.name)) }
        var lines: [Substring] = []
        for start in stride(from: 0, to: files.count, by: 500) {
            let paths = try files[start..<min(start + 500, files.count)].enumerated().map {
                try folder.write($0.element, "\(start + $0.offset)")
            }
            guard let output = Reader.output(of: command + paths) else { return nil }
            lines += String(decoding: output, as: UTF8.self).split(separator: "\n")
        }
        return try lines.map { line in
            let value = try Format.json.parse(Array(line.utf8)).root
            return value == .null ? nil : value
        }
    }
}

extension SettingValue {
    /// The value as the readers print it.
    fileprivate var printed: SettingValue {
        switch self {
        case .date: "date"
        case .raw(let text) where Int128(text) == nil: "date"
        case .data(let bytes): .string("data " + Data(bytes).base64EncodedString())
        case .real(let number) where !number.isFinite: .string("number \(number)")
        case .array(let values): .array(values.map(\.printed))
        case .dictionary(let entries):
            .dictionary(entries.map { Entry($0.key, $0.value.printed) })
        default: self
        }
    }
}

@Suite struct `A reader that knows nothing of us` {
    private static let probes: [SettingValue?] = [
        .boolean(false), .integer(-42), .real(0.1), .real(1e20), .string("q\"'\\ # é 😀\n"),
        .array([.integer(1), "x", .array([])]), .dictionary([.init("a b", .integer(1))]), nil,
    ]

    /// Each sample before an edit of each of its places, and after it.
    private static func files(of format: Format) throws -> [[UInt8]] {
        var files: [[UInt8]] = []
        // Python makes a line feed of a line end in XML, as XML says and Foundation doesn't.
        let isRead: (Layout) -> Bool = { $0.format != .xmlPropertyList || $0.name != "CRLF" }
        for layout in format.layouts.filter(isRead) {
            // To Java, a mark at the front is a part of the first key.
            let hasMark = layout.bytes.starts(with: [0xEF, 0xBB, 0xBF])
            let sample = format == .properties && hasMark ? Array(layout.bytes[3...]) : layout.bytes
            let document = try format.parse(sample)
            files.append(sample)
            for path in EditLaws("", document).paths where !path.elements.isEmpty {
                for place in [path, DocumentPath(path.elements.dropLast() + ["new"])] {
                    for probe in probes {
                        let change = DocumentChange(place, probe)
                        let new = document.revised(by: [change]).document.bytes
                        if new != sample { files.append(new) }
                    }
                }
            }
        }
        return files
    }

    @Test(arguments: OtherReader.all)
    private func `reads what we wrote as we read it`(reader: OtherReader) throws {
        let files = try Self.files(of: reader.format).enumerated()
            .filter { LongRun.plays($0.offset, oneIn: 4) }.map(\.element)
        guard let readings = try reader.read(files) else {
            print("SKIPPED: \(reader.name) isn't installed")
            return
        }
        try #require(readings.count == files.count)
        #expect(files.count > 100)
        // What it can't read before an edit, as a mark at the front or a list without its <plist>, is
        // the smaller part.
        #expect(readings.count { $0 != nil } * 2 > files.count)
        for (bytes, reading) in zip(files, readings) {
            guard let reading else { continue }
            let ours = try reader.format.parse(bytes).root.printed
            #expect(reading == ours, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    /// Half of a surrogate pair is left out: Java has such texts, and JSON can't tell of them.
    @Test(arguments: 1...(LongRun.isOn ? 3 : 1) as ClosedRange<UInt64>)
    func `takes or refuses spoiled properties as we do`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let samples = LineSamples(format: .properties)
        let files = (0..<400).map { _ in mutated(samples.file(using: &random), using: &random) }
            .filter { bytes in
                guard let text = String(validating: bytes, as: UTF8.self) else { return false }
                return !text.lowercased().contains("\\ud") && !bytes.contains(0)
                    && !bytes.starts(with: [0xEF, 0xBB, 0xBF])
            }
        guard let readings = try OtherReader.java.read(files) else {
            print("SKIPPED: java isn't installed")
            return
        }
        try #require(readings.count == files.count)
        #expect(readings.count { $0 != nil } > 100)
        for (bytes, reading) in zip(files, readings) {
            let ours = try? Format.properties.parse(bytes).root  // nil: refused
            #expect(reading == ours, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }
}
