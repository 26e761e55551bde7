"""Each kind of competition case: how its input is given to the code that the pages use, and what must come out.

A function a kind, called with the whole case; it asserts. Keys are read generally, because more cases of the same
kinds are run than those that stand here. Names of teams serve as ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from league.formats import round_robin
from league.formats.double_elimination import double_bracket
from league.formats.knockout import bracket
from league.formats.swiss import games as swiss_games
from league.formats.swiss import rounds as swiss_rounds
from league.formats.thirds import allocation
from league.formats.ties import Decision, Leg, TieRules, decide
from league.ratings import football_elo, glicko2
from league.standings import explain, swiss
from league.standings.criteria import CRITERIA
from league.standings.figures import Adjustment, Result, Tally, adjusted, carry
from league.standings.ranking import Matches, Split
from league.standings.table import PlayOff, Rules, classify, figures_of, table
from tests.league.pure.venues import breaks, longest_run

Case = dict[str, Any]
KINDS: dict[str, Callable[[Case], None]] = {}


def kind(check: Callable[[Case], None]) -> Callable[[Case], None]:
    KINDS[check.__name__] = check
    return check


RULE_KEYS = frozenset(
    {"points", "criteria", "playoff_after", "take", "teams", "relegated", "promoted", "boundaries_with_playoff",
     "two_level", "three_or_more_level", "elsewhere", "away_goals", "away_goals_in_extra_time", "extra_time",
     "penalties", "shootout", "replay", "carried", "carried_matches", "better"}
)  # fmt: skip
"""Keys of a case's ``rules``: any other would be left out in silence, and change the meaning of the case."""


def check_keys(case: Case, known: Collection[str] = RULE_KEYS) -> None:
    """Raises ValueError naming a key of the case's rules that nobody reads, and those that there are."""
    rules = case.get("rules")
    unknown = set(rules).difference(known) if isinstance(rules, Mapping) else set()
    if unknown:
        listed, there_are = ", ".join(sorted(unknown)), ", ".join(sorted(known))
        raise ValueError(f"case {case.get('id')}: unknown rule {listed}; known are {there_are}")


# ── reading ──
ALIASES = {
    "gd": "goal_difference",
    "goals": "goals_for",
    "overall_gd": "goal_difference",
    "overall_goals": "goals_for",
    "away_goals": "away_goals_for",
    "fair_play": "disciplinary",
    "drawing_of_lots": "lots",
    "h2h": "head_to_head",
}


def name_of(word: str) -> str:
    """A criterion's name from the words of a case: ``GD``, ``overall goals``, ``(wins`` ..."""
    word = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")
    return ALIASES.get(word, word)


def criteria_of(listed: Iterable[Any]) -> list[Any]:
    """Criteria as the code takes them; in a case, a note in brackets may stand for several."""
    result: list[Any] = []
    for entry in listed:
        if isinstance(entry, Mapping):
            result.append({**entry, "head_to_head": [name_of(name) for name in entry["head_to_head"]]})
            continue
        if entry.startswith("("):
            result += [name_of(word) for word in entry.strip("()").split(",")]
            continue
        mini = re.fullmatch(r"(?:head_to_head|h2h) (.+)", entry)
        if not mini:
            result.append(name_of(entry))
        elif result and isinstance(result[-1], dict):
            result[-1]["head_to_head"].append(name_of(mini[1]))
        else:
            result.append({"head_to_head": [name_of(mini[1])], "reapply_to_remaining": False})
    return result


def rules_of(case: Case, **more: Any) -> Rules:
    rules = case.get("rules", {})
    return Rules.of({**rules, "criteria": criteria_of(rules.get("criteria", ["points"])), **more})


def results_of(matches: Iterable[Sequence[Any]]) -> list[Result]:
    return [Result(home, away, int(ours), int(theirs)) for home, away, ours, theirs in matches]


def teams_of(matches: Iterable[Sequence[Any]]) -> list[str]:
    """Everybody who plays, the last named first, so that no order comes out right by being left alone."""
    return list(dict.fromkeys(team for match in matches for team in match[:2]))[::-1]


def facts_of(case: Case) -> dict[str, dict[str, float]]:
    return {name: case[name] for name in CRITERIA if isinstance(case.get(name), Mapping)}


def ledger_of(case: Case) -> list[Adjustment]:
    return [Adjustment(e["team"], e["points"], e.get("reason", "")) for e in case.get("adjustments", ())]


def same_reason(split: Split, said: str) -> bool:
    """``h2h points (4 v 1)`` is ``h2h points``; the numbers, if there are any, must be those of the split."""
    words = re.sub(r"\(.*\)", "", said).strip()
    prefix, _, last = words.rpartition(" ")
    wanted = f"h2h {name_of(last)}" if prefix in ("h2h", "head_to_head") else name_of(words)
    numbers = re.search(r"\(([+-]?\d+) v ([+-]?\d+)\)", said)
    values = not numbers or split.values == (int(numbers[1]), int(numbers[2]))
    return values and explain.decided_by(split) == wanted


# ── tables ──
@kind
def group_table(case: Case) -> None:
    expected, matches = case["expected"], case["matches"]
    lots = case.get("lots") or case.get("lots_drawn") or ()
    ledger = ledger_of(case)
    standings = table(
        teams_of(matches), results_of(matches), rules_of(case), facts=facts_of(case), lots=lots, adjustments=ledger
    )
    needed = expected.get("needs_drawing_of_lots")
    if needed:
        assert [set(level) for level in standings.needs_lots] == [set(needed)]
        assert len({row.rank for row in standings.rows if row.entrant in needed}) == 1, "level teams share the rank"
        drawn = [team for team in expected["order"] if team in needed]
        standings = table(
            teams_of(matches), results_of(matches), rules_of(case), facts=facts_of(case), lots=drawn, adjustments=ledger
        )
    assert standings.needs_lots == ()
    assert standings.order == expected["order"]
    assert [row.rank for row in standings.rows] == list(range(1, len(standings.rows) + 1))
    numbers_by_entrant = {row.entrant: list(explain.numbers(row.tally).values()) for row in standings.rows}
    for team, row in expected.get("table", {}).items():
        assert numbers_by_entrant[team] == row, team
    for chain, said in (expected.get("decided_by") or {}).items():
        teams = chain.split(">")
        for ahead, behind in pairwise(teams):
            assert same_reason(standings.splits[ahead, behind], said), (chain, standings.splits[ahead, behind])
    for wrong in case.get("wrong_if", ()):
        assert standings.order != wrong.get("order")


@kind
def table_after_a_stage(case: Case) -> None:
    """A table that begins with the points of the stage before: ``before`` has played, won ... points of each there."""
    rules, matches, expected = case["rules"], case["matches"], case["expected"]
    names = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "points")
    entries = []
    for team, row in case["before"].items():
        before = Tally(**dict(zip(names, row, strict=True)))
        assert (before.played, before.points) == (
            before.won + before.drawn + before.lost,
            3 * before.won + before.drawn,
        )
        entries.append(carry(team, before, rules["carried"], matches=rules["carried_matches"]))
    standings = table(teams_of(matches), results_of(matches), rules_of(case), adjustments=entries)
    assert standings.order == expected["order"]
    assert {row.entrant: row.tally.points for row in standings.rows} == expected["points"]
    for pair, said in expected["decided_by"].items():
        ahead, behind = pair.split(">")
        assert same_reason(standings.splits[ahead, behind], said), (pair, standings.splits[ahead, behind])


@kind
def aggregate_tiebreak(case: Case) -> None:
    expected, rows, rules = case["expected"], case["rows"], rules_of(case)
    meetings = Matches(results_of(case.get("head_to_head_matches", ())), rules.points)
    standings = classify(list(rows)[::-1], figures_of(rows), rules, meetings=meetings)
    assert standings.order == expected["order"]
    said = expected.get("decided_by")
    if isinstance(said, str):
        assert same_reason(standings.splits[standings.order[0], standings.order[1]], said)
    for chain, reason in said.items() if isinstance(said, Mapping) else ():
        ahead, behind = chain.split(">")
        assert same_reason(standings.splits[ahead, behind], reason)
    assert all(standings.order != wrong.get("order") for wrong in case.get("wrong_if", ()))


@kind
def boundary_playoff(case: Case) -> None:
    rules, expected, rows = case["rules"], case["expected"], case["rows"]
    after = [int(re.search(r"(\d+)/\d+", one)[1]) for one in rules["boundaries_with_playoff"]]
    made_of = Rules.of({"criteria": criteria_of(["points", *rules["elsewhere"]]), "playoff_after": after})
    foot = "relegated" in expected or "safe" in expected
    first = rules["teams"] - len(rows) + 1 if foot else 1
    matches = Matches(results_of(case.get("head_to_head_matches", ())), made_of.points)
    teams = list(rows)[::-1]
    before = classify(teams, figures_of(rows), made_of, meetings=matches, first_place=first)
    home, away, ours, theirs, *kicks = case["playoff"]["match"]
    kicks = case["playoff"].get("penalties") or kicks
    if expected.get("before_playoff"):
        assert len(before.needs_playoff) == 1
        k, *pair = before.needs_playoff[0]
        assert k in after
        assert set(pair) == {home, away}
    legs = [Leg("home", (ours, theirs), shootout=tuple(kicks) if kicks else None)]
    winner = {"home": home, "away": away}[decide(TieRules(extra_time=False), legs).winner]
    held = PlayOff(winner, away if winner == home else home, f"{ours}–{theirs}")
    order = classify(teams, figures_of(rows), made_of, meetings=matches, first_place=first, playoffs=[held]).order
    if "relegated" in expected:
        assert order[-rules["relegated"] :] == expected["relegated"]
        assert all(order[-rules["relegated"] :] != wrong.get("relegated") for wrong in case.get("wrong_if", ()))
    if "safe" in expected:
        assert order[-rules["relegated"] - 1] == expected["safe"]
    if "champion" in expected:
        assert order[0] == expected["champion"]
    if "order" in expected:
        assert order == expected["order"]


@kind
def points_deduction(case: Case) -> None:
    given_in, expected = case["input"], case["expected"]
    entries = given_in.get("adjustments") or given_in.get("ledger")
    ledger = [
        Adjustment(entry["team"], entry["points"], entry.get("reason", ""), str(entry.get("date", "")))
        for entry in entries
    ]
    raw = given_in["raw_points"]
    checked = _by_day(case, ledger)
    if any(isinstance(points, Mapping) for points in raw.values()):  # raw points by day
        days = {str(day): points for day, points in raw.items()}
        for day, shown in expected["points"].items():
            now = adjusted(days[str(day)], in_force(ledger, str(day)))
            assert {team: now[team] for team in shown} == shown
        return
    shown = adjusted(raw, ledger)
    rows = {team: {"points": points} for team, points in shown.items()}
    standings = classify(list(rows)[::-1], figures_of(rows), rules_of(case))
    assert "order" in expected or "points" in expected or checked
    assert standings.order == expected.get("order", standings.order)
    assert {team: shown[team] for team in expected.get("points", {})} == expected.get("points", {})


def in_force(adjustments: Iterable[Adjustment], day: str) -> list[Adjustment]:
    """The entries that count on ``day`` (ISO date)."""
    return [entry for entry in adjustments if entry.since <= day]


def _by_day(case: Case, ledger: Sequence[Adjustment]) -> int:
    """Checks every ``{date, raw, shown}`` of one team that the case lists; how many there were."""
    checked = 0
    for part in (case["input"], case["expected"]):
        for entry in (one for listed in part.values() if isinstance(listed, list) for one in listed):
            if isinstance(entry, Mapping) and {"date", "raw", "shown"} <= set(entry):
                team = entry.get("team", ledger[0].entrant)
                now = adjusted({team: entry["raw"]}, in_force(ledger, str(entry["date"])))
                assert now[team] == entry["shown"]
                checked += 1
    return checked


@kind
def best_thirds(case: Case) -> None:
    expected, rows = case["expected"], case["rows"]
    standings = classify(list(rows)[::-1], figures_of(rows), rules_of(case))
    through = standings.order[: case["rules"]["take"]]
    assert (
        standings.order[: len(through)]
        == [team for place in standings.ranking.places for team in place][: len(through)]
    )
    cut = next(
        (place for place in standings.ranking.places if set(place) & set(through) and set(place) - set(through)), ()
    )
    assert not cut, f"the cut goes through teams that are level: {cut}"
    assert set(through) == set(expected["qualified"])
    wanted = dict(expected.get("allocation") or {})
    if wanted:
        groups = {row["group"]: team for team, row in rows.items() if team in through}
        assert "".join(sorted(groups)) == wanted.pop("combination", "".join(sorted(groups)))
        found = {slot: f"3{group} {groups[group]}" for slot, group in allocation("".join(groups)).items()}
        assert found == {slot.split()[0]: side for slot, side in wanted.items()}


# ── ties ──
def tie_rules(rules: Mapping[str, Any], legs: int, home: str) -> TieRules:
    """``better`` names the better placed side; ``home`` is at home in the first leg."""
    better = rules.get("better")
    return TieRules(
        better=None if better is None else "home" if better == home else "away",
        legs=legs,
        away_goals=rules.get("away_goals", False),
        away_goals_in_extra_time=rules.get("away_goals_in_extra_time", False),
        extra_time=rules.get("extra_time", True),
        shootout=rules.get("penalties", rules.get("shootout", True)),
        replay=rules.get("replay", False),
    )


def legs_of(listed: Sequence[Mapping[str, Any]]) -> list[Leg]:
    legs = []
    for leg in listed:
        score = tuple(leg.get("score") or leg["score_90"])
        extra = leg.get("after_extra_time")
        kicks = leg.get("penalties")
        legs.append(
            Leg(
                home="home" if leg["home"] == listed[0]["home"] else "away",
                score=tuple(extra) if extra else score,
                regulation=score if extra else None,
                extra_time=bool(extra),
                shootout=tuple(kicks) if kicks else None,
            )
        )
    return legs


WORDS = {"shootout": "penalties"}


def check_tie(expected: Mapping[str, Any], verdict: Decision, names: Mapping[str, str]) -> None:
    if "aggregate" in expected:
        assert {names["home"]: verdict.aggregate[0], names["away"]: verdict.aggregate[1]} == expected["aggregate"]
    if expected.get("winner") in names.values():
        assert verdict.winner is not None
        assert names[verdict.winner] == expected["winner"]
        if "decided_by" in expected:
            assert expected["decided_by"] in (WORDS.get(verdict.decided, verdict.decided), verdict.decided)
        return
    assert verdict.winner is None, "the tie must stay open"
    assert verdict.needs is not None
    said = " ".join(str(value) for key, value in expected.items() if key != "aggregate").replace("_", " ").lower()
    for words, needs in (("extra time", "extra_time"), ("penalt", "shootout"), ("replay", "replay")):
        if words in said:
            assert verdict.needs == needs
            break


@kind
def two_legged_tie(case: Case) -> None:
    listed = case["legs"]
    verdict = decide(tie_rules(case["rules"], 2, listed[0]["home"]), legs_of(listed))
    check_tie(case["expected"], verdict, {"home": listed[0]["home"], "away": listed[0]["away"]})
    for wrong in case.get("wrong_if", ()):
        assert wrong.get("winner", "") != {"home": listed[0]["home"], "away": listed[0]["away"]}.get(verdict.winner)


@kind
def single_tie(case: Case) -> None:
    match, expected = case["match"], case["expected"]
    [leg] = legs_of([match])
    verdict = decide(tie_rules(case.get("rules", {}), 1, match["home"]), [leg])
    check_tie(expected, verdict, {"home": match["home"], "away": match["away"]})
    if "goals_counted" in expected:
        assert list(leg.score) == expected["goals_counted"]
    if "statistical_result" in expected:
        numbers = table(["h", "a"], [Result("h", "a", *leg.score)], Rules.of({"criteria": ["points"]})).rows
        row = next(row.tally for row in numbers if row.entrant == "h")
        found = "draw" if row.drawn else "home_win" if row.won else "away_win"
        assert expected["statistical_result"] in (
            found,
            found.replace("_", " "),
            {"home_win": match["home"]}.get(found),
        )


# ── schedules and brackets ──
@kind
def berger_table(case: Case) -> None:
    n, expected = case["input"]["n"], case["expected"]
    made = round_robin.rounds(n)
    assert [[f"{home}-{away}" for home, away in day] for day in made] == expected["rounds"]
    assert breaks(made) == expected.get("breaks", n - 2)
    if "odd_n" in expected:
        assert expected["odd_n"] == "the highest number is the bye"
        assert round_robin.rounds(n - 1) == [[pair for pair in day if n not in pair] for day in made]


@kind
def schedule_metrics(case: Case) -> None:
    for n, expected in case["expected"].items():
        single = round_robin.rounds(int(n))
        plain = single + round_robin.mirrored(single)
        double = round_robin.rounds(int(n), 2)
        assert breaks(single) == expected["single_breaks"]
        if "mirrored_breaks" in expected:
            assert breaks(plain) == expected["mirrored_breaks"]
        if "mirrored_longest_run" in expected:
            assert longest_run(plain) == expected["mirrored_longest_run"]
        swapped = expected.get("swap_last_two_rounds_of_first_cycle", {})
        assert breaks(double) == swapped.get("breaks", breaks(double))
        assert longest_run(double) == swapped.get("longest_run", longest_run(double))


@kind
def elimination_shape(case: Case) -> None:
    n, expected = case["input"]["entrants"], case["expected"]
    single, third = bracket(n), bracket(n, third_place=True)
    assert single.size == expected["size"]
    assert single.byes == expected["byes"]
    assert sorted(tie.home["seed"] for tie in single.rounds[0] if tie.bye) == expected["bye_seeds"]
    pairs = [f"{tie.home['seed']}-{tie.away.get('seed', 'bye')}" for tie in single.rounds[0]]
    assert pairs == expected["round1"]
    shape = {"rounds": len(single.rounds), "matches": single.matches, "with_third_place": third.matches}
    assert expected.get("single", {}).items() <= shape.items()
    double, reset = double_bracket(n, reset=False), double_bracket(n, reset=True)
    shape = {
        "winners_rounds": len(double.winners),
        "losers_rounds": len(double.losers),
        "matches_without_reset": double.matches,
        "matches_with_reset": reset.matches,
    }
    assert expected.get("double", {}).items() <= shape.items()


# ── ratings ──
@kind
def glicko2_case(case: Case) -> None:
    given_in, expected = case["input"], case["expected"]

    def rating(row: Mapping[str, float]) -> glicko2.Rating:
        return glicko2.Rating(row["rating"], row["rd"], row.get("vol", 0.06))

    player = rating(given_in["player"])
    outcomes = [glicko2.Outcome(rating(row), row["score"]) for row in given_in["results"]]
    after = glicko2.update(player, outcomes, given_in.get("tau", glicko2.TAU))
    found = {"rating": after.rating, "rd": after.deviation, "vol": after.volatility}
    if outcomes:
        found["v"], found["delta"] = glicko2.estimate(player, outcomes)
    tolerance = {"rating": 0.02, "rd": 0.01, "vol": 1e-5, "v": 1e-3, "delta": 1e-4, **expected.get("tolerance", {})}
    for wanted in (
        [expected] if "rating" in expected else [expected.get("paper", {}), expected.get("full_precision", {})]
    ):
        for name, value in wanted.items():
            if name in found:
                assert found[name] == pytest.approx(value, abs=tolerance[name]), name


KINDS["glicko2"] = KINDS.pop("glicko2_case")


@kind
def football_elo_case(case: Case) -> None:
    for one in case["expected"]:
        score, advantage = tuple(one["score"]), one.get("home_advantage", 0)
        change = football_elo.change(one["home"], one["away"], score, one["K"], advantage)
        if "expected_home" in one:
            hoped = football_elo.expected(one["home"], one["away"], advantage)
            assert hoped == pytest.approx(one["expected_home"], abs=1e-4)
        if "G" in one:
            assert football_elo.weight(score[0] - score[1]) == pytest.approx(one["G"], abs=1e-4)
        assert change == pytest.approx(one["delta_home"], abs=2e-3)


KINDS["football_elo"] = KINDS.pop("football_elo_case")


# ── Swiss ──
@kind
def swiss_tiebreak(case: Case) -> None:
    for given_in, expected in zip(case["input"], case["expected"], strict=True):
        score = {"win": 1.0, "draw": 0.5, "absent": 0.0, "loss": 0.0}[given_in["default"].split()[0]]
        own = swiss.virtual_opponent(given_in["points_before"], score, given_in["round"], given_in["rounds"])
        assert own == expected["own_contribution_of_that_round"]
        assert swiss.score_for_others(given_in["final_points"], [score]) == expected["value_for_opponents"]


def game_of(words: str) -> swiss_games.Game:
    """``1-4 1-0``, ``7-1 1/2``, ``7 bye``; ``+--`` and ``--+`` are forfeits."""
    who, result = words.split()
    outcomes = {"1-0": "home", "1/2": "draw", "0-1": "away", "+--": "home_forfeit", "--+": "away_forfeit"}
    if "-" not in who:
        byes = {"bye": "bye", "half": "half_bye", "full": "full_bye", "absent": "absent", "zero": "absent"}
        return swiss_games.Game(int(who), None, byes[result])
    home, away = who.split("-")
    return swiss_games.Game(int(home), int(away), outcomes[result.replace("1/2-1/2", "1/2").replace("=", "1/2")])


@kind
def fide_dutch(case: Case) -> None:
    given_in, expected = case["input"], case["expected"]
    points = given_in.get("points", {})
    paid = (points.get("win", 1), points.get("draw", 0.5), points.get("loss", 0))
    first_home = given_in.get("initial_colour", "white1") == "white1"
    rules = swiss_games.Rules(given_in["rounds"], paid, points.get("bye"), first_home)
    played: list[list[swiss_games.Game]] = []
    for number, listed in enumerate(case["rounds"], start=1):
        assert listed.get("round", number) == number
        games = [game_of(words) for words in listed["games"]]
        absent = {game.home for game in games if game.outcome in ("absent", "half_bye", "full_bye")}
        pairs = swiss_rounds.dutch(given_in["players"], played, rules, absent=absent)
        wanted = {(game.home, game.away) for game in games if game.home not in absent}
        assert {(pair.home, pair.away) for pair in pairs} == wanted, f"round {number}"
        played.append(games)
    if "final_points" in expected:
        found = swiss_games.scores(given_in["players"], played, rules)
        assert found == {int(number): value for number, value in expected["final_points"].items()}
