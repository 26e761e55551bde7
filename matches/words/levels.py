"""The levels of house bots in the reader's words: a name, and four words on how it plays."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engines import bots


class Level(NamedTuple):
    value: str
    name: Promise
    plays: Promise


USUAL: Final = "club"
"""The level of whoever chooses none."""
_WORDS: Final = {
    "beginner": (pgettext_lazy("level of a bot", "Beginner"), _("Learns; misses your threats")),
    "casual": (pgettext_lazy("level of a bot", "Casual"), _("Overlooks some good moves")),
    "club": (pgettext_lazy("level of a bot", "Club"), _("Weighs every single move")),
    "expert": (pgettext_lazy("level of a bot", "Expert"), _("Reckons with your answer")),
    "master": (pgettext_lazy("level of a bot", "Master"), _("Follows more moves, further")),
}


def levels() -> list[Level]:
    return [Level(value, *_WORDS[value]) for value in bots.LEVELS]
