"""Sums that must agree: a match's figures with its events, and a book's numbers with those of its players."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import translation

import engines
from engines.core.figures import Row
from engines.core.seats import other
from engines.core.text import sentence
from league.statistics.derivation import book_numbers
from league.statistics.derivation.book_numbers import Half, Played
from league.statistics.derivation.figures import count, deeds, statistics_of
from league.statistics.derivation.story import without_side
from league.statistics.models import Career, Line
from league.statistics.queries import people
from league.statistics.verbs import books
from league.statistics.words.figures import average
from tests.cases import built
from tests.league.statistics.played import BEGIN, log_of, played
from tests.sizes import size

SEATS = ("home", "away")
EVENTS = {
    "fouls": "foul", "yellows": "yellow", "reds": "red", "corners": "corner", "passes": "pass", "tackles_won": "tackle",
    "offsides": "offside", "free_kicks": "free_kick", "throw_ins": "throw_in", "turns": "turn", "captures": "capture",
    "dribbles": "dribble", "triangulations": "triangulation", "flags": "flag", "small_area": "small_area",
    "special_events": "special_event", "kicks_into_space": "kick", "pickups": "pickup", "checks": "control",
    "passive_play": "passive_play", "substitutions": "substitution", "coaching": "coaching", "goal_kicks": "goal_kick",
    "turns_lost": "turn_lost",
}  # fmt: skip
"""A figure, and the events that are counted for it, each for one of the two sides."""
PARTS = (
    ("passes_completed", "passes"), ("shots_scored", "shots"), ("shots_on_target", "shots"), ("checks_kept", "checks"),
    ("diagonal_tackles", "tackles_won"), ("penalties_scored", "penalties"), ("rolled_goals", "rolled_shots"),
    ("long_throws_completed", "long_throws"), ("long_shots", "shots"),
)  # fmt: skip


@pytest.mark.parametrize("slug", built())
@pytest.mark.parametrize("seed", range(size(1, 4)))
def test_every_figure_of_a_match_is_its_events(slug, seed):
    _options, _terms, opening, rows, wire = log_of(slug, seed)
    log = [Row(events=opening["events"]), *(Row(row["seat"], row["move"], row["events"]) for row in rows)]
    figures = count(slug, log)
    events = [event for row in log for event in row.events]
    happened = Counter(event["type"] for event in events)
    listed = {name for row in statistics_of(slug).listed for name in (row.name, row.part, row.whole, row.of_both)}
    for figure, kind in EVENTS.items():
        if figure in listed:
            assert sum(figures[seat].get(figure, 0) for seat in SEATS) == happened[kind], figure
    for seat in SEATS:
        mine, theirs = figures[seat], figures[other(seat)]
        goals = [event for event in events if event["type"] == "goal" and event["seat"] == seat]
        own = sum(bool(event.get("own")) for event in goals)
        flags = sum(event["type"] == "flag" and event["seat"] == seat for event in events)
        assert mine.get("goals", 0) == len(goals) == wire["score"][seat]
        assert theirs.get("own_goals", 0) == own
        assert mine.get("shots_scored", 0) == len(goals) - own - flags, "own goals and flags are goals of no shot"
        for part, whole in PARTS:
            assert mine.get(part, 0) <= mine.get(whole, 0) or whole not in listed, (part, whole)
        if slug == "soccer_tactics":
            ended = [mine.get(name, 0) for name in ("shots_scored", "shots_corner", "shots_goal_kick")]
            assert sum(ended) == mine.get("shots", 0), "each shot ended on one of three"
            assert 0 < mine["cells_run"] <= 6 * mine["decisions"], "a die's cells a move at most"
            assert 0 < mine["balls_lost"] <= theirs.get("tackles_won", 0) + theirs.get("captures", 0)
        for row in statistics_of(slug).listed:
            if row.percent:
                assert 0 <= row.value(mine, theirs) <= 100, row.name
        if mine.get("attacks") or mine.get("turns"):
            possession = next(row for row in statistics_of(slug).listed if row.name == "possession")
            assert abs(possession.value(mine, theirs) + possession.value(theirs, mine) - 100) <= 1


def of_one(game, *events, **move):
    return count(game, [Row("home", move, events)])


def test_a_shot_of_soccer_tactics_is_counted_for_where_it_was_from_and_what_it_ended_on():
    far = {"type": "shot", "seat": "home", "piece": "home.f9", "at": "F13", "outcome": "corner"}
    near = {"type": "shot", "seat": "away", "piece": "away.f9", "at": "D2", "outcome": "goal_kick"}
    figures = of_one("soccer_tactics", far, near)
    assert (figures["home"]["long_shots"], figures["home"]["shots_corner"]) == (1, 1)
    assert figures["away"]["shots_goal_kick"] == 1 and "long_shots" not in figures["away"]
    assert "shots_goal_kick" not in figures["home"], "a shot ends on one thing"


def test_cells_run_are_those_of_the_piece_that_was_moved_in_play():
    def move(piece, start, end):
        return {"type": "move", "piece": piece, "from": start, "to": end}

    run = move("home.f3", "B4", "E9")
    put_back = move("away.gk", "D15", "D16")
    figures = of_one("soccer_tactics", run, put_back, type="move", piece="home.f3", to="E9")
    assert figures["home"]["cells_run"] == 5 and "cells_run" not in figures["away"]
    placed = of_one("soccer_tactics", run, type="place", piece="home.f3", to="E9")
    assert "cells_run" not in placed["home"], "to place a piece at a restart is no run"
    dribble = {"type": "dribble", "piece": "home.f3", "to": "E10"}
    dribbled = of_one("soccer_tactics", move("home.f3", "E9", "E10"), dribble, type="dribble", to="E10")
    assert dribbled["home"]["cells_run"] == 1, "a dribble is one cell, told by a move and by itself"
    entered = of_one("soccer_tactics", move("home.gk", "line1", "D1"), type="move", piece="home.gk", to="D1")
    assert not entered["home"].get("cells_run"), "a place beside the board is no cell"


def test_a_ball_is_lost_by_who_had_it_when_the_other_side_took_it():
    possession = {"type": "possession", "seat": "away"}
    tackle = {"type": "tackle", "winner": "away.d1", "loser": "home.f9", "at": "D8"}
    won = {"type": "tackle", "winner": "home.f9", "loser": "away.d1", "at": "D14"}
    assert of_one("soccer_tactics", tackle, possession)["home"]["balls_lost"] == 1
    goal = {"type": "goal", "seat": "home", "piece": "home.f9", "own": False}
    scored = of_one("soccer_tactics", won, goal, possession)
    assert "balls_lost" not in scored["home"] | scored["away"], "the kick-off after a goal is no loss"


def test_long_throws_and_referees_of_dom_jim():
    def roll(purpose):
        return {"type": "roll", "seat": "home", "sides": 44, "value": 3, "for": purpose}

    arrived = {"type": "pass", "seat": "home", "from": "home.K", "to": "home.C1", "completed": True}
    assert of_one("dom_jim", roll("long_throw"), arrived)["home"]["long_throws_completed"] == 1
    lost = of_one("dom_jim", roll("long_throw"), arrived | {"completed": False})["home"]
    assert lost["long_throws"] == 1 and "long_throws_completed" not in lost
    assert "long_throws_completed" not in of_one("dom_jim", arrived)["home"], "a short pass is none"
    step = {"type": "race_step", "seat": "away", "piece": "away.C1", "from": 3, "to": 7}
    raced = of_one("dom_jim", step | {"referee": True}, step | {"referee": False})
    assert raced["away"]["referee_returns"] == 1


def anyhow(rng, number, players):
    """A match as it may come: any score, given up or not, its goals told or not."""
    home, away = (rng.choice((0, 0, 1, 2, 3)) for _ in range(2))
    letter = rng.choice("WL") if rng.random() < 0.2 else "D" if home == away else "W" if home > away else "L"
    theirs = {"W": "L", "D": "D", "L": "W"}[letter]
    first, second = rng.sample(players, 2)
    seats = rng.sample(["home"] * home + ["away"] * away, home + away)
    minutes = sorted(rng.choices(range(1, 95), k=len(seats)))
    told = [
        {"seat": seat, "v": v, "minute": minute, "piece": rng.choice(("gk", "c"))}
        for v, (seat, minute) in enumerate(zip(seats, minutes, strict=True))
    ]
    figures = {seat: {"shots": rng.randrange(9), "fouls": rng.randrange(3)} for seat in SEATS}
    known = rng.random() < 0.8
    return Played(
        f"m{number}", "super_goal", BEGIN + timedelta(days=number), {"home": home, "away": away}, "regulation",
        {"home": Half(first, letter), "away": Half(second, theirs)}, figures if known else {},
        {"goals": told} if known else {},
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(25))
def test_a_book_is_the_sum_of_its_players(seed):
    rng = random.Random(seed)
    rows = [anyhow(rng, number, list("abcdef")) for number in range(rng.randrange(1, 40))]
    book = book_numbers.count(rows)
    careers = list(book["players"].values())

    def whole(name):
        return sum(career[name] for career in careers)

    assert whole("played") == 2 * book["matches"] == 2 * (book["home_wins"] + book["draws"] + book["away_wins"])
    assert whole("goals_for") == whole("goals_against") == book["goals"] == book["home_goals"] + book["away_goals"]
    assert whole("won") == whole("lost") == book["home_wins"] + book["away_wins"]
    assert (whole("drawn"), whole("clean_sheets")) == (2 * book["draws"], book["clean_sheets"])
    assert whole("comebacks") == book["comebacks"] <= book["told"]
    told = sum(sum(row.score.values()) for row in rows if row.story)
    assert sum(book["minutes"].values()) == told == sum(row["goals"] for row in book["pieces"].values())
    for name in ("shots", "fouls"):
        mine, theirs = (sum(career["sums"][of].get(name, 0) for career in careers) for of in ("mine", "theirs"))
        assert mine == theirs == sum(side.get(name, 0) for side in book["sides"].values())
    for part in ("minutes", "pieces"):
        counts = Counter()
        for career in careers:
            for key, value in career["story"][part].items():
                counts[key] += value["goals"] if part == "pieces" else value
        given = {key: value["goals"] if part == "pieces" else value for key, value in book[part].items()}
        assert {key: value for key, value in counts.items() if value} == {key: n for key, n in given.items() if n}
    for career in careers:
        assert career["played"] == career["won"] + career["drawn"] + career["lost"] >= career["sums"]["mine"]["matches"]


@pytest.mark.parametrize("slug", ["dom_jim", "six_a_side", "soccer_tactics"])  # whose goals name a piece
def test_a_piece_is_named_without_its_side(slug):
    """Goals of both sides' number 9 are one bar."""
    game = engines.get(slug)
    _options, _terms, _opening, _rows, wire = log_of(slug, 1)
    for piece in game.scene(wire)["pieces"]:
        name = without_side(piece["name"])
        assert "team" not in json.dumps(name) and "@" not in json.dumps(name), name
        assert sentence(name, "it") != sentence(name, "en") or sentence(name, "it").isdecimal(), "it has its Italian"


@pytest.mark.parametrize(("value", "told"), [(104 / 35, "3.0"), (2.94, "2.9"), (0.25, "0.3"), (7.0, "7.0")])
def test_an_average_is_rounded(value, told):
    with translation.override("en"):
        assert average(value) == told


@pytest.mark.django_db
@translation.override("en")
def test_averages_are_of_the_matches_that_tell_the_figure(cast):
    """A match on a real table has only its score: it has goals, and lowers no other average."""
    played("super_goal", cast.anna, cast.bruno)
    books.refresh(at_once=True)
    alone = {row.name: row.value for row in people.in_game(cast.anna, "super_goal").figures}
    line = Line.objects.get(player=cast.anna)
    real = played("super_goal", cast.anna, cast.bruno, seed=2, days=1)
    real.figures.delete()
    Line.objects.filter(match=real).update(how="real_table", goals_for=7, goals_against=7, outcome="D")
    books.refresh(at_once=True)
    both = {row.name: row.value for row in people.in_game(cast.anna, "super_goal").figures}
    assert Career.objects.get(player=cast.anna).played == 2
    assert both["shots"] == alone["shots"] and both["passes"] == alone["passes"]
    assert both["goals"] == f"{(line.goals_for + 7) / 2:.1f}"


@pytest.mark.parametrize("slug", ["dom_jim", "six_a_side", "soccer_tactics"])
def test_what_the_pieces_did_is_what_their_sides_did(slug):
    """Passes, shots, duels and runs of the pieces of a side are the figures of that side."""
    for seed in (0, 1):
        _options, _terms, opening, rows, _wire = log_of(slug, seed)
        log = [Row(events=opening["events"]), *(Row(row["seat"], row["move"], row["events"]) for row in rows)]
        figures, done = count(slug, log), deeds(slug, log)
        for seat in SEATS:
            side = Counter()
            for piece, numbers in done.items():
                if piece.startswith(f"{seat}."):
                    side += numbers
            mine, theirs = figures[seat], figures[other(seat)]
            assert side["passes"] == mine.get("passes", 0) and side["shots"] == mine.get("shots", 0)
            assert (side["won"], side["lost"]) == (mine.get("tackles_won", 0), theirs.get("tackles_won", 0))
            assert side["run"] == mine.get("cells_run", 0)
            assert side["goals"] == mine.get("goals", 0) - theirs.get("own_goals", 0)


def test_pieces_that_no_event_names_did_nothing():
    passed = {"type": "pass", "seat": "home", "from": "C3", "to": "L2", "completed": True}
    goal = {"type": "goal", "seat": "home", "piece": None, "own": False}
    assert deeds("fuba", [Row("home", {}, [passed, goal])]) == {}
    own = {"type": "goal", "seat": "away", "piece": "home.p3", "own": True}
    assert deeds("six_a_side", [Row("away", {}, [own])]) == {}
