"""Statistics beside a slow recount: after random histories, every number is what one gets by adding up by hand.

The recount knows nothing of lines, books and weeks: it reads which fixtures are shown as played, and the results of
their matches.
"""

import random
from collections import Counter
from itertools import groupby

import pytest

from league.competitions.models import Fixture
from league.players.models import User
from league.statistics.models import Book, Career
from league.statistics.queries import almanac, people
from league.statistics.queries.insights import insights
from league.statistics.verbs import books
from tests.league.builders import running
from tests.league.competitions.test_elsewhere import SHAPES, go_on, to_the_end
from tests.sizes import size

GAVE_UP = ("resignation", "forfeit", "time")


def by_hand(cups):
    """The matches that count, oldest first: ``(home, away, goals, goals, W or D or L of home, competition)``."""
    played = []
    for cup in cups:
        for fixture in Fixture.objects.filter(tie__round__stage__competition=cup, status="played"):
            kinds = list(fixture.entries.order_by("position").values_list("kind", flat=True))
            match, since = fixture.match, kinds[::-1].index("replay") if "replay" in kinds else len(kinds)
            if match is None or {*kinds[len(kinds) - since :]} - {"claimed", "disputed"} != {"played"}:
                continue  # a ruling stands, whatever the match says
            result, seats = match.result, {seat.side: seat.user for seat in match.seats.all()}
            home, away = result["score"]["home"], result["score"]["away"]
            outcome = "D" if home == away else "W" if home > away else "L"
            if result["how"] in GAVE_UP:
                outcome = "W" if result["winner"] == "home" else "L"
            played.append((match.finished_at, match.pk, seats["home"], seats["away"], home, away, outcome, cup))
    return [row[2:] for row in sorted(played, key=lambda row: row[:2])]


def of(player, rows):
    """``(goals for, against, outcome, opponent, side)`` of ``player``, oldest first."""
    turned = {"W": "L", "D": "D", "L": "W"}
    return [
        (h, a, outcome, away, "home") if player == home else (a, h, turned[outcome], home, "away")
        for home, away, h, a, outcome, _cup in rows
        if player in (home, away)
    ]


def longest(own, letters):
    return max([len(list(run)) for right, run in groupby(own, lambda one: one[2] in letters) if right], default=0)


def tally(own):
    counts = Counter(outcome for _for, _against, outcome, *_rest in own)
    return counts["W"], counts["D"], counts["L"], sum(one[0] for one in own), sum(one[1] for one in own)


def told(one):
    return one.won, one.drawn, one.lost, one.goals_for, one.goals_against


def check_book(numbers, rows):
    outcomes = Counter(row[4] for row in rows)
    scores = [row[2:4] for row in rows]
    assert (numbers["home_wins"], numbers["draws"], numbers["away_wins"]) == tuple(outcomes[one] for one in "WDL")
    assert (numbers["matches"], numbers["goals"]) == (len(rows), sum(map(sum, scores)))
    assert (numbers["home_goals"], numbers["away_goals"]) == tuple(sum(goals) for goals in zip(*scores, strict=True))
    assert numbers["clean_sheets"] == sum(score.count(0) for score in scores)
    margins = [h - a for _h, _a, h, a, outcome, _cup in rows if outcome == "W" and h > a]
    margins += [a - h for _h, _a, h, a, outcome, _cup in rows if outcome == "L" and h < a]
    records = {row["kind"]: row["value"] for row in reversed(numbers["records"])}
    assert records.get("biggest_win", 0) == max(margins, default=0)
    assert records["most_goals"] == max(map(sum, scores)) or not any(map(sum, scores))
    runs = [longest(of(player, rows), "WD") for player in {row[0] for row in rows} | {row[1] for row in rows}]
    assert records.get("unbeaten", 1) == max(max(runs), 1)


def check_player(player, rows):
    own = of(player, rows)
    record = people.record(player, "super_goal")
    assert told(record.tally) == tally(own) == told(record.by_game["super_goal"])
    assert record.form == [one[2] for one in own[::-1][:10]]
    assert (record.unbeaten.longest.length, record.winning.longest.length) == (longest(own, "WD"), longest(own, "W"))
    rivals = {one[3] for one in own}
    assert {rival.player_id: told(rival.tally) for rival in record.rivals} == {
        rival.pk: tally([one for one in own if one[3] == rival]) for rival in rivals
    }
    for rival in rivals:
        assert told(people.versus(player, rival).tally) == tally([one for one in own if one[3] == rival])
    career = Career.objects.get(player=player)
    assert told(career) == tally(own) and career.clean_sheets == sum(one[1] == 0 for one in own)
    assert (career.unbeaten, career.winning) == (longest(own, "WD"), longest(own, "W"))
    won, drawn, _lost, *_goals = tally(own)
    assert career.played == len(own) and career.points_a_match == pytest.approx((3 * won + drawn) / len(own))
    for by in ("game", "month", "side", "opponent", "venue"):
        groups = insights(player, by, {}, None)
        assert tuple(map(sum, zip(*map(told, groups), strict=True))) == tally(own), by
    sides = {group.query: told(group) for group in insights(player, "side", {}, None)}
    assert sides == {f"side={side}": tally([one for one in own if one[4] == side]) for side in {one[4] for one in own}}


@pytest.mark.parametrize("seed", range(size(2, 12)))
def test_every_number_is_what_a_recount_gives(cast, seed):
    rng = random.Random(seed)
    cups = []
    for shape in rng.sample(sorted(SHAPES), 2):
        preset, entrants, values = SHAPES[shape]
        cup = running(cast.organiser, preset, entrants=entrants, **values)
        go_on(cup, rng, cast.organiser)
        if rng.random() < 0.7:
            to_the_end(cup, rng, cast.organiser)
        cups.append(cup)
        if rng.random() < 0.5:
            books.refresh(at_once=True)
    books.refresh(at_once=True)
    rows = by_hand(cups)
    check_book(Book.objects.get(competition=None).numbers, rows)
    for cup in cups:
        own = [row for row in rows if row[5] == cup]
        if own:
            check_book(Book.objects.get(competition=cup).numbers, own)
        assert almanac.almanac(cup).matches == len(own)
        names = {leader.player_id: leader.name for board in almanac.almanac(cup).boards for leader in board.everybody}
        assert all(names.values()), "everybody who played has a name"
    for player in User.objects.filter(lines__isnull=False).distinct():
        if of(player, rows):
            check_player(player, rows)
        else:
            assert not Career.objects.filter(player=player).exists()
