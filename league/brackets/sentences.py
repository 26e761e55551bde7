"""Ties as sentences: the sides, the score, who went through and how."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.core.text import isolate
from league.brackets.layout import DrawnTie
from league.competitions.words.fixtures import reason_words, side_slot_words

DECIDED: dict[str, Promise] = {
    "extra_time": gettext_lazy("after extra time"),
    "away_goals": gettext_lazy("on away goals"),
    "walkover": gettext_lazy("walkover (w/o)"),
    "double_walkover": gettext_lazy("nobody came: nobody goes through"),
    "no_show": gettext_lazy("no-show"),
    "resignation": gettext_lazy("by resignation"),
    "withdrawal": gettext_lazy("withdrawn"),
    "award": gettext_lazy("awarded"),
}
"""Words for the decision of a tie that the numbers do not show."""


def tie_note(drawn: DrawnTie) -> str:
    """Return the line under a tie: who went through and how, if the numbers do not show it; whether it is a replay."""
    if "note" not in drawn.sentences:
        again = _("played again") if drawn.is_replay else ""
        drawn.sentences["note"] = ", ".join(part for part in (again, _tie_note(drawn)) if part)
    return drawn.sentences["note"]


def _tie_note(drawn: DrawnTie) -> str:
    tie = drawn.tie
    winner = isolate(tie.winner.name) if tie.winner else ""
    if drawn.is_bye:
        return ""
    if tie.decided == "shootout" and drawn.shootout:
        kicks = drawn.shootout if tie.winner_id == tie.home_id else drawn.shootout[::-1]
        return _("%(name)s %(mine)s–%(theirs)s on pens") % {"name": winner, "mine": kicks[0], "theirs": kicks[1]}
    if tie.decided in ("regulation", "aggregate", "best_of", "board_points"):
        return ""
    names = {side: row.entrant.name for side, row in (("home", drawn.home), ("away", drawn.away)) if row.entrant}
    return reason_words(tie.reason, names) or str(DECIDED.get(tie.decided, ""))


def tie_sentence(drawn: DrawnTie) -> str:
    if "sentence" not in drawn.sentences:
        drawn.sentences["sentence"] = _tie_sentence(drawn)
    return drawn.sentences["sentence"]


def _tie_sentence(drawn: DrawnTie) -> str:
    sides = [
        isolate(row.entrant.name) if row.entrant else side_slot_words(drawn.tie, name)
        for name, row in drawn.named_sides
    ]
    totals = [side.told for side in drawn.sides]
    if "" in totals:
        return _("%(home)s against %(away)s") % {"home": sides[0], "away": sides[1]}
    values = {"home": sides[0], "hg": totals[0], "away": sides[1], "ag": totals[1]}
    sentence = _("%(home)s %(hg)s, %(away)s %(ag)s") % values
    note = tie_note(drawn)
    return f"{sentence}; {note}" if note else sentence
