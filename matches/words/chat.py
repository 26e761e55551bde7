"""Words of the chat: the presets, and the cleaning of free text before it is kept. Pure.

A preset is stored as a sentence (``engines.core.text``), so that each reader gets it in their own language.
"""

import unicodedata
from collections.abc import Mapping
from typing import Final

from engines.core.text import Text, text
from matches.errors import MatchError
from matches.letters import clean

LONGEST: Final = 200

PRESETS: Final[Mapping[str, Text]] = {
    "hello": text("Hello!"),
    "luck": text("Good luck!"),
    "fun": text("Have fun!"),
    "you_too": text("You too!"),
    "well_played": text("Well played!"),
    "close": text("That was close!"),
    "sorry": text("Sorry!"),
    "thanks": text("Thank you!"),
    "moment": text("One moment, please."),
    "back": text("I am back."),
    "good_match": text("Good match!"),
    "bye": text("I have to go, bye!"),
}
"""Presets by their names in the protocol, in the order of the buttons."""


class BadLine(MatchError):
    """An unusable line: empty, too long, or an unknown preset."""

    code = "bad_line"
    status = 422


def preset(name: str) -> Text:
    """Return the preset ``name``. Raises BadLine."""
    if name not in PRESETS:
        raise BadLine(f"There is no preset {name!r}; there are {', '.join(PRESETS)}.")
    return PRESETS[name]


def clean_line(raw: str) -> str:
    """Return ``raw`` on one line (NFC, single spaces), clean. Raises BadLine."""
    line = " ".join(clean(unicodedata.normalize("NFC", raw)).split())
    if not line:
        raise BadLine("Write something first.")
    if len(line) > LONGEST:
        raise BadLine(f"A line has at most {LONGEST} characters; this one has {len(line)}.")
    return line
