"""The feed: pages hear that something changed, by server-sent events, and a user's topic is for that user only."""

import asyncio
import http.client
import json
import threading
import time
import uuid

import pytest
from django.db import transaction

from league.competitions.log import journal
from league.competitions.models import Competition
from matches import feed
from matches.live.commands import command
from matches.models import Match
from tests.league.builders import running
from tests.league.teams import running_teams, seal, ties_of
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import bot, duel, kick, run, start

pytestmark = pytest.mark.django_db(transaction=True)


def until_heard(topic):
    """Until this site listens to ``topic``: what is told before that is lost, as the feed may."""
    end = time.monotonic() + 30
    while not feed._sync_client().pubsub_numsub(feed.channel(topic))[0][1]:
        assert time.monotonic() < end, f"nobody listens to {topic}"
        time.sleep(0.01)


def settled(topic, *readers):
    """Until all of ``readers`` listen to ``topic``, and half a second more for what they should not hear."""
    for reader in readers:
        assert reader.ready.wait(30)
    until_heard(topic)
    time.sleep(0.5)


class Reader:
    """A browser's EventSource, roughly: what came, in a thread."""

    def __init__(self, port, query, cookie=""):
        self.heard = []
        self.lines = []
        self.link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.link.request("GET", f"/feed/?{query}", headers={"Cookie": cookie} if cookie else {})
        self.answer = self.link.getresponse()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        try:
            for line in self.answer:
                if line.startswith(b": hello"):
                    self.ready.set()
                if line.startswith(b"data: "):
                    self.lines.append(line)
                    self.heard.append(json.loads(line[6:]))
        except (OSError, ValueError, AttributeError):
            pass  # closed by the test

    def wait_for(self, **wanted):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for message in list(self.heard):
                if all(message.get(key) == value for key, value in wanted.items()):
                    return message
            time.sleep(0.02)
        raise AssertionError(f"{wanted} was not heard among {self.heard}")

    def close(self):
        self.link.sock and self.link.sock.shutdown(2)
        self.link.close()
        self.thread.join(5)


def test_it_works(cast):
    competition = f"competition:{uuid.uuid4()}"
    with serving() as port:
        reader = Reader(port, f"topic={competition}&topic=lobby")
        assert reader.answer.status == 200
        assert reader.answer.headers["Content-Type"] == "text/event-stream"
        assert reader.ready.wait(30)
        until_heard(competition)
        until_heard("lobby")
        feed.publish(competition, {"what": "drawn"})
        reader.wait_for(topic=competition, what="drawn")
        feed.publish(f"competition:{uuid.uuid4()}", {"what": "another"})
        feed.publish("lobby", {"what": "last"})
        reader.wait_for(what="last")
        assert not any(message.get("what") == "another" for message in reader.heard)
        reader.close()


def test_what_changed_before_the_page_listens_is_told_at_once(cast):
    cup = running(cast.organiser, "league", entrants=4)
    topic, drawn = f"competition:{cup.id}", Competition.objects.get(pk=cup.pk).log_position
    with transaction.atomic():
        journal.changed(cup)  # after the page was drawn, before it listens
    with serving() as port:
        missed, told, fresh = (
            Reader(port, f"topic={asked}") for asked in (topic, f"{topic}@{drawn}", f"{topic}@{drawn + 1}")
        )
        told.wait_for(topic=topic, position=drawn + 1)
        settled(topic, missed, fresh)
        assert missed.heard == [], "the control: without its position a page hears nothing of it"
        assert fresh.heard == [], "and a page that shows it already is not told again"
        with transaction.atomic():
            journal.changed(cup)
        for reader in (missed, told, fresh):
            reader.wait_for(position=drawn + 2)
            reader.close()


def test_a_sealed_line_up_is_told_once_and_in_the_same_bytes_whatever_it_says(cast):
    lines = []
    with serving() as port:
        for numbers in ([0, 1], [1, 0]):
            cup = running_teams(cast.organiser)
            tie, topic = ties_of(cup)[0], f"competition:{cup.id}"
            cookies = ("", cookie_of(tie.away.player), cookie_of(cast.organiser))
            readers = [Reader(port, f"topic={topic}", cookie) for cookie in cookies]
            settled(topic, *readers)
            for choice in (numbers, numbers[::-1], numbers):
                seal(tie, tie.home, *choice)
            cup.refresh_from_db()
            with transaction.atomic():
                journal.changed(cup)
            for reader in readers:
                reader.wait_for(position=cup.log_position)
                reader.close()
                assert len(reader.lines) == 2, "the first one, and the change after the last"
            lines.append([line.replace(str(cup.id).encode(), b"") for reader in readers for line in reader.lines])
    assert lines[0] == lines[1]


def test_a_match_that_moved_before_the_page_listens_is_told_at_once(cast):
    """Also a kick-off, which has no version of its own."""
    match = duel(cast.anna, cast.bruno)
    assert match.feed_position == 0
    topic = f"match:{match.pk}"

    async def play():
        await start(match)
        await kick(match, 0)

    run(play)
    match.refresh_from_db()
    assert match.feed_position == 2
    with serving() as port:
        missed, told, fresh = (Reader(port, f"topic={asked}") for asked in (topic, f"{topic}@1", f"{topic}@2"))
        told.wait_for(topic=topic, position=2)
        settled(topic, missed, fresh)
        assert missed.heard == [] and fresh.heard == []
        for reader in (missed, told, fresh):
            reader.close()


@pytest.mark.parametrize("counted", ["lobby", "user"])
def test_what_the_lobby_and_a_user_are_told_before_the_page_listens_is_told_at_once(cast, counted):
    topic = "lobby" if counted == "lobby" else f"user:{cast.anna.pk}"
    drawn = feed.drawn_at(topic)
    feed.publish(topic, {"what": "after the drawing"})
    with serving() as port:
        missed, told, fresh = (
            Reader(port, f"topic={asked}", cookie_of(cast.anna)) for asked in (topic, drawn, feed.drawn_at(topic))
        )
        assert told.wait_for(topic=topic)["position"] == int(drawn.partition("@")[2]) + 1
        settled(topic, missed, fresh)
        assert missed.heard == [], "the control: without its position a page hears nothing of it"
        assert fresh.heard == [], "and a page that shows it already is not told again"
        asyncio.run(tell_in_a_process(topic))
        for reader in (missed, told, fresh):
            reader.wait_for(what="by a process")
        assert feed.drawn_at(topic) != drawn
        for reader in (missed, told, fresh):
            reader.close()


async def tell_in_a_process(topic):
    """Two messages of one turn, as the sweep sends them: they count once, and each says how many processes heard it."""
    before = feed.drawn_at(topic)
    try:
        data = b'{"topic": "%s", "what": "by a process"}' % topic.encode()
        assert await feed.ear().send([(topic, data), (topic, data), ("match:nobody", b"{}")]) == [1, 1, 0]
    finally:
        await feed.close_ear()
    assert int(feed.drawn_at(topic).partition("@")[2]) == int(before.partition("@")[2]) + 1


def test_a_counter_that_was_lost_with_valkey_is_told_too(cast):
    with serving() as port:
        reader = Reader(port, "topic=lobby@999999")
        reader.wait_for(topic="lobby")
        reader.close()


def test_bad_topics_and_other_peoples_are_refused(cast):
    own = f"topic=user:{cast.anna.pk}"
    with serving() as port:
        for query, cookie, status in (
            ("", "", 400),
            ("topic=everything", "", 400),
            (f"topic=competition:{uuid.uuid4()}@-1", "", 400),
            ("&".join(f"topic=competition:{uuid.uuid4()}" for _ in range(feed.TOPICS_LIMIT + 1)), "", 400),
            (own, "", 403),
            (own, cookie_of(cast.bruno), 403),
            (own, cookie_of(cast.anna), 200),
        ):
            reader = Reader(port, query, cookie)
            assert reader.answer.status == status
            reader.close()


def test_the_lobby_hears_of_a_match_and_a_command_applies_at_once(cast):
    with serving() as port:
        lobby = Reader(port, "topic=lobby")
        assert lobby.ready.wait(30)
        until_heard("lobby")
        match = duel(bot(), bot(), options={"kicks": 100000}, bot_seconds=0.05)
        lobby.wait_for(match=str(match.pk), status="live")
        began = time.monotonic()
        command(match.pk, "pause", {"reason": "a question"})

        async def watch():
            async with sit(port, match) as table:
                await table.until("full")
                while table.state["status"] != "paused":
                    await table.read()

        asyncio.run(watch())
        assert time.monotonic() - began < 20
        lobby.close()
    assert Match.objects.get(pk=match.pk).status == "paused"


def test_publishing_without_valkey_does_no_harm(monkeypatch, settings):
    settings.VALKEY_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(feed, "_client", None)
    feed.publish("lobby", {"what": "nobody hears"})
    assert feed.drawn_at("lobby") == "lobby"
    monkeypatch.setattr(feed, "_client", None)
