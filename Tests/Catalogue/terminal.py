"""Programs of the terminal, asked what they make of a file of theirs."""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Harness"))
from harness import Failure  # noqa: E402
from referee import LONGEST, Referee, Verdict  # noqa: E402


class Git(Referee):
    entry, programs = "git", ("git",)

    def judge(self, path, keys):
        listed = self.run("git", "config", "-f", path, "-z", "--list")
        values = {}
        for entry in listed.stdout.split("\0")[:-1]:
            name, has_value, value = entry.partition("\n")
            values.setdefault(name, []).append(value if has_value else "true")
        return Verdict(listed.stderr.splitlines(), {key: values.get(".".join(key)) for key in keys})

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


class Neovim(Referee):
    entry, programs = "nvim", ("nvim",)
    file = "init.lua"
    #: `vim.o` has what `vim.opt` sets as texts; of an option that is a table, `vim.opt` has the fields.
    ASK = """
local answers = {}
for line in io.lines('names') do
  local names = vim.split(line, '\\t')
  local value
  if #names > 3 then
    value = vim.opt[names[3]]:get()[names[4]]
  else
    value = vim[names[2] == 'opt' and 'o' or names[2]][names[3]]
  end
  table.insert(answers, tostring(value))
end
vim.fn.writefile(answers, 'answers')
vim.fn.writefile(vim.split(vim.fn.execute('messages'), '\\n'), 'messages')
"""

    def asks(self, key):
        # Others are variables of the file, or have no value outside of a window.
        return key[0] == "vim" and key[1] in ("opt", "g")

    def judge(self, path, keys):
        (self.folder / "names").write_text("".join("\t".join(key) + "\n" for key in keys))
        self.write("ask.lua", self.ASK)
        self.run("nvim", "--headless", "-n", "-i", "NONE", "-u", path, "-c", "luafile ask.lua", "-c", "qall!")
        answers = (self.folder / "answers").read_text().splitlines()
        return Verdict((self.folder / "messages").read_text().splitlines(), dict(zip(keys, answers)))

    def same(self, ours, theirs, key):
        return theirs == (str(int(ours, 0)) if re.fullmatch("0x[0-9a-fA-F]+|[0-9]+", ours) else ours)


class Readline(Referee):
    entry, programs = "readline", ("bash",)

    def judge(self, path, keys):
        read = self.run("bash", "--norc", "-c", 'bind -f "$1"; bind -v', "bash", path)
        shown = dict(line.split(" ", 2)[1:] for line in read.stdout.splitlines() if line.count(" ") >= 2)
        complaints = [line for line in read.stderr.splitlines() if "line editing not enabled" not in line]
        return Verdict(complaints, {key: shown.get(key[0].lower()) for key in keys})

    def same(self, ours, theirs, key):
        return ours.lower() == theirs if theirs in ("on", "off") else ours.lower() == theirs.lower()


class Ranger(Referee):
    entry, programs = "ranger", ("ranger",)
    beside = (".config/ranger/scope.sh",)
    #: ranger without its screen: its own commands, sourced from the file.
    ASK = """
import json, sys
import ranger.api.commands, ranger.config.commands, ranger.core.main
from ranger.container.settings import Settings
from ranger.core.fm import FM
from ranger.core.shared import FileManagerAware, SettingsAware
path, names = sys.argv[1], sys.argv[2:]
sys.argv = ["ranger", "--clean"]
ranger.args = ranger.core.main.parse_arguments()
SettingsAware.settings_set(Settings())
fm = FM(paths=["."])
FileManagerAware.fm_set(fm)
fm.commands = ranger.api.commands.CommandContainer()
fm.commands.load_commands_from_module(ranger.config.commands)
said = []
fm.notify = lambda text, *_, **__: said.append(str(text))
fm.source(path)
print(json.dumps([said, {name: fm.settings[name] for name in names}]))
"""

    def asks(self, key):
        # This value is a part of the program.
        return key[0] != "colorscheme"

    def judge(self, path, keys):
        python = pathlib.Path(shutil.which("ranger")).read_text().splitlines()[0].removeprefix("#!").split()[0]
        read = self.run(python, "-B", "-c", self.ASK, path, *(key[0] for key in keys))
        if read.returncode:
            raise Failure(read.stderr)
        said, values = json.loads(read.stdout)
        return Verdict(said,
                       {(name,): self.text(value) for name, value in values.items()})

    @staticmethod
    def text(value):
        if isinstance(value, list):
            return ",".join(map(str, value))
        return str(value).lower() if isinstance(value, bool) else str(value)


class Newsboat(Referee):
    entry, programs = "newsboat", ("newsboat",)

    def judge(self, path, keys):
        (self.folder / "urls").write_text("https://feeds.invalid/\n")
        read = self.run("newsboat", "-C", path, "-u", self.folder / "urls", "-c", self.folder / "cache",
                        "-x", "print-unread")
        lines = (read.stdout + read.stderr).splitlines()
        return Verdict([] if read.returncode == 0 else lines)


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


class Bat(Referee):
    """It has no word for a value, so that a text must look the same where its command line says the value once more."""

    entry, programs = "bat", ("batcat",)
    #: Options whose value changes how the text below is shown.
    ASKED = {"theme", "style", "tabs", "wrap"}
    TEXT = "// A remark\n\tint x = 1;" + " // long" * 40 + "\n"
    SHOWN = ("--color=always", "--decorations=always", "--paging=never", "--terminal-width=70")

    def verdict(self, text, keys):
        self.asked = keys
        return super().verdict(text, keys)

    def asks(self, key):
        return key[0] in self.ASKED

    def judge(self, path, keys):
        probe = self.write("probe.c", self.TEXT)

        def show(*options):
            return self.run("batcat", *self.SHOWN, *options, probe, env={"BAT_CONFIG_PATH": str(path)})

        read = show()
        complaints = []
        for line in read.stderr.splitlines():
            unknown = re.search(r"argument '(--[a-z-]+)\b", line)
            numbers = [number for number, text in enumerate(path.read_text().split("\n"), 1)
                       if unknown and re.match(rf"\s*{unknown[1]}\b(?!-)", text)]
            complaints += [f"{path}:{number}: {line}" for number in numbers] or [line]
        if complaints:
            return Verdict(complaints)
        return Verdict([], {key: show(f"--{key[0]}={self.asked[key]}").stdout == read.stdout for key in keys})

    def same(self, ours, theirs, key):
        return theirs


class Ripgrep(Referee):
    entry, programs = "ripgrep", ("rg",)

    def judge(self, path, keys):
        read = self.run("rg", "--debug", "--type-list", env={"RIPGREP_CONFIG_PATH": str(path)})
        if read.returncode:
            return Verdict(read.stderr.splitlines())
        words = json.loads(re.search(r"loaded from config file: (\[.*\])", read.stderr)[1])
        return Verdict([], {key: self.values(words, f"--{key[0]}") for key in keys})

    @staticmethod
    def values(words, option):
        """What stands behind an option, and the word that follows where it stands alone."""
        following = [*words[1:], ""]
        return [(word.partition("=")[2],) if "=" in word else ("true", next)
                for word, next in zip(words, following) if word.partition("=")[0] == option]

    def same(self, ours, theirs, key):
        ours = ours if isinstance(ours, list) else [ours]
        return len(ours) == len(theirs) and all(value in said for value, said in zip(ours, theirs))


class GPGAgent(Referee):
    entry, programs = "gpg-agent", ("gpg-agent", "gpgconf")
    file = "gpg-agent.conf"

    def judge(self, path, keys):
        read = self.run("gpg-agent", "--homedir", self.folder, "--gpgconf-test")
        listed = self.run("gpgconf", "--homedir", self.folder, "--list-options", "gpg-agent")
        # The name comes first and the value last; a text begins with a quote, and a flag is how often it stands there.
        fields = [line.split(":") for line in listed.stdout.splitlines()]
        values = {(name,): urllib.parse.unquote(value.removeprefix('"')) for name, *_, value in fields if value}
        return Verdict(read.stderr.splitlines(), {key: values[key] for key in keys if key in values})

    def same(self, ours, theirs, key):
        return theirs == ("1" if ours == "true" else ours)


class Ncmpcpp(Referee):
    entry, programs = "ncmpcpp", ("ncmpcpp",)

    def judge(self, path, keys):
        # Without a server it ends when it has read its file.
        read = self.run("ncmpcpp", "-q", "-c", path, "-b", "/dev/null", "--host", self.folder / "none",
                        "--current-song")
        return Verdict([line for line in read.stderr.splitlines()
                        if re.match("Unknown option|Error while processing option", line)])


ALL = [Git(), Tmux(), Vim(), Neovim(), Readline(), Ranger(), Newsboat(), Ncmpcpp(), Btop(), Bat(),
       Ripgrep(), GPGAgent()]
