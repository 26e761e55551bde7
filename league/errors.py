"""The base class of refusals: each has a sentence for a person, a code for a program and an HTTP status."""

from collections.abc import Iterable

from django.http import Http404
from django.utils.translation import gettext as _

from matches.errors import Refusal


class LeagueError(Refusal):
    """A refusal of an app of ``league``. ``str(error)`` is the sentence in the reader's language."""


class Gone(Http404):
    """Something that is not there, or no longer: who wants to remove it has what they want."""


def out_of_bounds(low: int, high: int) -> str:
    """Return the sentence that names the bounds of a number."""
    if low == high:
        return _("Only %(number)d is possible here.") % {"number": low}
    return _("Enter a number from %(low)d to %(high)d.") % {"low": low, "high": high}


def out_of_years(low: int, high: int) -> str:
    """Return the sentence that names the years in which a day or a moment may be."""
    return _("Choose a day in the years %(low)d to %(high)d.") % {"low": low, "high": high}


def wrong_length(low: int, high: int) -> str:
    """Return the sentence that names how many characters a text has."""
    if low == 0:
        return _("At most %(most)d characters.") % {"most": high}
    return _("Write between %(low)d and %(high)d characters.") % {"low": low, "high": high}


def not_among(allowed: Iterable[str]) -> str:
    """Return the sentence that names the values of a choice."""
    return _("Choose one of %(allowed)s.") % {"allowed": ", ".join(allowed)}
