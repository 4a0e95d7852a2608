"""Programs of the desktop, asked what they make of a file of theirs; none is given a display."""

import ctypes
import json
import os
import pathlib
import re
import resource
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Harness"))
from harness import Failure  # noqa: E402
from referee import Referee, Verdict  # noqa: E402

NOBODY = 65534


class I3(Referee):
    entry, programs = "i3", ("i3",)

    def judge(self, path, keys):
        read = self.run("i3", "-C", "-c", path)
        return Verdict([re.sub(r"^\S+ \S+ - ", "", line) for line in read.stderr.splitlines()
                        if "ERROR" in line or "converted" in line])


class Sway(Referee):
    entry, programs = "sway", ("sway", "setpriv")

    def judge(self, path, keys):
        command = ["sway", "-d", "-C", "-c", path]
        if os.getuid() == 0:
            # sway refuses to run as root.
            for owned in (self.folder, self.folder / "run", path):
                os.chown(owned, NOBODY, NOBODY)
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
        read = self.run(*command, env={"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman"})
        complaints = [line.partition("] ")[2] for line in read.stderr.splitlines()
                      if "[ERROR]" in line and "sway/config.c" in line]
        if read.returncode and not complaints:
            complaints = read.stderr.splitlines()[-3:]
        # It says each command after its variables were put in.
        said = re.findall(r"Config command: (.*)", read.stderr)
        values = {}
        for command in said:
            name, _, value = command.replace("\t", " ").partition(" ")
            values[(name,)] = value.strip()
        return Verdict(complaints, {key: value for key, value in values.items() if key in keys})

    def same(self, ours, theirs, key):
        return "$" in ours or ours.split() == theirs.split()


class Foot(Referee):
    entry, programs = "foot", ("foot",)
    beside = (".config/foot/theme.ini",)

    def judge(self, path, keys):
        read = self.run("foot", "--check-config", "-c", path)
        return Verdict([line.partition(": ")[2] for line in read.stderr.splitlines()
                        if re.match(r"\s*(err|warn): config\.c", line)])


class Fuzzel(Referee):
    entry, programs = "fuzzel", ("fuzzel",)
    beside = (".config/fuzzel/colors.ini",)

    def judge(self, path, keys):
        # Without a display it ends when it has read its file.
        read = self.run("fuzzel", "--config", path)
        return Verdict([line for line in read.stderr.splitlines() if re.match(r"\s*(err|warn): config\.c", line)])


class Kitty(Referee):
    entry, programs = "kitty", ("kitty",)
    file = "kitty.conf"
    #: Each value beside the one that a file of that line alone gives, as some aren't texts.
    ASK = """
import json, sys
from kitty.config import load_config
path, asked = sys.argv[1:3]
bad, answers = [], {}
whole = load_config(path, accumulate_bad_lines=bad)
for key, value in json.loads(asked):
    lines = []
    alone = load_config(overrides=[f"{key} {value}"], accumulate_bad_lines=lines)
    if hasattr(whole, key) and not lines:
        answers[key] = repr(getattr(whole, key)) == repr(getattr(alone, key))
print(json.dumps([[str(line.exception) for line in bad], answers]))
"""

    def verdict(self, text, keys):
        self.asked = keys
        return super().verdict(text, keys)

    def judge(self, path, keys):
        asked = [(key[0], self.asked[key]) for key in keys if not isinstance(self.asked[key], list)]
        read = self.run("kitty", "+runpy", self.ASK, path, json.dumps(asked))
        if read.returncode:
            raise Failure(read.stderr)
        bad, answers = json.loads(read.stdout.splitlines()[-1])
        return Verdict(bad, {(key,): same for key, same in answers.items()})

    def same(self, ours, theirs, key):
        return theirs


class Dunst(Referee):
    entry, programs = "dunst", ("dunst",)

    def judge(self, path, keys):
        # Without a display it ends, by a signal, when it has read its file.
        read = self.run("dunst", "-config", path, "-verbosity", "debug",
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
        text = (read.stdout + read.stderr).partition("Loading settings")[2]
        end = r"(?=\n(?:DEBUG|INFO|WARNING|ERROR): )"
        said = re.findall(rf"\[([^\]\n]*)\] Trying to set (\S+) to (.*?){end}", text, re.DOTALL)
        rules = re.findall(rf"Adding rule '(\S+) = (.*?)' to special section (\S+?){end}", text, re.DOTALL)
        complaints = [line for line in re.findall(r"(?m)^WARNING: (.*)", text) if "X11 display" not in line]
        values = {(section, key): value for section, key, value in said}
        values |= {(section, key): value for key, value, section in rules}
        return Verdict(complaints, {key: value for key, value in values.items() if key in keys})

    def same(self, ours, theirs, key):
        # Of some keys it says the text with its line breaks.
        return theirs in (ours, ours.replace("\\n", "\n"))


class Mako(Referee):
    entry, programs = "mako", ("mako",)

    def judge(self, path, keys):
        # Without a bus it ends when it has read its file.
        read = self.run("mako", "-c", path, env={"DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder}/bus"})
        return Verdict([line for line in read.stderr.splitlines() if "user bus" not in line])


class Mpv(Referee):
    entry, programs = "mpv", ("mpv",)
    file = "mpv.conf"
    ASK = """
local answers = io.open("answers", "w")
for name in io.lines("names") do
  local value = mp.get_property("options/" .. name)
  if value then answers:write(name, "\\t", value, "\\n") end
end
answers:close()
mp.command("quit")
"""

    def asks(self, key):
        return len(key) == 1

    def judge(self, path, keys):
        (self.folder / "names").write_text("".join(key[0] + "\n" for key in keys))
        (self.folder / "ask.lua").write_text(self.ASK)
        read = self.run("mpv", f"--config-dir={self.folder}", "--vo=null", "--ao=null", "--idle=yes",
                        "--no-input-terminal", "--script=ask.lua")
        answers = [line.partition("\t") for line in (self.folder / "answers").read_text().splitlines()]
        complaints = [line for line in (read.stdout + read.stderr).splitlines() if "mpv.conf:" in line]
        return Verdict(complaints, {(name,): value for name, _, value in answers})

    def same(self, ours, theirs, key):
        if isinstance(ours, list) or theirs.lower() == ours.lower().replace("#", "#ff"):
            return True
        try:
            return float(ours) == float(theirs)
        except ValueError:
            return ours.lower() == theirs.lower()


class GTK3(Referee):
    """GLib's key files: what GTK reads its settings with."""

    entry = "gtk3"
    LIBRARY = "libglib-2.0.so.0"

    def missing(self):
        try:
            ctypes.CDLL(self.LIBRARY)
        except OSError:
            return self.LIBRARY
        return None

    def judge(self, path, keys):
        glib = ctypes.CDLL(self.LIBRARY)
        glib.g_key_file_new.restype = glib.g_key_file_get_string.restype = ctypes.c_void_p
        pointer = ctypes.c_void_p
        file = pointer(glib.g_key_file_new())
        if not glib.g_key_file_load_from_file(file, str(path).encode(), 0, None):
            return Verdict(["it isn't a key file"])
        values = {}
        for key in keys:
            text = glib.g_key_file_get_string(file, key[0].encode(), key[1].encode(), None)
            values[key] = ctypes.string_at(text).decode() if text else None
        return Verdict([], values)


class Swaylock(Referee):
    entry, programs = "swaylock", ("swaylock",)

    def judge(self, path, keys):
        # It says each line that it takes, and without a display it ends then.
        read = self.run("swaylock", "-d", "-C", path)
        complaints = [line for line in read.stderr.splitlines() if line.startswith("swaylock: ")]
        values = {}
        for said in re.findall(r"Config Line #\d+: (.*)", read.stderr):
            name, sign, value = said.partition("=")
            values.setdefault((name,), []).append(value if sign else "true")
        return Verdict(complaints, {key: values.get(key) for key in keys})

    def same(self, ours, theirs, key):
        return theirs == (ours if isinstance(ours, list) else [ours])


ALL = [I3(), Sway(), Swaylock(), Foot(), Fuzzel(), Kitty(), Dunst(), Mako(), Mpv(), GTK3()]
