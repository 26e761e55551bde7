"""The tie-breaks that an organiser chose for the tables of a competition, in place of those of published rules.

The list begins with points and ends with lots. A competition with its own has no name of rules: ``standings`` is empty.
Its points stay those of the rules before, or its own (``own_points``).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.setup.presets import PRESETS, TEAM_CRITERIA, Preset
from league.errors import not_among, out_of_bounds
from league.standings.criteria import HEAD_TO_HEAD, LOTS, MINI, choosable, choosable_of_teams, parse

TWICE: Final = gettext_lazy("Each tie-break can be in the list only once.")

MOST_MEETINGS: Final = 8
"""Most meetings of each pair that a head-to-head can wait for."""

Listed = str | Mapping[str, Any]
"""A key, or the JSON object of a head-to-head (``league.standings.criteria``)."""


def choices(preset: Preset, *, teams: bool = False) -> tuple[str, ...]:
    """Return the keys that can be chosen, for tables of ``teams`` theirs; none where there is no table."""
    if not preset.has_table:
        return ()
    return choosable_of_teams() if teams else choosable(swiss=preset.pairs_swiss)


def take(row: Competition, listed: Sequence[Listed]) -> None:
    """Rank the tables of ``row`` by ``listed`` after points. Raises BadSetting."""
    row.criteria, row.standings = _checked(row, listed), ""


def is_own(row: Competition) -> bool:
    """Return whether the tables of ``row`` are ranked by a list of its own."""
    preset = PRESETS[row.preset]
    usual = TEAM_CRITERIA if row.of_teams else preset.criteria
    return preset.has_table and not row.standings and row.criteria != list(usual)


def chosen(row: Competition) -> list[Listed]:
    """Return the list of its own without points and lots; empty if its rules are published or its preset's."""
    return _between_the_ends(row.criteria) if is_own(row) else []


def repeatable(row: Competition) -> list[Listed]:
    """Return ``chosen`` for a new competition; empty if a document brought what cannot be chosen here."""
    allowed = choices(PRESETS[row.preset], teams=row.of_teams)
    listed = chosen(row)
    return listed if all(entry in allowed or isinstance(entry, Mapping) for entry in listed) else []


def _between_the_ends(listed: Sequence[Listed]) -> list[Listed]:
    entries = list(listed)
    if entries[:1] == ["points"]:
        del entries[0]
    if entries[-1:] == [LOTS]:
        del entries[-1]
    return entries


def _checked(row: Competition, listed: Sequence[Listed]) -> list[Listed]:
    preset, before = PRESETS[row.preset], chosen(row)
    if not preset.has_table:
        raise BadSetting("criteria", _("A knockout has no table and needs no rules for one."))
    checked: list[Listed] = []
    for entry in _between_the_ends(listed):
        if isinstance(entry, Mapping):
            tie_break: Listed = _head_to_head(entry)
        elif entry in (*(allowed := choices(preset, teams=row.of_teams)), *before):  # what a document brought may stay
            tie_break = HEAD_TO_HEAD if entry == "head_to_head" else entry
        else:
            raise BadSetting("criteria", not_among(allowed))
        if tie_break in checked:
            raise BadSetting("criteria", str(TWICE))
        checked.append(tie_break)
    return ["points", *checked, LOTS]


def _head_to_head(entry: Mapping[str, Any]) -> dict[str, Any]:  # JSON
    """Return a head-to-head with nothing but what it knows. Raises BadSetting."""
    names, met = entry.get("head_to_head"), entry.get("once_each_pair_met", 0)
    if not isinstance(names, list) or not all(isinstance(name, str) and name in MINI for name in names):
        raise BadSetting("criteria", not_among(MINI))
    if len(set(names)) < len(names):
        raise BadSetting("criteria", str(TWICE))
    if isinstance(met, bool) or not isinstance(met, int) or not 0 <= met <= MOST_MEETINGS:
        raise BadSetting("criteria", out_of_bounds(0, MOST_MEETINGS))
    try:
        parse([entry])
    except ValueError as wrong:
        raise BadSetting("criteria", str(wrong)) from None
    own = {"head_to_head": names, "reapply_to_remaining": bool(entry.get("reapply_to_remaining"))}
    return {**own, "once_each_pair_met": met} if met else own
