"""Time controls by name: the limits of "blitz" or "correspondence" in each game, in this one place.

A control follows the game: its decision limit is a share of the game's own ``suggested_limits``. ``limits`` gives the
keywords of ``Opening``. Spans are whole seconds. An opener may also set limits of its own, without a control.
"""

from dataclasses import dataclass
from typing import Final, TypedDict

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

import engines
from matches.errors import MatchError
from matches.terms.clock import is_correspondence

DAY: Final = 86400
LEAST_MOVE: Final = 8
"""Seconds that a decision has at least, however quick the game is."""


class BadControl(MatchError):
    """An unknown time control, or one that does not fit here."""

    code = "bad_control"
    status = 422


class Clock(TypedDict):
    """The limits of a match: seconds per decision, seconds per side for the whole match (None: no limit)."""

    move_seconds: int | None
    budget_seconds: int | None


CLOCK: Final = tuple(Clock.__annotations__)
"""Columns of a match and of a competition."""


class Limits(Clock):
    """The clock of a match, as ``Opening`` takes it."""

    control: str
    absence_seconds: int | None
    absence_claimed: bool


@dataclass(frozen=True, slots=True)
class Control:
    name: str
    label: str
    """English msgid."""
    share: float | None
    """Decision limit as a share of the game's own; None: ``move_seconds``."""
    move_seconds: int | None
    budget_seconds: int | None
    """For each side and the whole match."""
    absence_seconds: int | None
    """Absence of the side to act after which the match may be claimed; None: never."""


CONTROLS: Final[dict[str, Control]] = {
    control.name: control
    for control in (
        Control("blitz", _noop("Blitz"), 0.5, None, 10 * 60, 30),
        Control("normal", _noop("Normal"), 1.0, None, 45 * 60, 60),
        Control("relaxed", _noop("Relaxed"), 4.0, None, 3 * 3600, 180),
        Control("correspondence", _noop("By correspondence"), None, DAY, 7 * DAY, None),
        Control("unhurried", _noop("Unhurried"), None, 600, None, 1800),
        Control("none", _noop("No clock"), None, None, None, None),
    )
}
"""``unhurried`` is for matches against a house bot: a bot does not mind waiting, but nobody occupies it for ever."""

WITH_PEOPLE: Final = ("normal", "blitz", "relaxed", "correspondence")
"""Between two people, the default first."""
WITH_FRIENDS: Final = ("none", *WITH_PEOPLE)
"""With a friend by link, the default first: no clock, since a beginner needs time."""
WITH_BOTS: Final = ("unhurried", "normal", "blitz")
"""Against a house bot, the default first."""


def limits(game: str, name: str, *, days: int = 1, claimed: bool = True) -> Limits:
    """Return the clock of control ``name`` in ``game``; ``days`` a decision by correspondence (1 to 14).

    ``claimed`` False: absence is acted on automatically, since nobody is there to claim (a bot), or by the terms.
    Raises BadControl, and BadRequest for an unknown game.
    """
    control = CONTROLS.get(name)
    if control is None:
        raise BadControl(
            _("There is no time control %(name)s; choose one of %(all)s.") % {"name": name, "all": ", ".join(CONTROLS)}
        )
    if not 1 <= days <= 14:
        raise BadControl(_("A decision by correspondence has 1 to 14 days, not %(days)s.") % {"days": days})
    factor = days if name == "correspondence" else 1
    move = control.move_seconds
    if control.share is not None:
        move = max(LEAST_MOVE, round(engines.get(game).move_seconds * control.share))
    return Limits(
        control=name,
        move_seconds=None if move is None else move * factor,
        budget_seconds=None if control.budget_seconds is None else control.budget_seconds * factor,
        absence_seconds=control.absence_seconds,
        absence_claimed=claimed,
    )


def check_fits(move_seconds: int | None, budget_seconds: int | None, window_seconds: float) -> None:
    """Refuse a match by correspondence that its fixture's window may not hold. Raises BadControl."""
    if not is_correspondence(move_seconds):
        return
    needed = 2 * (budget_seconds or CONTROLS["correspondence"].budget_seconds or 0)  # both sides use all of theirs
    if needed > window_seconds:
        raise BadControl(
            _("A correspondence match can take %(needed)d hours, but the round is only open for %(window)d.")
            % {"needed": -(-needed // 3600), "window": window_seconds // 3600}
        )


def words(game: str, name: str) -> str:
    """Return a control with its limits in words: "Blitz: 15 s per decision, 10 min per side"."""
    clock = limits(game, name)
    return in_words(gettext(CONTROLS[name].label), clock["move_seconds"], clock["budget_seconds"])


def in_words(label: object, move: int | None, budget: int | None) -> str:
    """Return ``label`` (a string, lazy or not) with limits in words, seconds per decision and per side."""
    if is_correspondence(move):
        days = (move or DAY) // DAY
        sentence = ngettext("%(label)s: %(n)d day per decision", "%(label)s: %(n)d days per decision", days)
        return sentence % {"label": label, "n": days}
    if move is None and budget is None:
        return str(label)
    if budget is None:
        return _("%(label)s: %(move)s per decision") % {"label": label, "move": span(move or 0)}
    if move is None:
        return _("%(label)s: %(budget)s per side") % {"label": label, "budget": span(budget)}
    return _("%(label)s: %(move)s per decision, %(budget)s per side") % {
        "label": label,
        "move": span(move),
        "budget": span(budget),
    }


def span(seconds: int) -> str:
    """Return seconds in short form: "45 s", "10 min"."""
    if seconds % 60 or seconds < 60:
        return _("%(n)d s") % {"n": seconds}
    return _("%(n)d min") % {"n": seconds // 60}
