"""Deliberate edits over a `set` that the writer has seen: they stay the first time, or say why not."""

import json
import shutil
from functools import partial

from desk import BEFORE, Desk

SAVED = BEFORE.replace("size = 10", "size = 14")
REPLACED = {"theme": ("dark", "light"), "size": (10, 14)}
SED = "sed -i 's/dark/light/; s/10/14/' settings.toml"
# Read it whole, and write another file that takes its place.
PYTHON = """python3 -c '
import os
text = open("settings.toml").read()
with open("t", "w") as new: new.write(text.replace("dark", "light").replace("10", "14"))
os.replace("t", "settings.toml")'"""

# Another file, made after its maker had read the newest text: meant.
TAKEN = {
    "sed -i": SED,
    "sed -i --follow-symlinks": SED.replace("-i", "-i --follow-symlinks"),
    "sed to another file and mv": "sed 's/dark/light/; s/10/14/' settings.toml >t && mv t settings.toml",
    "sed -i, a while after somebody read the file": "cat settings.toml >/dev/null; sleep 1.2; " + SED,
    "perl -i": "perl -pi -e 's/dark/light/; s/10/14/' settings.toml",
    "python3 os.replace": PYTHON,
}
# A copy is made beside it, or the file itself is written, as an editor with an old buffer does.
TAKEN_OR_REPORTED = {
    "sed -i.bak": SED.replace("-i", "-i.bak"),
    "perl -i.bak": "perl -pi.bak -e 's/dark/light/; s/10/14/' settings.toml",
    "python3 in place": """python3 -c '
text = open("settings.toml").read()
open("settings.toml", "w").write(text.replace("dark", "light").replace("10", "14"))'""",
    "python3 r+": """python3 -c '
with open("settings.toml", "r+") as file:
    text = file.read()
    file.seek(0)
    file.write(text.replace("dark", "light").replace("10", "14"))
    file.truncate()'""",
    "ex": "printf '%s\\n' '%s/dark/light/e' '%s/10/14/e' x | ex -s settings.toml",
    "tee": "sed 's/dark/light/; s/10/14/' settings.toml >t; tee settings.toml <t >/dev/null; rm t",
}
JSON = json.dumps({"theme": "light", "size": 10, "window": {"width": 800, "height": 600}, "tabs": 4}, indent=2) + "\n"
JQ = "jq '.theme = \"light\" | .size = 14' settings.json >t && mv t settings.json"


def is_taken(command):
    with Desk() as desk:
        desk.link()
        desk.set("theme", "dark")
        desk.run(command)
        desk.is_taken(SAVED, REPLACED, "it")
        desk.can_be_undone(REPLACED, "it")


def is_taken_each_time():
    """Whoever repeats a `set` and an edit against it gets each."""
    with Desk() as desk:
        desk.link()
        for _ in range(3):
            desk.set("theme", "dark")
            desk.set("size", 10)
            desk.run(SED)
            desk.is_taken(SAVED, REPLACED, "sed")


def is_taken_or_reported(command):
    with Desk() as desk:
        desk.link()
        desk.set("theme", "dark")
        desk.run(command)
        return desk.is_taken_or_reported(SAVED, REPLACED, "it")


def is_taken_the_second_time(command):
    """Within a minute, whatever the first try came to."""
    with Desk() as desk:
        desk.link()
        desk.set("theme", "dark")
        desk.run(command)
        desk.wait_for_rest()
        desk.run(command)
        desk.is_taken(SAVED, REPLACED, "the second try")


def jq_is_taken():
    with Desk(JSON, "settings.json") as desk:
        desk.link()
        desk.set("theme", "dark")
        desk.run(JQ)
        saved = JSON.replace('"size": 10', '"size": 14')
        desk.is_taken(saved, REPLACED, "jq")
        desk.can_be_undone(REPLACED, "jq")


def checks(report, wanted):
    for name, command in TAKEN.items():
        if not wanted or name in wanted:
            yield f"{name} is taken", partial(is_taken, command)
    for name, command in TAKEN_OR_REPORTED.items():
        if not wanted or name in wanted:
            yield f"{name} is taken or reported", partial(is_taken_or_reported, command)
            yield f"{name} is taken the second time", partial(is_taken_the_second_time, command)
    if wanted:
        return
    yield "sed -i is taken each time", is_taken_each_time
    if shutil.which("jq"):
        yield "jq and mv is taken", jq_is_taken
    else:
        report.skip("jq and mv is taken", "jq isn't installed")
