"""Who withdraws from a division takes a place of relegation, and the divisions keep their sizes."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.competitions.derivation.derive import derive
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.models import Competition, Group, ResultEntry, Tie
from league.competitions.verbs import rulings, seasons
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from tests.league.builders import running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, open_fixtures
from tests.sizes import size

POLICIES = ("void", "award", "half")


def divisions(cast, policy, entrants=8, **options):
    chosen = {"divisions": 2, "times": 1, "move": 1, "playoff": 0, **options}
    return running(cast.organiser, "divisions", entrants=entrants, settings=chosen, withdrawals=policy)


def play(cup, *, rounds=99):
    """Play the matches of that many matchdays: the better seed wins by one."""
    for _round in range(rounds):
        fixtures = [fixture for fixture in open_fixtures(cup) if fixture.tie.group_id]
        if not fixtures:
            break
        for fixture in fixtures:
            finish(fixture.match, *((1, 0) if fixture.home.seed < fixture.away.seed else (0, 1)))
        collect()
    cup.refresh_from_db()


def withdraw(cup, cast, *seeds):
    for seed in seeds:
        rulings.withdraw(entrant=cup.entrants.get(seed=seed), by=cast.organiser, reason="moved away")
    cup.refresh_from_db()


def next_divisions(cup):
    """The seeds of each division of the season after, those who left among none."""
    seeds = {str(entrant.id): entrant.seed for entrant in cup.entrants.all()}
    return [{seeds[entrant] for entrant in division} for division in seasons.placed(cup)]


def rows_of(client, cup):
    """Seed -> the kind of zone on the page, of each table; and what is said of those who left."""
    seeds = {str(entrant.id): entrant.seed for entrant in cup.entrants.all()}
    tables = client.get(f"/competitions/{cup.slug}/table/").context["tables"]
    zones = {seeds[row["entrant"]]: row.get("zone", "") for table in tables for row in table.rows}
    return zones, [table.left for table in tables]


@pytest.mark.parametrize("policy", POLICIES)
def test_the_last_of_those_left_stays_up(cast, client, policy):
    cup = divisions(cast, policy)
    play(cup, rounds=1)
    withdraw(cup, cast, 2)
    play(cup)
    assert cup.status == Competition.Status.FINISHED
    assert next_divisions(cup) == [{1, 3, 4, 5}, {6, 7, 8}]
    zones, left = rows_of(client, cup)
    assert zones[4] == "" and zones.get(2, "down") == "down" and zones[5] == "up"
    name = cup.entrants.get(seed=2).name
    assert left == [f"{name} withdrew: one of the places of relegation is taken.", ""]
    assert name in client.get(f"/competitions/{cup.slug}/table/").content.decode()
    after = seasons.following(competition=cup, by=cast.organiser)
    assert sorted(after.entrants.values_list("division", flat=True)) == [1] * 4 + [2] * 3
    assert picture(cup) == computed_again(cup)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_next_goes_up_for_a_first_who_left(cast, client, policy):
    cup = divisions(cast, policy)
    play(cup, rounds=2)
    withdraw(cup, cast, 5)
    play(cup)
    up = 6 if policy == "void" else 7  # who has the points of the awarded match
    assert next_divisions(cup) == [{1, 2, 3, up}, {4, 6, 7, 8} - {up}]
    zones, left = rows_of(client, cup)
    assert (zones[up], zones[4], zones.get(5, "")) == ("up", "down", "") and left == ["", ""]


@pytest.mark.parametrize("policy", POLICIES)
def test_more_leave_than_go_down(cast, policy):
    """Two of four leave and one goes down: the division is filled with the best of those who missed promotion."""
    cup = divisions(cast, policy)
    play(cup, rounds=1)
    withdraw(cup, cast, 1, 2)
    play(cup)
    assert next_divisions(cup) == [{3, 4, 5, 6}, {7, 8}]


@pytest.mark.parametrize("policy", POLICIES)
def test_two_leave_where_two_go_down(cast, client, policy):
    cup = divisions(cast, policy, entrants=12, move=2)
    play(cup, rounds=2)
    withdraw(cup, cast, 6, 1)
    play(cup)
    assert next_divisions(cup) == [{2, 3, 4, 5, 7, 8}, {9, 10, 11, 12}]
    zones, left = rows_of(client, cup)
    assert not any(zones[seed] for seed in (2, 3, 4, 5)) and "2 of the places of relegation are taken" in left[0]


@pytest.mark.parametrize("policy", POLICIES)
def test_three_divisions_keep_their_sizes(cast, policy):
    cup = divisions(cast, policy, entrants=12, divisions=3)
    play(cup, rounds=1)
    withdraw(cup, cast, 3, 5, 8)
    play(cup)
    assert [len(division) for division in next_divisions(cup)] == [4, 4, 1]
    assert next_divisions(cup)[0] == {1, 2, 4, 6}, "three goes down by leaving; five, first of the second, left too"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("defender_wins", [True, False])
def test_the_play_off_is_that_of_the_last_who_stays(cast, policy, defender_wins):
    cup = divisions(cast, policy, playoff=1)
    play(cup, rounds=1)
    withdraw(cup, cast, 2)
    play(cup)
    [fixture] = open_fixtures(cup)
    last = 3 if policy == "award" else 4  # four has the points of the awarded match
    assert {fixture.home.seed, fixture.away.seed} == {last, 6}, "two goes down by leaving, so the last may stay"
    defends = fixture.home.seed == last
    finish(fixture.match, *((1, 0) if defends == defender_wins else (0, 1)))
    collect()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    up = {1, 3, 4, 5} if defender_wins else {1, 3, 4, 5, 6} - {last}
    assert next_divisions(cup) == [up, {6, 7, 8, last} - up]


@pytest.mark.parametrize("policy", POLICIES)
def test_who_leaves_in_the_play_offs_loses_one_and_no_place_of_the_table(cast, policy):
    cup = divisions(cast, policy, playoff=1)
    play(cup)
    [fixture] = open_fixtures(cup)
    assert {fixture.home.seed, fixture.away.seed} == {3, 6}
    withdraw(cup, cast, 3)
    tie = Tie.objects.get(pk=fixture.tie_id)
    assert (tie.decided, tie.winner.seed) == ("walkover", 6) and cup.status == Competition.Status.FINISHED
    assert next_divisions(cup) == [{1, 2, 5, 6}, {4, 7, 8}]
    assert "left" not in Group.objects.get(stage__competition=cup, number=1).table


def test_a_match_that_ends_after_the_withdrawal_changes_nothing(cast):
    """The last match of who withdrew was being played: its result comes too late, and all matches stay void."""
    cup = divisions(cast, "void")
    play(cup, rounds=2)
    late = next(fixture for fixture in open_fixtures(cup) if 2 in (fixture.home.seed, fixture.away.seed))
    withdraw(cup, cast, 2)
    finish(late.match, 5, 0)
    collect()
    play(cup)
    assert next_divisions(cup)[0] == {1, 3, 4, 5}
    assert [row["played"] for row in Group.objects.get(stage__competition=cup, number=1).table["rows"]] == [2, 2, 2]
    assert picture(cup) == computed_again(cup)


def test_a_division_of_two_may_lose_one(cast):
    """Fewer were left than move: the next season could not be made."""
    cup = divisions(cast, "void", entrants=6, divisions=3)
    withdraw(cup, cast, 3)
    play(cup)
    assert next_divisions(cup) == [{1, 4}, {2, 5}, {6}]


def test_the_table_told_alone_agrees_with_the_whole_after_a_withdrawal(cast):
    cup = divisions(cast, "award")
    play(cup, rounds=1)
    withdraw(cup, cast, 2)
    fixture = next(fixture for fixture in open_fixtures(cup) if fixture.home.seed > 4)
    rulings.enter_result(fixture=fixture, score=Score(2, 2), by=cast.organiser)
    assert picture(cup) == computed_again(cup)


def test_whoever_leaves_the_divisions_keep_their_sizes(cast):
    """Any results, any number of leavers at any time: the upper divisions are as large as they were."""
    snapshots = []
    for policy in POLICIES:
        for playoff in (0, 1):
            cup = divisions(cast, policy, entrants=15, divisions=3, playoff=playoff)
            snapshots.append((cup, take_snapshot(Competition.objects.get(id=cup.id))))
    checked = {"left": 0, "finished": 0}

    @settings(max_examples=size(40, 600), deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(snapshots),
        st.lists(st.tuples(st.integers(1, 15), st.integers(0, 60)), max_size=7),
        st.randoms(),
    )
    def holds(pair, leavers, rng):
        cup, snapshot = pair
        ResultEntry.objects.filter(competition=cup).delete()
        fixtures = [fixture for ties in snapshot.ties.values() for tie in ties for fixture in snapshot.fixtures[tie.id]
                    if tie.group_id]  # fmt: skip
        entries, sides = [], {fixture.id: {fixture.home_id, fixture.away_id} for fixture in fixtures}
        for at, fixture in enumerate(rng.sample(fixtures, len(fixtures))):
            goals = rng.randrange(4), rng.randrange(4)
            winner = "home" if goals[0] > goals[1] else "away" if goals[0] < goals[1] else ""
            entries.append(ResultEntry(fixture_id=fixture.id, kind=ResultEntry.Kind.REPORTED, home_goals=goals[0],
                                       away_goals=goals[1], winner=winner, source="organiser"))  # fmt: skip
            for seed in [seed for seed, moment in leavers if moment == at]:
                entries.append(ResultEntry(entrant_id=snapshot.by_seed[seed].id, kind=ResultEntry.Kind.WITHDRAWN,
                                           source="organiser"))  # fmt: skip
        gone = {entry.entrant_id for entry in entries if entry.entrant_id}
        played = [entry for entry in entries if entry.entrant_id or not gone & sides[entry.fixture_id]]
        at = cup.created_at
        for position, entry in enumerate(played, start=1):
            entry.competition, entry.position, entry.at = cup, position, at
        ResultEntry.objects.bulk_create(played)
        fresh = take_snapshot(cup)
        derived = derive(fresh)
        before = [len(group.members) for group in fresh.stages[0].groups]
        after = seasons.placed(cup)
        people = [entrant for division in after for entrant in division]
        assert sorted(people) == sorted(
            str(entrant.id) for entrant in snapshot.by_seed.values() if entrant.id not in gone
        )
        for at_division, (size_before, division) in enumerate(zip(before, after, strict=True)):
            below = sum(map(len, after[at_division + 1 :]))
            assert len(division) == size_before or not below or at_division == len(before) - 1
        checked["left"] += bool(derived.left)
        checked["finished"] += derived.complete[fresh.stages[0].stage.id]

    holds()
    assert all(checked.values()), checked
