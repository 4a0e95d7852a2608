// XML property lists, TOML and YAML in the layouts that programs and people write.

private let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

/// Layouts of XML property lists.
let propertyListLayouts: [(name: String, text: String)] = [
    (
        "as Foundation writes it",
        head + """
            <dict>
            \t<key>a</key>
            \t<integer>1</integer>
            \t<key>b</key>
            \t<dict>
            \t\t<key>c</key>
            \t\t<array>
            \t\t\t<string>x</string>
            \t\t\t<true/>
            \t\t\t<dict/>
            \t\t</array>
            \t\t<key>d</key>
            \t\t<data>
            \t\tAQID
            \t\t</data>
            \t\t<key>e</key>
            \t\t<date>2001-09-09T01:46:40Z</date>
            \t\t<key>r</key>
            \t\t<real>0.10000000149011612</real>
            \t</dict>
            \t<key>u</key>
            \t<integer>18446744073709551615</integer>
            </dict>
            </plist>

            """
    ),
    (
        "comments",
        head + """
            <!-- top -->
            <dict>
              <!-- a's -->
              <key>a</key> <!-- k -->
              <integer>1</integer> <!-- v -->
              <?pi x?>
              <!-- <key>off</key><true/> -->
              <key>b</key>
              <!-- between -->
              <array>
                <!-- one -->
                <string>1</string> <!-- 1 -->
                <string>2</string>
                <!-- end -->
              </array>
              <key>e</key> <dict> <!-- empty --> </dict>
              <!-- tail -->
            </dict>
            </plist> <!-- after -->

            """
    ),
    (
        "one line",
        "<plist><dict><key>a</key><true/><key>b</key><array><real>1</real></array></dict></plist>"
    ),
    (
        "no plist",
        "<dict>\n <key>a</key><string/>\n <key>b</key><string></string>\n <key></key><data/>\n</dict>"
    ),
    (
        "pairs on lines",
        "<dict>\n  <key>a</key> <true />\n  <key>b</key> <integer> 2 </integer>\n</dict>\n"
    ),
    (
        "several on a line",
        "<dict>\n  <key>a</key><true/> <key>b</key><false/>\n  <key>c</key><true/> </dict>\n"
    ),
    (
        "CRLF",
        head.replacing("\n", with: "\r\n")
            + "<dict>\r\n\t<key>a</key>\r\n\t<string>x\r\ny</string>\r\n\t<key>b</key>\r\n\t<dict>\r\n\t</dict>\r\n</dict>\r\n</plist>\r\n"
    ),
    (
        "byte order mark",
        "\u{FEFF}<plist version='1>0'><dict a='/'><key>&#x61;&amp;</key><string><![CDATA[<x>]]>y<!-- z --></string></dict></plist>"
    ),
    ("attributes", "<plist><dict id = 'x' /></plist>"),
    (
        "root array",
        "<plist version=\"1.0\">\n<array>\n\t<integer>0x1F</integer>\n\t<dict/>\n</array>\n</plist>"
    ),
    ("root string", "<string>x</string>"),
    ("duplicates", "<dict><key>a</key><true/><key>a</key><false/><key>b</key><true/></dict>"),
]

/// Layouts of TOML.
let tomlLayouts: [(name: String, text: String)] = [
    (
        "every kind of value",
        "a = 1\nb.c = \"x\\u00e9\" # c\n[t]\nx = [1, {y = 2}, '''\nz''']\n[[p]]\nq = 1979-05-27T07:32:00Z\n"
    ),
    (
        "CRLF and dots",
        "\u{FEFF}k = { a.b = 1, 'c d' = \"\"\"\\\n  t\"\"\" }\r\n[[p.q]]\r\n[p.q.r]\r\nn = 0x1_f\r\n"
    ),
    ("odd numbers", "x = +inf\ny = 1e-5_0\nz = 07:32:00.5\n\"日本\" = [ # c\n 1,\n]\n"),
]

/// Layouts of YAML.
let yamlLayouts: [(name: String, text: String)] = [
    (
        "flow and blocks",
        "a: 1 # c\nb: {c: \"x\\u00e9\", d: [1, 'y'],}\nt:\n  - x: |+\n      z\n\n    y: >-\n      w\n  -\n"
    ),
    (
        "anchors and directives",
        "\u{FEFF}%YAML 1.2\r\n---\r\n&a k: &b\r\n  - *a\r\n? q\r\n: !!str 4\r\n<<: {m: 1}\r\n...\r\n"
    ),
    (
        "merged keys",
        "base: &base\n  k: 1\n  l: [a, b: c]\nuse:\n  <<: *base\n  k: ~\n\"日本\": !t 0x1f\n---\nx: y\n"
    ),
    (
        "keys of sequences",
        "a:\n  - b\n? - c\n: - d\n  - e: f\n    g: 2001-12-14t21:59:43.10-05:00\n# end"
    ),
]
