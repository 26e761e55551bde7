"""Chat: who may write what and where, how often, what a repeat does; muting, reports, time-outs, hidden lines."""

import asyncio
import json
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from matches.live import chat
from matches.live.running import Hall, hall
from matches.live.sockets import Socket
from matches.models import ChatLine, ChatReport, Match, Silence
from matches.store.timing import utcnow
from matches.verbs import chat as chat_verbs
from matches.words.chat import BadLine
from tests.matches.table import duel, run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(cast):
    return duel(cast.anna, cast.bruno, officials=[(cast.referee, "referee")])


def say(match, user, words="Hello there", *, seat=None, room=None, preset="", client_id=None, later=0.0):
    """One line through the verb, ``later`` seconds from now."""

    async def scenario():
        hall().now = lambda: utcnow() + timedelta(seconds=later)
        return await chat.say(
            hall(),
            match_id=match.id,
            speaker=chat.Speaker.of(user, seat),
            room=room or ("players" if seat else "spectators"),
            client_id=client_id or uuid.uuid4(),
            words="" if preset else words,
            preset_name=preset,
        )

    return run(scenario)


def test_it_works(cast, match):
    said = say(match, cast.anna, "  Ciao\n a   tutti ", seat="home")
    assert (said.kind, said.n) == ("said", 1)
    row = ChatLine.objects.get()
    assert (row.text, row.say, row.role, row.name, row.room) == ("Ciao a tutti", None, "home", "anna", "players")
    assert say(match, cast.bruno, preset="luck", seat="away").n == 2
    assert ChatLine.objects.get(n=2).say == ["Good luck!", {}]
    assert Match.objects.get(pk=match.pk).version == 0


def test_a_repeat_counts_once_also_from_two_processes(cast, match):
    key = uuid.uuid4()

    async def both():
        second = Hall()
        try:
            tries = [
                chat.say(
                    here,
                    match_id=match.id,
                    speaker=chat.Speaker.of(cast.anna, "home"),
                    room="players",
                    client_id=key,
                    words="once",
                )
                for here in (hall(), second)
            ]
            return await asyncio.gather(*tries)
        finally:
            await second.close()

    told = run(both)
    assert sorted(one.kind for one in told) == ["repeat", "said"]
    assert {one.n for one in told} == {1}
    assert say(match, cast.anna, "once", seat="home", client_id=key).kind == "repeat"
    assert ChatLine.objects.count() == 1


def test_twenty_at_once_are_numbered_without_a_gap(cast, match):
    from league.players.models import User

    crowd = [User.objects.create(username=f"fan{n}", nickname=f"fan {n}") for n in range(20)]

    async def all_at_once():
        halls = [Hall(), Hall()]
        try:
            work = [
                chat.say(
                    halls[n % 2],
                    match_id=match.id,
                    speaker=chat.Speaker.of(fan, None),
                    room="spectators",
                    client_id=uuid.uuid4(),
                    words=f"line {n}",
                )
                for n, fan in enumerate(crowd)
            ]
            return await asyncio.gather(*work)
        finally:
            for here in halls:
                await here.close()

    assert {said.kind for said in run(all_at_once)} == {"said"}
    assert sorted(ChatLine.objects.values_list("n", flat=True)) == list(range(1, 21))


def test_rooms_are_apart(cast, match):
    assert say(match, cast.stranger, room="players").code == "not_your_room"
    assert say(match, cast.referee, room="players").done
    assert ChatLine.objects.get().role == "referee"
    assert say(match, cast.anna, seat="home", room="spectators").done, "nothing hides the stands in a casual match"
    Match.objects.filter(pk=match.pk).update(chat_hidden=True)
    assert say(match, cast.bruno, seat="away", room="spectators").code == "not_your_room"
    Match.objects.filter(pk=match.pk).update(status="void", finished_at=timezone.now())
    assert say(match, cast.bruno, seat="away", room="spectators").done
    assert say(match, cast.bruno, "late", seat="away", later=25 * 3600).code == "chat_closed"


def test_reading_follows_the_same_rooms(cast, match):
    row = run(lambda: _row(match))
    row.chat_hidden = True
    read = {
        (room, seat, official): chat.may_read(row, room, seat=seat, official=official)
        for room in chat.ROOMS
        for seat in ("home", None)
        for official in (False, True)
    }
    assert read == {
        ("players", "home", False): True,
        ("players", "home", True): True,
        ("players", None, False): False,
        ("players", None, True): True,
        ("spectators", "home", False): False,
        ("spectators", "home", True): True,
        ("spectators", None, False): True,
        ("spectators", None, True): True,
    }
    row.status = "finished"
    assert chat.may_read(row, "spectators", seat="home", official=False)


async def _row(match):
    runtime = hall().runtime(match.id)
    await runtime.ensure()
    return runtime.row


def test_the_policy_is_on_the_match(cast):
    silent = duel(cast.anna, cast.bruno, chat="none")
    assert say(silent, cast.anna, seat="home", preset="luck").code == "no_chat"
    ready = duel(cast.anna, cast.bruno, chat="presets", officials=[(cast.referee, "referee")])
    assert say(ready, cast.anna, seat="home").code == "presets_only"
    assert say(ready, cast.anna, seat="home", preset="luck").done
    assert say(ready, cast.referee, "Play fair, please", room="players").done


def test_each_room_has_its_own_policy(cast):
    quiet = duel(cast.anna, cast.bruno, chat="presets", chat_spectators="all")
    assert say(quiet, cast.anna, seat="home").code == "presets_only"
    cast.stranger.kind = "account"
    assert say(quiet, cast.stranger).done, "the stands are open"
    alone = duel(cast.anna, cast.bruno, chat="all", chat_spectators="none", officials=[(cast.referee, "referee")])
    assert say(alone, cast.anna, seat="home").done
    for who in (cast.stranger, cast.anna, cast.referee):
        assert say(alone, who, "Anybody there?", room="spectators").code == "no_chat"
    row = run(lambda: _row(alone))
    assert chat.may_read(row, "players", seat="home", official=False)
    assert not chat.may_read(row, "spectators", seat=None, official=True), "a room that is off is nobody's"


def test_a_guest_in_the_stands_has_the_presets(cast, match):
    assert cast.stranger.is_guest
    assert say(match, cast.stranger).code == "presets_only"
    assert say(match, cast.stranger, preset="hello").done
    assert say(match, cast.anna, seat="home").done, "at the table a guest writes freely"


@pytest.mark.parametrize("words", ["", "   ", "\u202e\u200b", "x" * 201, "\n\t"])
def test_what_nobody_could_read_is_refused(cast, match, words):
    with pytest.raises(BadLine):
        say(match, cast.anna, words, seat="home")
    assert not ChatLine.objects.exists()


def test_an_unknown_preset_is_refused(cast, match):
    with pytest.raises(BadLine, match="there are hello, luck"):
        say(match, cast.anna, seat="home", preset="rude")


def test_four_lines_in_ten_seconds_and_no_parrots(cast, match):
    codes = [say(match, cast.anna, f"line {n}", seat="home").code for n in range(5)]
    assert codes == ["", "", "", "", "too_fast"]
    assert say(match, cast.anna, "LINE 0", seat="home", later=11).code == "repeated"
    assert say(match, cast.anna, "line 5", seat="home", later=11).done
    assert say(match, cast.anna, "line 0", seat="home", later=71).done
    assert say(match, cast.bruno, "line 5", seat="away", later=11).done, "others may say the same"


def test_a_room_is_bounded(cast, match, monkeypatch):
    monkeypatch.setattr(chat, "ROOM_LIMIT", 1)
    assert say(match, cast.anna, "one", seat="home").done
    assert say(match, cast.anna, "two", seat="home").code == "room_full"


def test_a_time_out_has_a_reason_an_end_and_is_told(cast, match):
    say(match, cast.bruno, "hmpf", seat="away")
    chat_verbs.time_out(match=match, user=cast.bruno, minutes=10, reason="insult", by=cast.referee, role="referee")
    refused = say(match, cast.bruno, "again", seat="away")
    assert refused.code == "timed_out" and "insults or threats (referee)" in refused.reason
    notice = ChatLine.objects.get(n=2)
    assert (notice.room, notice.role, notice.user) == ("players", "referee", None)
    assert notice.say[0] == "{name} is muted for {minutes} min: {reason} ({role})"
    assert say(match, cast.bruno, "sorry", seat="away", later=601).done, "it ends by itself"
    chat_verbs.lift(silence=Silence.objects.get())
    assert say(match, cast.bruno, "lifted", seat="away", later=20).done


def test_a_silence_of_the_whole_site_holds_at_every_table(cast, match):
    Silence.objects.create(user=cast.anna, match=None, reason="spam", role="moderator")
    assert say(match, cast.anna, seat="home").code == "timed_out"
    assert say(duel(cast.bruno, cast.stranger), cast.anna, preset="hello").code == "timed_out"


@pytest.mark.parametrize("wrong", [{"minutes": 7}, {"reason": "because"}, {"user": "referee"}])
def test_a_time_out_that_cannot_be(cast, match, wrong):
    asked = {"minutes": 10, "reason": "spam", "user": "bruno", **wrong}
    with pytest.raises(chat_verbs.BadRequest):
        chat_verbs.time_out(
            match=match, by=cast.referee, role="referee", **{**asked, "user": getattr(cast, asked["user"])}
        )
    assert not Silence.objects.exists()


def test_a_report_counts_once_a_person(cast, match):
    say(match, cast.bruno, "hmpf", seat="away")
    line = ChatLine.objects.get()
    assert chat_verbs.report(line=line, by=cast.anna, reason="insult")
    assert not chat_verbs.report(line=line, by=cast.anna, reason="spam")
    assert chat_verbs.report(line=line, by=cast.referee, reason="insult")
    assert ChatReport.objects.count() == 2
    with pytest.raises(chat_verbs.BadRequest):
        chat_verbs.report(line=line, by=cast.bruno, reason="spam")
    with pytest.raises(chat_verbs.BadRequest):
        chat_verbs.report(line=line, by=cast.anna, reason="I do not like it")


def test_nobody_mutes_themselves(cast):
    chat_verbs.mute(user=cast.anna, muted_id=cast.bruno.pk)
    chat_verbs.mute(user=cast.anna, muted_id=cast.bruno.pk)
    assert cast.anna.chat_mutes.count() == 1
    chat_verbs.unmute(user=cast.anna, muted_id=cast.bruno.pk)
    assert not cast.anna.chat_mutes.exists()
    with pytest.raises(chat_verbs.BadRequest):
        chat_verbs.mute(user=cast.anna, muted_id=cast.anna.pk)


def test_who_sits_at_the_table_is_no_official(cast):
    match = duel(cast.anna, cast.bruno, officials=[(cast.anna, "organiser"), (cast.referee, "referee")])
    assert list(match.officials.values_list("user__nickname", "role")) == [("referee", "referee")]


def test_a_line_hidden_by_another_process_goes_although_its_message_is_lost(cast, match):
    say(match, cast.anna, "nasty words", seat="home")
    say(match, cast.bruno, "calm down", seat="away")
    ChatLine.objects.filter(n=1).update(hidden_at=timezone.now(), hidden_because="spam")  # as before this room opened
    ChatLine.objects.filter(n=2).update(hidden_at=None)
    frames = []

    async def scenario():
        here = hall()
        runtime = here.runtime(match.id)
        await runtime.ensure()
        socket = Socket(_kept_in(frames), _kept_in([]), "home", seats=("home",), user=str(cast.anna.pk))
        runtime.sockets.add(socket)
        await chat.attend(runtime, socket, {})
        async with here.connection() as link:
            await link.execute("UPDATE matches_chatline SET hidden_at = now(), hidden_because = 'spam' WHERE n = 2")
        for _sweep in range(3):
            await chat.keep_up(here, [runtime])
            await asyncio.sleep(0.05)

    run(scenario)
    told = [[line["n"] for line in json.loads(frame)["lines"]] for frame in frames if "lines" in frame]
    assert told == [[1, 2], [2]], "shown once each: what is hidden already is not read again"
    assert "calm down" in frames[0] and "calm down" not in frames[1]


def _kept_in(frames):
    async def put(frame):
        frames.append(frame)

    return put


def test_nobody_writes_under_the_name_of_an_official(cast, match):
    cast.referee.nickname = "segreteria"
    cast.referee.save(update_fields=["nickname"])
    cast.stranger.nickname = "SEGRETERlA"
    refused = say(match, cast.stranger, preset="luck")
    assert (refused.kind, refused.code) == ("refused", "name") and not ChatLine.objects.exists()
    assert say(match, cast.referee).kind == "said"
