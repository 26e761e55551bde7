"""Settings of an evening in words, for forms, rules and walls: after the buzzer, and the odd player."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.competitions.setup.formats import Buzzer, Odd

AT_BUZZER: Final[dict[str, str | Promise]] = {
    Buzzer.STANDS: _("Time! The score counts as it is."),
    Buzzer.NEXT_GOAL: _("Time! The next goal wins."),
    Buzzer.SHOOTOUT: _("Time! Level matches go to penalties."),
}
"""The effect of the buzzer after it, for the wall and the phones."""


class Effects(NamedTuple):
    """The effects of the odd player's opponent on table, ratings and statistics."""

    hint: str | Promise
    """The effects in a line, for the form."""
    said: str | Promise
    """The choice as a sentence, for the rules."""
    table: str | Promise
    ratings: str | Promise
    statistics: str | Promise


ODDS: Final[dict[str, Effects]] = {
    Odd.BYE: Effects(
        _("A win without goals."),
        _("Odd number: one player sits out and gets a win"),
        _("Gives the points of a win, but no goals."),
        _("Does not change ratings."),
        _("Does not count in statistics."),
    ),
    Odd.HOUSE_PLAYER: Effects(
        _("Someone from the bar, outside the table. Points count, goals and ratings don’t."),
        _("Odd number: one player meets the house player"),
        _("Gives the points of the result, but no goals. The house player is not in the table."),
        _("Does not change either rating."),
        _("Does not count in statistics."),
    ),
    Odd.HOUSE_BOT: Effects(
        _("On a phone or a laptop. Points count, goals and ratings don’t."),
        _("Odd number: one player meets a house bot"),
        _("Gives the points of the result, but no goals. The bot is not in the table."),
        _("A friendly: does not change ratings."),
        _("Counts as a friendly for the player, not in the competition."),
    ),
}
"""By the setting ``odd`` of the stage."""
