"""Points per match against a season that was ended by them: Ligue 1 2019/20, 279 of 380 matches played."""

from __future__ import annotations

from pathlib import Path

import pytest

from league.standings.figures import Adjustment, Result, tally
from league.standings.table import table

LIGUE_1 = Path(__file__).parent / "cases" / "ligue_1_2019_20.txt"
"""A matchday a line: ``5: PSG MAR 4-0, ...``."""
FINAL = (
    *("PSG", "MAR", "REN", "LIL", "NIC", "REI", "LYO", "MTP", "MON", "STR"),
    *("ANG", "BOR", "NAN", "BRE", "MET", "DIJ", "STE", "NIM", "AMI", "TOU"),
)
"""The final order, as the league announced it on 30 April 2020."""
H2H = {"head_to_head": ["points", "goal_difference"], "once_each_pair_met": 2}
CRITERIA = ["points_per_game", H2H, "goal_difference", "goals_for"]
"""Nice stood before Reims, with the worse goal difference, by their two matches; Lyon, Montpellier and Monaco had not
all met twice, so that goal difference parted them."""


def results() -> list[Result]:
    found = []
    for line in LIGUE_1.read_text().splitlines():
        day, _colon, matches = line.partition(": ")
        for match in matches.split(", "):
            home, away, score = match.split()
            goals = [int(part) for part in score.split("-")]
            found.append(Result(home, away, *goals, matchday=int(day)))
    return found


def test_the_season_ends_as_it_did():
    played = results()
    assert len(played) == 279
    standings = table(sorted(FINAL), played, {"criteria": CRITERIA})
    rows = {row.entrant: row for row in standings.rows}
    assert [(rows[one].tally.points, rows[one].tally.played) for one in ("PSG", "MAR", "REN", "LIL")] == [
        (68, 27), (56, 28), (50, 28), (49, 28),
    ]  # fmt: skip
    assert standings.order == list(FINAL)


def test_points_alone_give_another_order():
    """Strasbourg had a match less than Angers and a point less, but more of them a match."""
    by_points = table(sorted(FINAL), results(), {"criteria": ["points", "goal_difference"]}).order
    assert by_points.index("ANG") < by_points.index("STR")
    why = table(["A", "B", "C"], [Result("A", "B", 1, 0), Result("C", "A", 0, 0), Result("C", "B", 0, 0)],
                {"criteria": ["points_per_game", "goal_difference"]})  # fmt: skip
    assert why.order == ["A", "C", "B"]


def test_the_reason_names_the_ratio():
    played = [Result("A", "B", 1, 0), Result("A", "C", 0, 1), Result("D", "C", 1, 0)]
    standings = table(["A", "B", "C", "D"], played, {"criteria": ["points_per_game", "goal_difference", "goals_for"]})
    assert standings.order[0] == "D"
    sentences = [step.sentence for block in standings.blocks for step in block.steps]
    said = next(values for words, values in sentences if values.get("ahead") == "@D")
    assert (said["mine"], said["theirs"]) == ("3.00", "1.50")


@pytest.mark.parametrize(
    ("played", "wanted"),
    [
        ([Result("A", "B", 1, 0)], 3.0),  # nothing away: what there is at home stands for both
        ([Result("A", "B", 1, 0), Result("A", "B", 1, 0), Result("B", "A", 1, 0)], 1.5),
        ([Result("B", "A", 0, 0)], 1.0),
        ([], 0.0),
    ],
)
def test_home_and_away_count_alike(played, wanted):
    assert tally(["A", "B"], played, (3, 1, 0))["A"].weighted_points_per_game == wanted


def test_five_points_of_six_matches_are_one_figure_wherever_they_were_won():
    won, drawn, lost = (1, 0), (0, 0), (0, 1)
    figures = set()
    for home, away in (((won, drawn, drawn), (lost, lost, lost)), ((drawn, drawn, drawn), (drawn, drawn, lost))):
        played = [Result("A", "B", *score) for score in home] + [Result("B", "A", *score[::-1]) for score in away]
        figures.add(tally(["A", "B"], played, (3, 1, 0))["A"].weighted_points_per_game)
    assert figures == {5 / 6}


def test_points_that_were_taken_count_by_the_match():
    played = [Result("A", "B", 1, 0), Result("B", "A", 0, 1)]
    taken = [Adjustment("A", -2, "", "2020-01-01")]
    for name in ("points_per_game", "weighted_points_per_game"):
        standings = table(["A", "B"], played, {"criteria": [name, "goals_for"]}, adjustments=taken)
        assert getattr(standings.rows[0].tally, name) == 2
