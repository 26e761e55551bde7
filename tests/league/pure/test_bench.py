"""Time the pure parts against their bounds: CPU time, medians, printed by ``make bench``."""

from __future__ import annotations

import random
import statistics
import time
from datetime import date, timedelta
from fractions import Fraction

import pytest

from league.formats.double_elimination import double_bracket
from league.formats.round_robin import rounds
from league.formats.swiss.games import Game, Rules
from league.formats.swiss.rounds import dutch
from league.formats.team_ties import Board, TieRules, decide
from league.formats.timetable.planning import plan, replan
from league.standings.bounds import ranges
from league.standings.figures import Result
from league.standings.merit import SCALES, USUAL, Event, Placing, order_of_clubs, order_of_merit
from league.standings.merit import Rules as ListRules
from league.standings.presets import PRESETS
from league.standings.projection import project
from league.standings.table import Rules as TableRules
from league.standings.table import table, team_table
from tests.league.pure.progress import Progress
from tests.league.pure.weekends import Hall, full_weekend

pytestmark = pytest.mark.bench
TEAMS = [str(k) for k in range(1, 21)]
DAYS = rounds(20, 2)


def measured(what, limit, run, times=1):
    """Prints the median CPU time of ``run`` in milliseconds beside its limit, and holds it to that."""
    took = []
    for _ in range(times):
        start = time.process_time()
        run()
        took.append(1000 * (time.process_time() - start))
    middle = statistics.median(took)
    print(f"{what:<60} {middle:>10.2f} ms   (at most {limit} ms)")
    assert middle <= limit


def season(days):
    dice = random.Random(1)
    return [
        Result(str(home), str(away), dice.choice([0, 0, 1, 1, 2, 3]), dice.choice([0, 0, 1, 1, 2]), number)
        for number, day in enumerate(days, start=1)
        for home, away in day
    ]


@pytest.mark.parametrize("key", ["house/1", "uefa-euro/2024"])
def test_a_table_of_twenty(key):
    rules, results = TableRules.of(PRESETS[key]), season(DAYS)
    measured(f"table of 20 from 380 results, {key}", 2, lambda: table(TEAMS, results, rules).as_json(), 51)


@pytest.mark.parametrize(
    "criteria", [["match_points", "board_points", "goal_difference"], ["match_points", "osb_cut1"]]
)
def test_a_table_of_twenty_teams(criteria):
    dice, rules = random.Random(1), TableRules.of_teams({"criteria": criteria})
    ties = [
        decide(TieRules(), [Board((dice.randrange(3), dice.randrange(3))) for _ in range(4)]).result(
            str(home), str(away)
        )
        for day in DAYS
        for home, away in day
    ]
    what = f"table of 20 teams from 380 ties of 4 boards, {criteria[-1]}"
    measured(what, 1, lambda: team_table(TEAMS, ties, rules).as_json(), 51)


def test_a_ranking_list_of_500():
    dice, at = random.Random(1), date(2026, 2, 28)
    people = [f"p{number}" for number in range(500)]
    events = sorted(
        (Event(at - timedelta(dice.randrange(700)), dice.choice([USUAL, "major"])) for _ in range(60)),
        key=lambda event: event.day,
    )
    placings = [
        Placing(number, person, place)
        for number in range(len(events))
        for place, person in enumerate(dice.sample(people, 500), start=1)
    ]
    rules = ListRules(
        {USUAL: SCALES["long"], "major": SCALES["cup"]},
        best=8,
        months=24,
        decay=tuple(Fraction(24 - month, 24) for month in range(24)),
    )
    clubs = {person: f"c{number % 20}" for number, person in enumerate(people)}
    what = "ranking list of 500 over 60 events, decayed, with clubs"
    measured(what, 1000, lambda: order_of_clubs(order_of_merit(placings, rules, events, at), clubs, 5), 5)


def test_double_elimination_of_1024():
    measured("double elimination of 1,024 built", 200, lambda: double_bracket(1024), 5)
    shape = double_bracket(1024)
    progress = Progress(shape.ties(), [str(k) for k in range(1024)])
    start, played = time.process_time(), 0
    for tie in shape.ties():
        if progress.standings[tie.key].playable:
            progress.decide(tie.key, "away")
            played += 1
    each = 1000 * (time.process_time() - start) / played
    print(f"{'a result of it, ' + str(played) + ' of them':<60} {each:>10.4f} ms   (at most 0.3 ms)")
    assert each <= 0.3


@pytest.mark.parametrize(("players", "limit"), [(100, 300), (500, 4000)])
def test_a_round_of_the_dutch_system(players, limit):
    dice, played, rules = random.Random(2), [], Rules(9)
    for _ in range(4):
        pairs = dutch(players, played, rules)
        played.append([Game(pair.home, pair.away, dice.choice(["home", "draw", "away"])) for pair in pairs])
    measured(f"FIDE Dutch, round 5 of {players}", limit, lambda: dutch(players, played, rules), 3)


def test_what_can_still_happen():
    points = {row.entrant: row.tally.points for row in table(TEAMS, season(DAYS[:25]), PRESETS["house/1"]).rows}
    remaining = [(str(home), str(away)) for day in DAYS[25:] for home, away in day]
    measured("possible final places of 20 after matchday 25", 200, lambda: ranges(points, remaining), 5)


def test_ten_thousand_seasons():
    results = season(DAYS[:19])
    remaining = [(str(home), str(away)) for day in DAYS[19:] for home, away in day]
    rules = TableRules.of(PRESETS["uefa-euro/2024"])
    measured(
        "10,000 seasons of 190 matches", 15000, lambda: project(TEAMS, results, remaining, rules, seed=1, runs=10_000)
    )


def test_a_timetable_of_a_weekend():
    """64 people, 16 tables, 4 competitions, planned before the start."""
    asked = full_weekend()
    measured(f"plan of {len(plan(asked).bookings)} matches, 64 people, 16 tables", 1000, lambda: plan(asked), 5)


def test_changes_of_a_timetable():
    """Each time that something runs late or a table is lost, from the start to the end of the weekend."""
    took = []

    def timed(asked, old):
        start = time.process_time()
        new = replan(asked, old)
        took.append(1000 * (time.process_time() - start))
        return new

    Hall(random.Random(1), full_weekend(), check=lambda *_: [], change=timed).play()
    print(f"{len(took)} changes of that plan: median {statistics.median(took):.0f} ms, longest {max(took):.0f} ms CPU")
    assert statistics.median(took) <= 300
