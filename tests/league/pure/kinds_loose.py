"""Two kinds of cases that are told in many shapes: ``promotion_formula`` and ``openskill``.

``promotion_formula``: how many of a division go up or down if nobody says. Sizes and counts stand as ``expected: {13:
3}``, as pairs ``[13, 3]``, as rows ``{size: 13, promoted: 3}``, or as two lists of one length, the sizes under
``input`` or any of ``SIZES`` and the counts under ``expected`` or any of ``COUNTS``.

``openskill``: one match by Plackett-Luce. ``teams`` (or ``players``, ``ratings``), under ``input`` or not: a list, or
a mapping by name, of teams; a team is a rating or a list of them; a rating is ``{mu, sigma}``, ``[mu, sigma]`` or
null for a new one; without teams two new players meet. Order: ``ranks`` (1 the best), ``scores`` (more is better),
``winner`` (a name, an index, or ``draw``) or ``order`` (names or indices, the first the best); without any of them as
listed. ``beta``, ``kappa``, ``tau``, ``mu``, ``sigma`` anywhere above ``expected``, also under ``params``,
``options``, ``model`` or ``rules``. ``expected``: the teams in the same shapes, or ``winner`` and ``loser``, or the
first alone; or a mapping of variants whose keys name tau (``default_tau``, ``tau_0``, ``paper``, ``openskill``).
Where no tau is said, the paper's (none) and OpenSkill's (25/300) are both right. ``tolerance``: a number, or one for
``mu`` and ``sigma``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from league.formats import divisions
from league.ratings import plackett_luce
from league.ratings.plackett_luce import Constants, Rating
from tests.league.pure.kinds import KINDS, Case, kind

SIZES = ("size", "sizes", "n", "players", "entrants", "teams", "players_in_division", "division_size", "division_sizes")
COUNTS = (
    "count",
    "counts",
    "promoted",
    "relegated",
    "promotion",
    "promotions",
    "up",
    "down",
    "moves",
    "places",
    "move",
)


# ── promotion ──
def _of(names: Sequence[str], *rows: Any) -> Any:
    """The first value under one of ``names`` in ``rows``, case ignored; None where there is none."""
    for row in rows:
        if isinstance(row, Mapping):
            low = {str(key).lower(): value for key, value in row.items()}
            for name in names:
                if name in low:
                    return low[name]
    return None


def _is_number(word: Any) -> bool:
    return not isinstance(word, bool) and re.fullmatch(r"\d+", str(word)) is not None


def moves_of(case: Case) -> Iterator[tuple[int, int]]:
    """Size and count of every example of ``case``."""
    expected, given = case.get("expected"), case.get("input", case)
    if isinstance(expected, Mapping) and expected and all(map(_is_number, expected)):
        yield from ((int(size), int(_count(count))) for size, count in expected.items())
        return
    sizes = given if isinstance(given, list) else _of(SIZES, given, expected, case)
    if isinstance(expected, list) and sizes is None:
        for row in expected:
            yield (int(row[0]), int(row[1])) if isinstance(row, list) else (int(_of(SIZES, row)), int(_count(row)))
        return
    counts = expected if not isinstance(expected, Mapping) else _of(COUNTS, expected)
    sizes, counts = (value if isinstance(value, list) else [value] for value in (sizes, counts))
    yield from ((int(size), int(_count(count))) for size, count in zip(sizes, counts, strict=True))


def _count(value: Any) -> Any:
    return _of(COUNTS, value) if isinstance(value, Mapping) else value


@kind
def promotion_formula(case: Case) -> None:
    moves = list(moves_of(case))
    assert moves, "no example in the case"
    for size, count in moves:
        assert divisions.default_relegated(size) == count, size


# ── Plackett-Luce ──
HOLDERS = ("input", "params", "parameters", "constants", "options", "model", "rules", "defaults")
TEAMS = ("teams", "players", "ratings", "before", "match")


def _said(case: Case) -> dict[str, Any]:
    """Everything that the case says above ``expected``, in one mapping."""
    made = dict(case)
    for name in HOLDERS:
        inner = made.get(name)
        if isinstance(inner, Mapping):
            made |= {**inner}
        elif name == "input" and isinstance(inner, list):
            made["teams"] = inner
    return made


def _rating(rating: Any, usual: Rating) -> Rating:
    if isinstance(rating, Mapping):
        return Rating(rating.get("mu", usual.mu), rating.get("sigma", usual.sigma))
    if isinstance(rating, list):
        return Rating(*rating)
    return usual if rating is None or isinstance(rating, str) else Rating(rating, usual.sigma)


def _team(team: Any, usual: Rating) -> list[Rating]:
    if isinstance(team, Mapping) and "mu" not in team and "sigma" not in team:
        inner = _of(TEAMS, team)
        team = list(team.values()) if inner is None else inner
    pair = isinstance(team, list) and len(team) == 2 and all(isinstance(number, int | float) for number in team)
    rows = team if isinstance(team, list) and not pair else [team]
    return [_rating(row, usual) for row in rows]


def _names_and_teams(teams: Any, usual: Rating) -> tuple[list[str], list[list[Rating]]]:
    if isinstance(teams, Mapping):
        return [str(name) for name in teams], [_team(team, usual) for team in teams.values()]
    if isinstance(teams, int):
        teams = [None] * teams
    names = [
        str(row["name"]) if isinstance(row, Mapping) and "name" in row else str(at) for at, row in enumerate(teams)
    ]
    return names, [_team(_without_name(row), usual) for row in teams]


def _without_name(row: Any) -> Any:
    return {key: value for key, value in row.items() if key != "name"} if isinstance(row, Mapping) else row


def _ranks(fields: Mapping[str, Any], names: Sequence[str]) -> list[float]:
    listed = _of(("ranks", "rank", "places", "placement", "placements"), fields)
    scores = _of(("scores", "score", "result", "goals"), fields)
    winner, order = fields.get("winner"), _of(("order", "finish", "finishing_order"), fields)
    if listed is not None:
        return [float(score) for score in (listed.values() if isinstance(listed, Mapping) else listed)]
    if scores is not None and not isinstance(scores, str):
        return [-float(score) for score in (scores.values() if isinstance(scores, Mapping) else scores)]
    if order is not None:
        at = {str(name): place for place, name in enumerate(order)}
        return [float(at[name]) for name in names]
    if winner is not None or scores == "draw" or fields.get("draw") is True:
        return [float(str(winner) not in (name, str(at)) and winner is not None and winner != "draw")
                for at, name in enumerate(names)]  # fmt: skip
    return [float(at) for at in range(len(names))]


def _tau_of(key: str) -> float | None:
    """The tau that the name of a variant says; None if it names none."""
    low = key.lower()
    if any(word in low for word in ("paper", "no_tau", "without", "weng")) or re.search(r"tau[ _=:]*0(\.0*)?$", low):
        return 0.0
    return plackett_luce.OPENSKILL_TAU if "tau" in low or "openskill" in low or low == "default" else None


def _variants(expected: Any, tau: float | None) -> Iterator[tuple[list[float], Any]]:
    """Which values of tau are right for which expectation."""
    if isinstance(expected, Mapping):
        named = {key: _tau_of(str(key)) for key in expected if key not in ("tolerance", "tau")}
        if named and all(value is not None for value in named.values()):
            yield from (([value], expected[key]) for key, value in named.items() if value is not None)
            return
        tau = expected.get("tau", tau)
    yield [0.0, plackett_luce.OPENSKILL_TAU] if tau is None else [tau], expected


def _wanted(expected: Any, names: Sequence[str], ranks: Sequence[float], usual: Rating) -> dict[int, list[Rating]]:
    """Team -> its ratings as they must come out, of those that are named."""
    if isinstance(expected, Mapping):
        inner = _of((*TEAMS, "after"), expected)
        rows = {str(key): value for key, value in expected.items() if key not in ("tolerance", "tau")}
        if inner is not None:
            return _wanted(inner, names, ranks, usual)
        if {"mu", "sigma"} & set(rows):
            return {ranks.index(min(ranks)): _team(rows, usual)}
        at = {name: number for number, name in enumerate(names)}
        at |= {"winner": ranks.index(min(ranks)), "loser": ranks.index(max(ranks))}
        return {at[key]: _team(value, usual) for key, value in rows.items()}
    flat = len(expected) == 2 and all(isinstance(number, int | float) for number in expected)
    if flat:
        return {ranks.index(min(ranks)): _team(expected, usual)}
    return {at: _team(_without_name(row), usual) for at, row in enumerate(expected)}


def _close(computed: Sequence[Rating], expected: Sequence[Rating], tolerance: Any) -> bool:
    by = tolerance if isinstance(tolerance, Mapping) else {"mu": tolerance, "sigma": tolerance}
    return len(computed) == len(expected) and all(
        getattr(one, name) == pytest.approx(getattr(other, name), abs=by.get(name, 1e-5))
        for one, other in zip(computed, expected, strict=True)
        for name in ("mu", "sigma")
    )


def openskill_case(case: Case) -> None:
    said, expected = _said(case), case["expected"]
    mu = said.get("mu", plackett_luce.MU)
    usual = Rating(mu, said.get("sigma", mu / 3))
    teams_said = _of(TEAMS, said)
    names, teams = _names_and_teams([None, None] if teams_said is None else teams_said, usual)
    ranks = _ranks(said, names)
    tolerance = said.get("tolerance", expected.get("tolerance", 1e-5) if isinstance(expected, Mapping) else 1e-5)
    for taus, wanted_of in _variants(expected, said.get("tau")):
        found = [
            plackett_luce.update(
                teams,
                ranks,
                Constants(said.get("beta", plackett_luce.BETA), said.get("kappa", plackett_luce.KAPPA), tau),
            )
            for tau in taus
        ]
        expected_teams = _wanted(wanted_of, names, ranks, usual)
        assert expected_teams, "nothing is expected"
        assert any(
            all(_close(made[at], team, tolerance) for at, team in expected_teams.items()) for made in found
        ), (found, expected_teams)  # fmt: skip


KINDS["openskill"] = openskill_case
