"""Folders that several users write: what others can make the agent read for them."""

from harness import wait_until
from neighbours import case, expect, expect_words

DOMAIN = "org.example.app"


def shared(world):
    """A user with a file that all may read and one in a folder that mallory writes, both of one domain."""
    alice, mallory = world.user("alice"), world.user("mallory")
    public = alice.write(str(world.folder("public", 0o755, alice) / "app.toml"), 'token = "x"\n', 0o644)
    project = world.folder("project", 0o777, alice)
    linked = alice.write(str(project / "s.toml"), 'token = "x"\n', 0o644)
    files = "".join(f'[[file]]\npath = "{path}"\n' for path in (public, linked))
    alice.write(f".config/settings-agent/domains/{DOMAIN}.toml", "defaults = false\n" + files)
    return alice, mallory, public, linked


@case(needs_root=True)
def a_private_file_is_not_read_for_those_who_lead_to_it(world):
    alice, mallory, public, linked = shared(world)
    private = alice.write("private/creds.toml", 'token = "alice-private"\n')
    alice.start_agent()
    expect("the value before", alice.ctl("get", DOMAIN, "token"), (0, "x\n"))
    status, output = mallory.run("sh", "-c", f"rm -f '{linked}'; ln -s '{private}' '{linked}'")
    expect("the link", (status, output), (0, ""))
    alice.ctl("rescan")
    wait_until(lambda: "isn't read" in alice.ctl("replicas", DOMAIN)[1], 20, "the report")
    expect_words(alice.ctl("replicas", DOMAIN)[1], "others could have put it there")
    expect_words(alice.ctl("doctor")[1], "chmod go-w")
    expect("the public file", public.read_text(), 'token = "x"\n')
    expect("the private file", private.read_text(), 'token = "alice-private"\n')


@case(needs_root=True)
def a_file_that_those_who_lead_to_it_can_read_is_followed(world):
    alice, mallory, public, linked = shared(world)
    alice.start_agent()
    expect("the value before", alice.ctl("get", DOMAIN, "token"), (0, "x\n"))
    mallory.run("sh", "-c", f"rm -f '{linked}'; echo 'token = \"y\"' > '{linked}'")
    wait_until(lambda: public.read_text() == 'token = "y"\n', 20, "the change of a member")
