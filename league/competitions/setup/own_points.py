"""The points of a match that an organiser gives in place of those of the rules: for a win, a draw and a defeat."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.setup.presets import PRESETS, TEAM_POINTS
from league.standings.presets import PRESETS as RULES_OF_TABLES

LOWEST: Final = -10
HIGHEST: Final = 100


def of_rules(row: Competition) -> list[float]:
    """Return the points that the rules of the tables of ``row`` give."""
    if row.of_teams:
        return list(TEAM_POINTS)
    return list(RULES_OF_TABLES[row.standings]["points"] if row.standings else PRESETS[row.preset].points)


def own(row: Competition) -> list[float]:
    """Return the points of ``row`` that its rules do not give; none if they do, or it has no table."""
    return list(row.points) if PRESETS[row.preset].has_table and list(row.points) != of_rules(row) else []


def repeatable(row: Competition) -> list[float]:
    """Return ``own`` for a new competition; none if a document brought what cannot be chosen here."""
    points = own(row)
    return points if _refusal(points) is None else []


def take(row: Competition, listed: Sequence[Any]) -> None:
    """Give the points ``listed`` in the tables of ``row``; none: those of its rules. Raises BadSetting."""
    if not listed:
        row.points = of_rules(row)
        return
    if not PRESETS[row.preset].has_table:
        raise BadSetting("points", _("A knockout has no table and needs no rules for one."))
    points = list(listed)
    if points != own(row) and (sentence := _refusal(points)):  # what a document brought may stay
        raise BadSetting("points", sentence)
    row.points = [int(number) if number == int(number) else number for number in points]


def _refusal(points: Sequence[Any]) -> str | None:
    """Return a sentence with what is allowed; None if ``points`` are right. Halves add up exactly, and read well."""
    right = len(points) == 3 and all(
        type(number) in (int, float) and LOWEST <= number <= HIGHEST and number * 2 == int(number * 2)
        for number in points
    )
    if not right:
        message = _("Enter three numbers from %(low)d to %(high)d, whole or with a half: for a win, a draw, a defeat.")
        return message % {"low": LOWEST, "high": HIGHEST}
    win, draw, defeat = points
    if not win >= draw >= defeat or win == defeat:
        return _("A win needs more points than a defeat, and a draw no more than a win and no fewer than a defeat.")
    return None
