"""The real programs, asked what they make of a file of theirs: none needs a display.

Some would run what a file tells them to; the samples are ours.
"""

import ctypes
import fcntl
import json
import os
import pathlib
import pty
import re
import resource
import select
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Harness"))
from harness import Failure  # noqa: E402
from referee import LONGEST, Referee, Verdict  # noqa: E402


NOBODY = 65534


class Git(Referee):
    entry, programs = "git", ("git",)

    def judge(self, path, keys):
        listed = self.run("git", "config", "-f", path, "-z", "--list")
        values = {}
        for entry in listed.stdout.split("\0")[:-1]:
            name, has_value, value = entry.partition("\n")
            values.setdefault(name, []).append(value if has_value else "true")
        return Verdict(listed.stderr.splitlines(), {key: values.get(self.name(key)) for key in keys})

    @staticmethod
    def name(key):
        section, _, part = key[0].partition(".")
        return ".".join([section.lower(), *([part] if part else []), key[1].lower()])

    def same(self, ours, theirs, key):
        return theirs == (ours if isinstance(ours, list) else [ours])


class Tmux(Referee):
    entry, programs = "tmux", ("tmux",)
    #: To these tmux adds what a file gives, as elements of a list.
    LISTS = {"terminal-overrides", "terminal-features", "update-environment", "@plugin"}

    def asks(self, key):
        return key[0] not in self.LISTS

    def judge(self, path, keys):
        tmux = ("tmux", "-L", "catalogue")
        try:
            read = self.run(*tmux, "-f", "/dev/null", "start-server", ";", "set", "-s", "exit-empty", "off", ";",
                            "source-file", path)
            values = {key: self.run(*tmux, "show", "-gv", key[0]) for key in keys}
        finally:
            self.run(*tmux, "kill-server")
        return Verdict((read.stdout + read.stderr).splitlines(), {
            key: None if shown.returncode else shown.stdout.removesuffix("\n") for key, shown in values.items()})


class Vim(Referee):
    entry, programs = "vim", ("vim",)

    def asks(self, key):
        # A Vim for terminals has no value of it.
        return key[0] != "guifont"

    ASK = """
call writefile(split(execute('messages'), "\\n"), 'messages')
let answers = []
for name in readfile('names')
  try
    let value = eval('&' . name)
    call add(answers, name . "\\t" . value)
  catch
    call add(answers, name)
  endtry
endfor
call writefile(answers, 'answers')
qall!
"""

    def judge(self, path, keys):
        (self.folder / "names").write_text("".join(key[0] + "\n" for key in keys))
        (self.folder / "ask.vim").write_text(self.ASK)
        self.run("vim", "-N", "-n", "-i", "NONE", "-es", "-u", path, "-S", "ask.vim")
        answers = [line.partition("\t") for line in (self.folder / "answers").read_text().splitlines()]
        return Verdict((self.folder / "messages").read_text().splitlines(),
                       {(name,): value for name, tab, value in answers if tab})

    def same(self, ours, theirs, key):
        if isinstance(ours, list):
            return all(part in theirs.split(",") for part in ours)
        return theirs == {"on": "1", "off": "0"}.get(ours, ours)


class Readline(Referee):
    entry, programs = "readline", ("bash",)

    def judge(self, path, keys):
        read = self.run("bash", "--norc", "-c", 'bind -f "$1"; bind -v', "bash", path)
        shown = dict(line.split(" ", 2)[1:] for line in read.stdout.splitlines() if line.count(" ") >= 2)
        complaints = [line for line in read.stderr.splitlines() if "line editing not enabled" not in line]
        return Verdict(complaints, {key: shown.get(key[0].lower()) for key in keys})

    def same(self, ours, theirs, key):
        return ours.lower() == theirs if theirs in ("on", "off") else ours.lower() == theirs.lower()


class Newsboat(Referee):
    entry, programs = "newsboat", ("newsboat",)

    def judge(self, path, keys):
        (self.folder / "urls").write_text("https://feeds.invalid/\n")
        read = self.run("newsboat", "-C", path, "-u", self.folder / "urls", "-c", self.folder / "cache",
                        "-x", "print-unread")
        lines = (read.stdout + read.stderr).splitlines()
        return Verdict([] if read.returncode == 0 else lines)


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
        said = re.findall(r"\[([^\]\n]*)\] Trying to set (\S+) to (.*?)(?=\n(?:DEBUG|INFO|WARNING|ERROR): )", text,
                          re.DOTALL)
        complaints = [line for line in re.findall(r"(?m)^WARNING: (.*)", text) if "X11 display" not in line]
        values = {(section, key): value for section, key, value in said}
        return Verdict(complaints, {key: value for key, value in values.items() if key in keys})

    def same(self, ours, theirs, key):
        # It makes a line break of \\n.
        return ours.replace("\\n", "\n") == theirs


class Btop(Referee):
    entry, programs = "btop", ("btop",)
    file = "btop/btop.conf"

    def judge(self, path, keys):
        text = path.read_text()
        # It writes the whole file again when it ends, unless nothing about it is new.
        path.write_text(re.sub(r"(?m)^#\? .*\n", "", text))
        self.run_on_terminal(["btop"])
        log = self.folder / "btop" / "btop.log"
        complaints = [line.partition(": ")[2] for line in (log.read_text() if log.exists() else "").splitlines()
                      if "WARNING" in line or "ERROR" in line]
        written = dict(re.findall(r'(?m)^(\w+) = "?(.*?)"?$', path.read_text()))
        return Verdict(complaints, {key: written[key[0]] for key in keys if key[0] in written})

    def run_on_terminal(self, command):
        ours, its = pty.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder),
                       "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        process = subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=environment,
                                   start_new_session=True,
                                   preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(its)
        deadline = time.monotonic() + LONGEST
        drawn, asked = 0, False
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([ours], [], [], 0.05)[0]:
                try:
                    drawn += len(os.read(ours, 65536))
                except OSError:
                    break
            if drawn > 5000 and not asked:
                os.write(ours, b"q")
                asked = True
        os.close(ours)
        try:
            process.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Failure(f"{command[0]} didn't end") from None

    def same(self, ours, theirs, key):
        return ours.lower() == theirs.lower()


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


ALL = [Git(), Tmux(), Vim(), Readline(), Newsboat(), I3(), Sway(), Foot(), Fuzzel(), Kitty(), Dunst(), Btop(), Mpv(),
       GTK3()]
