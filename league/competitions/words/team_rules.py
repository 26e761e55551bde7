"""The rules of a tie of teams, in words."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.competitions.models import Competition
from league.competitions.setup import team_rules
from league.competitions.words.criteria import criterion_words
from league.standings.criteria import CRITERIA

STEPS: Final[dict[str, str | Promise]] = {
    "extra_board": gettext_lazy("an extra board"),
    "sudden_death": gettext_lazy("sudden death: an extra board with a winner"),
    "lots": gettext_lazy("lots"),
}
"""The steps of a cup that are no figure of a table."""

_written = CRITERIA["board_points"].written


def key_words(key: str) -> str:
    """Name one of the ways to decide a tie."""
    return str(STEPS[key]) if key in STEPS else criterion_words(key)


def team_rule_words(competition: Competition, *, table: bool, cup: bool, playoffs: bool = False) -> list[str]:
    """Return the rules of a tie in its ``table``, its ``cup`` and the ``playoffs`` of its table as sentences.

    None where no teams play.
    """
    if not competition.of_teams:
        return []
    rules = team_rules.of(competition)
    win, draw, defeat = map(_written, rules.board_points)
    boards = ngettext("A tie has %(count)d board.", "A tie has %(count)d boards.", competition.boards)
    points = _("A board counts %(win)s for a win, %(draw)s for a draw and %(defeat)s for a defeat.")
    said = [boards % {"count": competition.boards}, points % {"win": win, "draw": draw, "defeat": defeat}]
    if rules.board_values:
        values = ", ".join(str(_written(value)) for value in rules.board_values)
        said.append(_("From board 1 on, that is multiplied by %(values)s.") % {"values": values})
    if rules.first_to:
        said.append(_("The first team with %(points)s board points wins.") % {"points": _written(rules.first_to)})
    if table:
        said.append(_("What decides a tie, in order: %(keys)s.") % {"keys": _listed(rules.tie_by)})
    if cup:
        said.append(_("What decides a tie of the knockout, in order: %(keys)s.") % {"keys": _listed(rules.cup_by)})
    elif playoffs:
        said.append(_("What decides a play-off, in order: %(keys)s.") % {"keys": _listed(rules.cup_by)})
    if not rules.play_on:
        said.append(_("Once it is decided, boards that have not begun are closed."))
    said.append(
        _("A board for which a team has nobody is won by the other.")
        if team_rules.awards_board(competition)
        else _("A board for which a team has nobody is won by nobody.")
    )
    return said


def _listed(keys: Sequence[str]) -> str:
    return ", ".join(map(key_words, keys))
