"""A game with a bundle, a file and an agent, for checks of its screen."""

import plistlib

from harness import Agent, Failure, Home, wait_until
from screen import Screen

DOMAIN = "org.example.game"
PANES = {
    "Title": "Game Settings",
    "PreferenceSpecifiers": [
        {"Type": "PSGroupSpecifier", "Title": "Game Settings"},
        {"Type": "PSSliderSpecifier", "SATitle": "Music Volume", "Key": "music",
         "DefaultValue": 3.5, "MinimumValue": 0, "MaximumValue": 10, "SAStep": 0.5},
        {"Type": "PSMultiValueSpecifier", "Title": "Difficulty", "Key": "difficulty",
         "DefaultValue": "easy", "Values": ["easy", "hard"], "Titles": ["Easy", "Hard"],
         "SAStyle": "Segmented"},
        {"Type": "PSToggleSwitchSpecifier", "Title": "Bad Guys", "Key": "badGuys",
         "DefaultValue": True},
        {"Type": "PSTextFieldSpecifier", "Title": "Player", "Key": "player"},
        {"Type": "SAPickerSpecifier", "Title": "Livery", "Key": "livery",
         "DefaultValue": ["Red", 2],
         "Columns": [{"Values": ["Red", "Green"], "Titles": ["Red", "Green"]},
                     {"Values": [1, 2, 3], "SAUnit": "stripes"}]},
        {"Type": "IASKDatePickerSpecifier", "Title": "Birthday", "Key": "birthday",
         "DatePickerMode": "Date", "DefaultValue": "2009-01-31T00:00:00Z"},
        {"Type": "IASKButtonSpecifier", "Title": "Count", "SACommand": ["expr", "6", "*", "7"]},
        {"Type": "IASKOpenURLSpecifier", "Title": "Home page", "File": "https://example.org/"},
        {"Type": "IASKListGroupSpecifier", "Title": "Servers", "Key": "servers", "Deletable": True,
         "ItemSpecifier": {"Type": "PSTextFieldSpecifier"},
         "AddSpecifier": {"Type": "PSTextFieldSpecifier", "IASKPlaceholder": "Add a server"}},
        {"Type": "PSGroupSpecifier"},
        {"Type": "PSMultiValueSpecifier", "Title": "Quality", "Key": "quality",
         "DefaultValue": 1, "Values": [0, 1, 2], "Titles": ["Low", "Medium", "High"]},
    ],
}
SETTINGS = """# The game's settings.
music = 3.5        # from 0 to 10
player = "Zoë 宇宙"
badGuys = true
"""


class Game:
    """A home with the game's bundle, its file, and an agent."""

    def __init__(self):
        self.home = Home()
        self.bundle = self.home.root / "Game.bundle"
        self.bundle.mkdir()
        (self.bundle / "Root.plist").write_bytes(plistlib.dumps(PANES))
        self.file = self.home.write_file("config/game/settings.toml", SETTINGS)
        self.home.write_domain(
            DOMAIN, f'title = "Game"\nbundle = "{self.bundle}"\n[[file]]\npath = "{self.file}"\n')
        self.agent = Agent(self.home).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.agent.stop()
        self.home.remove()

    def screen(self, *words, **options):
        return Screen(self.home, *(words or (DOMAIN,)), **options)

    def has_rows(self, *rows):
        """Gives the game's pane other rows."""
        (self.bundle / "Root.plist").write_bytes(
            plistlib.dumps({**PANES, "PreferenceSpecifiers": list(rows)}))

    def forget_bundle(self):
        """Makes the domain one whose panes are made from its files alone."""
        self.home.write_domain(DOMAIN, f'title = "Game"\n[[file]]\npath = "{self.file}"\n')
        wait_until(lambda: not self.agent_says("replicas")["schemas"], 10, "the bundle to be forgotten")

    def agent_says(self, method, **parameters):
        with self.agent.connect() as connection:
            return connection.call(method, **parameters)

    def file_has(self, text):
        wait_until(lambda: text in self.file.read_text(), 10, f"'{text}' in the file")


def expect(condition, what):
    if not condition:
        raise Failure(what)
