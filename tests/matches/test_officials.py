"""Officials at the table: what they decide is in the log with reason, name and role; nobody else decides."""

import asyncio
import uuid

import pytest
from django.db import connection
from django.test import Client

from engines.core.dice import ScriptedDice
from matches.live import moves as play
from matches.live.commands import BadCommand, command
from matches.live.frames import ruling_line
from matches.live.rulings import obey
from matches.live.running import hall
from matches.models import Match, MatchCommand, MatchEvent
from matches.verbs import offers, officials
from matches.verbs.opening import Sitter, appoint
from tests.matches.table import check_log, duel, kick, run, start, to_act
from tests.matches.test_rulings import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(cast):
    table_match = duel(cast.anna, cast.bruno, move_seconds=30, officials=[(cast.referee, "referee")])
    run(lambda: start(table_match))
    return Match.objects.get(pk=table_match.pk)


def decide(match, cast, kind, reason="because of the rules", **given):
    return officials.decide(
        match=Match.objects.get(pk=match.pk),
        by=cast.referee,
        role="referee",
        kind=kind,
        command_id=given.pop("command_id", uuid.uuid4()),
        fields={"reason": reason, **given},
    )


def test_it_works(cast, match):
    row = decide(match, cast, "pause", "the lights went out")
    assert row.outcome == "applied"
    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.version) == ("paused", 1)
    ruling = MatchEvent.objects.get(match=match).move
    assert ruling == {
        "type": "pause",
        "reason": "the lights went out",
        "by": {"user": str(cast.referee.pk), "name": "referee", "role": "referee"},
    }
    assert ruling_line(ruling)["text"] == [
        "{who}: {ruling}",
        {
            "who": ["Referee", {}],
            "ruling": [
                "{ruling}: {reason}",
                {"ruling": ["The match is paused", {}], "reason": "the lights went out"},
            ],
        },
    ]
    decide(match, cast, "resume", "and came back")
    assert check_log(match.pk).status == "live"


def test_a_referee_takes_over_a_pause_that_was_agreed(cast, match):
    both_pause(match)
    assert "pause" in officials.decisions_offered(Match.objects.get(pk=match.pk))
    assert decide(match, cast, "pause", "a look at the video").outcome == "applied"
    paused = check_log(match.pk)
    assert (paused.status, paused.resume_at) == ("paused", None)
    run(lambda: sweep(later=offers.PAUSE_SECONDS * 3))
    with pytest.raises(offers.NoOffer, match="referee"):
        offers.act(match_id=match.pk, seat="home", kind="resume", do="make", client_id=uuid.uuid4())
    assert Match.objects.get(pk=match.pk).status == "paused"
    assert "pause" not in officials.decisions_offered(Match.objects.get(pk=match.pk)), "it is theirs"
    with pytest.raises(officials.RulingRefused):
        decide(match, cast, "pause", "once more")
    decide(match, cast, "resume", "seen")
    assert check_log(match.pk).status == "live"


def test_nobody_takes_over_a_pause_in_a_frozen_competition(cast, match):
    both_pause(match)
    Match.objects.filter(pk=match.pk).update(held=True)
    with pytest.raises(officials.RulingRefused):
        decide(match, cast, "pause", "a look at the video")
    assert Match.objects.get(pk=match.pk).resume_at is not None


def test_an_id_taken_at_another_match_decides_nothing_here_and_says_so(cast, match):
    other = duel(cast.anna, cast.bruno, officials=[(cast.referee, "referee")])
    run(lambda: start(other))
    key = uuid.uuid4()
    decide(match, cast, "pause", command_id=key)
    with pytest.raises(BadCommand):
        decide(other, cast, "pause", command_id=key)
    assert Match.objects.get(pk=other.pk).status == "live"


def both_pause(match):
    for seat in ("home", "away"):
        offers.act(match_id=match.pk, seat=seat, kind="pause", do="make", client_id=uuid.uuid4())
    run(sweep)


def test_a_message_moves_no_clock_and_makes_no_move_stale(cast, match):
    async def scenario():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        v, seat, deadline = runtime.row.version, to_act(match), runtime.row.deadline_at
        await asyncio.to_thread(_closing(command), match.id, "message", {"reason": "five more minutes"})
        await obey(hall(), match.id)
        assert (runtime.row.version, runtime.row.deadline_at) == (v + 1, deadline)
        return await kick(match, v, seat)

    assert run(scenario).kind == "applied", "what was meant for the position before the word still stands"
    assert [row.kind for row in MatchEvent.objects.filter(match=match)] == ["ruling", "move"]
    check_log(match.id)


def _closing(verb):
    def inner(*given):
        try:
            return verb(*given)
        finally:
            connection.close()

    return inner


def test_an_award_with_its_own_score(cast, match):
    decide(match, cast, "award", "a player left", winner="away", score={"home": 1, "away": 4})
    after = check_log(match.pk)
    assert (after.status, after.result["winner"], after.result["score"]) == ("finished", "away", {"home": 1, "away": 4})
    with pytest.raises(officials.RulingRefused, match="finished"):
        decide(match, cast, "void")


def test_the_same_decision_counts_once(cast, match):
    key = uuid.uuid4()
    for _ in range(2):
        decide(match, cast, "message", "hello table", command_id=key)
    assert MatchCommand.objects.count() == 1
    assert check_log(match.pk).version == 1


@pytest.mark.parametrize(
    ("kind", "given", "error"),
    [
        ("pause", {"reason": ""}, officials.RulingRefused),
        ("pause", {"reason": "x" * 201}, officials.RulingRefused),
        ("resume", {}, officials.RulingRefused),
        ("coaching", {"seat": "home"}, officials.RulingRefused),
        ("coaching", {}, BadCommand),
        ("dance", {}, BadCommand),
        ("award", {"winner": "nobody"}, BadCommand),
    ],
)
def test_what_cannot_be_decided_changes_nothing(cast, match, kind, given, error):
    with pytest.raises(error):
        decide(match, cast, kind, **given)
    assert check_log(match.pk).version == 0


def test_a_coaching_call_is_the_games_own_move_and_says_why(cast):
    table_match = duel(
        cast.anna,
        cast.bruno,
        game="six_a_side",
        options={"players": {"home": 2, "away": 2}},
        officials=[(cast.referee, "referee")],
    )
    run(lambda: start(table_match))
    match = Match.objects.get(pk=table_match.pk)
    assert officials.coached(match) == [], "nobody is on turn yet"

    async def to_the_turn():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        for _ in range(200):
            if runtime.game.view(runtime.state, None)["phase"] == "turn":
                return
            seat = runtime.game.to_act(runtime.state)[0]
            move = dict(runtime.game.legal(runtime.state, seat)[0])
            await play.submit(match_id=match.id, seat=seat, moves=[move], client_id=uuid.uuid4(), v=runtime.row.version)

    run(to_the_turn)
    match.refresh_from_db()
    against = officials.coached(match)
    assert len(against) == 1 and "coaching" in officials.decisions_offered(match)
    before = match.version
    decide(match, cast, "coaching", "told where to pass", seat=against[0])
    after = check_log(match.pk)
    rows = list(MatchEvent.objects.filter(match=match, seq__gt=before))
    assert [(row.kind, row.move["type"]) for row in rows] == [("move", "coaching"), ("ruling", "coaching")]
    assert rows[1].move["reason"] == "told where to pass"
    assert after.snapshot["coaching"][against[0]] == 1


def test_a_coaching_call_that_ends_the_match_keeps_its_result_and_says_why(cast):
    options = {"players": {"home": 2, "away": 2}, "turn_limit": 20}
    table_match = duel(cast.anna, cast.bruno, game="six_a_side", options=options, officials=[(cast.referee, "referee")])

    async def to_the_last_turn():
        await start(table_match)
        runtime = hall().runtime(table_match.id)
        for _ in range(200):
            game, state, seat = runtime.game, runtime.state, runtime.game.to_act(runtime.state)[0]
            if game.view(state, None)["phase"] == "turn":
                after, _events = game.apply(state, None, {"type": "coaching", "seat": seat}, ScriptedDice([]))
                if game.result(after) is not None:
                    return seat
            move = dict(game.default_move(state, seat))
            await play.submit(
                match_id=table_match.id, seat=seat, moves=[move], client_id=uuid.uuid4(), v=runtime.row.version
            )
        raise AssertionError("no last turn")

    seat = run(to_the_last_turn)
    match = Match.objects.get(pk=table_match.pk)
    decide(match, cast, "coaching", "told where to pass", seat=seat)
    after = check_log(match.pk)
    assert after.status == "finished" and after.result["source"] == "play"
    assert MatchEvent.objects.get(match=match, kind="ruling").move["reason"] == "told where to pass"


# ── the doors ──
def sign_in(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_only_officials_find_the_strip(cast, match):
    address = f"/matches/{match.pk}/officials/"
    for user in (cast.anna, cast.stranger):
        assert sign_in(user).get(address).status_code == 404
        assert sign_in(user).post(address, {"do": "void", "reason": "no no no", "confirmed": "yes"}).status_code == 404
    assert Client().get(address).status_code == 404
    assert "Pause the match" in sign_in(cast.referee).get(address).content.decode()
    assert "in-officials" not in sign_in(cast.anna).get(f"/matches/{match.pk}/").content.decode()
    assert "in-officials" in sign_in(cast.referee).get(f"/matches/{match.pk}/").content.decode()


def test_what_ends_the_match_is_asked_twice(cast, match):
    client, address = sign_in(cast.referee), f"/matches/{match.pk}/officials/"
    given = {"do": "award", "reason": "left the match", "winner": "home", "command_id": str(uuid.uuid4())}
    response = client.post(address, given)
    assert response.status_code == 200 and "anna win" in response.content.decode()
    assert check_log(match.pk).version == 0
    assert client.post(address, {**given, "confirmed": "yes"}).status_code == 302
    assert check_log(match.pk).result["winner"] == "home"


def test_a_sitter_is_never_an_official(cast, match):
    appoint(match, [(cast.anna, "organiser"), (cast.stranger, "organiser")])
    assert sign_in(cast.anna).get(f"/matches/{match.pk}/officials/").status_code == 404
    assert sign_in(cast.stranger).get(f"/matches/{match.pk}/officials/").status_code == 200
    assert sign_in(cast.referee).get(f"/matches/{match.pk}/officials/").status_code == 404


def test_nobody_of_a_shared_side_is_an_official(cast):
    pair = Sitter(users=(cast.anna, cast.stranger))
    match = duel(pair, cast.bruno, game="six_a_side")
    appoint(match, [(cast.stranger, "organiser"), (cast.referee, "referee")])
    assert list(match.officials.values_list("user_id", flat=True)) == [cast.referee.pk]


def test_the_api_takes_the_same_decisions(cast, match):
    address = f"/api/v1/matches/{match.pk}/rulings/"
    body = {"id": str(uuid.uuid4()), "kind": "pause", "reason": "a phone rings"}
    refused = sign_in(cast.anna).post(address, body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_official")
    done = sign_in(cast.referee).post(address, body, content_type="application/json")
    assert (done.status_code, done.json()["outcome"]) == (201, "applied")
    again = sign_in(cast.referee).post(address, {**body, "id": str(uuid.uuid4())}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "ruling_refused")
