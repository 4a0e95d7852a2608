"""Who listens at the agent's socket: a client talks to its own user's agent and to root's alone."""

import os

from harness import Connection, Failure
from neighbours import PretendedAgent, case, expect, expect_words

DOMAIN = "org.example.app"
SECRET = ("set", DOMAIN, "api.token", "s3cr3t", "--type", "string")
# What an agent that is none has an editor opened with: words that vim takes for commands.
EVIL = "+!touch /tmp/was-here"
ANSWERS = {
    "replicas": {"replicas": [{"domain": DOMAIN, "file": EVIL, "format": "toml", "state": "ok",
                               "layer": "user"}], "schemas": [], "hooks": [], "mistakes": []},
    "domains": {"domains": [{"domain": DOMAIN, "files": [EVIL], "problems": 0}]},
}


def heard_nothing(pretended):
    expect("what the pretended agent heard", pretended.heard(), [])


def pretended_in(folder, user, answers=None):
    """One that listens where an agent with this runtime folder would."""
    inner = folder / "settings-agent"
    inner.mkdir()
    inner.chmod(0o755)
    if os.getuid() == 0:
        os.chown(inner, user.number, user.number)
    return PretendedAgent(user, inner / "socket", answers)


def note_words(user):
    """An editor that notes its words, a line each, and the place of that note."""
    notes = user.home / "words"
    editor = user.write("editor", f'#!/bin/sh\nprintf "%s\\n" "$@" > {notes}\n', mode=0o700)
    return editor, notes


@case(needs_root=True)
def nothing_is_sent_to_another_user_in_a_folder_that_all_may_write(world):
    alice = world.user("alice")
    # As /tmp is, and as a user may have made one.
    for owner, reason in (("root", "belongs to user 0"), ("alice", "mode 1777")):
        shared = world.folder("shared-by-" + owner, 0o1777, world.user(owner))
        pretended = pretended_in(shared, world.user("mallory"), ANSWERS)
        status, output = alice.ctl(*SECRET, XDG_RUNTIME_DIR=shared)
        heard_nothing(pretended)
        expect("the status", status, 4)
        expect_words(output, str(shared), reason, "Nothing was sent", "unset XDG_RUNTIME_DIR")


@case(needs_root=True)
def nothing_is_sent_to_another_user_at_a_named_socket(world):
    shared = world.folder("shared", 0o1777)
    pretended = pretended_in(shared, world.user("mallory"), ANSWERS)
    alice = world.user("alice")
    status, output = alice.ctl(*SECRET, SETTINGS_AGENT_SOCKET=pretended.socket)
    heard_nothing(pretended)
    expect("the status", status, 4)
    expect_words(output, str(pretended.socket), "user 64002", "Nothing was sent",
                 "env -u XDG_RUNTIME_DIR -u SETTINGS_AGENT_SOCKET settingsctl doctor")


@case(needs_root=True)
def root_talks_to_no_agent_of_a_user(world):
    alice, root = world.user("alice"), world.user("root")
    pretended = pretended_in(alice.runtime, alice, ANSWERS)
    editor, notes = note_words(root)
    for environment in ({"XDG_RUNTIME_DIR": alice.runtime},
                        {"SETTINGS_AGENT_SOCKET": pretended.socket}):
        for words in (SECRET, ("edit", DOMAIN), ("ui", "--plain", DOMAIN)):
            status, output = root.ctl(*words, VISUAL=editor, **environment)
            expect(f"the status of {words}", status, 4)
            expect_words(output, "64001", "sudo -i")
    heard_nothing(pretended)
    if notes.exists():
        raise Failure(f"root's editor was started with {notes.read_text()!r}")


@case(needs_root=True)
def root_with_a_user_s_home_finds_that_user_s_agent_and_leaves_it_alone(world):
    alice, root = world.user("alice"), world.user("root")
    agent = alice.start_agent()
    status, output = root.ctl("list", HOME=alice.home)
    expect("the status", status, 4)
    expect_words(output, str(alice.socket), "user 64001", "sudo -i")
    expect("the agent's end", agent.poll(), None)


@case(needs_root=True)
def root_s_own_agent_is_as_good_as_the_user_s(world):
    shared = world.folder("shared", 0o755)
    pretended = pretended_in(shared, world.user("root"), {"get": {
        "path": ["size"], "key": "size", "value": 7, "rev": 1, "layer": "user",
        "origin": "file"}})
    status, output = world.user("alice").ctl(
        "get", DOMAIN, "size", SETTINGS_AGENT_SOCKET=pretended.socket)
    expect("what is printed", (status, output), (0, "7\n"))


@case
def a_socket_that_another_process_of_the_user_made_is_taken(world):
    """As with a socket unit: who listens, says the kernel, is the manager; the agent only accepts."""
    alice = world.user("alice")
    manager = """
path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "settings-agent")
os.mkdir(path, 0o700)
listener = socket.socket(socket.AF_UNIX)
listener.bind(path + "/socket")
listener.listen()
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
# The one variable that only the agent itself can set: its number.
start = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0"'
agent = subprocess.Popen(["sh", "-c", start, sys.argv[1]], pass_fds=[3])
print(os.getpid(), agent.pid, flush=True)
agent.wait()
"""
    process = alice.start_python(manager, world.bin / "settings-agent")
    manager_number, agent_number = map(int, process.stdout.readline().split())
    status, output = alice.ctl("doctor")
    expect_words(output, f"process {agent_number}, listens at '{alice.socket}'")
    expect("the status", status, 0)
    with Connection(alice.socket) as connection:
        expect("the peer", connection.peer, manager_number)
    os.kill(agent_number, 15)
    process.wait(20)


@case
def an_editor_gets_no_word_of_the_agent_s_that_could_be_an_option(world):
    alice = world.user("alice")
    editor, notes = note_words(alice)
    pretended = pretended_in(alice.runtime, alice, ANSWERS)
    alice.ctl("edit", DOMAIN, VISUAL=editor)
    expect("the editor's words", notes.read_text().splitlines(), ["+1", "./" + EVIL])
    pretended.heard()
