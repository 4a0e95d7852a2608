"""Recorded saves of real programs: what each did to its files, in order, and which of them count.

`../shared/traces` has them, as the kernel told of them (inotify). A program counts if it can hold a text from
before somebody else's change, and then saves it: an editor, or a program that reads its settings at its start.
"""

import json
import os
import pathlib
from dataclasses import dataclass, field

SHARED = os.environ.get("SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")
FOLDER = pathlib.Path(SHARED) / "traces"

RECORDED, FILE = "settings.conf", "settings.toml"
SETTINGS = {f"link/{FILE}", f"target/{FILE}"}
# A save may be long; no pause within it is longer than this, in seconds.
LONGEST_PAUSE = 0.05

# Editors: what they did until somebody typed is marked in the recording.
EDITORS = """
    busybox-vi e3em e3pi elvis-tiny emacs emacs-autosave emacs-nobackup-nolock emacs-precious featherpad gedit jed
    joe jupp kakoune kakoune-replace kate le levee mcedit micro mousepad nano ne nvi nvim nvim-backupcopy-no vim
    vim-backup vim-backupcopy-breaksymlink-hardlink vim-backupcopy-no vim-backupcopy-yes vim-nowritebackup vis
    vis-atomic zile
    """.split()
# Programs and libraries that were recorded in one go: how many of their reads fill their memory. What follows
# is the save of a program that has had the text in memory since then.
IN_ONE_GO = {
    "ed": 1, "ex": 1, "g_file_set_contents": 0, "gio-save": 0, "gio-save-backup": 0, "kwriteconfig5": 2,
    "python-open-w": 1, "python-os-replace": 1, "vscode-like-truncate-write": 1,
}
LEFT_OUT = {
    "writes no settings":
        "cat-read-only chmod-only ln-s-mv-T python-mmap rm setfattr-only touch-only",
    "brings the text of another file":
        "cp cp-f-remove-destination cp-reflink-p git-checkout git-stash-pop install mv-same-fs rsync shell-redirect"
        " stow tar-x tar-x-overwrite tee truncate-then-append xmllint-output",
    "reads the newest text when it is run":
        "busybox-sed-i crudini crudini-inplace dos2unix jq-mv jq-sponge perl-i perl-i-bak ruby-i sed-i sed-i-bak"
        " sed-i-follow sponge",
    "changes a part of the file as it finds it":
        "dd-notrunc python-fd-kept-open python-r+ shell-append shell-group-3-appends tee-a",
    "writes into the file that it opened at its start, which has no name any more":
        "aoeui",
}
# `stale.jsonl` has editors that saved over a change of somebody else, with what they read to notice it.
LEFT_OUT_OF_STALE = {"kakoune": "the recording doesn't tell which text it saved"}


@dataclass
class Step:
    """One event of a recording: what was done to which file."""

    kind: str
    path: str
    phase: str
    time: float = 0.0
    #: How long it came after the step before it, in seconds.
    pause: float = 0.0
    #: For what opens a file: whether it is closed as one that was open for writing.
    is_for_writing: bool = False
    #: For what moves a file: its new path.
    destination: str = ""


@dataclass
class Recording:
    """A program's start, which reads the file, and its save."""

    writer: str
    case: str
    start: list = field(default_factory=list)
    save: list = field(default_factory=list)

    @property
    def name(self):
        return f"{self.writer}, {self.case}"

    @property
    def writes_settings(self):
        return any(step.kind == "MODIFY" and step.path in SETTINGS or step.destination in SETTINGS
                   for step in self.save)

    @property
    def keeps_file_open(self):
        """Whether the program has the settings open for writing when its start is done."""
        opened = [step for step in self.start if step.path in SETTINGS]
        return bool(opened) and opened[-1].kind != "CLOSE_NOWRITE" and any(each.is_for_writing for each in opened)


def path_of(folder, name):
    return f"{folder}/{name.replace(RECORDED, FILE)}"


def finished(steps):
    """The steps with what only later ones tell: what was open for writing, and where a file was moved."""
    opened, moved, found = {}, None, []
    for step in steps:
        if step.kind == "OPEN":
            opened.setdefault(step.path, []).append(step)
        elif step.kind.startswith("CLOSE") and opened.get(step.path):
            opened[step.path].pop().is_for_writing = step.kind == "CLOSE_WRITE"
        elif step.kind == "MOVED_FROM":
            moved = step
        elif step.kind == "MOVED_TO" and moved:
            moved.destination = step.path
            opened[step.path] = opened.pop(moved.path, [])
            moved = None
        if step.kind != "MOVED_TO":
            found.append(step)
    for before, after in zip(found, found[1:]):
        after.pause = min(after.time - before.time, LONGEST_PAUSE)
    return found


def steps_of_trace(path, case):
    steps = []
    for event in map(json.loads, path.read_text().splitlines()):
        if event["case"] == case and event["name"]:
            steps += [Step(kind, path_of(event["dir"], event["name"]), event["phase"], event["t_us"] / 1e6)
                      for kind in event["mask"]]
    return finished(steps)


def split_by_phase(steps):
    return [step for step in steps if step.phase == "open"], [step for step in steps if step.phase != "open"]


def split_by_reads(steps, count):
    """Splits behind the reads that fill the program's memory."""
    end, is_reading, left = 0, False, count
    for index, step in enumerate(steps):
        if left and step.path in SETTINGS:
            is_reading = is_reading or step.kind == "ACCESS"
            if is_reading and step.kind.startswith("CLOSE"):
                end, is_reading, left = index + 1, False, left - 1
    return steps[:end], steps[end:]


def traces():
    """The recorded saves that count, each of a plain file and of one behind a symlink."""
    for writer in sorted([*EDITORS, *IN_ONE_GO]):
        for case in ("plain", "symlink"):
            steps = steps_of_trace(FOLDER / f"{writer}.jsonl", case)
            count = IN_ONE_GO.get(writer)
            parts = split_by_phase(steps) if count is None else split_by_reads(steps, count)
            yield Recording(writer, case, *parts)


def stale():
    """Saves over somebody else's change: that change is made anew, so its own events are left out."""
    for number, line in enumerate((FOLDER / "stale.jsonl").read_text().splitlines(), 1):
        recorded = json.loads(line)
        if recorded["editor"] in LEFT_OUT_OF_STALE:
            continue
        steps = finished([Step(kind, path_of("link", name), phase)
                          for phase, kind, name in recorded["all"]
                          if name and phase != "agent" and "ISDIR" not in kind])
        yield Recording(recorded["editor"], f"over a change ({recorded['how']}, line {number})",
                        *split_by_phase(steps))


def writers():
    """Every writer that was recorded."""
    return sorted(path.name.removesuffix(".meta.jsonl") for path in FOLDER.glob("*.meta.jsonl"))


def unsorted_writers():
    """Those of which nobody has said whether they count."""
    named = {*EDITORS, *IN_ONE_GO, *(name for names in LEFT_OUT.values() for name in names.split())}
    return sorted(set(writers()) ^ named)
