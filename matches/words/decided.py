"""Sentences on how a match is decided: its clock, its options, and what happens when it is level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

import engines
from engines.core.options import Option
from engines.core.seats import Seat as SeatName
from engines.core.text import say
from matches.models import Match
from matches.terms.clock import FORFEIT_SECONDS, is_correspondence
from matches.terms.time_controls import DAY


def sentences(match: Match, home: str, away: str) -> list[str]:
    """Return the rules of this one match, each a sentence, the clock first."""
    rules = [clock_of(match), *_absence(match)]
    terms = match.terms or {}
    carry = terms.get("carry") or {"home": 0, "away": 0}
    if carry["home"] or carry["away"]:
        rules.append(
            _("Goals of the first leg count: %(home)s %(home_goals)d, %(away)s %(away_goals)d.")
            % {"home": home, "home_goals": carry["home"], "away": away, "away_goals": carry["away"]}
        )
    if terms.get("draws_allowed", True):
        rules.append(_("A draw stands."))
        rules.append(_("A draw can be agreed while the score is level."))
    else:
        rules.append(_("Level at the end, it goes on by the rules of the game until there is a winner."))
        if terms.get("away_goals"):
            rules.append(_("Away goals count double when the total is level."))
    rules += [_option(option, (match.options or {}).get(option.name)) for option in engines.get(match.game).options]
    return [sentence for sentence in rules if sentence]


_HOW = {
    "regulation": _noop("Decided in regular time."),
    "aggregate": _noop("Decided by the total of both legs."),
    "away_goals": _noop("Decided by away goals."),
    "extra_time": _noop("Decided after extra time."),
    "shootout": _noop("Decided on penalties."),
    "three_timeouts": _noop("Decided by three time-outs running."),
    "time": _noop("Decided by the clock: the time for the match was used up."),
    "no_show": _noop("Decided by a no-show: the other side did not come."),
    "walkover": _noop("Decided because the other side had too many sent off."),
    "absence": _noop("Decided because the other side left the table."),
    "agreement": _noop("A draw by agreement."),
    "nobody_came": _noop("Neither side came."),
    "abandoned": _noop("Closed, as nobody had played here for a long time."),
}


def ending(match: Match, names: Mapping[SeatName, str]) -> str:
    """Return how a finished match came to its result, in one sentence."""
    result = match.result or {}
    # The match's own rulings carry the code of their reason; ``reason`` has it in English.
    code = result.get("code", "")
    how, winner = code or result.get("how", ""), result.get("winner")
    if how == "resignation" and winner:
        outcome = _("%(name)s resigned.") % {"name": names["away" if winner == "home" else "home"]}
    elif how == "regulation" and not winner:
        outcome = ""
    else:
        outcome = gettext(_HOW[how]) if how in _HOW else ""
    reason = "" if code and outcome else str(result.get("reason") or "")
    return " ".join(part for part in (outcome, reason) if part)


def _absence(match: Match) -> list[str]:
    """Return what follows when a side does not move, or is gone."""
    rules = []
    if match.move_seconds and not is_correspondence(match.move_seconds):
        rules.append(
            _("After three time-outs running the next decision has %(n)d seconds, or the match is lost.")
            % {"n": FORFEIT_SECONDS}
        )
    if match.absence_seconds and match.absence_claimed:
        rules.append(
            _("Who is to play and is away for %(n)d seconds loses if the other side claims it.")
            % {"n": match.absence_seconds}
        )
    elif match.absence_seconds:
        rules.append(_("Who is to play and is away for %(n)d seconds loses.") % {"n": match.absence_seconds})
    return rules


def clock_of(match: Match) -> str:
    """Return the match's clock in one sentence."""
    if match.move_seconds and is_correspondence(match.move_seconds) and match.move_seconds % DAY == 0:
        days = match.move_seconds // DAY
        if match.budget_seconds:
            return ngettext(
                "%(n)d day a decision, %(budget)d days in all for each side.",
                "%(n)d days a decision, %(budget)d days in all for each side.",
                days,
            ) % {"n": days, "budget": match.budget_seconds // DAY}
        return ngettext("%(n)d day a decision.", "%(n)d days a decision.", days) % {"n": days}
    if match.move_seconds and match.budget_seconds:
        return _("%(move)d seconds a decision, %(budget)d minutes in all for each side.") % {
            "move": match.move_seconds,
            "budget": match.budget_seconds // 60,
        }
    if match.move_seconds:
        return _("%(move)d seconds a decision.") % {"move": match.move_seconds}
    if match.budget_seconds:
        return _("%(budget)d minutes in all for each side.") % {"budget": match.budget_seconds // 60}
    return _("No clock: take your time.")


def _option(option: Option, value: Any) -> str:  # a JSON value of the option's type
    if value is None or isinstance(value, dict):
        return ""
    lang = (get_language() or "en")[:2]
    if isinstance(value, bool):
        shown = _("yes") if value else _("no")
    else:
        shown = say([option.word(value) if isinstance(value, str) else str(value), {}], lang)
    return f"{say([option.label, {}], lang)}: {shown}"
