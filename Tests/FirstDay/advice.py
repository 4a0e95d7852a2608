"""Every advice is right: each message is provoked, and the command that it advises is run as it stands there."""

import os
import pathlib
import re
import shlex
import subprocess

from harness import REPOSITORY, Agent, Failure, Home, settingsctl_binary

SCHEMA = ('{"properties":{"theme":{"enum":["dark","light"]},"size":{"type":"integer"},'
          '"sound":{"type":"boolean"},"name":{"type":"string"}}}')
RULED = f"echo '{SCHEMA}' > s.json; printf 'theme = \"dark\"\\nsize = 10\\n' > s.toml; " \
    "settingsctl link ed s.toml --schema s.json; "
LINKED = "printf 'theme = \"light\"\\nsize = 10\\n[font]\\nsize = 9\\n' > s.toml; settingsctl link ed s.toml; "
FLAT = "printf 'theme = \"light\"\\nsize = 10\\n' > s.toml; settingsctl link ed s.toml; "
SIX = "printf 'a = 1\\nb = 2\\nc = 3\\nd = 4\\ne = 5\\nf = 6\\n' > s.toml; settingsctl link ed s.toml; "
# A save that could be read in two ways.
DOUBT = FLAT + "printf 'theme = \"light\"\\nsize = 11\\n' > s.toml; settingsctl rescan ed; " \
    "settingsctl set ed theme dark; "
PACKAGE = "mkdir -p data/settings-agent/domains; printf '[[file]]\\npath = \"~/p.toml\"\\n' " \
    "> data/settings-agent/domains/ed.toml; echo 'a = 1' > p.toml; settingsctl agent restart; "
ADOPTABLE = f"mkdir -p data/settings-agent config/kitty; cp -r {REPOSITORY}/Catalogue data/settings-agent/catalogue; " \
    "echo 'font_size 11' > config/kitty/kitty.conf; "


class Row:
    """A message: how it comes about, how its advice begins, and what holds once that is done."""

    def __init__(self, provoke, advice, done="true", *, setup="", status=0, words=None):
        self.setup = setup
        self.provoke = provoke
        self.advice = advice
        self.done = done
        self.status = status
        # What somebody puts in place of a word that only they know.
        self.words = words or {}


ROWS = [
    # Programs.
    Row("settingsctl adopt kitty", "settingsctl adopt --yes kitty", "settingsctl get kitty font_size",
        setup=ADOPTABLE),
    Row("settingsctl adopt kitty", "settingsctl forget kitty", "grep -q USR1 config/settings-agent/domains/kitty.toml",
        setup=ADOPTABLE + "settingsctl link kitty config/kitty/kitty.conf; ", words={"kitty": "kitty --yes"}),
    Row("settingsctl adopt kitty", "settingsctl unlink term", "settingsctl get kitty font_size",
        setup=ADOPTABLE + "settingsctl link term config/kitty/kitty.conf; ", words={"adopt kitty": "adopt kitty --yes"}),
    Row("settingsctl follow ed theme", "settingsctl map test ed",
        setup="echo 'theme Foo' > kitty.conf; settingsctl link ed kitty.conf --map 'theme={theme|light/dark}'; "
              "settingsctl set --create ed theme dim; "),
    Row("settingsctl undo", "settingsctl versions",
        setup="echo 'theme Foo' > kitty.conf; settingsctl link ed kitty.conf --map 'theme={theme|light/dark}'; "
              "settingsctl set --create ed theme true; settingsctl follow ed theme; "
              "echo 'theme Bar' > kitty.conf; settingsctl rescan ed; "),
    Row("settingsctl adopt --all --yes", "settingsctl apps", setup=ADOPTABLE + "settingsctl adopt --all --yes; "),
    # What isn't there.
    Row("settingsctl", "settingsctl help"),
    Row("settingsctl list", "settingsctl", setup="true"),
    Row("settingsctl gte ed size", "settingsctl help"),
    Row("settingsctl file gte s.toml size", "settingsctl help file"),
    Row("settingsctl set ed size=11", "settingsctl set ed size 11", "grep -q 'size = 11' s.toml", setup=LINKED),
    Row("settingsctl get ed", "settingsctl list --defaults ed", setup=LINKED),
    Row("settingsctl list de", "settingsctl domains", setup=LINKED),
    Row("settingsctl get ed nokey", "settingsctl list ed", setup=LINKED),
    Row("settingsctl get ed tehme", "settingsctl get ed theme", setup=LINKED),
    Row("settingsctl unset ed tehme", "settingsctl unset ed theme",
        "! settingsctl get ed theme", setup=LINKED),
    Row("settingsctl explain ed tehme", "settingsctl explain ed theme", setup=LINKED),
    Row("settingsctl list ed tehme", "settingsctl list ed theme", setup=LINKED),
    Row("settingsctl toggle ed sonud", "settingsctl toggle ed sound", "grep -q 'sound = false' s.toml",
        setup="echo 'sound = true' > s.toml; settingsctl link ed s.toml; "),
    Row("settingsctl rename ed tehme look", "settingsctl get ed theme", setup=LINKED),
    Row("settingsctl get ed font", "settingsctl list ed font", setup=LINKED),
    Row("settingsctl get ed 'list[5]'", "settingsctl list ed list",
        setup="echo 'list = [1]' > s.toml; settingsctl link ed s.toml; "),
    Row("settingsctl file get s.toml nokey", "settingsctl file list s.toml", setup=LINKED),
    Row("settingsctl log ed nokey", "settingsctl log", status=1, setup=LINKED),
    Row("settingsctl undo", "settingsctl log", status=1, setup=LINKED),
    Row("settingsctl reset ed nokey", "settingsctl list ed", setup=LINKED),
    Row("settingsctl describe ed nokey", "settingsctl list ed --defaults", setup=RULED),
    Row("settingsctl describe ed nokey", "settingsctl schema infer FILE", "test -d s.bundle",
        setup=LINKED, words={"FILE": "s.toml"}),
    Row("settingsctl unlink s.toml", "settingsctl unlink ed s.toml",
        setup=LINKED + "settingsctl link other s.toml; "),
    Row("settingsctl unlink ed other.toml", "settingsctl status ed", setup=LINKED),
    Row("settingsctl versions other.toml", "settingsctl status", setup=LINKED),
    Row("settingsctl restore s.toml --version 99", "settingsctl versions", setup=LINKED),
    Row("settingsctl accept ed", "settingsctl status", setup=LINKED),

    # What is refused.
    Row("settingsctl set de size 9", "settingsctl set --create de size 9",
        "test \"$(settingsctl get de size)\" = 9"),
    Row("settingsctl set de name -9", "settingsctl set --create -- de name -9"),
    Row("settingsctl forget ed", "settingsctl forget --yes ed", "! settingsctl list ed && test -s s.toml",
        setup=LINKED),
    Row("settingsctl forget --yes ed", "settingsctl reset ed --all", "! settingsctl get ed a", setup=PACKAGE),
    Row("settingsctl set ed font 5", "settingsctl set --force ed font 5",
        "test \"$(settingsctl get ed font)\" = 5", setup=LINKED),
    Row("settingsctl set ed size big", "settingsctl set --type string ed size big",
        "test \"$(settingsctl get ed size)\" = big", setup=LINKED),
    Row("settingsctl set ed theme.x 1", "settingsctl set --force ed theme.x 1",
        "test \"$(settingsctl get ed theme.x)\" = 1", setup=LINKED),
    Row("settingsctl set ed list '[x'", "settingsctl set --type string ed list '[x'",
        "test \"$(settingsctl get ed list)\" = '[x'", setup=LINKED),
    Row("settingsctl set ed 'list[0]' x", "settingsctl set ed list '[]'",
        "settingsctl set ed 'list[0]' x", setup=LINKED),
    Row("settingsctl set ed 'list[7]' x", "settingsctl set ed 'list[1]' x",
        "test \"$(settingsctl get ed 'list[1]')\" = x",
        setup="echo 'list = [\"a\"]' > s.toml; settingsctl link ed s.toml; "),
    Row("settingsctl set ed 'list[0].n' x", "settingsctl get ed list",
        setup="echo 'list = [\"a\"]' > s.toml; settingsctl link ed s.toml; "),
    Row("settingsctl toggle ed size", "settingsctl set ed size VALUE", "grep -q 'size = 7' s.toml",
        setup=RULED, words={"VALUE": "7"}),
    Row("settingsctl toggle ed theme", "settingsctl describe ed theme",
        setup=RULED + "sed -i s/dark/pink/ s.toml; settingsctl rescan ed; settingsctl unlink ed s.json; "
        "settingsctl rescan ed; settingsctl link ed --schema s.json; "),
    Row("settingsctl rename ed theme size", "settingsctl unset ed size", setup=LINKED),
    Row("settingsctl link ed b.toml", "settingsctl link --dry-run ed b.toml",
        setup=LINKED + "echo 'size = 5' > b.toml; "),
    Row("settingsctl restore ed", "settingsctl restore ed --at TIME", setup=LINKED, words={"TIME": "0s"},
        status=1),
    Row("settingsctl restore ed --at 1m --dry-run", "settingsctl log ed", status=1, setup=LINKED),
    Row("settingsctl undo", "settingsctl undo ed size", setup=LINKED + "settingsctl set ed size 11; "
        "sed -i s/11/12/ s.toml; settingsctl rescan ed; "),
    Row("settingsctl edit ed", "settingsctl link ed FILE", setup="settingsctl set --create ed a 1; "
        "settingsctl unset ed a; rm config/ed.plist; printf 'defaults = false\\n' "
        "> config/settings-agent/domains/ed.toml; settingsctl agent restart; echo 'a = 1' > s.toml; ",
        words={"FILE": "s.toml"}),

    # What was done.
    Row("settingsctl undo", "settingsctl redo", "grep -q 'size = 11' s.toml",
        setup=LINKED + "settingsctl set ed size 11; "),
    Row("settingsctl redo ed size", "settingsctl undo 3", "grep -q 'size = 10' s.toml",
        setup=LINKED + "settingsctl set ed size 11; settingsctl undo; "),
    Row("settingsctl link ed b.toml --prefer this", "settingsctl undo --seq",
        "grep -q 'size = 10' s.toml && test \"$(cat b.toml)\" = 'size = 5'",
        setup=LINKED + "echo 'size = 5' > b.toml; "),
    Row("settingsctl link ed b.toml --prefer others", "settingsctl unlink ed b.toml --revert",
        "test \"$(cat b.toml)\" = 'size = 5'", setup=LINKED + "echo 'size = 5' > b.toml; "),
    Row("settingsctl unlink ed b.toml", "settingsctl log ed", setup=LINKED + "echo 'b = 5' > b.toml; "
        "settingsctl link ed b.toml; "),

    # What is wrong.
    Row("settingsctl set ed size 11", "settingsctl doctor", status=1,
        setup=LINKED + "echo 'size = ' > s.toml; settingsctl rescan ed; "),
    Row("settingsctl doctor", "settingsctl file check", status=6,
        setup=LINKED + "echo 'size = ' > s.toml; settingsctl rescan ed; "),
    Row("settingsctl doctor", "settingsctl file check --format toml", status=6,
        setup="echo 'size = 1' > s.x; settingsctl link ed s.x --format toml; echo 'size = ' > s.x; "
        "settingsctl rescan ed; "),
    Row("EDITOR=./bad settingsctl edit ed", "settingsctl edit ed", "settingsctl status ed", setup=LINKED
        + "printf '#!/bin/sh\\necho size = > s.toml\\n' > bad; printf '#!/bin/sh\\necho size = 1 > s.toml\\n' "
        "> good; chmod +x bad good; "),
    Row("settingsctl doctor", "settingsctl accept", "settingsctl doctor", setup=SIX
        + "echo 'f = 6' > s.toml; settingsctl rescan ed; "),
    Row("settingsctl doctor", "settingsctl undo", "grep -q dark s.toml",
        setup=DOUBT + "sed -i 's/dark/light/; s/11/14/' s.toml; settingsctl rescan ed; "),
    Row("settingsctl doctor", "settingsctl restore", "grep -q light s.toml",
        setup=DOUBT + "cat s.toml > c.toml; sed -i 's/dark/light/; s/11/15/' c.toml; "
        "cat c.toml > s.toml; settingsctl rescan ed; "),
    Row("settingsctl doctor", "settingsctl agent restart", "settingsctl doctor",
        setup=LINKED + "rm state/settings-agent/journal.db; "),
    Row("settings-agent", "settingsctl agent stop", setup=LINKED),
    Row("settingsctl schema check s.toml", "settingsctl schema infer FILE", setup=LINKED,
        words={"FILE": "s.toml"}),
]

# Advice that no row provokes, by how it begins, and where it is tried.
ELSEWHERE = {
    "settingsctl doctor": "connections that fail: SettingsClientTests",
    "settingsctl ui": "a screen: Tests/UI",
    "settingsctl diff": "a file that differs without a reason: ReportCommandTests",
    "settingsctl rename": "a note on a bundle's key: SettingsSchemaTests",
    "settingsctl schema check": "a schema with mistakes: SchemaCommandTests",
    "settingsctl follow": "a text that may be a secret: SyncAgentTests",
    "settingsctl set": "rows above, and FirstDay/types.txt",
}


def environment(home):
    binaries = os.path.dirname(settingsctl_binary())
    return {**home.environment, "PATH": os.pathsep.join([binaries, os.environ["PATH"]]),
            "EDITOR": "./good"}


def run(command, home):
    """Runs a script in the home; gives how it ended and what it printed."""
    done = subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, cwd=home.root, env=environment(home), text=True,
                          timeout=60)
    return done.returncode, done.stdout


def advised(text, beginning):
    """The command that a message advises: all of the line from there on; nil where none does."""
    for line in text.splitlines():
        place = re.search(rf"(?:^|[ :]){re.escape(beginning)}(?=$|[ ])", line)
        if place:
            return line[place.start():].lstrip(" :")
    return None


def check(row):
    """Provokes a message, and does what it says."""
    with Home() as home, Agent(home):
        run(row.setup, home)
        text = run(row.provoke, home)[1]
        command = advised(text, row.advice)
        if command is None:
            raise Failure(f"'{row.provoke}' doesn't advise '{row.advice}', but says:\n{text}")
        for word, own in row.words.items():
            command = command.replace(word, own)
        status, said = run(command, home)
        if status != row.status:
            raise Failure(f"'{command}' ends with {status}, expected {row.status}:\n{said}")
        status, said = run(row.done, home)
        if status != 0:
            raise Failure(f"after '{command}', '{row.done}' ends with {status}:\n{said}")


def check_all_rows():
    """Runs all rows, and says which are wrong."""
    mistakes = []
    for row in ROWS:
        try:
            check(row)
        except Failure as failure:
            mistakes.append(str(failure))
    if mistakes:
        raise Failure("\n".join(mistakes))


def check_sources():
    """Each advice in the sources begins as that of a row does, or is tried elsewhere."""
    known = [shlex.split(row.advice)[:2] for row in ROWS]
    known += [beginning.split() for beginning in ELSEWHERE]
    missing = set()
    for path in (REPOSITORY / "Sources").rglob("*.swift"):
        if "SettingsUI" in path.parts:
            continue
        for verb in re.findall(r': settingsctl ([a-z]+)', path.read_text()):
            if ["settingsctl", verb] not in known:
                missing.add(f"'settingsctl {verb}' in {path.name}")
    if missing:
        raise Failure("no row has " + ", ".join(sorted(missing)))
