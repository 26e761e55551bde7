"""Settings of an evening in words, for forms, rules and walls: the buzzer and the odd player."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BUZZERS: Final[dict[str, str | Promise]] = {
    "stands": _("the score counts as it is"),
    "next_goal": _("the next goal wins"),
    "shootout": _("level matches go to penalties, and the winner of these wins the match"),
}
"""Effects of the buzzer on unfinished matches."""

AT_BUZZER: Final[dict[str, str | Promise]] = {
    "stands": _("Time! The score counts as it is."),
    "next_goal": _("Time! The next goal wins."),
    "shootout": _("Time! Level matches go to penalties."),
}
"""The same after the buzzer, for the wall and the phones."""


class Odd(NamedTuple):
    """A setting for the odd player, and its effects on table, ratings and statistics."""

    who: str | Promise
    hint: str | Promise
    """The effects in a line, for the form."""
    table: str | Promise
    ratings: str | Promise
    statistics: str | Promise


ODDS: Final[dict[str, Odd]] = {
    "bye": Odd(
        _("has a bye"),
        _("A win without goals."),
        _("Gives the points of a win, but no goals."),
        _("Does not change ratings."),
        _("Does not count in statistics."),
    ),
    "house_player": Odd(
        _("plays a house player"),
        _("Someone from the bar, outside the table. Points count, goals and ratings don’t."),
        _("Gives the points of the result, but no goals. The house player is not in the table."),
        _("Does not change either rating."),
        _("Does not count in statistics."),
    ),
    "house_bot": Odd(
        _("plays a house bot"),
        _("On a phone or a laptop. Points count, goals and ratings don’t."),
        _("Gives the points of the result, but no goals. The bot is not in the table."),
        _("A friendly: does not change ratings."),
        _("Counts as a friendly for the player, not in the competition."),
    ),
}
"""By the setting ``odd`` of the stage."""
