"""Friendlies of several people a side: by link, where places are taken one by one, and at one screen by names."""

import threading

import pytest
from django.db import connection

from league.players.models import User
from matches.errors import NotSeated, SeatTaken
from matches.live import seating
from matches.live.kickoff import kick_off
from matches.live.running import hall
from matches.models import Match, MatchCommand, Seat, SeatController
from matches.policy import access
from matches.verbs import casual, opening
from matches.verbs.opening import take_seat
from tests.matches.table import run, start
from tests.matches.test_rulings import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def open_table(cast, people=2, game="six_a_side"):
    """A friendly of anna with ``people`` a side, as rows."""
    return casual.play_friend(user=cast.anna, game=game, people_per_side=people)


def at(match, side):
    return Seat.objects.get(match=match, side=side)


def names(match, side):
    return [person.name for person in at(match, side).controllers.all()]


def is_on(match):
    """Whether the match can be kicked off now."""

    async def scenario():
        runtime = hall().runtime(match.id)
        async with runtime.lock:
            await runtime.catch_up()
            return await kick_off(runtime)

    return run(scenario)


def test_each_side_is_filled_by_its_own_link_and_then_play_begins(cast):
    match = open_table(cast)
    home, away = at(match, "home"), at(match, "away")
    assert home.invite and away.invite and home.invite != away.invite
    assert match.options["players"] == {"home": 2, "away": 2}
    take_seat(invite=away.invite, user=cast.bruno)
    take_seat(invite=home.invite, user=cast.stranger)
    assert not is_on(match), "away waits for one more"
    assert (at(match, "home").invite, at(match, "away").invite) == ("", away.invite)
    take_seat(invite=away.invite, user=cast.referee)
    assert (names(match, "home"), names(match, "away")) == (["anna", "stranger"], ["bruno", "referee"])
    assert [at(match, side).name for side in ("home", "away")] == ["anna & stranger", "bruno & referee"]
    assert [at(match, side).user for side in ("home", "away")] == [cast.anna, cast.bruno]
    assert is_on(match)
    with pytest.raises(SeatTaken, match="has been used"):
        take_seat(invite=away.invite, user=cast.organiser)


@pytest.mark.parametrize(("game", "most"), [("six_a_side", 3), ("soccer_tactics", 2), ("super_goal", 1)])
def test_a_game_says_how_many_people_a_side_has(cast, game, most):
    assert len(open_table(cast, most, game).options.get("players") or {}) in (0, 2)
    with pytest.raises(SeatTaken, match=rf"\b{most}\.$"):
        open_table(cast, most + 1, game)
    assert Match.objects.count() == 1


def test_the_same_click_again_takes_no_second_place(cast):
    match = open_table(cast, 3)
    invite = at(match, "away").invite
    assert take_seat(invite=invite, user=cast.bruno) == take_seat(invite=invite, user=cast.bruno)
    assert names(match, "away") == ["bruno"]
    with pytest.raises(SeatTaken, match="already sit"):
        take_seat(invite=at(match, "home").invite, user=cast.bruno)


@pytest.mark.parametrize("guarded", [True, False])
def test_of_two_who_take_the_last_place_at_one_moment_one_sits_down(cast, monkeypatch, guarded):
    """The control: without the lock of the match both find a place free, and one runs into the constraint."""
    match = open_table(cast, 2)
    invite = at(match, "home").invite
    both, told = threading.Barrier(2, timeout=3), {}
    if not guarded:
        monkeypatch.setattr(type(Match.objects.all()), "select_for_update", lambda rows, **_how: rows)
        counted = opening.count_people

        def together(seat):
            both.wait()
            counted(seat)

        monkeypatch.setattr(opening, "count_people", together)

    def take(user):
        try:
            if guarded:
                both.wait()
            take_seat(invite=invite, user=user)
            told[user.nickname] = "sits"
        except Exception as error:
            told[user.nickname] = type(error).__name__
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=(user,)) for user in (cast.bruno, cast.stranger)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if guarded:
        assert sorted(told.values()) == ["SeatTaken", "sits"], told
        assert len(names(match, "home")) == 2 and at(match, "home").invite == ""
    else:
        assert sorted(told.values()) != ["SeatTaken", "sits"], "the race is there"


def test_who_leaves_before_the_start_frees_a_place_and_the_order_closes_up(cast):
    match = open_table(cast, 2)
    for user in (cast.bruno, cast.stranger):
        take_seat(invite=at(match, "away").invite, user=user)
    assert at(match, "away").invite == ""
    casual.leave(match_id=match.id, user=cast.bruno)
    away = at(match, "away")
    assert (names(match, "away"), away.user, away.name) == (["stranger"], cast.stranger, "stranger")
    assert away.invite and not MatchCommand.objects.exists()
    assert [person.number for person in away.controllers.all()] == [0]
    with pytest.raises(NotSeated):
        casual.leave(match_id=match.id, user=cast.bruno)
    take_seat(invite=away.invite, user=cast.bruno)
    take_seat(invite=at(match, "home").invite, user=cast.referee)
    assert names(match, "away") == ["stranger", "bruno"]
    assert is_on(match)
    with pytest.raises(SeatTaken, match="Resign"):
        casual.leave(match_id=match.id, user=cast.bruno)


def test_the_last_of_a_side_leaves_it_empty(cast):
    match = open_table(cast, 2)
    take_seat(invite=at(match, "away").invite, user=cast.bruno)
    casual.leave(match_id=match.id, user=cast.bruno)
    away = at(match, "away")
    assert (away.user, away.name, away.controllers.count()) == (None, "", 0) and away.invite


def test_who_opened_the_table_closes_it_and_no_link_leads_there(cast):
    match = open_table(cast, 2)
    home, away = at(match, "home").invite, at(match, "away").invite
    take_seat(invite=away, user=cast.bruno)
    take_seat(invite=home, user=cast.stranger)
    casual.leave(match_id=match.id, user=cast.anna)
    assert not Seat.objects.exclude(invite="").exists()
    with pytest.raises(SeatTaken):
        take_seat(invite=away, user=cast.referee)
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "void"


def test_a_table_that_is_being_closed_does_not_begin_with_a_place_free(cast):
    match = open_table(cast, 2)
    take_seat(invite=at(match, "away").invite, user=cast.bruno)
    casual.leave(match_id=match.id, user=cast.anna)
    assert not is_on(match)


def test_a_rematch_keeps_the_sides(cast):
    match = open_table(cast, 2)
    for side, user in (("away", cast.bruno), ("away", cast.stranger), ("home", cast.referee)):
        take_seat(invite=at(match, side).invite, user=user)
    result = {"winner": "home", "how": "regulation", "score": {"home": 1, "away": 0}}
    Match.objects.filter(pk=match.pk).update(status="finished", result=result, finished_at=match.created_at)
    following = casual.rematch(match_id=match.id, user=cast.anna)
    assert (names(following, "home"), names(following, "away")) == (["bruno", "stranger"], ["anna", "referee"])
    assert not Seat.objects.filter(match=following).exclude(invite="").exists()


def test_at_one_screen_names_take_turns(cast):
    match = casual.hot_seat(
        user=cast.anna, second="Bice", game="six_a_side", team_mates=["Carlo"], opponents=[" Dora  Verdi "]
    )
    assert match.options["players"] == {"home": 2, "away": 2}
    assert [at(match, side).people for side in ("home", "away")] == [["anna", "Carlo"], ["Bice", "Dora Verdi"]]
    assert [at(match, side).name for side in ("home", "away")] == ["anna & Carlo", "Bice & Dora Verdi"]
    assert not SeatController.objects.exists()
    assert access.you_of(match, cast.anna) == "both"

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        first = seating.deciders(runtime.game, runtime.state, runtime.row)
        later = runtime.game.from_wire({**runtime.game.to_wire(runtime.state), "controller": {"home": 1, "away": 0}})
        return first, seating.deciders(runtime.game, later, runtime.row)

    first, later = run(scenario)
    me = str(cast.anna.pk)
    assert first == {"home": {"user": me, "name": "anna"}, "away": {"user": me, "name": "Bice"}}
    assert later["home"] == {"user": me, "name": "Carlo"}


def test_at_one_screen_everybody_has_a_name_and_sides_may_differ(cast):
    with pytest.raises(SeatTaken, match="name"):
        casual.hot_seat(user=cast.anna, second="Bice", game="six_a_side", opponents=["  "])
    with pytest.raises(SeatTaken, match="At most 3"):
        casual.hot_seat(user=cast.anna, second="B", game="six_a_side", opponents=["C", "D", "E"])
    match = casual.hot_seat(user=cast.anna, second="Bice", game="six_a_side", opponents=["Carlo"])
    assert match.options["players"] == {"home": 1, "away": 2}
    assert (at(match, "home").people, at(match, "home").name) == (None, "anna")


def test_a_rematch_at_one_screen_keeps_the_names(cast):
    match = casual.hot_seat(user=cast.anna, second="Bice", game="six_a_side", team_mates=["Carlo"])
    result = {"winner": "home", "how": "regulation", "score": {"home": 1, "away": 0}}
    Match.objects.filter(pk=match.pk).update(status="finished", result=result, finished_at=match.created_at)
    following = casual.rematch(match_id=match.id, user=cast.anna)
    assert [at(following, side).name for side in ("home", "away")] == ["Bice", "anna & Carlo"]
    assert at(following, "away").people == ["anna", "Carlo"]


def test_a_guest_who_is_deleted_leaves_the_table(cast):
    """Whoever deletes the account gives up the match that still waits."""
    from league.privacy.leaving import _leave_tables

    match = open_table(cast, 2)
    take_seat(invite=at(match, "away").invite, user=cast.bruno)
    _leave_tables(User.objects.get(pk=cast.bruno.pk))
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "void"
