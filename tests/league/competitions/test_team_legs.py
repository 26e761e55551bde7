"""Ties of teams in several legs: home and away, and best of n, each leg with its own line-ups."""

from __future__ import annotations

import random
import re
from datetime import timedelta
from itertools import pairwise
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.competitions.derivation.team_figures import figures_of_teams
from league.competitions.errors import LineUpRefused, RulingRefused
from league.competitions.models import Availability, Fixture, Round, TeamLineUp, Tie
from league.competitions.policy.parties import people_in
from league.competitions.setup.line_ups import time_of
from league.competitions.verbs import availability, line_ups, rulings, silent_captains
from league.players.models import Notification
from matches.models import MatchCommand
from tests.league.competitions.documents import equal_elsewhere
from tests.league.competitions.test_team_cups import (
    BACKEND,
    adds_up,
    begin,
    correct,
    cup_of,
    no_slot_is_filled_twice,
    play,
    play_out,
)
from tests.league.teams import boards_of, past_the_deadline, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db


def two_legs(cast, teams=2, boards=2, **values):
    return cup_of(cast, teams, boards, **{"settings": {"legs": 2}, **values})


def again(tie):
    return Tie.objects.select_related("home__player", "away__player", "round__stage__competition").get(pk=tie.pk)


def play_leg(tie, *scores, of_home=(), of_away=()):
    """Name the line-ups of the leg that is due, and play its boards; scores are those of its own seats."""
    tie = again(tie)
    seal(tie, tie.home, *of_home)
    seal(tie, tie.away, *of_away)
    leg = again(tie).leg
    for board, score in enumerate(scores, start=1):
        play(boards_of(tie, leg)[board - 1], *score)
    return again(tie)


def test_the_second_leg_is_at_the_other_team_and_the_board_points_of_both_decide(cast):
    cup = two_legs(cast, squad=3)
    tie = ties_of(cup)[0]
    tie = play_leg(tie, (1, 0), (2, 2), of_home=[0, 1], of_away=[0, 1])
    assert (tie.decided, tie.leg, tie.home_points, tie.away_points) == ("", 2, 1.5, 0.5)
    assert not any(fixture.of_teams or fixture.match for fixture in boards_of(tie, 2)), "its line-ups are sealed"
    tie = play_leg(tie, (0, 0), (3, 1), of_home=[2, 0], of_away=[1, 0])
    second = boards_of(tie, 2)
    assert [(fixture.home, fixture.away) for fixture in second] == [(tie.away, tie.home)] * 2
    assert [fixture.away_player.nickname[-1] for fixture in second] == ["2", "0"], "a substitute between the legs"
    assert [fixture.home_player.nickname[-1] for fixture in second] == ["1", "0"]
    assert tie.leg_scores == [
        {"home": 1.5, "away": 0.5, "winner": "home"},
        {"home": 0.5, "away": 1.5, "winner": "away"},
    ]
    assert (tie.home_points, tie.away_points, tie.decided, tie.winner) == (2, 2, "goal_difference", tie.away)
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_boards_of_both_legs_have_links_of_their_own_names(cast, client):
    cup = two_legs(cast)
    tie = ties_of(cup)[0]
    for _leg in range(2):
        play_leg(tie, (1, 0), (2, 2))
    page = client.get(reverse("competitions:tie", args=[cup.slug, tie.pk])).content.decode()
    names = [" ".join(name.split()) for name in re.findall(r'<a class="go"[^>]*>\s*<span class="sr">([^<]*)<', page)]
    assert len(names) == len(set(names)) == 4


def test_what_decides_a_level_tie_follows_the_second_leg(cast):
    cup = two_legs(cast, team_rules={"cup_by": ["board_points", "sudden_death"]})
    tie = ties_of(cup)[0]
    assert [(fixture.leg, fixture.board) for fixture in tie.fixtures.all()] == [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)]
    tie = play_leg(tie, (5, 0), (0, 1))
    tie = play_leg(tie, (2, 0), (0, 1))
    extra = boards_of(tie, 2)[2]
    assert (tie.decided, tie.leg, extra.status) == ("", 2, "open")
    assert extra.home_player == boards_of(tie, 2)[0].home_player
    adds_up(cup)
    play(extra, 1, 0)
    tie = again(tie)
    assert (tie.decided, tie.winner) == ("sudden_death", tie.away), "who was at home on it"
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_a_team_has_the_boards_of_each_leg(cast):
    """They were summed over the legs, as if board 1 had been played once."""
    cup = two_legs(cast)
    tie = play_leg(ties_of(cup)[0], (1, 0), (2, 0))
    tie = play_leg(tie, (3, 0), (1, 1))
    first, second = figures_of_teams(cup)[tie.home_id].boards
    assert (first.played, first.won, first.lost, first.points) == (2, 1, 1, 1)
    assert (second.played, second.won, second.drawn, second.points) == (2, 1, 1, 1.5)


def test_a_leg_is_lost_whole_and_the_tie_goes_on(cast):
    cup = two_legs(cast, boards=3)
    tie = play_leg(ties_of(cup)[0], (1, 0))
    missing = boards_of(tie, 1)[1]
    rulings.walkover(fixture=missing, winner="away", by=cast.organiser, reason="bus", leg=True)
    tie = again(tie)
    assert (tie.decided, tie.leg, tie.home_points, tie.away_points) == ("", 2, 0, 3)
    assert [fixture.status for fixture in boards_of(tie, 1)] == ["played", "walkover", "walkover"]
    tie = play_leg(tie, (0, 1), (0, 1), (0, 1))
    assert (tie.home_points, tie.away_points, tie.decided) == (3, 3, "goal_difference")
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_an_awarded_leg_is_told_to_those_who_play_it_and_a_tie_to_all(cast):
    cup = two_legs(cast, squad=3)
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0))
    seal(tie, tie.home, 1, 2)
    seal(tie, tie.away)
    everybody = {user for leg in (1, 2) for board in boards_of(tie, leg) for user in people_in(board)}
    of_leg = {user for board in boards_of(tie, 2) for user in people_in(board)}
    assert len(everybody) > len(of_leg)
    for whole, told in (({"leg": True}, of_leg), ({"tie": True, "confirmed": True}, everybody)):
        Notification.objects.filter(kind="walkover").delete()
        rulings.walkover(fixture=boards_of(tie, 2)[0], winner="home", by=cast.organiser, reason="bus", **whole)
        assert {row.user for row in Notification.objects.filter(kind="walkover")} == told


def test_a_leg_is_awarded_only_where_there_are_several(cast):
    cup = cup_of(cast)
    tie = ties_of(cup)[0]
    with pytest.raises(RulingRefused, match="several legs"):
        rulings.walkover(fixture=boards_of(tie)[0], winner="home", by=cast.organiser, reason="x", leg=True)


@pytest.mark.parametrize("leg", [1, 2])
def test_a_whole_tie_is_awarded_from_any_leg(cast, leg):
    cup = two_legs(cast)
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0))
    rulings.walkover(
        fixture=boards_of(tie, leg)[0], winner="away", by=cast.organiser, reason="left", tie=True, confirmed=True
    )
    tie = again(tie)
    assert (tie.decided, tie.winner) == ("walkover", tie.away if leg == 1 else tie.home)
    adds_up(cup)


def test_a_withdrawal_between_the_legs_gives_the_tie_away(cast):
    cup = two_legs(cast, 4)
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0))
    rulings.withdraw(entrant=tie.home, by=cast.organiser)
    tie = again(tie)
    assert (tie.decided, tie.winner) == ("walkover", tie.away)
    assert [fixture.status for fixture in boards_of(tie, 2)] == ["walkover", "walkover"]
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_a_correction_of_the_first_leg_changes_the_aggregate_and_opens_nothing_anew(cast):
    cup = two_legs(cast, team_rules={"cup_by": ["board_points", "lots"]})
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0))
    tie = play_leg(tie, (1, 0), (0, 0))
    assert (tie.home_points, tie.away_points, tie.winner) == (2.5, 1.5, tie.home)
    correct(boards_of(tie, 1)[0], 0, 4, cast.organiser)
    tie = again(tie)
    assert (tie.home_points, tie.away_points, tie.winner) == (1.5, 2.5, tie.away)
    adds_up(cup)


def test_boards_are_closed_once_the_aggregate_is_certain(cast):
    cup = two_legs(cast, team_rules={"play_on": False, "first_to": 1})
    tie = play_leg(ties_of(cup)[0], (1, 0))
    assert boards_of(tie, 1)[1].status == "open", "in two legs no first to n ends the first"
    play(boards_of(tie, 1)[1], 1, 0)
    tie = play_leg(tie, (0, 0))
    assert (tie.decided, tie.winner, boards_of(tie, 2)[1].status) == ("board_points", tie.home, "void")
    adds_up(cup)
    correct(boards_of(tie, 2)[0], 1, 0, cast.organiser)
    tie = again(tie)
    assert (tie.decided, boards_of(tie, 2)[1].status) == ("", "open")
    adds_up(cup)


def test_the_best_of_three_meetings_is_told_by_meetings_won(cast):
    cup = cup_of(cast, settings={"best_of": 3}, team_rules={"play_on": False})
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0))
    tie = play_leg(tie, (1, 0), (0, 0))
    assert (tie.leg, tie.home_points, tie.away_points, tie.decided) == (3, 1, 1, "")
    tie = play_leg(tie, (0, 0), (4, 0))
    assert (tie.home_points, tie.away_points, tie.decided, tie.winner) == (2, 1, "best_of", tie.home)
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)


def test_a_third_meeting_that_is_not_needed_is_void(cast):
    cup = cup_of(cast, settings={"best_of": 3})
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0))
    tie = play_leg(tie, (0, 1), (0, 1))
    assert (tie.decided, tie.leg) == ("best_of", 2)
    assert [fixture.status for fixture in boards_of(tie, 3)] == ["void", "void"]
    adds_up(cup)


def test_three_drawn_meetings_go_on_by_the_rules_of_the_tie(cast):
    cup = cup_of(cast, settings={"best_of": 3}, team_rules={"cup_by": ["board_points", "extra_board", "lots"]})
    tie = ties_of(cup)[0]
    for _leg in range(3):
        tie = play_leg(tie, (1, 0), (0, 1))
    extra = boards_of(tie, 3)[2]
    assert (tie.decided, tie.home_points, extra.status) == ("", 0, "open")
    play(extra, 2, 0)
    assert again(tie).decided == "extra_board"
    adds_up(cup)


# ── line-ups ──
def test_captains_are_asked_for_each_leg_and_the_silent_have_their_time_again(cast):
    cup = two_legs(cast, squad=3)
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0), of_home=[2, 1])
    assert time_of(cup, tie) == tie.leg_since + timedelta(hours=cup.line_up_hours)
    silent_captains.ask([tie.pk])
    silent_captains.ask([tie.pk])
    assert Notification.objects.filter(key=f"line_up:{tie.pk}.2", user=tie.home.player).count() == 1
    seal(tie, tie.away)
    past_the_deadline(cup)
    with pytest.raises(LineUpRefused, match="time"):
        seal(again(tie), tie.home)
    assert line_ups.open_due() == 1
    assert [fixture.away_player.nickname[-1] for fixture in boards_of(tie, 2)] == ["2", "1"], "as in the first leg"
    assert TeamLineUp.objects.filter(tie=tie).count() == 4


def test_a_leg_that_is_due_after_the_end_of_its_round_has_its_time(cast):
    cup = two_legs(cast)
    tie = play_leg(ties_of(cup)[0], (1, 0), (1, 0))
    Round.objects.filter(pk=tie.round_id).update(closes_at=timezone.now() - timedelta(hours=1))
    tie = again(tie)
    assert time_of(cup, tie) == tie.leg_since + timedelta(hours=cup.line_up_hours)


def test_the_squad_is_asked_again_for_the_second_leg(cast):
    cup = two_legs(cast, squad=3)
    tie = again(ties_of(cup)[0])
    availability.ask(tie=tie, by=tie.home.player)
    tie = play_leg(tie, (1, 0), (1, 0))
    assert not Availability.objects.exists()
    availability.ask(tie=tie, by=tie.home.player)
    assert Availability.objects.filter(tie=tie).count() == 3 and not availability.forget()


# ── pages, API ──
def test_the_page_of_a_tie_shows_both_legs_and_the_aggregate(cast, client):
    cup = two_legs(cast)
    tie = play_leg(ties_of(cup)[0], (1, 0), (2, 2))
    page = client.get(reverse("competitions:tie", args=[cup.slug, tie.pk])).content.decode()
    assert page.index("2nd leg") < page.index("1st leg") and "1½–½" in page, (
        "line-ups that are due, then what was played"
    )
    play_leg(tie, (1, 0), (0, 0))
    page = client.get(reverse("competitions:tie", args=[cup.slug, tie.pk])).content.decode()
    assert page.index("1st leg") < page.rindex("2nd leg")
    assert page.count("1½–½") == 2, "each by its own seats"
    answer = client.get(f"/api/v1/competitions/{cup.pk}/ties/{tie.pk}/").json()
    assert (answer["home_points"], answer["away_points"], answer["leg"]) == (2, 2, 2)
    assert [leg["home"] for leg in answer["leg_scores"]] == [1.5, 0.5]
    for name in ("bracket", "fixtures", "overview", "rules"):
        assert client.get(reverse(f"competitions:{name}", args=[cup.slug])).status_code == 200
    overlay = client.get(reverse("overlay_tie", args=[cup.slug, tie.pk])).content.decode()
    assert overlay.index(tie.away.name) < overlay.rindex(tie.home.name)


def test_an_organiser_awards_a_leg_on_the_page(cast):
    cup, organiser = two_legs(cast), Client()
    organiser.force_login(cast.organiser, backend=BACKEND)
    tie = play_leg(ties_of(cup)[0])
    address = reverse("competitions:ruling", args=[cup.slug, boards_of(tie)[0].pk])
    assert 'name="leg"' in organiser.get(address).content.decode()
    organiser.post(address, {"do": "walkover", "winner": "home", "leg": "yes", "reason": "no bus"})
    tie = again(tie)
    assert (tie.leg, tie.home_points) == (2, 2)


def test_a_begun_board_of_a_leg_that_is_awarded_is_called_off(cast):
    cup = two_legs(cast)
    tie = play_leg(ties_of(cup)[0])
    awarded, begun = boards_of(tie)
    begin(begun)
    rulings.walkover(fixture=awarded, winner="home", by=cast.organiser, reason="bus", leg=True, confirmed=True)
    called_off = MatchCommand.objects.filter(kind=MatchCommand.Kind.VOID).values_list("match", flat=True)
    assert {awarded.match_id, begun.match_id} <= {*called_off}
    assert not Fixture.objects.filter(tie=tie, leg=1, match__isnull=False).exclude(pk=awarded.pk).exists()
    adds_up(cup)


# ── a league with its ladder ──
@pytest.mark.parametrize(
    ("preset", "settings"),
    [("stepladder", {"through": 3}), pytest.param("stepladder", {"through": 4, "legs": 2}, marks=pytest.mark.long)],
)
def test_a_league_of_teams_climbs_its_ladder_to_the_end(cast, preset, settings):
    cup, rng = running_teams(cast.organiser, 5, 2, preset=preset, settings=settings), random.Random(3)
    play_out(cup, rng)
    no_slot_is_filled_twice(cup)
    league, ladder = cup.stages.order_by("number")
    order = [UUID(row["entrant"]) for row in league.groups.get().table["rows"]]
    ties = [tie for tie in ties_of(cup) if tie.round.stage_id == ladder.pk]
    legs = settings.get("legs", 1)
    assert len(ties) == settings["through"] - 1
    assert {ties[0].home_id, ties[0].away_id} == set(order[settings["through"] - 2 : settings["through"]])
    assert order[0] in (ties[-1].home_id, ties[-1].away_id), "the first of the table waits in the final"
    for lower, upper in pairwise(ties):
        assert lower.winner_id in (upper.home_id, upper.away_id)
    if legs == 2:
        final = ties[-1]
        assert {fixture.home_id for fixture in boards_of(final, 2)} == {order[0]}, (
            "the better has the second leg at home"
        )
    assert cup.champion_id == ties[-1].winner_id
    adds_up(cup)
    equal_elsewhere(cup, cast.organiser)
