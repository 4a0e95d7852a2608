"""Programs that place an edited copy, and programs that correct what the agent writes."""

import contextlib
import pathlib
import shutil
import subprocess
from functools import partial

from desk import BEFORE, DOMAIN, Desk, expect

CLAMP = pathlib.Path(__file__).resolve().parent / "clamp"
CLAMPED = "# At most 10.\nn = 10\n# When it was looked at.\nstamp = 1\nother = 3\nname = \"a\"\n"
SAVED = BEFORE.replace("size = 10", "size = 14")
REPLACED = {"theme": ("dark", "light"), "size": (10, 14)}


def rsync():
    """A copy of the whole folder is edited, and brought back."""
    with Desk() as desk:
        desk.link()
        desk.set("theme", "dark")
        desk.run("cp -r . ../copy && sed -i 's/dark/light/; s/10/14/' ../copy/settings.toml && rsync -a ../copy/ .")
        return desk.is_taken_or_reported(SAVED, REPLACED, "rsync")


@contextlib.contextmanager
def clamping(desk, way):
    """The program while it runs, from when it has read the file."""
    with subprocess.Popen([CLAMP, desk.path, way], stdout=subprocess.PIPE, text=True) as program:
        try:
            expect(program.stdout.readline() == "ready\n", "the program didn't start")
            yield
        finally:
            program.kill()


def is_n(desk, number, when):
    """The file, the domain and the program agree."""
    expect(desk.value("n") == number, f"n is {desk.value('n')!r} {when}, expected {number}")
    lines = desk.path.read_text().splitlines()
    expect(f"n = {number}" in lines, f"the file says {lines} {when}, expected n = {number}")


def is_accounted_for(desk, number):
    """A value that gave way: taken as the edit that it is, or superseded in a fight, which is reported. Says which."""
    entries = desk.log("n")
    if any(each["why"] == "superseded" and number in (each.get("new"), each.get("old")) for each in entries):
        told = desk.settingsctl("replicas", DOMAIN)
        expect("settingsctl undo" in told, f"the fight isn't reported: {told}")
        return "reported"
    expect(any(each.get("old") == number for each in entries), f"the history doesn't have {number}: {entries}")
    return "taken"


def ends_the_fight(way):
    with Desk(CLAMPED) as desk:
        desk.link()
        with clamping(desk, way):
            desk.settingsctl("set", DOMAIN, "n", 20)
            saves = desk.wait_for_rest()
            is_n(desk, 10, "after 20 was set")
            outcome = is_accounted_for(desk, 20)
            desk.settingsctl("set", DOMAIN, "n", 5)
            desk.settingsctl("set", DOMAIN, "other", 4)
            desk.wait_for_rest()
            is_n(desk, 5, "after 5 was set")
            expect(desk.value("other") == 4, "another key isn't what was set")
        return f"{outcome}, {saves} saves"


def checks(report, wanted):
    if not wanted or "rsync" in wanted:
        if shutil.which("rsync"):
            yield "rsync of an edited copy is taken or reported", rsync
        else:
            report.skip("rsync", "not installed")
    if not wanted or "clamp" in wanted:
        for way in ("rename", "in-place"):
            yield f"a program that clamps doesn't fight, {way}", partial(ends_the_fight, way)
