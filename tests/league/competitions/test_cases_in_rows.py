"""Cases of real competitions played through the database by the verbs of the pages, and read where the pages read.

``tests/league/pure`` holds every case against the pure parts. Here a competition is made, entered, drawn and given its
results by the organiser; the table, the tie, the pairs or the bracket must be those of the case. The first case of
each kind in ``make test``; all, those of ``TABELLONE_CASES`` too, in ``make test-long``.
"""

from __future__ import annotations

import re
from itertools import product
from uuid import UUID

import pytest

from league.competitions.models import Competition, Entrant, Fixture, Group, Round, Tie
from league.competitions.verbs import entries, rounds, rulings
from league.competitions.verbs.rulings import Score
from league.evenings import grid
from league.formats import groups
from league.standings.figures import Result
from league.standings.table import Rules, table
from tests.cases import cases
from tests.league.builders import competition
from tests.league.pure.kinds import criteria_of, game_of
from tests.sizes import LONG

pytestmark = [pytest.mark.django_db, pytest.mark.cases]

MOST = 16
"""Entrants of a case: more would cost too long."""


def of_kind(kind, fits=lambda case: True):
    found = [(name, case) for name, case in cases() if case["kind"] == kind and fits(case)]
    chosen = found if LONG else found[:1]
    return pytest.mark.parametrize("case", [case for _name, case in chosen], ids=[name for name, _case in chosen])


def started(cast, preset, names, settings=None, rules=None, **more):
    """A running competition whose seeds are ``names`` in order."""
    hand = Competition.Seeding.HAND
    cup = competition(cast.organiser, preset, len(names), game="fuba", settings=settings or {}, seeding=hand, **more)
    if rules is not None:
        cup.points, cup.criteria = list(rules.get("points", (3, 1, 0))), criteria_of(rules["criteria"])
        cup.save(update_fields=["points", "criteria"])
    entries.enter_names(competition=cup, by=cast.organiser, names=[f"{name:.20} FC" for name in names])
    return rounds.start(competition=cup, by=cast.organiser)


def who(cup, names):
    """Name of the case -> its entrant."""
    return {name: cup.entrants.get(seed=seed) for seed, name in enumerate(names, start=1)}


def given(fixture, cast, score):
    rulings.enter_result(fixture=fixture, score=score, by=cast.organiser, confirmed=True)


# ── tables ──
def needs_only_results(case):
    """Tell whether the app can know all that the case asks: a coefficient, say, is told by no result and no card."""
    teams = {team for match in case["matches"] for team in match[:2]}
    pairs = [frozenset(match[:2]) for match in case["matches"]]
    per_pair = {pairs.count(pair) for pair in pairs}
    everybody = len(set(pairs)) == len(teams) * (len(teams) - 1) // 2
    return len(teams) <= MOST and everybody and per_pair in ({1}, {2}) and not case.get("adjustments")


@of_kind("group_table", needs_only_results)
def test_a_table(cast, client, case):
    matches, expected = case["matches"], case["expected"]
    names = list(dict.fromkeys(team for match in matches for team in match[:2]))[::-1]
    times = 2 * len(matches) // (len(names) * (len(names) - 1))
    cup = started(cast, "league", names, {"times": times}, case["rules"])
    entrant_by_name = who(cup, names)
    cards = {team: ["yellow"] * int(count) for team, count in case.get("disciplinary", {}).items()}
    for home, away, ours, theirs in matches:
        own_fixtures = Fixture.objects.filter(tie__round__stage__competition=cup, status__in=("pending", "open"))
        fixture = own_fixtures.filter(home=entrant_by_name[home], away=entrant_by_name[away]).first()
        shown = {"home": cards.pop(home, []), "away": cards.pop(away, [])}
        score = Score(ours, theirs, cards=shown)
        if fixture is None:
            fixture = own_fixtures.get(home=entrant_by_name[away], away=entrant_by_name[home])
            score = Score(theirs, ours, cards={"home": shown["away"], "away": shown["home"]})
        given(fixture, cast, score)
    cup.refresh_from_db()
    team_of = {str(entrant.id): name for name, entrant in entrant_by_name.items()}
    table = Group.objects.get(stage__competition=cup).table
    order = [team_of[row["entrant"]] for row in table["rows"]]
    level = expected.get("needs_drawing_of_lots", [])
    lots = [step for block in table["blocks"] for step in block["steps"] if step["decided_by"] == "lots"]
    assert bool(lots) == bool(level)
    assert [team for team in order if team not in level] == [team for team in expected["order"] if team not in level]
    assert {order.index(team) for team in level} == {expected["order"].index(team) for team in level}
    columns = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "goal_difference", "points")
    for row in table["rows"]:
        expected_row = expected.get("table", {}).get(team_of[row["entrant"]])
        assert expected_row is None or [row[name] for name in columns] == expected_row
    assert cup.status == Competition.Status.FINISHED and team_of[str(cup.champion_id)] == order[0]
    answer = client.get(f"/api/v1/competitions/{cup.id}/standings/").content.decode()
    places = [answer.index(str(entrant_by_name[team].id)) for team in order]
    assert places == sorted(places), "the API has another order"
    page = client.get(f"/competitions/{cup.slug}/table/").content.decode()
    heads = [re.search(rf"{re.escape(entrant_by_name[team].name)}\s*</span>", page).start() for team in order]
    assert heads == sorted(heads), "the page has another order"


@of_kind("points_deduction", lambda case: len(case["input"].get("adjustments", ())) == 1)
def test_points_taken(cast, client, case):
    [entry] = case["input"]["adjustments"]
    names = [entry["team"], "Other", "Another"]
    cup = started(cast, "league", names, {"times": 1})
    entrant_by_name = who(cup, names)
    for fixture in Fixture.objects.filter(tie__round__stage__competition=cup):
        given(fixture, cast, Score(2, 0) if fixture.home_id == entrant_by_name[entry["team"]].id else Score(0, 2))
    rulings.deduct(
        entrant=entrant_by_name[entry["team"]], points=-entry["points"], by=cast.organiser, reason=entry["reason"]
    )
    row = next(
        row
        for row in Group.objects.get(stage__competition=cup).table["rows"]
        if row["entrant"] == str(entrant_by_name[entry["team"]].id)
    )
    assert row["points"] == 6 + entry["points"] and row["adjustment"] == entry["points"]
    assert (row["won"], row["played"]) == (2, 2), "the results stand"


# ── ties ──
def tie_settings(rules, **more):
    names = ("away_goals", "away_goals_in_extra_time", "extra_time", "replay")
    return {name: rules[name] for name in names if name in rules} | {"neutral_final": False, "venue": "bracket", **more}


def decided(cast, case, listed, settings):
    names = [listed[0]["home"], listed[0]["away"]]
    cup = started(cast, "champions", names, settings)
    for number, leg in enumerate(listed, start=1):
        goals = leg.get("after_extra_time") or leg.get("score") or leg["score_90"]
        kicks = leg.get("penalties")
        fixture = Fixture.objects.get(tie__round__stage__competition=cup, leg=number)
        assert fixture.home.name.startswith(leg["home"][:20])
        extra = "after_extra_time" in leg
        given(fixture, cast, Score(*goals, shootout=tuple(kicks) if kicks else None, extra_time=extra))
    cup.refresh_from_db()
    return Tie.objects.get(round__stage__competition=cup), who(cup, names)


def has_winner(case):
    return bool(case["expected"].get("winner")) and case.get("rules", {}).get("penalties", True)


def said(tie):
    """Name the decision of ``tie`` in the words of the cases."""
    return {"shootout": "penalties"}.get(tie.decided, tie.decided)


def at_the_end(case):
    """Not those that the score at ninety minutes decided before extra time was played: people enter only the last."""
    decided_by = case["expected"].get("decided_by", "")
    return has_winner(case) and not (decided_by == "away_goals" and "after_extra_time" in case["legs"][-1])


@of_kind("two_legged_tie", at_the_end)
def test_two_legs(cast, case):
    tie, entrant_by_name = decided(cast, case, case["legs"], tie_settings(case["rules"], legs=2))
    assert tie.winner_id == entrant_by_name[case["expected"]["winner"]].id
    assert said(tie) == case["expected"]["decided_by"]


@of_kind("single_tie", has_winner)
def test_one_match(cast, case):
    tie, entrant_by_name = decided(cast, case, [case["match"]], tie_settings(case.get("rules", {}), legs=1))
    assert tie.winner_id == entrant_by_name[case["expected"]["winner"]].id
    assert said(tie) == case["expected"]["decided_by"]
    fixture = tie.fixtures.get(leg=1)
    if "goals_counted" in case["expected"]:
        assert [fixture.home_goals, fixture.away_goals] == case["expected"]["goals_counted"]


# ── what is made ──
@of_kind("berger_table", lambda case: case["input"]["n"] <= MOST)
def test_matchdays(cast, case):
    names = [f"Side {number}" for number in range(1, case["input"]["n"] + 1)]
    cup = started(cast, "league", names, {"times": 1})
    made = [
        [f"{tie.home.seed}-{tie.away.seed}" for tie in day.ties.select_related("home", "away").order_by("number")]
        for day in Round.objects.filter(stage__competition=cup).order_by("number")
    ]
    assert made == case["expected"]["rounds"]


@of_kind("elimination_shape", lambda case: case["input"]["entrants"] <= MOST)
def test_a_bracket(cast, case):
    names = [f"Side {number}" for number in range(1, case["input"]["entrants"] + 1)]
    cup, expected = started(cast, "cup", names), case["expected"]
    first = Tie.objects.filter(round__stage__competition=cup, round__step=1).order_by("number")
    assert [f"{tie.home_slot['seed']}-{tie.away_slot.get('seed', 'bye')}" for tie in first] == expected["round1"]
    assert sorted(tie.winner.seed for tie in first if tie.decided == "bye") == expected["bye_seeds"]
    assert cup.stages.get().rounds.count() == expected["single"]["rounds"]
    assert Fixture.objects.filter(tie__round__stage__competition=cup).count() == expected["single"]["matches"]
    double = started(cast, "double", names)
    parts = list(Round.objects.filter(stage__competition=double).values_list("part", flat=True))
    assert parts.count("winners") == expected["double"]["winners_rounds"]
    assert parts.count("losers") == expected["double"]["losers_rounds"]
    fixture_count = Fixture.objects.filter(tie__round__stage__competition=double).count()
    assert fixture_count == expected["double"]["matches_with_reset"]


def usual_points(case):
    points = case["input"].get("points", {})
    plain = (points.get("win", 1), points.get("draw", 0.5), points.get("bye", 1)) == (1, 0.5, 1)
    return plain and case["input"].get("initial_colour", "white1") == "white1"


@of_kind("fide_dutch", usual_points)
def test_swiss_rounds(cast, case):
    count = case["input"]["players"]
    names = [f"Side {number}" for number in range(1, count + 1)]
    for _draw in range(40):  # who has white first follows from the committed seed
        cup = competition(
            cast.organiser, "swiss", count, settings={"rounds": case["input"]["rounds"]}, seeding="hand", advance="auto"
        )
        if int(cup.draws.get().seed[-1], 16) % 2 == 0:
            break
    entries.enter_names(competition=cup, by=cast.organiser, names=names)
    cup = rounds.start(competition=cup, by=cast.organiser)
    scores = {"home": Score(1, 0), "draw": Score(1, 1), "away": Score(0, 1)}
    for number, listed in enumerate(case["rounds"], start=1):
        games = [game_of(words) for words in listed["games"]]
        ties = Tie.objects.filter(round__stage__competition=cup, round__step=number)
        made = {(tie.home_slot["seed"], tie.away_slot.get("seed")): tie for tie in ties}
        assert set(made) == {(game.home, game.away) for game in games}, f"round {number}"
        for game in games:
            if game.away is not None:
                given(made[game.home, game.away].fixtures.get(), cast, scores[game.outcome])
    points = {
        Entrant.objects.get(id=row["entrant"]).seed: row["points"]
        for row in Group.objects.get(stage__competition=cup).table["rows"]
    }
    assert points == {int(seed): value for seed, value in case["expected"]["final_points"].items()}


# ── whole seasons ──
def matchday(cup, number, scores, by):
    """Enter round ``number`` at once; ``scores`` gives the goals of each of its fixtures, home first."""
    own_fixtures = Fixture.objects.filter(tie__round__stage__competition=cup, tie__round__number=number)
    cells = {}
    for fixture in own_fixtures.select_related("home", "away"):
        goals = scores(fixture.home, fixture.away)
        cells[str(fixture.id)] = {"home": str(goals[0]), "away": str(goals[1])}
    grid.enter(competition=cup, number=number, by=by, cells=cells)


def shared_out(matches, points, scored, conceded):
    """``matches`` scores, one's own goals first, that come to so many points and goals."""
    for won in range(points // 3, -1, -1):
        drawn = points - 3 * won
        lost = matches - won - drawn
        more, worse = scored - won, conceded - lost
        if min(lost, more, worse) >= 0 and (won or not more) and (lost or not worse):
            wins = [(1, 0)] * won
            losses = [(0, 1)] * lost
            wins[:1] = [(1 + more, 0)] if won else []
            losses[:1] = [(0, 1 + worse)] if lost else []
            return wins + [(0, 0)] * drawn + losses
    raise ValueError(f"{points} points, {scored}:{conceded} in {matches} matches")


def season_of(case):
    """``(names, goals)`` of a whole double round robin in which the teams of the case come to its rows: ``goals`` says
    the score of a pair, home first. Among them the matches that the case does not tell were goalless."""
    rows, size = case["rows"], case["rules"]["teams"]
    others = [f"Other {number}" for number in range(1, size - len(rows) + 1)]
    goals_told = {(home, away): (ours, theirs) for home, away, ours, theirs in case.get("head_to_head_matches", ())}
    inside = {(one, two): goals_told.get((one, two), (0, 0)) for one in rows for two in rows if one != two}
    left = {}
    for team, row in rows.items():
        mine = [goals if team == one else goals[::-1] for (one, two), goals in inside.items() if team in (one, two)]
        points = row["points"] - sum(3 if ours > theirs else ours == theirs for ours, theirs in mine)
        scored = row["goals_for"] - sum(ours for ours, _theirs in mine)
        conceded = row["goals_against"] - sum(theirs for _ours, theirs in mine)
        left[team] = shared_out(2 * len(others), points, scored, conceded)

    def goals(home, away):
        if (home, away) in inside:
            return inside[home, away]
        if home in left:
            return left[home].pop()
        return left[away].pop()[::-1] if away in left else (1, 0)

    return [*rows, *others], goals


SERIE_A = {1, 17}


def of_serie_a(case):
    """Tell whether the rules are the app's: level entrants play once more there, elsewhere criteria decide."""
    after = {
        int(boundary.partition("/")[0].rpartition("(")[2]) for boundary in case["rules"]["boundaries_with_playoff"]
    }
    return case["rules"]["teams"] == 20 and after == SERIE_A


@pytest.mark.long
@of_kind("boundary_playoff", of_serie_a)
def test_a_season_with_its_play_off(cast, case):
    names, goals = season_of(case)
    cup = started(cast, "league", names, {"times": 2}, standings="serie-a/2022")
    entrant_by_name = who(cup, names)
    team_of = {entrant.id: name for name, entrant in entrant_by_name.items()}
    for number in range(1, 39):
        matchday(cup, number, lambda home, away: goals(team_of[home.id], team_of[away.id]), cast.organiser)
    cup.refresh_from_db()
    home, away, ours, theirs, *kicks = case["playoff"]["match"]
    pair = {entrant_by_name[home].id, entrant_by_name[away].id}
    played_off = Tie.objects.filter(round__stage__competition=cup, kind="boundary", home__isnull=False)
    for other in played_off.exclude(home__in=pair):  # those of whom the case does not tell
        given(other.fixtures.get(), cast, Score(1, 0))
    [tie] = played_off.filter(home__in=pair)
    cup.refresh_from_db()
    assert cup.status == Competition.Status.RUNNING, "it waits for the play-off"
    assert {tie.home_id, tie.away_id} == pair
    fixture, kicks = tie.fixtures.get(), tuple(case["playoff"].get("penalties") or kicks) or None
    if fixture.home_id != entrant_by_name[home].id:
        ours, theirs, kicks = theirs, ours, kicks and kicks[::-1]
    given(fixture, cast, Score(ours, theirs, shootout=kicks))
    rows = Group.objects.get(stage__competition=cup).table["rows"]
    order = [team_of[UUID(row["entrant"])] for row in rows]
    for team, row in case["rows"].items():
        found = rows[order.index(team)]
        assert {name: found[name] for name in row} == row, "the play-off counts in no column"
    expected, down = case["expected"], case["rules"].get("relegated", 3)
    if "relegated" in expected:
        assert order[-down:] == expected["relegated"]
    if "safe" in expected:
        assert order[-down - 1] == expected["safe"]
    if "champion" in expected:
        cup.refresh_from_db()
        assert order[0] == expected["champion"] == team_of[cup.champion_id]


PLAIN = ("points", "goal_difference", "goals_for")


def group_of_four(row, rules):
    """The scores of six matches after which the third of a group of four has ``row``: by places (third: 2), home
    first."""
    conceded = row["goals_for"] - row["goal_difference"]

    def parts(whole):
        return [(one, two, whole - one - two) for one in range(whole + 1) for two in range(whole + 1 - one)]

    for mine, against in product(parts(row["goals_for"]), parts(conceded)):
        paid = sum(3 if ours > theirs else ours == theirs for ours, theirs in zip(mine, against, strict=True))
        if paid != row["points"]:
            continue
        for first, second, last in product(
            [(1, 0), (1, 1), (2, 2)], [(9, 0), (1, 0), (0, 0)], [(9, 0), (1, 0), (0, 0)]
        ):
            scores = {(0, 1): first, (0, 3): second, (1, 3): last}
            scores |= {(2, rival): (mine[at], against[at]) for at, rival in enumerate((0, 1, 3))}
            results = [Result(str(one), str(two), *goals) for (one, two), goals in scores.items()]
            standings = table(["0", "1", "2", "3"], results, rules)
            if not standings.needs_lots and standings.order[2] == "2":
                return scores, [int(team) for team in standings.order]
    raise ValueError(f"no group has a third with {row}")


def groups_without_gap(case):
    """Tell whether each group from A on has its third, so that the whole round can be played."""
    letters = sorted(row["group"] for row in case["rows"].values())
    return letters == groups.names(len(letters)) and all(set(PLAIN) < set(row) for row in case["rows"].values())


@pytest.mark.long
@of_kind("best_thirds", groups_without_gap)
def test_the_best_thirds_of_a_whole_round(cast, case):
    rows, take = case["rows"], case["rules"]["take"]
    names = [f"Side {number}" for number in range(1, 4 * len(rows) + 1)]
    settings = {"groups": len(rows), "times": 1, "through": 2, "best": take, "third_place": False}
    cup = started(cast, "world_cup", names, settings, {"criteria": [*PLAIN, "lots"]})
    rules = Rules.of({"criteria": list(PLAIN)})
    team_of_group = {row["group"]: team for team, row in rows.items()}
    place, wanted, thirds, winners = {}, {}, {}, {}
    for group in Group.objects.filter(stage__competition=cup):
        members = [cup.entrants.get(seed=slot["seed"]) for slot in group.members]
        wanted[group.name], order = group_of_four(rows[team_of_group[group.name]], rules)
        place |= {member.id: (group.name, at) for at, member in enumerate(members)}
        thirds[members[2].id], winners[group.name] = team_of_group[group.name], members[order[0]].id

    def goals(home, away):
        (group, one), (_group, two) = place[home.id], place[away.id]
        score = wanted[group].get((one, two))
        return score or wanted[group][two, one][::-1]

    for number in (1, 2, 3):
        matchday(cup, number, goals, cast.organiser)
    first = Tie.objects.filter(round__stage__competition=cup, round__stage__number=2, round__step=1)
    sides = {side for tie in first for side in (tie.home_id, tie.away_id)}
    assert {thirds[side] for side in sides & set(thirds)} == set(case["expected"]["qualified"])
    against = {winner: group for group, winner in winners.items()}
    pairs = {(against.get(tie.home_id), thirds.get(tie.away_id)) for tie in first}
    pairs |= {(against.get(tie.away_id), thirds.get(tie.home_id)) for tie in first}
    for slot, third in (case["expected"].get("allocation") or {}).items():
        if slot != "combination":
            assert (slot[1], third.partition(" ")[2]) in pairs, f"{slot} meets {third}"
