"""What a real program is asked about a file of its own, in a folder made for that.

Some programs would run what a file tells them to; the samples are ours.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

#: How long a program may take for one file, in seconds.
LONGEST = 60


class Verdict:
    """What a program says of a file."""

    def __init__(self, complaints=(), values=None):
        self.complaints = list(complaints)
        #: By the path of each key that the program gives a value of.
        self.values = values or {}


class Referee:
    """A program that reads the files of one entry.

    It says what it complains of and, where it can be asked for that, which values it has.
    """

    entry = ""
    programs = ()
    #: The path of the file below the folder that is made for it.
    file = "file"
    #: Files that the samples include.
    beside = ()

    def missing(self):
        """The program that isn't there, or None."""
        return next((name for name in self.programs if not shutil.which(name)), None)

    def verdict(self, text, keys):
        """What the program says of a text in a folder of its own."""
        with tempfile.TemporaryDirectory(prefix="sa") as folder:
            self.folder = pathlib.Path(folder)
            (self.folder / "run").mkdir(mode=0o700)
            for name in self.beside:
                self.write(name, "")
            path = self.write(self.file, text)
            verdict = self.judge(path, [key for key in keys if self.asks(key)])
        # Each time the folder has another name.
        verdict.complaints = [line.replace(folder, "~").strip() for line in verdict.complaints if line.strip()]
        verdict.values = {key: value.replace(folder, "~") if isinstance(value, str) else value
                          for key, value in verdict.values.items()}
        return verdict

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def asks(self, key):
        """Whether the program can be asked for a key."""
        return True

    def same(self, ours, theirs, key):
        """Whether a value of ours is the one that the program has."""
        return ours == theirs

    def unknown_lines(self, complaints):
        """The numbers of the lines that the program complains of, counted from 1, where it names them."""
        return {int(number) for line in complaints for number in re.findall(r"~/file:(\d+): ", line)}

    def run(self, *command, **options):
        kept = {name: value for name, value in os.environ.items()
                if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "I3SOCK", "TMUX")}
        folders = {"HOME": self.folder, "XDG_CONFIG_HOME": self.folder, "XDG_RUNTIME_DIR": self.folder / "run",
                   "XDG_CACHE_HOME": self.folder, "XDG_DATA_HOME": self.folder, "TMUX_TMPDIR": self.folder}
        environment = {**kept, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                       **{name: str(path) for name, path in folders.items()}, **options.pop("env", {})}
        return subprocess.run([*map(str, command)], env=environment, cwd=self.folder, timeout=LONGEST,
                              **{"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, **options})
