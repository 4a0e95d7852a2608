"""What git places stays, however many `set` there were since the commit."""

import shutil
from functools import partial

from desk import Desk, expect

NAME = "s.toml"
TEXT = "".join(f"# Number {number}.\nkey{number} = {number}\n" for number in range(1, 61))
GIT = ("GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_EDITOR=true GIT_AUTHOR_NAME=a"
       " GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org git")


def value_after(number):
    return 1000 + number


class Repository(Desk):
    """A repository with a linked file of 60 keys; its last commit has a text that the agent wrote."""

    def __init__(self):
        super().__init__(TEXT, NAME)

    def begin(self, sets):
        """A branch `side` with another last value, a `set`, a commit, and more sets."""
        self.git("init -q -b main", f"add {NAME}", "commit -qm begun", "checkout -q -b side")
        self.run(f"sed -i 's/key60 = 60/key60 = 160/' {NAME}")
        self.git("commit -qam side", "checkout -q main")
        self.link()
        self.set("key1", value_after(1))
        self.git("commit -qam set")
        self.sets = range(2, 2 + sets)
        for number in self.sets:
            self.set(f"key{number}", value_after(number))

    def git(self, *commands):
        return "".join(self.run(f"{GIT} {command}") for command in commands)

    def text(self, revision="HEAD"):
        return self.git(f"show {revision}:{NAME}")

    def is_placed(self, who):
        """The file says what git placed, then and later, and git sees no change."""
        expected = self.text()
        self.wait_for_rest()
        self.says(expected, who)
        self.shows_changes("", who)

    def shows_changes(self, changes, who):
        status = self.git("status --porcelain")
        expect(status == changes, f"after {who} 'git status' says {status!r}, expected {changes!r}")

    def sets_can_be_undone(self, who):
        """Each value that git replaced, with the number that it placed instead."""
        self.can_be_undone({f"key{number}": (value_after(number), number) for number in self.sets}, who)


# Drop what isn't committed.
DROPPING = {
    "git checkout -- FILE": f"checkout -q -- {NAME}",
    "git checkout -f": "checkout -qf",
    "git restore": f"restore {NAME}",
    "git reset --hard": "reset -q --hard",
}
# One, and more than a file has kept versions.
SETS = (1, 20)


def drops(command, sets):
    with Repository() as repository:
        repository.begin(sets)
        repository.git(command)
        repository.is_placed(command)
        repository.sets_can_be_undone(command)


def branches(sets):
    """There and back, with all committed."""
    with Repository() as repository:
        repository.begin(sets)
        repository.git("commit -qam more", "checkout -q side")
        repository.is_placed("git checkout side")
        repository.git("checkout -q main")
        repository.is_placed("git checkout main")
        repository.git("checkout -q side")
        repository.is_placed("the second git checkout side")
        repository.sets_can_be_undone("git checkout side")


def stash(sets):
    with Repository() as repository:
        repository.begin(sets)
        before = repository.path.read_text()
        repository.git("stash -q")
        repository.is_placed("git stash")
        repository.git("stash pop -q")
        repository.wait_for_rest()
        repository.says(before, "git stash pop")
        repository.shows_changes(f" M {NAME}\n", "git stash pop")


def merges(command, sets):
    with Repository() as repository:
        repository.begin(sets)
        repository.git("commit -qam more", command)
        repository.is_placed(command)
        repository.can_be_undone({"key60": (60, 160)}, command)


def copies(sets):
    """`cp` of the committed text may be kept out, but never in silence."""
    with Repository() as repository:
        repository.begin(sets)
        saved = repository.text()
        repository.git(f"show HEAD:{NAME} >../copy")
        repository.run(f"cp ../copy {NAME}")
        replaced = {f"key{number}": (value_after(number), number) for number in repository.sets}
        return repository.is_taken_or_reported(saved, replaced, "cp")


def checks(report, wanted):
    if not shutil.which("git"):
        return report.skip("git", "not installed")
    for sets in SETS:
        played = {
            **{name: partial(drops, command) for name, command in DROPPING.items()},
            "git checkout BRANCH": branches,
            "git stash and pop": stash,
            "git merge": partial(merges, "merge -q --no-edit side"),
            "git rebase": partial(merges, "rebase -q side"),
            "cp of the committed text": copies,
        }
        for name, body in played.items():
            if not wanted or name in wanted:
                yield f"{name}, {sets} set since the commit", partial(body, sets)
