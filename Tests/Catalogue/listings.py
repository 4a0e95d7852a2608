"""Programs that list their options to the agent, each compared with what the program says when it's asked otherwise."""

import json
import pathlib
import shutil
import subprocess
import tomllib

from harness import REPOSITORY, Agent, Failure, Home, settingsctl_binary, wait_until

CATALOGUE = REPOSITORY / "Catalogue"


def leaves(schema, path=()):
    """The settings of a JSON Schema by their paths."""
    members = schema.get("properties")
    if members is None:
        return {path: schema}
    found = {}
    for key, inner in members.items():
        found |= leaves(inner, (*path, key))
    return found


class Listing:
    """A program of one entry, adopted in a home of its own."""

    entry = ""
    #: A file of it that is below the home, and the fewest options that are listed beside the bundle's.
    file = ""
    fewest = 0

    def missing(self):
        return None if shutil.which(self.entry) else self.entry

    def check(self):
        with Home() as home, Agent(home, {"TMUX_TMPDIR": str(home.runtime)}) as agent:
            self.home = home
            shutil.copytree(CATALOGUE / self.entry, home.root / "data/settings-agent/catalogue" / self.entry)
            home.write_file(self.file, "")
            before = self.rows(home.root / f"data/settings-agent/catalogue/{self.entry}/Settings.bundle")
            self.settingsctl("adopt", self.entry, "--yes")
            rows = wait_until(lambda: self.listed(before), 60, "the program's options")
            self.judge({key: row for key, row in rows.items() if key not in before})
            if len(rows) - len(before) < self.fewest:
                raise Failure(f"only {len(rows) - len(before)} options are listed")
            if any(rows[key] != row for key, row in before.items()):
                raise Failure("a row of the bundle is another than before")
            if "'describe'" in agent.output:
                raise Failure(agent.output)
            return f"{len(rows) - len(before)} beside {len(before)} of the bundle"

    def listed(self, before):
        """The rows of the domain, once there are more than those of its bundle."""
        rows = self.rows(self.entry)
        return rows if len(rows) > len(before) else None

    def rows(self, source):
        return leaves(json.loads(self.settingsctl("schema", "export", str(source))))

    def settingsctl(self, *words):
        return self.run(settingsctl_binary(), *words)

    def run(self, *words):
        environment = {**self.home.environment, "TMUX_TMPDIR": str(self.home.runtime)}
        done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False)
        if done.returncode:
            raise Failure(f"{words}: status {done.returncode}: {done.stderr}")
        return done.stdout


class Tmux(Listing):
    entry, file, fewest = "tmux", ".tmux.conf", 40

    def judge(self, rows):
        questions = [word for name, in rows for word in (";", "show-options", "-gqv", name)]
        answers = self.run("tmux", "-L", "other", "-f", "/dev/null", "start-server", *questions).split("\n")
        for ((name,), row), theirs in zip(rows.items(), answers):
            if row["default"] != theirs:
                raise Failure(f"'{name}' is {theirs!r} to tmux, and {row['default']!r} to us")
        self.settingsctl("set", "tmux", "lock-after-time", "60")
        wait_until(lambda: "set -g lock-after-time 60\n" in self.text, 60, "the change")

    @property
    def text(self):
        return pathlib.Path(self.home.root / self.file).read_text()


class Kitty(Listing):
    entry, file, fewest = "kitty", "config/kitty/kitty.conf", 300

    def judge(self, rows):
        code = "from kitty.options.types import option_names; print(*option_names)"
        names = set(self.run("kitty", "+runpy", code).split())
        if odd := [key for key in rows if len(key) != 1 or key[0] not in names]:
            raise Failure(f"kitty has no {odd}")
        shown = self.settingsctl("describe", "kitty", "tab_bar_align")
        if not all(choice in shown for choice in ("left", "center", "right")):
            raise Failure(f"kitty's choices aren't known:\n{shown}")


class Git(Listing):
    entry, file, fewest = "git", ".gitconfig", 500

    def judge(self, rows):
        names = set(self.run("git", "help", "--config-for-completion").lower().split())
        if odd := [key for key in rows if ".".join(key) not in names]:
            raise Failure(f"git has no {odd}")
        self.settingsctl("set", "git", "diff.mnemonicPrefix", "true")
        wait_until(lambda: self.run("git", "config", "--global", "diff.mnemonicPrefix") == "true\n", 60, "the change")


ALL = [Tmux(), Kitty(), Git()]


def check_all():
    """An entry has its program list options if that is compared here, and not otherwise."""
    says = {path.parent.name for path in CATALOGUE.glob("*/entry.toml") if "describe" in tomllib.loads(path.read_text())}
    judged = {listing.entry for listing in ALL}
    if says != judged:
        raise Failure(f"'describe' isn't compared in: {', '.join(sorted(says ^ judged))}")
    return f"{len(says)} entries"
