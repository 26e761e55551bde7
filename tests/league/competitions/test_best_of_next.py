"""The best of the next place of several groups: compared by the figures of their own tables, whatever made those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived
from league.competitions.derivation.past_tables import next_placed_now
from league.competitions.derivation.snapshot import Snapshot, take_snapshot
from league.competitions.derivation.tables import next_placed, stored_table
from league.competitions.models import Competition, Fixture, Group, PlainEntry, PlainFixture, ResultEntry, Tie
from league.competitions.verbs import rulings
from league.competitions.verbs.rulings import Consent, Score
from league.leagues import projections
from league.seasons.verbs.early_closing import close_early
from tests.league.builders import running
from tests.league.recomputed import computed_again, picture
from tests.sizes import size

THIRDS = {"groups": 3, "through": 2, "best": 2, "third_place": False}
YES = Consent(confirmed=True)
Kind = ResultEntry.Kind
CLOSED_WAYS = ("stands", "points_per_game", "weighted_points_per_game", "first_half")
LOWER = {"losses", "goals_against", "disciplinary"}


def groups_of(cup: Competition) -> list[list[int]]:
    """Return the seeds of each group, best first."""
    groups = Group.objects.filter(stage__competition=cup).order_by("number")
    return [sorted(slot["seed"] for slot in group.members) for group in groups]


def fixtures_of(cup: Competition) -> list[Fixture]:
    fixtures = Fixture.objects.filter(tie__round__stage__competition=cup, tie__group__isnull=False)
    return list(fixtures.select_related("home", "away", "tie__group").order_by("tie__round__number", "tie__number"))


def play_groups(cup: Competition, by, only: Sequence[int] = (), margins: Sequence[int] = (1, 1, 1)) -> None:
    """Enter every result: the lower seed wins, third against fourth of a group by ``margins`` of that group."""
    groups = groups_of(cup)
    for fixture in fixtures_of(cup):
        seeds = fixture.home.seed, fixture.away.seed
        if only and not set(seeds) & set(only):
            continue
        at = next(at for at, group in enumerate(groups) if seeds[0] in group)
        goals = margins[at] if set(seeds) == set(groups[at][2:4]) else 1
        score = (goals, 0) if seeds[0] < seeds[1] else (0, goals)
        rulings.enter_result(fixture=fixture, score=Score(*score), by=by)


def through(cup: Competition) -> set[int]:
    """Return the seeds of those in the first round of the bracket."""
    ties = Tie.objects.filter(round__stage__competition=cup, round__stage__number=2, round__step=1)
    return {side.seed for tie in ties for side in (tie.home, tie.away) if side is not None}


def best(cup: Competition) -> list[tuple[int, float]]:
    """Return seed and points of those of the next place, as the page shows them."""
    seeds = {str(entrant.id): entrant.seed for entrant in cup.entrants.all()}
    rows = next_placed_now(cup, cup.stages.get(number=2))
    return [(seeds[row["entrant"]], row["points"]) for _group, row in rows]


def test_points_that_were_taken_count_across_groups(cast, client):
    cup = running(cast.organiser, "world_cup", entrants=12, settings=THIRDS)
    first, second, third = (group[2] for group in groups_of(cup))
    play_groups(cup, cast.organiser, margins=(3, 2, 1))
    cup.refresh_from_db()
    assert {first, second} <= through(cup) and third not in through(cup)
    rulings.deduct(entrant=cup.entrants.get(seed=first), points=2, by=cast.organiser, reason="papers late")
    cup.refresh_from_db()
    assert {second, third} <= through(cup) and first not in through(cup)
    assert best(cup) == [(second, 3), (third, 3), (first, 1)]
    assert picture(cup) == computed_again(cup)
    assert client.get(f"/competitions/{cup.slug}/table/").status_code == 200


def test_the_value_of_the_organiser_counts_across_groups(cast):
    cup = running(cast.organiser, "world_cup", entrants=12, settings=THIRDS)
    Competition.objects.filter(id=cup.id).update(criteria=["points", "manual", "goal_difference", "lots"])
    cup.refresh_from_db()
    first, second, third = (group[2] for group in groups_of(cup))
    play_groups(cup, cast.organiser, margins=(3, 2, 1))
    rulings.give_value(entrant=cup.entrants.get(seed=third), value=5, by=cast.organiser, reason="fair play")
    cup.refresh_from_db()
    assert [seed for seed, _points in best(cup)] == [third, first, second]
    assert {first, third} <= through(cup) and second not in through(cup)


@pytest.mark.parametrize(("way", "second_of_a"), [("points_per_game", "1.33"), ("weighted_points_per_game", "1.00")])
def test_points_per_match_count_across_groups(cast, way, second_of_a):
    """The second of A has four points of three matches, that of B three of one."""
    cup = running(cast.organiser, "world_cup", entrants=8, settings={"groups": 2, "through": 1, "best": 1, "times": 1})
    (a1, a2, a3, a4), (b1, b2, b3, b4) = groups_of(cup)
    goals = {(a1, a2): (1, 0), (a1, a3): (1, 0), (a1, a4): (1, 0), (a2, a3): (1, 1), (a2, a4): (1, 0)}
    goals |= {(b1, b3): (2, 0), (b2, b4): (1, 0)}
    for fixture in fixtures_of(cup):
        seeds = fixture.home.seed, fixture.away.seed
        score = goals.get((min(seeds), max(seeds)))
        if score is not None:
            rulings.enter_result(fixture=fixture, score=Score(*(score if seeds[0] < seeds[1] else score[::-1])),
                                 by=cast.organiser)  # fmt: skip
    close_early(competition=cup, way=way, by=cast.organiser, reason="flood", consent=YES)
    cup.refresh_from_db()
    tables = {group.name: group.table["rows"] for group in Group.objects.filter(stage__competition=cup)}
    assert [rows[1]["per_match"] for rows in (tables["A"], tables["B"])] == [second_of_a, "3.00"]
    assert best(cup) == [(b2, 3), (a2, 4)]
    assert b2 in through(cup) and a2 not in through(cup)
    rows = next_placed_now(cup, cup.stages.get(number=2))
    assert [row["per_match"] for _group, row in rows] == ["3.00", second_of_a]


def test_in_larger_groups_matches_against_the_last_do_not_count(cast):
    """Five in A and four in B: the second of A has nine points of four matches, six of which count."""
    cup = running(cast.organiser, "world_cup", entrants=9, settings={"groups": 2, "through": 1, "best": 1})
    small, large = sorted(groups_of(cup), key=len)
    play_groups(cup, cast.organiser)
    cup.refresh_from_db()
    assert dict(best(cup)) == {large[1]: 6, small[1]: 6}
    rulings.deduct(entrant=cup.entrants.get(seed=large[1]), points=1, by=cast.organiser, reason="late")
    cup.refresh_from_db()
    assert best(cup) == [(small[1], 6), (large[1], 5)] and small[1] in through(cup)


def test_the_page_shows_the_figures_that_count(cast, client):
    cup = running(cast.organiser, "world_cup", entrants=9, settings={"groups": 2, "through": 1, "best": 1})
    large = max(groups_of(cup), key=len)
    play_groups(cup, cast.organiser)
    cup.refresh_from_db()
    context = client.get(f"/competitions/{cup.slug}/table/").context
    row = next(row for row in context["best"] if row["group"] == Group.objects.get(members__contains=[
        {"seed": large[1]}], stage__competition=cup).name)  # fmt: skip
    assert (row["played"], row["points"]) == (3, 6), "the table of its group says nine of four"


def test_nobody_goes_through_after_an_annulled_season(cast, client):
    cup = running(cast.organiser, "world_cup", entrants=12, settings=THIRDS)
    play_groups(cup, cast.organiser, only=[1])
    assert client.get(f"/competitions/{cup.slug}/table/").context["best"]
    close_early(competition=cup, way="annulled", by=cast.organiser, reason="flood", consent=YES)
    context = client.get(f"/competitions/{cup.slug}/table/").context
    assert context["best"] == []
    assert not any(row.get("zone") for table in context["tables"] for row in table.rows) and not context["legend"]


def test_who_can_still_be_among_the_best_is_not_out(cast, client):
    cup = running(cast.organiser, "world_cup", entrants=12, settings=THIRDS)
    last = groups_of(cup)[0][2]
    days = [fixture for fixture in fixtures_of(cup) if {fixture.home.seed, fixture.away.seed} <= set(groups_of(cup)[0])]
    for fixture in days:
        seeds = fixture.home.seed, fixture.away.seed
        if set(seeds) != {last, groups_of(cup)[0][3]}:
            score = (1, 0) if seeds[0] < seeds[1] else (0, 1)
            rulings.enter_result(fixture=fixture, score=Score(*score), by=cast.organiser)
    projections.make(Group.objects.get(stage__competition=cup, name="A"), runs=20)
    rows = client.get(f"/competitions/{cup.slug}/table/").context["tables"][0].rows
    assert [row.get("mark", "") for row in rows] == ["★", "✓", "", ""], "third and fourth can be the best third"


def test_the_outlook_knows_the_values_of_the_organiser(cast):
    cup = running(cast.organiser, "league", entrants=3, settings={"times": 1})
    Competition.objects.filter(id=cup.id).update(criteria=["manual", "points", "lots"])
    second, group = cup.entrants.get(seed=2), Group.objects.get(stage__competition=cup)
    rulings.give_value(entrant=second, value=1, by=cast.organiser, reason="toss of a coin")
    rulings.deduct(entrant=second, points=90, by=cast.organiser, reason="late")
    outlook = projections.make(group, runs=50)
    assert outlook.chances[str(second.id)][0] == 1, "the value comes before the points"
    assert outlook.ranges[str(second.id)] == [1, 3], "points prove nothing where another criterion comes first"


# ── any history ──
CRITERIA = (
    ["points", "goal_difference", "goals_for", {"head_to_head": ["points"], "reapply_to_remaining": True}, "lots"],
    ["points", "manual", "wins", "goal_difference"],
    ["manual", "points", "goals_against", "lots"],
    ["goal_difference", {"head_to_head": ["points"]}, "losses", "points"],
)
SCHEMES = ([3, 1, 0], [2, 1, 0], [1, 0.5, 0], [3, 2, 1])
AT = datetime(2026, 1, 1, tzinfo=UTC)
scores = st.tuples(st.integers(0, 3), st.integers(0, 3))


@st.composite
def histories(draw: st.DrawFn, played: Sequence[int], entrants: int) -> list[tuple[Any, ...]]:
    """Draw what happens: a result of most of the fixtures ``played``, rulings, and perhaps an early end."""
    events: list[tuple[Any, ...]] = [
        (draw(st.sampled_from(("result",) * 8 + ("walkover", "nobody", "void", "open"))), at, draw(scores))
        for at in played
    ]
    numbers = st.integers(0, entrants - 1)
    more = st.one_of(
        st.tuples(st.just("deduct"), numbers, st.integers(-3, 6)),
        st.tuples(st.just("value"), numbers, st.integers(-3, 3)),
        st.tuples(st.just("withdraw"), numbers, st.just(0)),
    )
    events = draw(st.permutations(events + draw(st.lists(more, max_size=6))))
    return [*events, ("close", draw(st.sampled_from((*CLOSED_WAYS, ""))), None)]


def entries_of(
    snapshot: Snapshot, fixtures: Sequence[PlainFixture], events: Sequence[tuple[Any, ...]]
) -> list[PlainEntry]:
    """Return the log that ``events`` leave."""
    entrants = [snapshot.by_seed[seed] for seed in sorted(snapshot.by_seed)]
    rounds = snapshot.stages[0].rounds
    entries = []
    for kind, key, value in events:
        values: dict[str, Any]
        if kind == "open" or (kind == "close" and not key):
            continue
        if kind == "close":
            last = rounds[len(rounds) // 2 - 1].number if key == "first_half" else None
            values = {"kind": Kind.CLOSED, "closing": {"stage": 1, "way": key, "round": last}}
        elif kind in ("deduct", "value"):
            values = {"kind": Kind.DEDUCTED if kind == "deduct" else Kind.VALUED, "entrant_id": entrants[key].id}
            values["points"] = value
        elif kind == "withdraw":
            values = {"kind": Kind.WITHDRAWN, "entrant_id": entrants[key].id}
        else:
            values = {"fixture_id": fixtures[key].id, "home_goals": value[0], "away_goals": value[1]}
            winner = "home" if value[0] > value[1] else "away" if value[0] < value[1] else ""
            if kind == "result":
                values |= {"kind": Kind.REPORTED, "winner": winner}
            elif kind == "void":
                values |= {"kind": Kind.VOIDED}
            else:
                winner = "home" if kind == "walkover" else ""
                values |= {"kind": Kind.WALKOVER, "winner": winner}
                values |= {"home_goals": 3 if winner else 0, "away_goals": 0}
        position = len(entries) + 1
        entry = ResultEntry(position=position, at=AT, source="organiser", reason="so", **values)
        entries.append(PlainEntry.of(entry))
    return entries


def figures_in(stored: dict[str, Any], row: dict[str, Any], criteria: Sequence[Any]) -> list[float]:
    """Return the figures by which the stored table says that ``row`` ranks, the highest first."""
    by_hand = {entrant: value for entrant, value, _reason in stored.get("by_hand", [])}
    derived = {
        "manual": by_hand.get(row["entrant"], 0),
        "wins": row["won"],
        "losses": row["lost"],
    }
    plain = [name for name in criteria if isinstance(name, str) and name != "lots"]
    if "per_match" in row:
        plain = ["per_match", *(name for name in plain if name != "points")]
    values = [float(derived.get(name, row.get(name))) for name in plain]
    return [-value if name in LOWER else value for name, value in zip(plain, values, strict=True)]


def without(derived: Derived, row: dict[str, Any], others: set[str], scheme: Sequence[float]) -> dict[str, Any]:
    """Return ``row`` without its matches against ``others``."""
    counted = dict(row)
    for facts in derived.fixtures.values():
        sides = [str(side.id) if side is not None else "" for side in (facts.home, facts.away)]
        if row["entrant"] not in sides or not others & set(sides) or facts.status not in ("played", "walkover"):
            continue
        goals = [facts.home_goals or 0, facts.away_goals or 0]
        ours, theirs = goals if sides[0] == row["entrant"] else goals[::-1]
        nobody = facts.status == "walkover" and ours == theirs
        at = 2 if nobody or ours < theirs else 1 if ours == theirs else 0
        counted["points"] -= scheme[at]
        counted[("won", "drawn", "lost")[at]] -= 1
        counted["played"] -= 1
        counted["goals_for"] -= ours
        counted["goals_against"] -= theirs
        counted["goal_difference"] -= ours - theirs
    return counted


def test_any_history_ranks_them_by_the_figures_of_their_tables(cast):
    """Deductions, values, awards, void matches, withdrawals of both policies and early ends, in any order."""
    snapshots = []
    for policy in ("award", "void"):
        options = {"groups": 3, "through": 1, "best": 1, "times": 2}
        cup = running(cast.organiser, "world_cup", entrants=12, settings=options, withdrawals=policy)
        snapshots.append(take_snapshot(Competition.objects.get(id=cup.id)))
        assert snapshots[-1].lots_seed
    reached = {"complete": 0, "shorter": 0, "per match": 0}

    def holds(snapshot: Snapshot, left: bool, criteria: list[Any], scheme: list[float], data: st.DataObject) -> None:
        groups = [fixture for ties in snapshot.ties.values() for tie in ties if tie.group_id
                  for fixture in snapshot.fixtures[tie.id]]  # fmt: skip
        gone = snapshot.by_seed[min(snapshot.by_seed)].id if left else None
        played = [at for at, fixture in enumerate(groups) if gone not in (fixture.home_id, fixture.away_id)]
        events = [("withdraw", 0, 0)] * left + data.draw(histories(played, len(snapshot.by_seed)))
        snapshot.competition.criteria, snapshot.competition.points = criteria, scheme
        snapshot = replace(snapshot, entries=entries_of(snapshot, groups, events), _places={})
        derived = derive(snapshot)
        part = snapshot.stages[0]
        stored = {group.name: stored_table(snapshot, derived, group) for group in part.groups}
        smallest = min(len(table["rows"]) for table in stored.values())
        rank = 2
        if smallest < rank:
            return
        order = next_placed(snapshot, derived, part, rank)
        per_match = any("per_match" in table["rows"][0] for table in stored.values())
        keys = []
        for name, shown in order:
            rows = stored[name]["rows"]
            row = rows[rank - 1]
            assert row["entrant"] == shown.entrant
            last = set() if per_match else {below["entrant"] for below in rows[smallest:]}
            counted = without(derived, row, last, scheme)
            keys.append(figures_in(stored[name], counted, criteria))
            figures = shown.as_json()
            assert {key: figures[key] for key in ("played", "points", "goals_for", "adjustment")} == {
                key: counted[key] for key in ("played", "points", "goals_for", "adjustment")
            }
        assert all(above >= below for above, below in pairwise(keys)), keys
        if derived.complete[part.stage.id]:
            reached["complete"] += 1
            entering = {str(getattr(side, "id", "")) for tie in snapshot.ties[snapshot.rounds[-2].id]
                        for side in (derived.ties[tie.id].home, derived.ties[tie.id].away)}  # fmt: skip
            assert order[0][1].entrant in entering and order[1][1].entrant not in entering
        reached["shorter"] += smallest < 4
        reached["per match"] += per_match

    # Chance draws a withdrawal that makes a table shorter too seldom: half of the histories begin with one.
    for snapshot, left in product(snapshots, (False, True)):
        drawn = given(st.just(snapshot), st.just(left), st.sampled_from(CRITERIA), st.sampled_from(SCHEMES), st.data())
        sized = settings(max_examples=size(15, 375), deadline=None, suppress_health_check=list(HealthCheck))
        sized(drawn(holds))()
    assert all(reached.values()), reached
