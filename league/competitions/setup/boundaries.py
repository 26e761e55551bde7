"""Play-offs of entrants level on points at a boundary of a table that matters.

Their ties are made with the rest of the stage, in rounds of their own at its end, and stay empty until the table is
complete: a slot names a place of the table *if it is level on points with the next*, so a correction changes its
entrant, and without level points the tie is not needed. The table's criteria rank three or more level entrants first;
the two at the boundary play. One match on neutral ground, no extra time, penalties.

Where the place after one boundary is the place before the next, two play-offs are about it: the lower one is in a later
round and waits for the upper one, whose loser stands in it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from league.competitions.models import AnyFixture, AnyTie, Competition, Group, Round, Stage, Tie
from league.formats import slots
from league.formats.ties import TieRules
from league.standings.presets import PRESETS

KIND: Final = "boundary"
"""``Tie.kind`` of such a play-off, and ``Round.part`` of its round."""
RULES: Final = TieRules(extra_time=False)


def after(competition: Competition, stage: Stage, number: int, size: int) -> list[int]:
    """Return the places k of group ``number`` where level points between k and k + 1 are played off.

    Groups count from 1 and have ``size`` entrants. The places are those of the dated rules or, if the organiser wants
    it, title, promotion and relegation.
    """
    by_rules = PRESETS.get(competition.standings, {}).get("playoff_after", ())
    has_playoffs = bool(stage.settings.get("boundary_playoffs"))
    if stage.format == Stage.Format.LEAGUE:
        places = set(by_rules) | ({1} if has_playoffs else set())
    elif stage.format == Stage.Format.DIVISIONS and (by_rules or has_playoffs):
        places = _of_division(stage.settings.get("moves", []), number, size)
    else:
        places = set()
    return sorted(k for k in places if 0 < k < size)


def _of_division(moves: Sequence[Mapping[str, int]], number: int, size: int) -> set[int]:
    """Return the boundaries of a division: the title (or the last promotion), and the first relegation."""
    places = {1} if number == 1 else {_line(moves[number - 2])}
    if len(moves) >= number:
        places.add(size - _line(moves[number - 1]))
    return places


def _line(move: Mapping[str, int]) -> int:
    """Return the number of places beyond the line: those that change directly, or all that might."""
    return move["direct"] or move["playoff"]


def waves(places: Mapping[str, Sequence[int]]) -> list[dict[str, list[int]]]:
    """Return the ``places`` of each group, round by round: a boundary next to the one before comes a round later."""
    rounds: list[dict[str, list[int]]] = []
    for name, boundaries in places.items():
        at = 0
        for k in boundaries:
            at = at + 1 if k - 1 in boundaries else 0
            rounds += [{}] if at == len(rounds) else []
            rounds[at].setdefault(name, []).append(k)
    return rounds


def ties(round: Round, places: Mapping[str, Sequence[int]]) -> list[Tie]:
    """Return the unsaved ties of ``round`` at the ``places`` of each group, by its name."""
    playoffs: list[Tie] = []
    for name, boundaries in places.items():
        for k in boundaries:
            home, away = slots.level(k, k, name), slots.level(k + 1, k, name)
            playoffs.append(Tie(round=round, number=len(playoffs) + 1, kind=KIND, home_slot=home, away_slot=away))
    return playoffs


def place_of(tie: AnyTie) -> int:
    """Return the place k at stake in ``tie``: its winner is k-th, its loser next."""
    return int(tie.home_slot["level"])


def is_of(tie: AnyTie, group: Group) -> bool:
    return tie.kind == KIND and tie.home_slot["group"] == group.name


def score(fixture: AnyFixture, home_goals: int | None, away_goals: int | None, kicks: Mapping[str, Any] | None) -> str:
    """Return the score of a play-off for the reason of a place: ``3–1``, ``1–1 (4–2)``, empty if awarded."""
    if fixture.leg != 1 or home_goals is None or away_goals is None:
        return ""
    most, least = max(home_goals, away_goals), min(home_goals, away_goals)
    if kicks:
        shot = sorted(kicks.values(), reverse=True)
        return f"{most}–{least} ({shot[0]}–{shot[1]})"
    return f"{most}–{least}"
