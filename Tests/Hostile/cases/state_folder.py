"""The agent's own folders, where another user owns them or has put links into them."""

import os
import subprocess

from harness import Failure
from neighbours import case, expect, expect_words

PUBLIC = "root:x:0:0\n"
SHARED_GROUP = 64_100
STATE = ".local/state/settings-agent"


def make_state(user, mode=0o700, group=None):
    """The state folder, with that mode and group of the one above it."""
    user.write(f"{STATE}/x", "").unlink()
    above = user.home / ".local" / "state"
    if group is not None:
        os.chown(above, user.number, group)
    above.chmod(mode)
    (user.home / STATE).chmod(0o700)
    return above


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def refuses(user, *words, **environment):
    """Starts the agent, which must end and say all of these words."""
    process = user.start(user.world.bin / "settings-agent", environment=environment)
    try:
        output, _ = process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        raise Failure("the agent runs, expected a refusal") from None
    expect("the agent's status", process.returncode, 1)
    expect_words(output, "Did not start.", *words)


def starts(user):
    """Starts the agent, which must take a change."""
    user.start_agent()
    status, output = user.ctl("set", "--create", "org.example.a", "k", "1")
    if status != 0:
        raise Failure(f"'set' ended with {status}: {output}")


def victim(world):
    """A file of root's that all may read, and all that stat(2) says of it."""
    path = world.root / "victim"
    path.write_text(PUBLIC)
    path.chmod(0o644)
    return path


def is_untouched(path, before):
    found = path.lstat()
    expect("the file's mode and size", (found.st_mode, found.st_size),
           (before.st_mode, before.st_size))
    expect("the file's text", path.read_text(), PUBLIC)


def plant(kind, target, path):
    """Puts a link of that kind to a file at a path."""
    (os.symlink if kind == "symlink" else os.link)(target, path)


@case(needs_root=True)
def root_in_a_users_home_leaves_nothing_and_his_own_agent_starts_after(world):
    alice, root = world.user("alice"), world.user("root")
    make_state(alice)
    before = names(alice.home)
    refuses(root, f"HOME is the folder of user {alice.number}, and this is user 0",
            "'sudo -E' and 'su -m' keep HOME", "'sudo -H' or 'su -'",
            f"sudo -u '#{alice.number}' -i", HOME=alice.home)
    expect("what is in the home", names(alice.home), before)
    starts(alice)


@case(needs_root=True)
def root_creates_no_folder_in_a_users_home(world):
    alice, root = world.user("alice"), world.user("root")
    refuses(root, "'sudo -E'", HOME=alice.home)
    expect("what is in the home", names(alice.home), [])


@case(needs_root=True)
def settingsctl_of_root_in_a_users_home_says_why_no_agent_starts(world):
    alice, root = world.user("alice"), world.user("root")
    status, output = root.ctl("set", "--create", "org.example.a", "k", "1", HOME=alice.home)
    expect("the status", status, 4)
    expect_words(output, f"HOME is the folder of user {alice.number}", "'sudo -H' or 'su -'")


@case(needs_root=True)
def links_planted_for_root_change_no_file(world):
    alice, root = world.user("alice"), world.user("root")
    make_state(alice)
    target = victim(world)
    for kind in ("symlink", "hard link"):
        for name in ("journal.db", "journal.db-wal", "journal.db-shm", "lock"):
            path = alice.home / STATE / name
            plant(kind, target, path)
            before = target.lstat()
            refuses(root, "'sudo -E'", HOME=alice.home)
            is_untouched(target, before)
            path.unlink()


@case
def a_link_in_ones_own_state_folder_is_no_file_of_the_agents(world):
    alice = world.user("alice")
    make_state(alice)
    target = alice.write("victim", PUBLIC, mode=0o644)
    for kind in ("symlink", "hard link"):
        for name in ("journal.db", "journal.db-wal", "lock"):
            path = alice.home / STATE / name
            path.unlink(missing_ok=True)
            plant(kind, target, path)
            before = target.lstat()
            refuses(alice, name)
            is_untouched(target, before)
            path.unlink()
    starts(alice)


@case(needs_root=True)
def a_state_folder_below_a_shared_groups_is_refused(world):
    alice = world.user("alice")
    above = make_state(alice, 0o775, SHARED_GROUP)
    refuses(alice, "can be written by others", f"Run: chmod go-w {above}/")
    above.chmod(0o755)
    starts(alice)


@case
def a_state_folder_below_one_that_all_may_write_is_refused(world):
    alice = world.user("alice")
    above = make_state(alice, 0o777)
    refuses(alice, "can be written by others", f"Run: chmod go-w {above}/")


@case(needs_root=True)
def a_configuration_that_a_shared_group_may_write_is_refused(world):
    alice = world.user("alice")
    config = alice.write(".config/x", "").parent
    os.chown(config, alice.number, SHARED_GROUP)
    config.chmod(0o775)
    refuses(alice, "can be written by others", f"Run: chmod go-w {config}/")


@case(needs_root=True)
def a_configuration_of_another_user_is_refused(world):
    alice, mallory = world.user("alice"), world.user("mallory")
    config = alice.write(".config/settings-agent/x", "").parent
    os.chown(config, mallory.number, mallory.number)
    refuses(alice, f"belongs to user {mallory.number}")


@case(needs_root=True)
def a_state_folder_that_another_user_was_first_to_create_is_refused(world):
    alice, mallory = world.user("alice"), world.user("mallory")
    taken = world.folder("shared", 0o1777) / "state"
    taken.mkdir()
    os.chown(taken, mallory.number, mallory.number)
    taken.chmod(0o777)
    refuses(alice, f"belongs to user {mallory.number}", XDG_STATE_HOME=taken)
    expect("what is in it", names(taken), [])


@case(needs_root=True)
def folders_that_the_users_own_group_may_write_are_no_fault(world):
    # Debian's and Fedora's umask of 002: each user has a group of his own.
    alice = world.user("alice")
    make_state(alice, 0o775)
    alice.write(".config/x", "").parent.chmod(0o775)
    (alice.home / STATE).chmod(0o775)
    starts(alice)
