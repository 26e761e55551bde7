"""Sentences of a review: why there is none, what a better move brings, what a chance is."""

from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

LARGEST_DIE: Final = 36
"""Denominators up to this are written as they are counted on dice, others in per cent."""
EXACT: Final = 1e-9
TELLING: Final = 0.02
"""Difference of two chances that is worth a sentence."""

_REFUSALS: Final = {
    "running": _noop("The review comes after the match: during it, it would say what to do."),
    "void": _noop("This match does not count, so there is nothing to review."),
    "not_played": _noop("No move was played in this match, so there is nothing to review."),
    "kind": _noop("Practice boards and guided matches have no review."),
    "continued": _noop("Another match goes on from this one. The review comes when that match is over."),
    "no_values": _noop("There is no review of this game yet."),
    "unsupported": _noop("The values of this game do not cover the options of this match, or are not built yet."),
    "older_rules": _noop("This match used older rules, and today's values do not fit them. It has no review."),
}


def refusal_words(reason: str) -> str:
    """Return why a match has no review (``matches.verbs.reviews.refusal``)."""
    return gettext(_REFUSALS[reason])


class Fact(NamedTuple):
    """One chance of both moves, as a row of a small table."""

    key: str
    label: str
    played: str
    better: str


_FACTS: Final = (
    # key, label, whether more of it is better, the sentence
    (
        "goal",
        _noop("Goal at once"),
        True,
        _noop("It scores at once %(better)s, the move played %(played)s."),
    ),
    (
        "conceded",
        _noop("Goal against at once"),
        False,
        _noop("The move played gives away a goal at once %(played)s, the better move %(better)s."),
    ),
    (
        "answered",
        _noop("Goal against by the next decision"),
        False,
        _noop("Now they score next %(played)s; after the better move %(better)s."),
    ),
    (
        "followed",
        _noop("Goal by the next decision"),
        True,
        _noop("Now you score next %(played)s; after the better move %(better)s."),
    ),
    (
        "kept",
        _noop("You attack after it"),
        True,
        _noop("Now you keep attacking %(played)s; after the better move %(better)s."),
    ),
)


def chance(value: float) -> str:
    """Write a chance in a sentence: ``5 of 36 cases`` where dice count it, else per cent; never and always in words."""
    if value < EXACT:
        return _("never")
    if value > 1 - EXACT:
        return _("always")
    dice = _die(value)
    if dice is None:
        return _("in %(share)s of cases") % {"share": share(value)}
    return _("in %(n)d of %(of)d cases") % {"n": dice.numerator, "of": dice.denominator}


def share(value: float) -> str:
    """Write a chance in a cell: ``5/36`` where dice count it, else per cent."""
    dice = _die(value)
    if dice is not None and dice.denominator > 1:
        return f"{dice.numerator}/{dice.denominator}"
    percent = 100 * value
    return "<1%" if EXACT < percent < 0.5 else f"{percent:.0f}%"


def _die(value: float) -> Fraction | None:
    """Return a chance as dice count it, None if no small dice do."""
    simple = Fraction(value).limit_denominator(LARGEST_DIE)
    return simple if abs(simple - value) < EXACT else None


def facts(played: dict[str, Any], better: dict[str, Any]) -> list[Fact]:
    """Return the chances in which two moves differ (``engines.review.Prospects`` of each)."""
    return [
        Fact(key, gettext(label), share(played[key]), share(better[key]))
        for key, label, _more, _sentence in _FACTS
        if played[key] is not None and abs(played[key] - better[key]) >= TELLING
    ]


def reason(played: dict[str, Any], better: dict[str, Any]) -> str:
    """Say in one sentence what the better move gains most by; the values alone where no chance tells it."""
    gains = [
        ((better[key] - played[key]) * (1 if more else -1), key, sentence)
        for key, _label, more, sentence in _FACTS
        if played[key] is not None
    ]
    gain, key, sentence = max(gains)
    if gain < TELLING:
        values = {"better": points(better["score"]), "played": points(played["score"])}
        return (
            _("It leaves the better position: %(better)s points to expect, %(played)s after the move played.") % values
        )
    return gettext(sentence) % {"better": chance(better[key]), "played": chance(played[key])}


def points(value: float) -> str:
    """Write a value, or a difference, as points of a hundred."""
    return f"{100 * value:.0f}"


def cut_words(last: int, version: int) -> str:
    return _("Reviewed up to move %(last)d of %(all)d: the rest would take too much time.") % {
        "last": last,
        "all": version,
    }
