"""Titles of a match in the reader's language: competition, round and leg, pace."""

from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _noop

from matches.models import Match
from matches.terms.clock import is_correspondence
from matches.terms.time_controls import DAY

_MODES: Final[dict[str, str]] = {
    Match.Mode.GUIDED: _noop("Guided match"),
    Match.Mode.PRACTICE: _noop("Practice"),
    Match.Mode.POSITION: _noop("From a position"),
    Match.Mode.OFFLINE: _noop("Played offline"),
}


LEGS: Final = {1: _noop("1st leg"), 2: _noop("2nd leg")}


def name_of(match: Match) -> str:
    """Return the competition, or the kind of match; "" for a friendly without a title.

    The title of a guided match, a practice board or a match from a position is in its starter's language, so its mode
    is used instead; of a match that was sent in it is the mark that it was played offline.
    """
    kind = _MODES.get(match.mode)
    return gettext(kind) if kind else match.title


def part_of(match: Match) -> str:
    """Return the round and the leg: "Semi-finals · 2nd leg"; "2nd leg" or "" outside a competition."""
    labels = [gettext(msgid) % values for msgid, values in match.part]
    return " · ".join(labels + ([gettext(LEGS[match.leg])] if match.leg else []))


def title_of(match: Match) -> str:
    """Return competition, round and leg: "Saturday cup · Semi-finals · 2nd leg"."""
    return " · ".join(filter(None, [name_of(match), part_of(match)]))


def pace(move_seconds: int | None) -> str:
    """Return the time for a decision by correspondence: "3 days per move"; "" for one sitting."""
    if move_seconds is None or not is_correspondence(move_seconds):
        return ""
    hours = max(1, round(move_seconds / 3600))
    if hours % (DAY // 3600):
        return ngettext("%(n)d hour per move", "%(n)d hours per move", hours) % {"n": hours}
    days = hours // (DAY // 3600)
    return ngettext("%(n)d day per move", "%(n)d days per move", days) % {"n": days}
