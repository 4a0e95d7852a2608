"""Which process is ended: the one that has the journal, never one that only has its number."""

import os
import pathlib
import re
import shlex
import signal
import subprocess

from harness import Connection, Failure, wait_until
from neighbours import case, expect, expect_words

# A process namespace of its own, in which numbers begin with 1 again; it ends with unshare.
NAMESPACE = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
# The agent is the second process of a namespace.
AGENT_INSIDE = (*NAMESPACE, "sh", "-c", '"$0" & wait')


def numbers_inside(namespace):
    """The processes of a namespace by their numbers in it, with the numbers that we know them by."""
    inside = {}
    first = pathlib.Path(f"/proc/{namespace.pid}/task/{namespace.pid}/children").read_text().split()
    waiting = list(first)
    while waiting:
        number = waiting.pop()
        status = pathlib.Path(f"/proc/{number}/status").read_text()
        inside[int(re.search(r"NSpid:.*?(\d+)\n", status)[1])] = int(number)
        waiting += pathlib.Path(f"/proc/{number}/task/{number}/children").read_text().split()
    return inside


def is_alive(process):
    try:
        return "State:\tZ" not in pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@case(needs_root=True)
def a_process_of_another_namespace_with_the_agent_s_number_is_left_alone(world):
    root = world.user("root")
    outside = root.start_agent(*AGENT_INSIDE)
    with Connection(root.socket) as connection:
        expect("the agent's number in its own namespace", connection.call("stats")["pid"], 2)
    # The innocent one has the number 2, too.
    text = 'sleep 1000 & "$0" agent "$1"; echo "status $?"; kill -0 2 && echo "2 lives"'
    for verb in ("stop", "restart"):
        status, output = root.run(*NAMESPACE, "sh", "-c", text, world.bin / "settingsctl", verb)
        expect_words(output, "status 4", "2 lives", "has no number here",
                     "Run there: settingsctl agent stop")
        if re.search(r"\bkill\b", output.replace("kill-child", "")):
            raise Failure(f"an advice names a number that nobody proved: {output}")
        with Connection(root.socket) as connection:
            connection.call("ping")
    expect("the namespace's end", outside.poll(), None)


@case(needs_root=True)
def an_agent_in_a_namespace_below_is_ended_by_the_number_that_it_has_here(world):
    root = world.user("root")
    namespace = root.start_agent(*AGENT_INSIDE)
    agent = numbers_inside(namespace)[2]
    status, output = root.ctl("agent", "stop", "--json")
    expect("what is printed", (status, output), (0, '{"ended":%d}\n' % agent))
    wait_until(lambda: not is_alive(agent), 10, "the agent's end")


@case
def an_agent_whose_socket_is_gone_is_ended(world):
    alice = world.user("alice")
    agent = alice.start_agent()
    alice.socket.unlink()
    status, output = alice.ctl("agent", "stop", "--json")
    expect("what is printed", (status, output), (0, '{"ended":%d}\n' % agent.pid))
    agent.wait(10)


@case
def an_agent_that_hangs_is_ended_by_the_command_that_is_advised(world):
    alice = world.user("alice")
    agent = alice.start_agent()
    os.kill(agent.pid, signal.SIGSTOP)
    status, output = alice.ctl("agent", "stop")
    expect("the status", status, 4)
    expect_words(output, f"process {agent.pid}")
    advice = re.search(r"(kill -KILL \d+)", output)
    if not advice:
        raise Failure(f"no advice: {output}")
    subprocess.run(shlex.split(advice[1]), check=True)
    expect("how it ended", agent.wait(10), -signal.SIGKILL)
    expect("the next 'agent stop'", alice.ctl("agent", "stop")[0], 1)


@case
def an_agent_that_was_named_is_ended_and_not_the_one_with_our_journal(world):
    alice = world.user("alice")
    own = alice.start_agent()
    other = alice.home / "other"
    named = {"SETTINGS_AGENT_SOCKET": other / "socket"}
    other.mkdir()
    if os.getuid() == 0:
        os.chown(other, alice.number, alice.number)
    second = alice.start(world.bin / "settings-agent",
                         environment={**named, "XDG_STATE_HOME": other})
    wait_until(lambda: (other / "socket").exists(), 20, "the other agent")
    status, output = alice.ctl("agent", "stop", "--json", **named)
    expect("what is printed", (status, output), (0, '{"ended":%d}\n' % second.pid))
    second.wait(10)
    expect("our agent's end", own.poll(), None)


@case(needs_root=True)
def root_ends_no_agent_of_a_user_by_mistake(world):
    alice, root = world.user("alice"), world.user("root")
    agent = alice.start_agent()
    alice.socket.unlink()
    status, output = root.ctl("agent", "stop", HOME=alice.home)
    expect("the status", status, 4)
    expect_words(output, "64001", "sudo -i")
    expect("the agent's end", agent.poll(), None)
    agent.terminate()
    agent.wait(10)
