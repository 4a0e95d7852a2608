"""Commands in domain files of packages: `link` doesn't make them the user's own word."""

import json
import os

from harness import wait_until
from neighbours import case, expect, expect_words

DOMAIN = "org.example.app"
SHARE = "share/settings-agent/domains"


def install(world, user, mark):
    """A package's domain file, as `user` installs it, whose command would leave a mark."""
    path = world.root / SHARE / f"{DOMAIN}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f'title = "App"\n\n[[reload]]\ncommand = ["touch", "{mark}"]\n')
    for each in (path, path.parent, path.parent.parent, path.parent.parent.parent):
        os.chown(each, user.number, user.number)
    return path


def hooks(user):
    """The states of the domain's hooks."""
    _, output = user.ctl("replicas", DOMAIN, "--json")
    return [line["state"] for line in map(json.loads, output.splitlines()) if "hook" in line]


def link_and_set(world, installer):
    """The story: the hook is refused, the user links a file and sets a value; nothing has run."""
    alice = world.user("alice")
    mark, done = alice.home / "mark", alice.home / "done"
    package = install(world, installer, mark)
    text = package.read_text()
    alice.start_agent()
    expect("the hook before 'link'", hooks(alice), ["refused"])
    more = alice.write("files/more.toml", "a = 1\n")
    status, output = alice.ctl("link", DOMAIN, more)
    expect("the status of 'link'", status, 0)
    domains = alice.home / ".config/settings-agent/domains"
    # A hook of the user's own, which runs after the package's would have: the order is that of the files.
    alice.write(f".config/settings-agent/domains/{DOMAIN}.d/own.toml",
                f'[[reload]]\ncommand = ["touch", "{done}"]\n')
    wait_until(lambda: len(hooks(alice)) == 2, 20, "the user's own hook")
    added = domains / f"{DOMAIN}.d" / "link.toml"
    expect_words(output, f"named in {added}")
    expect("what link wrote", added.read_text(), '[[file]]\npath = "~/files/more.toml"\n')
    expect("a copy of the domain file", (domains / f"{DOMAIN}.toml").exists(), False)
    status, output = alice.ctl("set", DOMAIN, "a", "2")
    expect("the status of 'set'", (status, output), (0, ""))
    wait_until(done.exists, 20, "the user's own hook to run")
    status, _ = alice.ctl("unlink", DOMAIN, more)
    expect("the status of 'unlink'", status, 0)
    alice.ctl("set", DOMAIN, "b", "2")
    expect("whether the package's command has run", mark.exists(), False)
    expect("the package's hook at the end", hooks(alice)[0], "refused")
    expect("the package's file", package.read_text(), text)


@case(needs_root=True)
def a_command_of_roots_package_does_not_run_after_link(world):
    link_and_set(world, world.user("root"))


@case(needs_root=True)
def a_command_of_another_users_package_does_not_run_after_link(world):
    link_and_set(world, world.user("mallory"))


@case(needs_root=True)
def an_addition_that_another_user_may_write_runs_no_command(world):
    alice, mallory = world.user("alice"), world.user("mallory")
    mark = alice.home / "mark"
    folder = world.root / "etc/settings-agent/domains" / f"{DOMAIN}.d"
    folder.mkdir(parents=True)
    (folder / "site.toml").write_text(
        f'defaults = true\n[[reload]]\ncommand = ["touch", "{mark}"]\n')
    os.chown(folder / "site.toml", mallory.number, mallory.number)
    alice.start_agent()
    _, output = alice.ctl("replicas", DOMAIN)
    expect_words(output, "refused", f"belongs to user {mallory.number}")
    expect("the status of 'set'", alice.ctl("set", DOMAIN, "a", "2")[0], 0)
    expect("whether the command has run", mark.exists(), False)
