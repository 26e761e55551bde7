"""Settings of an evening in words, for forms, rules and walls: the buzzer and the odd player."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BUZZERS: Final[dict[str, str | Promise]] = {
    "stands": _("the score stands"),
    "next_goal": _("the next goal wins"),
    "shootout": _("who is level takes penalties, and who wins them wins the match"),
}
"""Effects of the buzzer on unfinished matches."""

AT_BUZZER: Final[dict[str, str | Promise]] = {
    "stands": _("Time! The score stands."),
    "next_goal": _("Time! The next goal wins."),
    "shootout": _("Time! Level matches go to penalties."),
}
"""The same after the buzzer, for the wall and the phones."""


class Odd(NamedTuple):
    """A setting for the odd player, and its effects on table, ratings and statistics."""

    who: str | Promise
    table: str | Promise
    ratings: str | Promise
    statistics: str | Promise


ODDS: Final[dict[str, Odd]] = {
    "bye": Odd(
        _("has a bye"),
        _("Table: the points of a win, no goals; an unplayed round in the sums over opponents."),
        _("Ratings: nothing."),
        _("Statistics: nothing."),
    ),
    "house_player": Odd(
        _("plays a house player, who scores for nobody"),
        _("Table: the points of what comes out, no goals; an unplayed round in the sums. The house has no row."),
        _("Ratings: nothing, for either."),
        _("Statistics: nothing."),
    ),
    "house_bot": Odd(
        _("plays a house bot at its table here"),
        _("Table: the points of what comes out, no goals; an unplayed round in the sums. The bot has no row."),
        _("Ratings: nothing: the match is a friendly."),
        _("Statistics: a friendly of the person, none of the competition."),
    ),
}
"""By the setting ``odd`` of the stage."""
