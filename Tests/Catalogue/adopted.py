"""Programs that are adopted, and asked what they make of their file after each change of the look."""

import json
import shutil
import subprocess
import tomllib

from harness import REPOSITORY, Agent, Failure, Home, settingsctl_binary

#: Done; or accepted, and what has no word for the value in the file was left as it is.
DONE = (0, 5)


def other(value, description):
    """Another value that a setting of the look may have."""
    choices = [choice["const"] for choice in description.get("oneOf", [])]
    if choices:
        return choices[choices.index(value) - 1]
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return 0.75 if value <= 1 else value + 2
    return "DejaVu Sans Mono"


class AdoptedFile:
    """The file of one program in a home of its own."""

    def __init__(self, home, path):
        self.home = home
        self.path = path

    def ask(self, *words):
        ended = subprocess.run([settingsctl_binary(), *words], env=self.home.environment, text=True,
                               stdin=subprocess.DEVNULL, capture_output=True)
        if ended.returncode not in DONE:
            raise Failure(f"'{' '.join(words)}' says: {ended.stderr}")
        return ended.stdout

    def lines(self, *words):
        return [json.loads(line) for line in self.ask(*words, "--json").splitlines()]

    @property
    def text(self):
        return self.path.read_text()

    def keys(self):
        """What we read in it."""
        return {tuple(line["path"]): line["value"] for line in self.lines("file", "list", str(self.path))}



def changed_texts(entry, text, name):
    """A program's file after each change of the look that reaches it, with the change and what we read then.

    All are undone at the end; then the file must be as it was.
    """
    about = tomllib.loads((REPOSITORY / "Catalogue" / entry / "entry.toml").read_text())
    if not any("look" in file for file in about["file"]):
        return
    with Home() as home:
        home.config = home.root / ".config"
        shutil.copytree(REPOSITORY / "Catalogue", home.root / "data" / "settings-agent" / "catalogue")
        file = AdoptedFile(home, home.write_file(about["found"][0].removeprefix("~/"), text))
        with Agent(home):
            file.ask("adopt", entry, "--yes")
            if not (home.config / "settings-agent" / "domains" / "look.toml").exists():
                return
            look = file.lines("list", "look")
            for setting in look:
                key, before = setting["key"], file.text
                value = json.dumps(other(setting["value"], file.lines("describe", "look", key)[0]))
                file.ask("set", "look", key, value)
                if file.text != before:
                    yield f"{key} {value}", file.text, file.keys()
            for _ in look:
                file.ask("undo", "look")
            if file.text != text:
                raise Failure(f"{name}: {len(look)} changes of the look were undone, and it isn't as it was")
