"""Secrets: what other users of the machine can see of them."""

from neighbours import case, expect, expect_words

DOMAIN = "org.example.app"


def settings(world):
    """A user with a domain of one file, and its path."""
    alice = world.user("alice")
    path = alice.write("app.toml", 'token = "old"\n')
    alice.write(f".config/settings-agent/domains/{DOMAIN}.toml",
                f'defaults = false\n[[file]]\npath = "{path}"\n')
    return alice, path


@case
def a_secret_is_set_without_being_an_argument(world):
    alice, path = settings(world)
    ctl = world.bin / "settingsctl"
    for said, value in (("s3cr3t\n", "s3cr3t"), ("two\nlines", "two\\nlines"), ("-", "-")):
        status, output = alice.run(ctl, "set", DOMAIN, "token", "-", "--type", "string", said=said)
        expect("what is printed", (status, output), (0, ""))
        expect("the file", path.read_text(), f'token = "{value}"\n')


@case
def what_is_no_text_is_refused_as_a_value(world):
    alice, path = settings(world)
    status, output = alice.run("sh", "-c", "printf '\\377' | settingsctl set $0 token -", DOMAIN)
    expect("the status", status, 3)
    expect_words(output, "isn't UTF-8", "Nothing was changed")
    expect("the file", path.read_text(), 'token = "old"\n')


@case
def no_output_of_a_program_that_failed_is_set_as_a_secret(world):
    alice, path = settings(world)
    status, output = alice.run("sh", "-c", "false | settingsctl set $0 token -", DOMAIN)
    expect("the status", status, 3)
    expect_words(output, "the standard input is empty", "Nothing was changed")
    expect("the file", path.read_text(), 'token = "old"\n')
