"""Sentences on how a match is decided: its clock, its options, and what happens when it is level."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

import engines
from engines.core.seats import Seat as SeatName
from engines.core.text import say
from matches.models import Match
from matches.terms.clock import FORFEIT_SECONDS, is_correspondence
from matches.terms.legs import verdict
from matches.terms.results import counted, given_up
from matches.words.durations import duration


def sentences(match: Match, home: str, away: str) -> list[str]:
    """Return the rules of this one match, each a sentence, the clock first."""
    rules = [clock_of(match), *_absence(match)]
    terms = match.terms or {}
    carry = terms.get("carry") or {"home": 0, "away": 0}
    if match.leg == 1:
        rules.append(_("The first of two legs: the goals of both count. In the second you change ends."))
    if match.leg:
        rules.append(_("Give up a leg and you lose it at least 3–0. The other leg counts all the same."))
    if match.leg == 2 or carry["home"] or carry["away"]:
        rules.append(
            _("Goals of the first leg count: %(home)s %(home_goals)d, %(away)s %(away_goals)d.")
            % {"home": home, "home_goals": carry["home"], "away": away, "away_goals": carry["away"]}
        )
    if terms.get("draws_allowed", True):
        rules.append(_("This leg may end level.") if match.leg else _("A draw is a result."))
        rules.append(_("You can agree on a draw while the score is level."))
    else:
        rules.append(_if_level(terms))
        if terms.get("away_goals"):
            rules.append(_("Away goals count double when the aggregate is level."))
    rules += _coaching(match)
    game, chosen = engines.get(match.game), match.options or {}
    options = {option.name: chosen.get(option.name, option.default) for option in game.options}
    extra_time = not terms.get("draws_allowed", True) and terms.get("extra_time", True)
    language = get_language() or "en"
    rules += [say(sentence, language) for sentence in game.options_in_words(options, extra_time)]
    return [sentence for sentence in rules if sentence]


def _if_level(terms: Mapping[str, Any]) -> str:  # the engine's terms, JSON
    if not terms.get("level_stands"):
        return _("If the score is level at the end, play goes on by the rules of the game until there is a winner.")
    if terms["extra_time"]:
        return _("If the score is level, there is extra time but no shootout: then the better placed goes through.")
    return _("If the score is level at the end, there is no shootout: the better placed goes through.")


def outcome(match: Match, names: Mapping[SeatName, str]) -> str:
    """Return who has won a match that is over; of a second leg, who has won both."""
    winner = winner_of(match)
    if match.status == Match.Status.VOID:
        return _("Void")
    if match.leg == 1:
        return _("%(name)s wins the first leg") % {"name": names[winner]} if winner else _("The first leg is level")
    if match.leg == 2 and winner:
        return _("%(name)s wins over two legs") % {"name": names[winner]}
    return _("%(name)s wins") % {"name": names[winner]} if winner else _("A draw")


def winner_of(match: Match) -> SeatName | None:
    """Return the winner of a match that is over; of a second leg, the winner of both."""
    result = match.result or {}
    if match.leg == 2 and match.status == Match.Status.FINISHED:
        return verdict(result, match.terms).winner
    winner: SeatName | None = result.get("winner")
    return winner


_HOW = {
    "regulation": _noop("Decided in regular time."),
    "aggregate": _noop("Decided on aggregate."),
    "away_goals": _noop("Decided by away goals."),
    "extra_time": _noop("Decided after extra time."),
    "shootout": _noop("Decided on penalties."),
    "three_timeouts": _noop("Decided by three time-outs in a row."),
    "time": _noop("Decided by the clock: a side used up its time for the match."),
    "no_show": _noop("Decided by a no-show: the other side did not come."),
    "walkover": _noop("Decided because the other side had too many players sent off."),
    "absence": _noop("Decided because the other side left the match."),
    "agreement": _noop("Draw by agreement."),
    "nobody_came": _noop("Neither side came."),
    "abandoned": _noop("Closed after a long time without a move."),
}


def ending(match: Match, names: Mapping[SeatName, str]) -> str:
    """Return how a finished match came to its result, in one sentence."""
    result = match.result or {}
    # The match's own rulings carry the code of their reason; ``reason`` has it in English.
    code = result.get("code", "")
    how, winner = code or result.get("how", ""), result.get("winner")
    if how == "resignation" and winner:
        outcome = _("%(name)s resigned.") % {"name": names["away" if winner == "home" else "home"]}
    elif how in ("regulation", "extra_time") and not winner:
        outcome = ""
    else:
        outcome = gettext(_HOW[how]) if how in _HOW else ""
    reason = "" if code and outcome else str(result.get("reason") or "")
    return " ".join(part for part in (outcome, reason, _awarded(match)) if part)


def _awarded(match: Match) -> str:
    """Return the goals that count where a side gave up, if the score is another."""
    result = match.result or {}
    if not match.awards_goals or not given_up(result) or (goals := counted(result)) == result["score"]:
        return ""
    return _("The result counts as %(home)s–%(away)s.") % goals


def _absence(match: Match) -> list[str]:
    """Return what follows when a side does not move, or is gone."""
    rules = []
    if match.move_seconds and not is_correspondence(match.move_seconds):
        rules.append(
            _("Three time-outs in a row: you get %(time)s for the next decision, or you lose.")
            % {"time": duration(FORFEIT_SECONDS)}
        )
    if match.absence_seconds and match.absence_claimed:
        rules.append(
            _("Leave for %(time)s on your turn and your opponent can claim the match.")
            % {"time": duration(match.absence_seconds)}
        )
    elif match.absence_seconds:
        rules.append(_("Leave for %(time)s on your turn and you lose.") % {"time": duration(match.absence_seconds)})
    return rules


def _coaching(match: Match) -> list[str]:
    """Return what coaching costs a side of several people, and who judges it."""
    if max((match.options or {}).get("players", {}).values(), default=1) < 2:
        return []
    rules = [_("Team-mates do not coach the player in turn: the first time the turn is lost, then a penalty follows.")]
    if not match.officials.exists():
        rules.append(
            _("The other side calls it: a team-mate’s chat message in the turn proves it, or the side admits it.")
        )
    return rules


def clock_of(match: Match) -> str:
    """Return the match's clock in one sentence."""
    if match.move_seconds and match.budget_seconds:
        return _("%(move)s per decision, %(budget)s in all for each side.") % {
            "move": duration(match.move_seconds),
            "budget": duration(match.budget_seconds),
        }
    if match.move_seconds:
        return _("%(move)s per decision.") % {"move": duration(match.move_seconds)}
    if match.budget_seconds:
        return _("%(budget)s in all for each side.") % {"budget": duration(match.budget_seconds)}
    return _("No clock: take your time.")
