"""What a match is called in the reader's language: its competition, its round and leg, its pace by correspondence."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_noop, ngettext

from matches.models import Match
from matches.terms.clock import is_correspondence
from matches.terms.time_controls import DAY

_MODES: Final[dict[str, str]] = {
    Match.Mode.GUIDED: gettext_noop("Guided match"),
    Match.Mode.PRACTICE: gettext_noop("Practice"),
}


def name_of(match: Match) -> str:
    """The competition, or the kind of match where it says all; empty for a friendly without a title. What a row says of
    a guided or a practice match is in the language of whoever began it, so its mode is asked instead."""
    kind = _MODES.get(match.mode)
    return gettext(kind) if kind else match.title


def part_of(match: Match) -> str:
    """The round and the leg: "Semi-finals · 2nd leg"; empty where it is no match of a competition."""
    return " · ".join(gettext(msgid) % values for msgid, values in match.part)


def title_of(match: Match) -> str:
    """The competition with its round and leg: "Saturday cup · Semi-finals · 2nd leg"; empty for a friendly."""
    return " · ".join(filter(None, [name_of(match), part_of(match)]))


def pace(move_seconds: int | None) -> str:
    """How long a decision by correspondence may take: "3 days a move"; empty for what is played at one sitting."""
    if move_seconds is None or not is_correspondence(move_seconds):
        return ""
    hours = max(1, round(move_seconds / 3600))
    if hours % (DAY // 3600):
        return ngettext("%(n)d hour a move", "%(n)d hours a move", hours) % {"n": hours}
    days = hours // (DAY // 3600)
    return ngettext("%(n)d day a move", "%(n)d days a move", days) % {"n": days}
