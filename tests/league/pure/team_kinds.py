"""The kinds of cases of team competitions, as in ``kinds``: team ties, ties of a cup, team tables, Scheveningen.

A key of a case that nobody reads would change its meaning in silence, so each kind names its own (``READ``), and the
rules that it knows (``RULES``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from engines.core.seats import SEATS
from league.formats import scheveningen, team_ties
from league.standings.criteria import CRITERIA
from league.standings.table import Rules, Table, team_table
from league.standings.teams import TeamResult
from tests.league.pure.kinds import check_keys

Case = dict[str, Any]

TIE_RULES = frozenset(team_ties.FIELDS) - {"cup_by"}
RULES = {
    "team_tie": TIE_RULES,
    "team_cup": TIE_RULES | {"decide"},
    "team_cup_tie": TIE_RULES | {"decide"},
    "team_table": TIE_RULES | {"criteria", "one_at_a_time"},
    "scheveningen": frozenset({"times"}),
}
READ = {
    "team_tie": {"boards"},
    "team_cup": {"legs"},
    "team_cup_tie": {"legs"},
    "team_table": {"ties", "totals", "teams", "lots"},
    "scheveningen": {"before", "round", "times"},
}
ABOUT = {"id", "kind", "title", "rules", "expected", "published", "wrong_if", "source"}
TEAM_FIGURES = sorted(key for key, criterion in CRITERIA.items() if criterion.in_teams)


def check_read(case: Case, given_in: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raises ValueError naming a key of ``given_in`` that nobody reads, and those that there are."""
    unknown = sorted(set(given_in).difference(known))
    if unknown:
        raise ValueError(f"case {case['id']}: unknown key {', '.join(unknown)}; known are {', '.join(sorted(known))}")


# ── reading ──
ALIASES = {"goals": "goals_for", "board_weight": "berlin"}
SIDES = {"first": "home", "second": "away"}


def team_key(name: str) -> str:
    return ALIASES.get(name, name)


def tie_rules_of(case: Case, **more: Any) -> team_ties.TieRules:
    stored = {name: value for name, value in (case.get("rules") or {}).items() if name in TIE_RULES}
    if "tie_by" in stored:
        stored["tie_by"] = [team_key(name) for name in stored["tie_by"]]
    return team_ties.rules_of({**stored, **more})


def boards_of(written: Iterable[Any]) -> list[team_ties.Board]:
    awarded = {"+-": "home", "-+": "away", "--": "nobody"}
    return [
        team_ties.Board(awarded=awarded[board]) if isinstance(board, str) else team_ties.Board(tuple(board))
        for board in written
    ]


def same_tie(expected: Mapping[str, Any], decision: team_ties.Decision) -> None:
    counts = decision.counts
    found = {
        "board_points": list(counts.board_points),
        "boards_won": list(counts.boards_won),
        "goals": list(counts.goals),
        "match_points": list(decision.match_points),
        "running": [list(pair) for pair in decision.running],
        "decided_at_board": decision.decided_at_board,
        "winner": decision.winner,
        "decided_by": None if decision.decided == "draw" else decision.decided,
    }
    wanted = dict(expected)
    if wanted.get("winner") in SIDES:
        wanted["winner"] = SIDES[wanted["winner"]]
    if wanted.get("decided_by"):
        wanted["decided_by"] = team_key(wanted["decided_by"])
        if decision.decided == "first_to" and wanted["decided_by"] == "board_points":
            found["decided_by"] = "board_points"  # n of which points
    assert {name: found[name] for name in wanted} == wanted


def team_tie(case: Case) -> None:
    same_tie(case["expected"], team_ties.decide(tie_rules_of(case), boards_of(case["boards"])))


def team_cup_tie(case: Case) -> None:
    facts: dict[str, Any] = {}
    keys = []
    for entry in case.get("rules", {}).get("decide", ["board_points"]):
        [(name, value)] = entry.items() if isinstance(entry, Mapping) else [(entry, None)]
        keys.append(team_key(name))
        if name in ("holder", "lots"):
            facts[name] = None if value is None else SEATS[value]
        elif name in ("extra_board", "sudden_death") and value is not None:
            several = value if name == "sudden_death" or isinstance(value[0], (list, str)) else [value]
            facts["extra"] = facts.get("extra", []) + boards_of(several)
    legs = []
    for leg in case["legs"]:
        check_read(case, leg, {"boards", "home"})
        legs.append(team_ties.Leg(tuple(boards_of(leg["boards"])), home=SEATS[leg.get("home", 0)]))
    decision = team_ties.decide_cup(tie_rules_of(case, cup_by=keys), legs, planned=len(legs), **facts)
    same_tie(case["expected"], decision)


def team_criteria_of(listed: Iterable[Any]) -> list[Any]:
    """Criteria as the code takes them."""
    result: list[Any] = []
    for entry in listed:
        if isinstance(entry, str):
            result.append(team_key(entry))
            continue
        given_in = dict(entry)
        listed_in = given_in.pop("head_to_head")
        if isinstance(listed_in, Mapping):
            given_in |= listed_in
            listed_in = given_in.pop("list")
        names = [team_key(name) for name in listed_in]
        again, strict = given_in.pop("again", False), given_in.pop("strict", False)
        mini = {"head_to_head": names, "reapply_to_remaining": again, "once_each_pair_met": int(strict), **given_in}
        result.append(mini)
    return result


def team_result_of(case: Case, rules: team_ties.TieRules, tie: Any) -> TeamResult:
    if isinstance(tie, Mapping):
        check_read(case, tie, {"home", "away", "boards", "sets", "games"})
        home, away, written = tie["home"], tie["away"], tie["boards"]
        more = {name: tuple(tie[name]) for name in ("sets", "games") if name in tie}
    elif case.get("totals"):
        home, away, *totals = tie
        return team_ties.decide_totals(rules, tuple(totals)).result(home, away)
    else:
        (home, away, written), more = tie, {}
    return team_ties.decide(rules, boards_of(written)).result(home, away, **more)


def table_of_teams(case: Case) -> None:
    rules, expected = tie_rules_of(case), case["expected"]
    results = [team_result_of(case, rules, tie) for tie in case["ties"]]
    teams = case.get("teams") or list(dict.fromkeys(team for result in results for team in (result.home, result.away)))
    criteria = team_criteria_of(case.get("rules", {}).get("criteria", ["match_points", "board_points"]))
    table_rules = Rules.of_teams(
        {"criteria": criteria, "one_at_a_time": case.get("rules", {}).get("one_at_a_time", False)}
    )
    standings = team_table(sorted(teams), results, table_rules, lots=case.get("lots", ()))
    assert standings.order == expected["order"]
    figures = Rules.of_teams({"criteria": TEAM_FIGURES})
    shown = {row.entrant: row.figures for row in team_table(teams, results, figures).rows}
    ranks = {row.entrant: row for row in standings.rows}
    for wanted in expected.get("table", ()):
        row = ranks[wanted["team"]]
        known = {"team": row.entrant, "rank": row.rank, "ties": row.tally.played, "drawn": row.tally.drawn}
        known |= {"won": row.tally.won, "lost": row.tally.lost}
        for name, value in wanted.items():
            found = known[name] if name in known else shown[row.entrant][team_key(name)]
            exact = float(Fraction(value)) if isinstance(value, str) and "/" in value else value
            assert found == (exact if isinstance(exact, str) else pytest.approx(exact)), (row.entrant, name)
    if "reasons" in expected:
        same_reasons(expected["reasons"], standings, one_at_a_time=table_rules.one_at_a_time, first=criteria[0])


def same_reasons(reasons: Mapping[str, str], standings: Table, *, one_at_a_time: bool, first: str) -> None:
    """Compare ``A > B=C: criterion`` with the borders of the table, and that it has no others."""
    place = {team: at for at, team in enumerate(standings.order)}
    told = set()
    for chain, criterion in reasons.items():
        sets = [sorted(part.strip().split("="), key=place.__getitem__) for part in chain.split(">")]
        best_alone = one_at_a_time and criterion != first
        if best_alone:  # the others were begun again, whatever their order here
            sets = [sets[0], sorted((team for part in sets[1:] for team in part), key=place.__getitem__)]
        for upper, lower in pairwise(sets):
            split = standings.splits[upper[-1], lower[0]]
            name = "head_to_head" if split.mini else split.name
            assert name == team_key(criterion), (chain, split)
            told.add((upper[-1], lower[0]))
    assert told == set(standings.splits)


def one_round_of_scheveningen(case: Case) -> None:
    (first, before_first), (second, before_second) = case["before"].items()
    standing = scheveningen.Standing(before_first, before_second)
    standing = standing.after(scheveningen.Score(*game) for game in case["round"])
    times = case.get("times") or case.get("rules", {}).get("times") or (2 if "twice" in case["title"] else 1)
    rounds = scheveningen.rounds(len(before_first), times)
    found = {
        first: standing.first,
        second: standing.second,
        "score": list(standing.score),
        "boards_played": standing.boards_played,
        "boards_in_all": sum(len(games) for games in rounds),
        "leads_individuals_by": standing.lead,
    }
    assert {name: found[name] for name in case["expected"]} == case["expected"]


KINDS: dict[str, Callable[[Case], None]] = {
    "team_tie": team_tie,
    "team_cup": team_cup_tie,
    "team_cup_tie": team_cup_tie,
    "team_table": table_of_teams,
    "scheveningen": one_round_of_scheveningen,
}


def check(case: Case) -> None:
    """Check one case, after its keys."""
    kind = case["kind"]
    check_read(case, case, ABOUT | READ[kind])
    check_keys(case, RULES[kind])
    KINDS[kind](case)
