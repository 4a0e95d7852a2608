"""Real editors, opened before a `set` and after it.

Opened before it, an editor has an old buffer, which undoes nothing, however often it is saved. Opened after it,
what somebody saves is meant: it is in force, or what was kept out is reported, and the second try counts.
"""

import contextlib
import shutil
import time
from dataclasses import dataclass, field
from functools import partial

from desk import BEFORE, Desk, expect
from terminal import Terminal

THEME, BACK = ("light", "dark"), ("dark", "light")
SIZE, HEIGHT = ("size = 10", "size = 14"), ("height = 600", "height = 601")
REPLACED = {"theme": ("dark", "light"), "size": (10, 14)}
SAVED = BEFORE.replace(*SIZE)


@dataclass
class Editor:
    """How an editor is made to replace one text, to save, and to read the file again."""

    command: list
    #: The keys that replace OLD by NEW, once.
    replace: list
    save: list
    saved: str
    #: None where the file is closed and opened again.
    reload: list = None
    questions: dict = field(default_factory=dict)
    #: Whether it reads a file that has changed, and asks before it saves over that: the second time that is meant.
    compares: bool = False


VIM_QUESTIONS = {
    r"really want to write to it": ["y"], r"\[O\]K, \(L\)oad File": ["O"], r"Press ENTER": ["Enter"],
}
EMACS_QUESTIONS = {
    r"really edit the buffer\?": ["y"], r"Save anyway\? \(yes or no\)": ["yes", "Enter"],
    r"Revert buffer|Discard edits": ["yes", "Enter"],
}
NANO_QUESTIONS = {r"Replace this instance\?": ["a"], r"(has changed|modified since).*\?": ["y"]}


def vim(*options):
    return Editor(["vim", *options], [":%s/OLD/NEW/", "Enter"], [":w!", "Enter"], "written", [":e!", "Enter"],
                  VIM_QUESTIONS)


EDITORS = {
    "vim": vim(),
    "vim backupcopy=yes": vim("-c", "set backupcopy=yes"),
    "emacs": Editor(
        ["emacs", "-nw", "-Q"],
        ["M-<", "M-x", "replace-string", "Enter", "OLD", "Enter", "NEW", "Enter"], ["C-x", "C-s"], r"Wrote /",
        ["M-x", "revert-buffer", "Enter"], EMACS_QUESTIONS, compares=True),
    "nano": Editor(
        ["nano", "-I"], ["C-\\", "OLD", "Enter", "NEW", "Enter"], ["C-o", "Enter"], r"Wrote \d+ line",
        questions=NANO_QUESTIONS),
}


class Sitting:
    """An editor with the file on its screen."""

    def __init__(self, editor, desk):
        self.editor = editor
        self.desk = desk
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        self.open()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def open(self):
        command = [*self.editor.command, str(self.desk.path)]
        self.terminal = self.stack.enter_context(
            Terminal(command, self.desk.environment, self.desk.folder))
        self.terminal.shows(r"^wrap = true")

    def reload(self, shown):
        if self.editor.reload:
            self.terminal.press(*self.editor.reload)
        else:
            self.stack.close()
            self.open()
        self.terminal.shows(shown, self.editor.questions)

    def replace(self, old, new):
        words = {"OLD": old, "NEW": new}
        keys = [words.get(key, key.replace("OLD", old).replace("NEW", new)) for key in self.editor.replace]
        self.terminal.press(*keys)
        # In its line, and not where it was typed.
        self.terminal.shows(rf'^(theme = ")?{new}', self.editor.questions)

    def save(self):
        self.terminal.press(*self.editor.save)
        self.terminal.shows(self.editor.saved, self.editor.questions)


def save_both(sitting):
    for each in (BACK, SIZE):
        sitting.replace(*each)
    sitting.save()


def fresh(editor, is_symlink):
    """Opened after the `set`: taken or reported."""
    with Desk(is_symlink=is_symlink) as desk:
        desk.link()
        desk.set("theme", "dark")
        with Sitting(editor, desk) as sitting:
            save_both(sitting)
            return desk.is_taken_or_reported(SAVED, REPLACED, "somebody")


def second_try(editor, is_symlink):
    """Whoever sees the value come back, and changes it again, gets it."""
    with Desk(is_symlink=is_symlink) as desk:
        desk.link()
        desk.set("theme", "dark")
        with Sitting(editor, desk) as sitting:
            save_both(sitting)
            desk.wait_for_rest()
            if desk.value("theme") == "light":
                return "taken the first time"
            sitting.reload(r'^theme = "dark"')
            # A reading right before a save passes for a backup, and nobody types as fast.
            time.sleep(0.3)
            # Another text than at the first try, so not the same bytes again.
            for each in (BACK, HEIGHT):
                sitting.replace(*each)
            sitting.save()
            desk.is_taken(SAVED.replace(*HEIGHT), REPLACED, "the second try")


def old_buffer(editor, is_symlink):
    """Opened before the `set`, and saved twice where nothing tells it of the change."""
    with Desk(is_symlink=is_symlink) as desk:
        desk.link()
        with Sitting(editor, desk) as sitting:
            desk.set("theme", "dark")
            expected = BEFORE.replace(*THEME)
            for change in (SIZE,) if editor.compares else (SIZE, HEIGHT):
                sitting.replace(*change)
                sitting.save()
                expected = expected.replace(*change)
                desk.wait_for_rest()
                expect(desk.value("theme") == "dark", f"the old buffer with '{change[1]}' undid the set")
            # Read earlier, the file would have been seen by somebody.
            desk.says(expected, "the old buffer")


PLAYED = {
    "opened after the set, is taken or reported": fresh,
    "opened after the set, is taken the second time": second_try,
    "with an old buffer, undoes nothing": old_buffer,
}


def checks(report, wanted):
    for name, editor in EDITORS.items():
        if wanted and name not in wanted:
            continue
        if not shutil.which("tmux") or not shutil.which(editor.command[0]):
            report.skip(name, "it or tmux isn't installed; run: scripts/install-packages everything")
            continue
        for is_symlink in (False, True):
            place = ", through a symlink" if is_symlink else ""
            for what, body in PLAYED.items():
                yield f"{name}{place}, {what}", partial(body, editor, is_symlink)
