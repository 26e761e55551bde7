"""Bots that people write, over the real server: the example of the documentation plays, limits and scopes are kept."""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path

import pytest
from django.utils import timezone

from league.competitions.errors import CompetitionError
from league.competitions.verbs import create, entries
from league.players.api import robots_stream
from league.players.models import ApiToken, User
from league.players.verbs import robots
from league.players.verbs.robots import RobotRefused
from matches.live.commands import command
from matches.live.running import Hall, hall
from matches.models import Match, Seat
from matches.verbs import casual, challenges
from matches.verbs.offers import NoOffer
from tests.cast import account
from tests.league.builders import competition
from tests.live.sockets import serving
from tests.matches.table import duel, run, start
from tests.matches.test_offers import act
from tests.matches.test_rulings import sweep

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLE = Path("docs/example_bot.py")


@pytest.fixture
def owner(db):
    return account("olga")


@pytest.fixture
def bot(owner):
    return robots.make_bot(owner=owner, nickname="Zanna")


def asked(port, path, token="", body=None):
    """Status and JSON of one request."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_the_example_has_under_a_hundred_lines_and_needs_nothing():
    source = EXAMPLE.read_text()
    assert len(source.splitlines()) < 100
    imported = {line.split()[1].split(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)


def test_the_example_plays_a_house_bot_to_the_end(bot):
    _row, token = robots.new_token(bot=bot)
    with serving() as port:
        words = [sys.executable, str(EXAMPLE), f"http://127.0.0.1:{port}", token, "duel", "random", "--once"]
        process = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    match = Match.objects.get()
    assert match.status == "finished" and f"over: {match.id}" in process.stdout, process.stderr
    mine = match.seats.get(user=bot)
    assert mine.robot and not mine.bot
    assert match.log.filter(seat=mine.side, kind="move").exists()


def test_the_example_accepts_a_challenge_and_moves(bot, owner, cast):
    _row, token = robots.new_token(bot=bot)
    with serving() as port:
        process = subprocess.Popen([sys.executable, str(EXAMPLE), f"http://127.0.0.1:{port}", token])
        try:
            # Sealed: both choose at once, so that the bot need not wait for somebody who never moves.
            row = challenges.offer(user=cast.anna, game="duel", to=bot, side="away", options={"sealed": True})
            deadline = time.monotonic() + 90
            while time.monotonic() < deadline:
                row.refresh_from_db()
                if row.match_id:
                    break
                time.sleep(0.05)
            match = row.match
            while time.monotonic() < deadline and not match.log.filter(seat="home").exists():
                Seat.objects.filter(match=match, user=cast.anna).update(seen_at=timezone.now(), gone_at=None)
                time.sleep(0.1)
        finally:
            process.terminate()
            process.wait(10)
    assert match.log.filter(seat="home").exists()


def test_tokens_open_what_their_scopes_say_and_nothing_else(bot, owner):
    row, token = robots.new_token(bot=bot, scopes=["play"])
    cup = competition(owner)
    with serving() as port:
        status, me = asked(port, "bot/", token)
        assert status == 200 and me["nickname"] == "Zanna" and me["owner"] == str(owner) and me["scopes"] == ["play"]
        assert me["limits"]["requests_a_minute"] == 300 and me["limits"]["matches_at_once"] == 4
        refused = asked(port, "challenges/", token, {"game": "duel", "bot": "random"})
        assert (refused[0], refused[1]["detail"]) == (403, "This needs the scope challenge; this token has play.")
        refused = asked(port, f"competitions/{cup.id}/publish/", token, {})
        assert (refused[0], refused[1]["detail"]) == (403, "No token may do this: it is for people.")
        assert asked(port, "bot/", "tb_wrong")[0] == 401
        assert asked(port, "bot/")[0] == 401
        robots.revoke(token=row)
        refused = asked(port, "bot/", token)
        assert refused[0] == 401 and "revoked" in refused[1]["detail"]
    assert token not in str(ApiToken.objects.values())


def test_a_bot_plays_four_matches_at_once_and_no_more(bot, cast):
    _row, token = robots.new_token(bot=bot)
    with serving() as port:
        for _ in range(challenges.MATCHES_AT_ONCE):
            assert asked(port, "challenges/", token, {"game": "duel", "bot": "random"})[0] == 200
        status, told = asked(port, "challenges/", token, {"game": "duel", "bot": "random"})
        assert (status, told["code"]) == (429, "too_many_matches")
        assert told["detail"] == "Zanna already plays 4 matches, the most a bot can play at once."
        row = challenges.offer(user=cast.anna, game="duel", to=bot)
        assert asked(port, f"challenges/{row.id}/accept/", token, {})[0] == 429
        match = Match.objects.first()
        status, told = asked(port, f"matches/{match.id}/resign/", token, {})
        assert (status, told["detail"]) == (409, "The match has not kicked off yet.")
        stranger = casual.play_bot(user=cast.anna, game="duel", bot="random")
        move = {"id": str(uuid.uuid4()), "v": 0, "moves": [{"type": "kick"}]}
        assert asked(port, f"matches/{stranger.id}/moves/", token, move)[0] == 403


def test_a_token_asks_so_often_and_is_then_told_when_again(bot, monkeypatch):
    from league.players.api.robots import Me
    from league.players.api.tokens import TokenThrottle

    _row, token = robots.new_token(bot=bot)
    monkeypatch.setattr(Me, "throttle_classes", [TokenThrottle])
    monkeypatch.setattr(TokenThrottle, "rate", "5/min")
    with serving() as port:
        answers = [asked(port, "bot/", token) for _ in range(6)]
    assert [status for status, _body in answers] == [200] * 5 + [429]
    assert answers[-1][1]["code"] == "throttled" and "available in" in answers[-1][1]["detail"]


def test_who_may_have_bots_and_how_many(owner, cast):
    with pytest.raises(RobotRefused, match="account"):
        robots.make_bot(owner=cast.anna, nickname="Ombra")
    made = [robots.make_bot(owner=owner, nickname=f"Zanna {n}") for n in range(3)]
    with pytest.raises(RobotRefused, match="3 bots"):
        robots.make_bot(owner=owner, nickname="Zanna 4")
    with pytest.raises(RobotRefused, match="no scope rule"):
        robots.new_token(bot=made[0], scopes=["rule"])
    for _ in range(robots.TOKENS_A_BOT):
        robots.new_token(bot=made[0])
    with pytest.raises(RobotRefused, match="5 tokens"):
        robots.new_token(bot=made[0])
    assert User.objects.filter(owner=owner, kind="bot", bot="api").count() == 3


def test_a_bot_enters_only_where_the_organiser_lets_bots_in(owner, bot):
    closed = competition(owner)
    with pytest.raises(CompetitionError, match="people only"):
        entries.enter(competition=closed, player=bot)
    create.change(competition=closed, by=owner, open_to_robots=True)
    assert entries.enter(competition=closed, player=bot).player == bot


def test_a_bot_with_a_stream_in_another_process_stays_at_its_tables(bot, owner, cast):
    match = duel(bot, cast.anna)
    Seat.objects.filter(match=match, user=bot).update(robot=True)
    row, _token = robots.new_token(bot=bot)

    async def scenario():
        one, other = hall(), Hall()
        try:
            for here in (one, other):
                assert await robots_stream._note_presence(here, bot.pk, row.pk)
            gone = []
            for here in (one, other):
                await robots_stream._leave(here, bot.pk)
                gone.append((await Seat.objects.aget(match=match, user=bot)).gone_at is not None)
            return gone
        finally:
            await other.close()

    assert run(scenario) == [False, True]


def test_a_bot_hears_of_an_offer_once_and_answers_it(bot, cast):
    match = duel(cast.anna, bot)
    Seat.objects.filter(match=match, user=bot).update(robot=True)
    run(lambda: start(match))
    _row, token = robots.new_token(bot=bot, scopes=["play"])
    _row, deaf = robots.new_token(bot=bot, scopes=["challenge"])

    def offered():
        act(match, "home", "draw")
        versions = {}
        heard = [run(lambda: robots_stream._news(hall(), bot.pk, versions)) for _look in range(2)]
        return [[event for event in events if event["type"] == "offer"] for events in heard]

    offer = {"type": "offer", "match": match.id, "kind": "draw", "v": 0, "seat": "away"}
    assert offered() == [[offer], []]
    answer = {"id": str(uuid.uuid4()), "kind": "draw", "do": "accept"}
    with serving() as port:
        assert asked(port, f"matches/{match.id}/offers/", deaf, answer)[0] == 403
        status, told = asked(port, f"matches/{match.id}/offers/", token, answer)
    assert (status, told["status"]) == (200, "accepted")
    run(sweep)
    assert Match.objects.get(pk=match.pk).result["source"] == "agreement"


def test_a_bot_hears_of_no_offer_that_play_went_past(bot, cast):
    match = duel(cast.anna, bot)
    Seat.objects.filter(match=match, user=bot).update(robot=True)
    run(lambda: start(match))
    act(match, "home", "draw")
    command(match.id, "pause", {"reason": "a call"})
    run(sweep)
    events = run(lambda: robots_stream._news(hall(), bot.pk, {}))
    assert not [event for event in events if event["type"] == "offer"]


def test_a_rematch_goes_past_no_limit_of_a_bot(bot, cast):
    match = duel(cast.anna, bot, rematch_allowed=True)
    run(lambda: start(match))
    for seat in ("home", "away"):
        act(match, seat, "draw")
    run(sweep)
    act(match, "home", "rematch")
    busy = [duel(bot, cast.bruno) for _match in range(challenges.MATCHES_AT_ONCE)]
    with pytest.raises(NoOffer, match="already plays 4 matches"):
        act(match, "away", "rematch", "accept")
    command(busy[0].pk, "void", {"reason": "a mistake"})
    run(sweep)
    assert act(match, "away", "rematch", "accept").next_match is not None


def test_a_match_that_cannot_be_read_ends_no_stream(bot, cast):
    broken, sound = (duel(bot, cast.anna) for _match in range(2))
    Seat.objects.filter(user=bot).update(robot=True)

    async def scenario():
        for match in (broken, sound):
            await start(match)
            hall().runtime(match.id).forget()
        await Match.objects.filter(pk=broken.pk).aupdate(snapshot={"of": "another release"})
        return await robots_stream._news(hall(), bot.pk, {})

    told = {(event["type"], event["match"]) for event in run(scenario)}
    assert {("match_start", broken.pk), ("match_start", sound.pk)} <= told
    assert ("your_turn", broken.pk) not in told
