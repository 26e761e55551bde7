"""An arena from its creation to its podium: who is let in, who is paired, what counts."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from league.arenas import turns, verbs
from league.arenas.errors import ArenaRefused, TooManyArenas
from league.arenas.models import Arena, ArenaMatch, ArenaPlayer
from league.arenas.reading import GONE, table_of
from league.arenas.tasks import turn as turn_task
from league.arenas.verbs import FRESH
from league.clubs.verbs import clubs
from league.clubs.verbs import members as club_members
from league.competitions.errors import BadSetting
from league.competitions.verbs.results import collect
from league.formats.arena.pairing import FEW
from league.players.models import Notification, User
from league.players.verbs.claims import claim
from league.players.verbs.guests import guest
from league.players.verbs.robots import make_bot
from matches.errors import SeatTaken
from matches.models import Match
from matches.terms.rules import BadRules
from matches.upkeep import planned_work
from tests.league.tables import finish


def arena(cast, **values):
    return verbs.create(by=cast.organiser, **{"name": "Lunch hour", "game": "super_goal", **values})


def joined(row, *people):
    for person in people:
        verbs.join(arena=row, player=person)
    turns.turn(row.pk)
    return row


def again(row, *people):
    """The next turn, once ``people`` are back at the arena's page after their match."""
    turns.turn(row.pk)
    for person in people:
        verbs.here(arena=row, player=person)
    turns.turn(row.pk)


def in_play(row):
    return list(row.matches.filter(outcome="").select_related("match", "home__user", "away__user"))


def only(row):
    (found,) = in_play(row)
    return found


def won_by(found, player, moves=40, **more):
    """End a match by a win of ``player``; None: a draw."""
    Match.objects.filter(pk=found.match_id).update(version=moves)
    match = Match.objects.get(pk=found.match_id)
    home = player is not None and found.home.user_id == player.pk
    finish(match, *((1, 1) if player is None else (2, 1) if home else (1, 2)), **more)


def points(row):
    return {line.name: line.points for line in table_of(row).lines}


def test_it_works(cast):
    row = joined(arena(cast), cast.anna, cast.bruno)
    first = only(row)
    assert {first.home.user, first.away.user} == {cast.anna, cast.bruno}
    assert (first.match.origin, first.match.rated, first.match.control) == (f"arena:{row.pk}", True, "blitz")
    won_by(first, cast.anna)
    assert turns.turn(row.pk)
    assert in_play(row) == []  # both still look at the match that has ended
    again(row, cast.anna, cast.bruno)
    assert points(row) == {"anna": 2, "bruno": 0}
    second = only(row)  # two alone in it meet again
    assert (second.home.user, second.away.user) == (first.away.user, first.home.user)
    won_by(second, None)
    with time_machine.travel(row.ends_at + timedelta(seconds=4)):
        turns.turn(row.pk)
        assert not turns.turn(row.pk)
    row.refresh_from_db()
    assert row.status == Arena.Status.OVER
    assert points(row) == {"anna": 3, "bruno": 1}
    told = Notification.objects.filter(kind="title").order_by("user__nickname")
    assert [(each.user.nickname, each.message[1]) for each in told] == [
        ("anna", {"place": 1}),
        ("bruno", {"place": 2}),
    ]


def test_nobody_is_paired_while_the_site_is_closed_for_work(cast):
    row = arena(cast)
    planned_work.announce("A new disk.", timezone.now() - timedelta(minutes=1), None)
    assert not in_play(joined(row, cast.anna, cast.bruno)) and turns.turn_due() == 0
    planned_work.end(timezone.now())
    assert turns.turn(row.pk) and len(in_play(row)) == 1


def test_a_result_wakes_the_arena_at_once(cast, monkeypatch, django_capture_on_commit_callbacks):
    woken = []
    row = joined(arena(cast), cast.anna, cast.bruno)
    won_by(only(row), cast.anna)
    monkeypatch.setattr("league.arenas.extensions.wake", woken.append)
    with django_capture_on_commit_callbacks(execute=True):
        collect()
    assert woken == [row.pk]
    assert turn_task(str(row.pk))
    assert not turn_task(str(uuid4()))


def test_a_turn_repeated_changes_nothing(cast):
    row = joined(arena(cast), cast.anna, cast.bruno, cast.stranger)
    before = list(ArenaPlayer.objects.values()), list(ArenaMatch.objects.values())
    assert not turns.turn(row.pk)
    assert (list(ArenaPlayer.objects.values()), list(ArenaMatch.objects.values())) == before
    assert row.players.filter(playing=None).count() == 1


@pytest.mark.parametrize("stop", [verbs.pause, verbs.leave])
def test_whoever_stops_is_not_paired_and_may_come_back(cast, stop):
    row = joined(arena(cast), cast.anna)
    stop(arena=row, player=cast.anna)
    stop(arena=row, player=cast.anna)
    joined(row, cast.bruno)
    assert in_play(row) == []
    joined(row, cast.anna)
    only(row)


def test_a_match_counts_although_its_player_has_left(cast):
    row = joined(arena(cast), cast.anna, cast.bruno)
    verbs.leave(arena=row, player=cast.anna)
    won_by(only(row), cast.anna)
    turns.turn(row.pk)
    assert points(row) == {"anna": 2, "bruno": 0}
    assert in_play(row) == []


def test_who_does_not_look_at_the_page_is_not_paired_until_they_do(cast):
    row = joined(arena(cast), cast.anna)
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        joined(row, cast.bruno)
        assert in_play(row) == []
        assert verbs.here(arena=row, player=cast.anna).playing is None
        turns.turn(row.pk)
        assert verbs.here(arena=row, player=cast.anna).playing == only(row)
        assert verbs.here(arena=row, player=cast.stranger) is None


def test_whoever_does_not_come_loses_and_pauses(cast):
    row = joined(arena(cast), cast.anna, cast.bruno)
    won_by(only(row), cast.anna, moves=1, how="no_show", source="no_show")
    turns.turn(row.pk)
    assert points(row) == {"anna": 2, "bruno": 0}
    assert row.players.get(user=cast.bruno).status == "paused"
    assert row.players.get(user=cast.anna).status == "in"


def test_a_match_that_nobody_came_to_counts_for_nothing_and_both_pause(cast):
    row = joined(arena(cast), cast.anna, cast.bruno)
    result = {"winner": None, "how": "no_show", "score": {"home": 0, "away": 0}, "source": "no_show"}
    Match.objects.filter(pk=only(row).match_id).update(status="void", result=result, finished_at=timezone.now())
    turns.turn(row.pk)
    assert points(row) == {"anna": 0, "bruno": 0}
    assert set(row.players.values_list("status", flat=True)) == {"paused"}


def test_a_match_that_ends_after_the_arena_counts_for_nothing(cast):
    row = joined(arena(cast), cast.anna, cast.bruno)
    late = only(row)
    with time_machine.travel(row.ends_at + timedelta(seconds=1)):
        won_by(late, cast.anna)
        turns.turn(row.pk)
    assert points(row) == {"anna": 0, "bruno": 0}


def test_a_match_in_time_counts_although_the_worker_is_late(cast):
    row = joined(arena(cast), cast.anna, cast.bruno)
    won_by(only(row), cast.anna)
    with time_machine.travel(row.ends_at + timedelta(hours=1)):
        turns.turn(row.pk)
    assert points(row) == {"anna": 2, "bruno": 0}


def test_half_a_clock_begins_half_used_and_pays_more_for_a_win(cast):
    row = arena(cast)
    verbs.join(arena=row, player=cast.anna)
    verbs.choose_clock(arena=row, player=cast.anna, half=True)
    joined(row, cast.bruno)
    found = only(row)
    used = {found.home.user: found.match.home_used_ms, found.away.user: found.match.away_used_ms}
    assert used == {cast.anna: 300_000, cast.bruno: 0}
    won_by(found, cast.anna)
    turns.turn(row.pk)
    assert points(row) == {"anna": 3, "bruno": 0}


def test_a_win_given_up_early_is_short_and_a_quick_one_played_out_is_not(cast):
    row = arena(cast)
    verbs.join(arena=row, player=cast.anna)
    verbs.choose_clock(arena=row, player=cast.anna, half=True)
    joined(row, cast.bruno)
    won_by(only(row), cast.anna, moves=4, how="resignation")
    again(row, cast.anna, cast.bruno)
    won_by(only(row), cast.anna, moves=4)
    turns.turn(row.pk)
    assert [line.sheet for line in table_of(row).lines] == [[2, 3], [0, 0]]


def test_half_a_clock_may_be_forbidden(cast):
    row = joined(arena(cast, half_clock=False), cast.anna)
    with pytest.raises(ArenaRefused, match="Nobody halves the clock"):
        verbs.choose_clock(arena=row, player=cast.anna, half=True)
    verbs.choose_clock(arena=row, player=cast.anna, half=False)


def test_house_bots_come_at_the_start_and_play(cast):
    row = arena(cast, bots=3, starts_at=timezone.now() + timedelta(hours=1))
    verbs.join(arena=row, player=cast.anna)
    assert not turns.turn(row.pk)
    with time_machine.travel(row.starts_at):
        verbs.here(arena=row, player=cast.anna)
        turns.turn(row.pk)
        assert len(in_play(row)) == 2
        assert not any(found.match.rated for found in in_play(row))
    assert Notification.objects.get().user == cast.anna


def test_nobody_is_in_two_arenas_at_once(cast):
    row = joined(arena(cast), cast.anna)
    other = arena(cast, name="Another")
    with pytest.raises(ArenaRefused, match="You are in the arena Lunch hour at that time"):
        verbs.join(arena=other, player=cast.anna)
    verbs.join(arena=arena(cast, name="Tomorrow", starts_at=timezone.now() + timedelta(days=1)), player=cast.anna)
    verbs.pause(arena=row, player=cast.anna)
    verbs.join(arena=other, player=cast.anna)


def test_an_arena_of_a_club_is_for_its_members(cast):
    club = clubs.create(by=cast.organiser, name="Bar Centrale", joining="open")
    club_members.join(club=club, by=cast.anna)
    row = joined(arena(cast, club=club), cast.anna, cast.organiser)
    with pytest.raises(ArenaRefused, match="Only members of the club"):
        verbs.join(arena=row, player=cast.bruno)
    assert only(row).match.listed
    with pytest.raises(BadSetting, match="Only staff of an open club"):
        verbs.create(by=cast.anna, name="Mine", game="fuba", club=club)


def test_guests_may_play_and_bots_join_only_by_their_organiser(cast):
    row = joined(arena(cast, bots=1), guest(nickname="Gino"))
    only(row)
    with pytest.raises(ArenaRefused, match="Only people can join"):
        verbs.join(arena=row, player=row.players.get(user__kind="bot").user)


def test_bots_of_others_join_where_they_may_and_play_while_they_say_that_they_are_here(cast):
    owner = User.objects.get(pk=cast.anna.pk)
    robot = make_bot(owner=owner, nickname="Zanna")
    with pytest.raises(ArenaRefused, match="Only people can join"):
        verbs.join(arena=arena(cast), player=robot)
    row = joined(arena(cast, name="For all", open_to_robots=True), robot, cast.bruno)
    found = only(row)
    assert not found.match.rated
    won_by(found, robot)
    turns.turn(row.pk)
    verbs.here(arena=row, player=cast.bruno)
    turns.turn(row.pk)
    assert in_play(row) == []
    verbs.here(arena=row, player=robot)
    turns.turn(row.pk)
    assert only(row).pk != found.pk


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": "x"}, "Write between 3 and 60 characters"),
        ({"minutes": 5}, "Enter a number from 10 to 360"),
        ({"control": "none"}, "Choose one of blitz, normal, relaxed"),
        ({"bots": 25}, "Enter a number from 0 to 24"),
        ({"game": "chess"}, "Choose one of .*super_goal"),
        ({"starts_at": timezone.now() - timedelta(days=1)}, "Choose a start from now on, within 90 days"),
        ({"starts_at": timezone.now() + timedelta(days=91)}, "Choose a start from now on, within 90 days"),
        ({"pace": 3}, "pace cannot be changed"),
    ],
)
def test_a_wrong_setting_is_named(cast, values, sentence):
    with pytest.raises(BadSetting, match=sentence):
        arena(cast, **values)
    assert not Arena.objects.exists()


def test_a_wrong_option_of_the_game_is_named(cast):
    with pytest.raises(BadRules, match="has no option “golden”"):
        arena(cast, options={"golden": True})


def test_one_person_has_five_open_arenas_at_most(cast):
    rows = [arena(cast, starts_at=timezone.now() + timedelta(hours=number)) for number in range(1, 6)]
    with pytest.raises(TooManyArenas, match="You have 5 open arenas"):
        arena(cast)
    verbs.cancel(arena=rows[0], by=cast.organiser)
    arena(cast)


def test_a_running_arena_can_be_ended_and_one_ahead_cancelled(cast):
    ahead = arena(cast, starts_at=timezone.now() + timedelta(hours=3))
    verbs.join(arena=ahead, player=cast.anna)
    running = joined(arena(cast), cast.bruno, cast.stranger)
    with pytest.raises(ArenaRefused, match="Only a running arena"):
        verbs.end_early(arena=ahead, by=cast.organiser)
    with pytest.raises(ArenaRefused, match="The arena has begun"):
        verbs.cancel(arena=running, by=cast.organiser)
    for _again in range(2):
        ended = verbs.end_early(arena=running, by=cast.organiser)
        cancelled = verbs.cancel(arena=ahead, by=cast.organiser)
    assert (ended.status, cancelled.status) == ("over", "cancelled")
    assert list(running.audit.values_list("verb", flat=True)) == ["end", "create"]
    assert Notification.objects.get(user=cast.anna).about == "Lunch hour"
    for row, sentence in ((ended, "is over"), (cancelled, "was cancelled")):
        with pytest.raises(ArenaRefused, match=sentence):
            verbs.join(arena=row, player=cast.referee)


def test_who_never_joined_can_do_nothing_else(cast):
    row = arena(cast)
    for verb in (verbs.pause, verbs.leave):
        with pytest.raises(ArenaRefused, match="You are not in this arena"):
            verb(arena=row, player=cast.anna)


def test_a_turn_that_fails_leaves_nothing_behind(cast, monkeypatch):
    """Killed between the matches and their rows: all of it is one transaction."""
    row = arena(cast)
    for player in (cast.anna, cast.bruno):
        verbs.join(arena=row, player=player)
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(turns, "_halves", lambda row, player: 1 / (Match.objects.count() == 0))
        turns.turn(row.pk)
    assert not Match.objects.exists()
    assert turns.turn_due() == 1
    only(row)


def test_an_arena_that_no_worker_saw_running_is_closed_without_a_word(cast):
    row = arena(cast, bots=2, starts_at=timezone.now() + timedelta(hours=1))
    verbs.join(arena=row, player=cast.anna)
    with time_machine.travel(row.ends_at + timedelta(minutes=5)):
        assert turns.turn(row.pk)
    row.refresh_from_db()
    assert row.ended_at is not None and not Notification.objects.exists()
    assert list(row.players.values_list("user", flat=True)) == [cast.anna.pk]


def test_who_is_banned_pauses_and_is_not_paired(cast):
    row = joined(arena(cast), cast.anna)
    User.objects.filter(pk=cast.anna.pk).update(banned=True, banned_because="insults")
    assert joined(row, cast.bruno) and in_play(row) == []
    assert row.players.get(user=cast.anna).status == "paused"
    with pytest.raises(SeatTaken, match="insults"):
        verbs.join(arena=row, player=User.objects.get(pk=cast.anna.pk))


def test_two_who_are_left_meet_again_though_many_are_in_who_closed_the_page(cast):
    row = arena(cast)
    verbs.join(arena=row, player=cast.anna)
    for number in range(FEW):
        verbs.join(arena=row, player=guest(nickname=f"Guest {number}"))
    row.players.exclude(user=cast.anna).update(seen_at=timezone.now() - GONE)
    joined(row, cast.bruno)
    won_by(only(row), cast.anna)
    again(row, cast.anna, cast.bruno)
    only(row)
    assert table_of(row).about == 2
    won_by(only(row), cast.anna)
    row.players.update(seen_at=timezone.now() - FRESH)  # the others come back any moment
    again(row, cast.anna, cast.bruno)
    assert in_play(row) == []


def test_the_account_that_claims_a_name_has_its_line(cast):
    name = guest(nickname="Nonna Pina")
    row, other = joined(arena(cast), name, cast.bruno), arena(cast, name="Another")
    won_by(only(row), name)
    turns.turn(row.pk)
    for player in (name, cast.anna):
        other.players.create(
            user=player, joined_at=timezone.now(), seen_at=timezone.now(), waiting_since=timezone.now()
        )
    claim(name=name, account=cast.anna)
    assert points(row) == {"anna": 2, "bruno": 0}
    assert verbs.here(arena=row, player=cast.anna).status == "in"
    assert dict(other.players.values_list("user", "status")) == {name.pk: "left", cast.anna.pk: "in"}
