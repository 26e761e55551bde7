"""Level teams by the matches between them, held against a second reading: slow, by the words of regulations.

Whoever is level is compared by the matches between those level, all criteria of the block in one pass; with "reapplied
to the remaining" the block begins again for each smaller set that is still level, before the next criterion is asked.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from league.standings.criteria import DIRECT_ENCOUNTER, LOTS, MINI
from league.standings.figures import Result, Shootout
from league.standings.table import table

TEAMS = ["a", "b", "c", "d", "e"]
LOWER = {"goals_against", "losses", "played"}
PLAIN = [*MINI, "played"]

minis = st.fixed_dictionaries(
    {
        "head_to_head": st.lists(st.sampled_from(sorted(MINI)), unique=True, min_size=1, max_size=4),
        "reapply_to_remaining": st.booleans(),
        "once_each_pair_met": st.sampled_from([0, 0, 1, 2]),
    }
)
criteria_lists = st.lists(st.one_of(minis, st.sampled_from([*PLAIN, LOTS, DIRECT_ENCOUNTER])), min_size=1, max_size=4)
scales = st.sampled_from([(3, 1, 0), (2, 1, 0), (1, 0.5, 0)])


@st.composite
def seasons(draw):
    """Most matches of a double round robin of five: few goals, so that many are level."""
    pairs = draw(st.lists(st.sampled_from(list(permutations(TEAMS, 2))), unique=True, min_size=8))
    goals, sides = st.integers(0, 1), st.sampled_from(["home", "away"])
    shootouts = st.none() | st.none() | st.builds(Shootout, sides, st.just((2, 1)))
    awards = st.sampled_from(["", "", "", "", "home", "away", "nobody"])
    return [
        Result(
            home,
            away,
            draw(goals),
            draw(goals),
            awarded=(award := draw(awards)),
            unplayed=bool(award) and draw(st.booleans()),
            shootout=draw(shootouts),
            conceded=3 if award == "nobody" else 0,
            neutral=draw(st.sampled_from([False, False, False, True])),
        )
        for home, away in pairs
    ]


class Reading:
    """The matches of one table, or of a mini-table, under points for win, draw and defeat."""

    def __init__(self, matches, points, lots):
        self.matches, self.points, self.lots = matches, points, lots

    def among(self, level):
        return [match for match in self.matches if match.home in level and match.away in level]

    def of(self, team):
        """Each match of ``team`` as it counts for it: letter, points, goals for, goals against, away or not."""
        for match in self.matches:
            if team not in (match.home, match.away):
                continue
            side = "home" if team == match.home else "away"
            scored, other = match.home_goals, match.away_goals
            if side == "away":
                scored, other = other, scored
            letter = "W" if scored > other else "L" if scored < other else "D"
            if match.awarded:
                letter = "W" if match.awarded == side else "L"
            paid = self.points["WDL".index(letter)]
            if letter == "D" and match.shootout:
                paid = match.shootout.points[0 if match.shootout.winner == side else 1]
            yield letter, Fraction(paid), scored, other + match.conceded, side == "away" and not match.neutral

    def figure(self, name, team):
        rows = list(self.of(team))
        counted = [row for row in rows if row[4]] if name.startswith("away_") else rows
        letters = [row[0] for row in counted]
        scored, conceded = sum(row[2] for row in counted), sum(row[3] for row in counted)
        match name.removeprefix("away_"):
            case "points":
                return sum(row[1] for row in counted)
            case "wins":
                return letters.count("W")
            case "losses":
                return letters.count("L")
            case "played":
                return len(counted)
            case "goals_for":
                return scored
            case "goals_against":
                return conceded
            case "goal_difference":
                return scored - conceded
            case "goal_average":
                return Fraction(scored, conceded) if conceded else inf if scored else 1
        raise AssertionError(name)

    # ── the order ──
    def sets(self, level, names):
        """Split ``level`` into sets from best to worst by ``names``, the first that differs deciding."""
        keys = {team: tuple(self.figure(name, team) * (1 if name in LOWER else -1) for name in names) for team in level}
        return [[team for team in level if keys[team] == key] for key in sorted(set(keys.values()))]

    def parts(self, level, criterion):
        if criterion == LOTS:
            held = all(team in self.lots for team in level)
            return [[team] for team in self.lots if team in level] if held else [level]
        if criterion == DIRECT_ENCOUNTER:
            return self.encounters(level)
        if isinstance(criterion, str):
            return self.sets(level, [criterion])
        between = self.among(level)
        times = [sum({match.home, match.away} == {*pair} for match in between) for pair in combinations(level, 2)]
        if min(times) < criterion["once_each_pair_met"]:
            return [level]
        parts = Reading(between, self.points, self.lots).sets(level, criterion["head_to_head"])
        if len(parts) > 1 and criterion["reapply_to_remaining"]:
            return [small for part in parts for small in (self.parts(part, criterion) if len(part) > 1 else [part])]
        return parts

    def places(self, level, criteria):
        """Split ``level`` into sets that share a place, from first to last."""
        if len(level) == 1 or not criteria:
            return [level]
        return [place for part in self.parts(level, criteria[0]) for place in self.places(part, criteria[1:])]

    # ── FIDE C.07 article 6, every outcome of the missing matches tried ──
    def encounters(self, level):
        scores, missing = dict.fromkeys(level, Fraction(0)), []
        for pair in combinations(level, 2):
            games = [match for match in self.among(pair) if not match.unplayed]
            if not games:
                missing.append(pair)
                continue
            for team in pair:  # 6.1.2: the average of several
                paid = [row[1] for row in Reading(games, self.points, ()).of(team)]
                scores[team] += Fraction(sum(paid), len(paid))
        if not missing:  # 6.2
            by_score = [[team for team in level if scores[team] == one] for one in sorted({*scores.values()})[::-1]]
            if len(by_score) == 1:
                return by_score
            return [small for part in by_score for small in (self.encounters(part) if len(part) > 1 else [part])]
        win, _draw, loss = self.points
        ends = []
        for winners in product(*missing):
            end = dict(scores)
            for pair, winner in zip(missing, winners, strict=True):
                for team in pair:
                    end[team] += win if team == winner else loss
            ends.append(end)
        first, left = [], list(level)
        while len(left) > 1:  # 6.3
            alone = [
                team for team in left if all(end[team] > end[other] for end in ends for other in left if other != team)
            ]
            if not alone:
                break
            first.append(alone)
            left.remove(alone[0])
        rest = self.encounters(left) if first and len(left) > 1 else [left]
        return first + rest


@given(seasons(), criteria_lists, scales, st.lists(st.sampled_from(TEAMS), unique=True))
def test_the_order_is_that_of_the_second_reading(matches, criteria, points, lots):
    standings = table(TEAMS, matches, {"points": points, "criteria": criteria}, lots=lots)
    ranks = {}
    for place in Reading(matches, points, lots).places(TEAMS, criteria):
        ranks |= dict.fromkeys(place, len(ranks) + 1)
    assert {row.entrant: row.rank for row in standings.rows} == ranks
