"""Restrictions on a competition with sheltered players (a school class, ``league.classes``).

Only its members see their names and nobody writes to them freely, whoever runs it and by any way: settings, console or
API. The teacher decides everything else.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.errors import BadSetting, WrongStep
from league.competitions.models import Competition
from matches.models import Match

KEPT: Final[Mapping[str, tuple[tuple[Any, ...], Any]]] = {
    "visibility": (
        (Competition.Visibility.MEMBERS,),
        gettext_lazy("Only its members can see a class."),
    ),
    "by_invitation": ((True,), gettext_lazy("Pupils cannot enter a class by themselves.")),
    "open_to_robots": ((False,), gettext_lazy("Bots by other people cannot play in a class.")),
    "chat": (
        (Match.Chat.PRESETS, Match.Chat.NONE),
        gettext_lazy("Players of a class can use preset phrases only, or no chat at all."),
    ),
    "chat_spectators": (
        (Competition.Stands.NONE,),
        gettext_lazy("A class has no chat for spectators."),
    ),
}
"""Setting -> the values allowed, and the message for any other."""


def begins() -> dict[str, Any]:
    """Return the settings with which a sheltered competition begins."""
    return {name: allowed[0] for name, (allowed, _sentence) in KEPT.items()}


def is_sheltered(row: Competition) -> bool:
    """Return whether sheltered players are, or were, in ``row``. One query."""
    return row.entrants.filter(player__sheltered=True).exists()


def check(row: Competition, values: Mapping[str, Any]) -> None:
    """Raise BadSetting, naming the field, if ``values`` would open a sheltered competition."""
    opened = [name for name, (allowed, _sentence) in KEPT.items() if name in values and values[name] not in allowed]
    if opened and is_sheltered(row):
        _allowed, sentence = KEPT[opened[0]]
        raise BadSetting(opened[0], str(sentence))


def stays_inside(row: Competition) -> None:
    """Raise WrongStep if an action would show the names of a sheltered ``row`` to others."""
    if is_sheltered(row):
        raise WrongStep(_("This is a class. You cannot pass on its names."))
