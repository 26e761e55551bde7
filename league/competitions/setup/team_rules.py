"""The rules of a tie of teams that an organiser chooses, in place of the usual ones (``league.formats.team_ties``).

``Competition.team_rules`` holds what differs from them. The match points of a tie are the points of the table.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import AnyFixture, Competition
from league.formats.team_ties import FIELDS, BadRules, TieRules, as_json, rules_of
from league.sentences import decimal, translated

NOT_CHOSEN: Final = ("unit", "match_points")
"""Rules that follow from the rest: boards are told in goals, and a tie pays the points of the table."""
RULES: Final = tuple(name for name in FIELDS if name not in NOT_CHOSEN)
NEVER_LEVEL: Final = ("lots", "sudden_death")
"""The steps of a cup after which one side has won."""
MORE_BOARDS: Final = ("extra_board", "sudden_death")
"""The steps that play one more board, with the players of the first."""


def of(row: Competition) -> TieRules:
    """Return the rules of a tie of ``row``."""
    win, draw, defeat = row.points
    return rules_of({**row.team_rules, "match_points": (win, draw, defeat)})


def boards_of(row: Competition, *, decides: bool) -> int:
    """Return how many boards a leg of ``row`` may need: one more, if it ``decides`` a tie and that can be level."""
    extra = decides and row.of_teams and not set(MORE_BOARDS).isdisjoint(of(row).cup_by)
    return row.boards + extra


def is_extra(row: Competition, fixture: AnyFixture) -> bool:
    """Return whether ``fixture`` is the board that is played only if the others leave the tie level."""
    return row.of_teams and fixture.board > row.boards


def board_in_squads(row: Competition, fixture: AnyFixture) -> int:
    """Return the number of the board whose players play ``fixture``: an extra board is for those of the first."""
    return (fixture.board - 1) % row.boards + 1


def awards_board(row: Competition) -> bool:
    """Return whether a board for which one side has nobody is won by the other."""
    return of(row).missing_player == "awarded"


def take(row: Competition, given: Any) -> None:  # what somebody sent
    """Put the rules ``given`` over those of ``row``; the others stay. Raises BadSetting naming the rule."""
    if not isinstance(given, Mapping):
        raise BadSetting("team_rules", _("It has the rules by name: %(names)s.") % {"names": ", ".join(RULES)})
    for name in given:
        if name not in RULES:
            message = _("%(name)s is no rule of a tie; the rules are %(names)s.")
            raise BadSetting("team_rules", message % {"name": str(name)[:40], "names": ", ".join(RULES)})
    try:
        rules = as_json(rules_of({**row.team_rules, **given}))
    except BadRules as refused:
        sentence = translated(refused.allowed)
        raise BadSetting(refused.field, f"{sentence[:1].upper()}{sentence[1:]}.") from None
    row.team_rules = {name: rules[name] for name in RULES if rules[name] != USUAL[name]}


USUAL: Final = as_json(TieRules())


def check(row: Competition) -> None:
    """Check the rules of ``row`` against its boards, and that somebody always wins a tie. Raises BadSetting."""
    rules = of(row)
    if rules.board_values and len(rules.board_values) != row.boards:
        message = _("Give a value to each of the %(boards)d boards, or to none.")
        raise BadSetting("board_values", message % {"boards": row.boards})
    most = sum(rules.board_values or [1] * row.boards) * rules.board_points[0]
    if rules.first_to > most:
        raise BadSetting("first_to", _("All boards together give %(most)s board points.") % {"most": decimal(most)})
    if "holder" in rules.cup_by:
        raise BadSetting("cup_by", _("Nobody holds this cup: “holder” decides nothing here."))
    if {"extra_board", "sudden_death"} <= set(rules.cup_by):
        raise BadSetting("cup_by", _("Choose an extra board or sudden death, not both."))
    if rules.cup_by[-1] not in NEVER_LEVEL:
        raise BadSetting("cup_by", _("Somebody must go through: end with lots or sudden death."))
