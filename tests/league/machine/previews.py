"""What a change has done, in the sentences that its preview owed: made from what was stored before and after."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from league.competitions.models import Competition, ResultEntry
from tests.league.machine.stored import Stored

NOTHING = "Nothing else changes."
MORE = "more changes"
"""Of a long preview only the first sentences are told."""


def must_have_told(lines: list[str], before: Stored, after: Stored, ruled: Any = None) -> None:
    """Fail unless ``lines`` of a preview told all that has happened, and nothing of ties, tables or the end besides."""
    happened = _happened(before, after, ruled)
    if any(MORE in line for line in lines):
        return
    missing = sorted(happened - set(lines))
    assert not missing, f"the preview did not tell {missing}, but: {lines}"
    more = [line for line in lines if line not in happened and line != NOTHING and _is_of_the_model(line)]
    assert not more, f"the preview told {more}, which has not happened"


def _is_of_the_model(line: str) -> bool:
    points = (" point instead of ", " points instead of ")
    told = ("goes through", "would be wiped", ": place ", *points, "champion", "the competition goes on")
    return any(words in line for words in told)


def _happened(before: Stored, after: Stored, ruled: Any) -> set[str]:
    return {*_through(before, after), *_wiped(before, after, ruled), *_places(before, after), *_end(before, after)}


def _through(before: Stored, after: Stored) -> list[str]:
    sentences = []
    for key, tie in after.ties.items():
        if tie.group_id is not None or key not in before.ties or tie.winner_id == before.ties[key].winner_id:
            continue
        old, new = before.ties[key].winner_id, tie.winner_id
        if tie.home_id is None and new is None:
            continue
        sentences.append(
            f"{after.name(new)} goes through instead of {after.name(old)}"
            if old and new
            else f"{after.name(new)} goes through"
            if new
            else f"{after.name(old)} no longer goes through"
        )
    return sentences


def _wiped(before: Stored, after: Stored, ruled: Any) -> list[str]:
    new = after.entries[len(before.entries) :]
    wiped = {entry.fixture_id for entry in new if entry.kind == ResultEntry.Kind.REPLAY}
    wiped -= {ruled} if len([entry for entry in new if entry.fixture_id == ruled]) < 2 else set()
    return [f"{before.pair(before.fixtures[key])} would be wiped" for key in wiped]


def _places(before: Stored, after: Stored) -> list[str]:
    sentences = []
    for key, group in after.groups.items():
        earlier = {row["entrant"]: row for row in before.groups[key].table.get("rows", [])}
        for row in group.table.get("rows", []):
            old = earlier.get(row["entrant"], row)
            place, points = row["rank"] != old["rank"], row["points"] != old["points"]
            told = []
            if place:
                told.append(f"place {row['rank']} instead of {old['rank']}")
            if points:
                noun = "point" if row["points"] == 1 else "points"
                told.append(f"{row['points']:g} {noun} instead of {old['points']:g}")
            if told:
                sentences.append(f"{after.name(UUID(row['entrant']))}: {', '.join(told)}")
    return sentences


def _end(before: Stored, after: Stored) -> list[str]:
    over = [row.competition.status == Competition.Status.FINISHED for row in (before, after)]
    old, new = before.competition.champion_id, after.competition.champion_id
    if over == [True, False]:
        return ["the competition goes on"]
    if over != [True, True] or old == new:
        return []
    if old and new:
        return [f"{after.name(new)} becomes champion instead of {after.name(old)}"]
    return [f"{after.name(new)} is the champion" if new else f"{after.name(old)} is no longer the champion"]
