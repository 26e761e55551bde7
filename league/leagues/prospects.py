"""The prospects of a table in two sentences: who can come first, and which ranks are open to the reader."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _

NAMED: Final = 3
"""More are counted, not named."""


def prospects(
    rows: Sequence[Mapping[str, Any]], ranges: Mapping[str, Sequence[int]], zones: Mapping[str, Sequence[int]]
) -> list[str]:
    """Return the sentences.

    ``ranges``: best and worst place of each entrant. ``zones``: the places of each zone by its words, from the top.
    """
    own = next((ranges[row["entrant"]] for row in rows if row["mine"] and row["entrant"] in ranges), None)
    second = _own(*own) if own else _foot(ranges, zones)
    return [sentence for sentence in (_first_place(rows, ranges), second) if sentence]


def _first_place(rows: Sequence[Mapping[str, Any]], ranges: Mapping[str, Sequence[int]]) -> str:
    """Say who can still come first; nothing where it is the lower part of a table."""
    names = [row["name"] for row in rows if row["entrant"] in ranges and ranges[row["entrant"]][0] == 1]
    if not names:
        return ""
    if len(names) == 1:
        return _("%(name)s is certain of the first place.") % {"name": names[0]}
    if len(names) <= NAMED:
        return _("%(names)s can still come first.") % {"names": get_text_list(names, _("and"))}
    if len(names) == len(rows):
        return _("All %(n)d can still come first.") % {"n": len(names)}
    return _("%(n)d of %(all)d can still come first.") % {"n": len(names), "all": len(rows)}


def _own(best: int, worst: int) -> str:
    if best == worst:
        return _("Your place is certain: %(place)d.") % {"place": best}
    return _("You can still finish between places %(best)d and %(worst)d.") % {"best": best, "worst": worst}


def _foot(ranges: Mapping[str, Sequence[int]], zones: Mapping[str, Sequence[int]]) -> str:
    """Say for how many the last zone is possible; nothing where there is none."""
    if not zones:
        return ""
    words, places = list(zones.items())[-1]
    able = sum(best <= places[-1] and worst >= places[0] for best, worst in ranges.values())
    return _("%(zone)s: still possible for %(n)d of %(all)d.") % {
        "zone": capfirst(words),
        "n": able,
        "all": len(ranges),
    }
