"""The practice board: moves of both sides, taken back, positions set up; and that it counts nowhere."""

import json
from uuid import uuid4

import pytest
from django.test import Client

import engines
from league.statistics.models import Line
from league.statistics.verbs.matches import record_match
from matches.errors import NotSeated
from matches.live import moves as play
from matches.live.running import Hall, hall
from matches.models import Match, MatchCommand, MatchEvent
from matches.replay import playback
from matches.verbs import casual, practice
from matches.verbs.practice import PracticeRefused
from tests.matches.table import run, start

pytestmark = pytest.mark.django_db(transaction=True)


async def move(match):
    """The first legal move of whoever is to act."""
    runtime = hall().runtime(match.id)
    await runtime.ensure()
    seat = runtime.game.to_act(runtime.state)[0]
    chosen = runtime.game.legal(runtime.state, seat)[0]
    outcome = await play.submit(match_id=match.id, seat=seat, moves=[chosen], client_id=uuid4(), v=runtime.row.version)
    assert outcome.kind == "applied"
    return runtime.game.position(runtime.state)


def test_moves_are_taken_back_one_after_the_other(cast):
    match = casual.practice(user=cast.anna, game="super_goal")
    me = str(cast.anna.pk)

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        stood = [runtime.game.position(runtime.state)]
        stood += [await move(match) for _ in range(3)]
        for number in (2, 1):
            outcome = await practice.take_back(match_id=match.id, user=me)
            assert outcome.kind == "applied"
            assert runtime.game.position(runtime.state) == stood[number]
        again = await move(match)
        await practice.take_back(match_id=match.id, user=me)
        await practice.take_back(match_id=match.id, user=me)
        assert runtime.game.position(runtime.state) == stood[0] != again
        with pytest.raises(PracticeRefused, match="no move"):
            await practice.take_back(match_id=match.id, user=me)
        # a second process reads the same from the log
        other = Hall()
        elsewhere = other.runtime(match.id)
        await elsewhere.catch_up()
        await move(match)
        await elsewhere.catch_up()
        same = elsewhere.game.position(elsewhere.state) == runtime.game.position(runtime.state)
        await other.close()
        return same

    assert run(scenario)
    match.refresh_from_db()
    log = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    assert [row.seq for row in log] == list(range(1, match.version + 1))
    shown = list(playback.steps(match))
    game = engines.get(match.game)
    assert [step.v for step in shown] == list(range(match.version + 1))
    assert shown[8].view == shown[0].view  # all was taken back
    assert shown[-1].view == game.view(game.from_wire(match.snapshot), None)


@pytest.mark.parametrize("game", ["super_goal", "soccer_tactics", "fuba", "dom_jim", "six_a_side"])
def test_a_position_is_set_up_from_its_line(cast, game):
    match = casual.practice(user=cast.anna, game=game)
    me = str(cast.anna.pk)

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        beginning = runtime.game.position(runtime.state)
        for _ in range(6):
            later = await move(match)
        assert later != beginning
        await practice.set_up(match_id=match.id, user=me, line=beginning)
        assert runtime.game.position(runtime.state) == beginning
        await move(match)  # and it is played on from there
        with pytest.raises(PracticeRefused, match="This is no position"):
            await practice.set_up(match_id=match.id, user=me, line="nonsense")
        with pytest.raises(PracticeRefused, match="one line"):
            await practice.set_up(match_id=match.id, user=me, line=" ")

    run(scenario)


def test_only_its_owner_and_only_on_a_practice_board(cast):
    match = casual.practice(user=cast.anna, game="super_goal")
    earnest = casual.hot_seat(user=cast.anna, second="Bice", game="super_goal")

    async def scenario():
        await start(match)
        await start(earnest)
        with pytest.raises(NotSeated):
            await practice.take_back(match_id=match.id, user=str(cast.bruno.pk))
        with pytest.raises(PracticeRefused, match="practice board only"):
            await practice.take_back(match_id=earnest.id, user=str(cast.anna.pk))

    run(scenario)


def test_it_counts_in_no_statistics_and_no_list(client: Client, cast):
    match = casual.practice(user=cast.anna, game="super_goal")
    assert not match.listed
    match.status, match.result = "finished", {"winner": "home", "score": {"home": 1, "away": 0}, "source": "play"}
    record_match(match)
    assert not Line.objects.exists()
    assert str(match.id) not in client.get("/matches/").content.decode()


def test_the_page_takes_back_and_sets_up(client: Client, cast):
    match = casual.practice(user=cast.anna, game="super_goal")
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        line = runtime.game.position(runtime.state)
        await move(match)
        return line

    line = run(scenario)
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert "Take the last move back" in page and "Set up position" in page
    client.post(f"/matches/{match.id}/practise/", {"do": "position", "line": line})
    client.post(f"/matches/{match.id}/practise/", {"do": "back"})
    match.refresh_from_db()
    assert match.version == 2  # the second was refused: nothing was moved since
    assert json.dumps(match.snapshot)
    stranger = Client()
    assert stranger.post(f"/matches/{match.id}/practise/", {"do": "back"}).status_code == 404
    assert client.post(f"/matches/{match.id}/leave/")["Location"] == "/matches/"
    assert MatchCommand.objects.get(match=match).kind == "void"
    assert Match.objects.get(pk=match.pk).mode == "practice"
