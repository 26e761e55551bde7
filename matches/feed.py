"""The feed: small "this changed" messages for pages, as server-sent events.

One Valkey subscription a process. Messages may be lost; a page is told at once when a lost subscription is there again
and when it connects again. Topics:
``competition:<uuid>``, ``match:<uuid>``, ``arena:<uuid>``, ``lobby``, ``user:<uuid>``. A page may name the
position of a topic at which it was drawn (``competition:<uuid>@17``); if the topic has moved on when the page begins to
listen, it is told at once. Competitions and matches have positions of their own (their log); for the lobby, arenas and
users Valkey counts the messages. The same subscription carries the pokes by which processes ask each other to look at a
match at once (the sweep finds it a second later anyhow).
"""

import asyncio
import contextlib
import logging
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any, Final
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
import redis
import redis.asyncio
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.utils.module_loading import import_string
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from matches import limits
from matches.problems import problem
from matches.sessions import OpenSessions
from matches.task_endings import end

log = logging.getLogger("matches.feed")

TOPIC = re.compile(
    r"(lobby|(?:competition|match|arena|user):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@(\d{1,18}))?"
)
TOPICS_LIMIT: Final = 30
"""Topics of one reader: the competitions of an event, or one with the matches of a matchday, and the reader's own."""
HEARTBEAT_SECONDS: Final = 15.0
BACKLOG: Final = 64
"""Messages that wait for one slow reader; beyond them the oldest are dropped, as the feed may lose."""
READERS_LIMIT: Final = 2000
CONFIRM_SECONDS: Final = 3.0
"""Seconds after which positions are compared even if the subscription is not confirmed."""
COUNTED_SECONDS: Final = 86400
"""Seconds that message counts are kept: longer than a page waits to listen."""
POKES: Final = "pokes"
ARRIVED: Final = b"arrived"
"""Poke of a process that starts: other processes must announce their moves from now on."""
LEFT: Final = "left"
"""Poke for a user who lost access to some matches: their sockets and streams must reconnect."""
SIGNED_OUT: Final = "signed_out"
"""Poke for a user some of whose sessions are over: what they hold open must end (``matches.sessions``)."""


def channel(topic: str) -> str:
    return f"{settings.KEY_PREFIX}:feed:{topic}"


def _topic(name: str) -> str:
    return name.removeprefix(channel(""))


def _is_counted(topic: str) -> bool:
    """Return whether Valkey counts the messages of ``topic``, which has no position of its own."""
    return topic == "lobby" or topic.startswith(("user:", "arena:"))


def _counter(topic: str) -> str:
    return f"{settings.KEY_PREFIX}:told:{topic}"


def drawn_at(topic: str) -> str:
    """Return ``topic`` (the lobby, an arena or a user) with its position now, for ``data-feed`` of a page.

    Ask before reading what the page shows: later changes are then told to the page as soon as it listens. Without
    Valkey, the bare topic.
    """
    try:
        position = _sync_client().get(_counter(topic))
    except redis.RedisError as error:
        log.info("the feed could not ask where %s stands: %s", topic, error)
        return topic
    return f"{topic}@{int(position or 0)}"


_client: redis.Redis | None = None


def _sync_client() -> redis.Redis:
    global _client
    if _client is None:
        _client = redis.Redis.from_url(settings.VALKEY_URL, socket_connect_timeout=1, socket_timeout=1)
    return _client


def publish(topic: str, data: dict[str, Any]) -> None:
    """Publish to ``topic``; call it in ``transaction.on_commit``. Never raises: a message may be lost."""
    _publish_now(topic, msgspec.json.encode({"topic": topic, **data}, enc_hook=str))


def publish_poke(match_id: UUID) -> None:
    """Ask the web processes to look at this match now (commands, a seat taken)."""
    _publish_now(POKES, str(match_id).encode())


def publish_chat(match_id: UUID) -> None:
    """Ask the web processes to read this match's chat again (a notice, a hidden line)."""
    _publish_now(f"chat:{match_id}", b"")


def publish_left(user_id: UUID | None, audience: UUID | None = None) -> None:
    """Ask spectators of closed things to reconnect, which checks their access again.

    ``user_id``: only this user, None for everybody; ``audience``: only what this audience may see, None for any.
    """
    _publish_now(LEFT, f"{user_id or ''}:{audience or ''}".encode())


def publish_signed_out(user_id: UUID) -> None:
    """Ask the web processes to end what ended sessions of this user hold open."""
    _publish_now(SIGNED_OUT, str(user_id).encode())


def _publish_now(topic: str, body: bytes) -> None:
    try:
        with _sync_client().pipeline(transaction=False) as pipe:
            if _is_counted(topic):
                pipe.incr(_counter(topic))
                pipe.expire(_counter(topic), COUNTED_SECONDS)
            pipe.publish(channel(topic), body)
            pipe.execute()
    except redis.RedisError as error:
        log.info("the feed lost a message on %s: %s", topic, error)


async def apublish(topic: str, data: dict[str, Any]) -> None:
    await ear().send([(topic, msgspec.json.encode({"topic": topic, **data}, enc_hook=str))])


async def apublish_all(topics: list[str], data: dict[str, Any]) -> None:
    """Publish the same data to several topics in one round trip."""
    await ear().send([(topic, msgspec.json.encode({"topic": topic, **data}, enc_hook=str)) for topic in topics])


Listener = Callable[[bytes], None]


class Ear:
    """This process's one subscription, on one event loop: topics are subscribed while somebody listens."""

    def __init__(self) -> None:
        self._client: redis.asyncio.Redis = redis.asyncio.Redis.from_url(
            settings.VALKEY_URL, socket_connect_timeout=2, health_check_interval=20
        )
        # A lost connection ends the subscription at once, and ``_run`` makes another. Mended inside the library,
        # it stayed deaf in two runs of twenty.
        self._hearing: redis.asyncio.Redis = redis.asyncio.Redis.from_url(
            settings.VALKEY_URL,
            socket_connect_timeout=2,
            health_check_interval=20,
            retry=Retry(NoBackoff(), 0),
        )
        self._pubsub = self._hearing.pubsub()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._confirmed: set[str] = set()
        self._missed: set[str] = set()
        """Topics of pages whose subscription was lost: once it is there again, who listens is told."""
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.readers = 0
        self.streams = limits.Connections("streams")
        """The same by address and account: no single one can take all places."""
        self.sessions = OpenSessions()
        """Open sockets and streams of people who are signed in."""

    def listen(self, topic: str, listener: Listener) -> None:
        """Call ``listener`` with each message of ``topic``."""
        self._listeners[channel(topic)].add(listener)
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="feed")

    def forget(self, topic: str, listener: Listener) -> None:
        name = channel(topic)
        self._listeners[name].discard(listener)
        if not self._listeners[name]:
            del self._listeners[name]
            self._changed.set()

    async def heard_from_now(self, topics: Iterable[str]) -> None:
        """Wait until Valkey confirms the subscriptions to ``topics``, which are listened to."""
        for name in map(channel, topics):
            if name in self._confirmed:
                continue
            confirmed = asyncio.Event()
            self._waiting[name].add(confirmed)
            try:
                await confirmed.wait()
            finally:
                self._waiting[name].discard(confirmed)
                if not self._waiting[name]:
                    del self._waiting[name]

    async def send(self, messages: list[tuple[str, bytes]]) -> list[int]:
        """Publish in one round trip; return how many processes heard each. Never raises: the feed may lose."""
        try:
            async with self._client.pipeline(transaction=False) as pipe:
                for counter in {_counter(topic) for topic, _body in messages if _is_counted(topic)}:
                    pipe.incr(counter)
                    pipe.expire(counter, COUNTED_SECONDS)
                for topic, body in messages:
                    pipe.publish(channel(topic), body)
                listeners: list[int] = (await pipe.execute())[-len(messages) :]
        except (redis.RedisError, OSError) as error:
            log.info("the feed lost %d messages: %s", len(messages), error)
            return []
        return listeners

    async def counted(self, topics: list[str]) -> dict[str, int]:
        """Return the number of messages to each of the counted ``topics``. Raises redis.RedisError."""
        counts = await self._client.mget([_counter(topic) for topic in topics]) if topics else []
        return {topic: int(count or 0) for topic, count in zip(topics, counts, strict=True)}

    async def only_process(self, name: str, now: float) -> bool:
        """Record this process as alive; return whether it has been the only one for the last seconds."""
        key = f"{settings.KEY_PREFIX}:processes"
        try:
            async with self._client.pipeline(transaction=False) as pipe:
                pipe.zadd(key, {name: now})
                pipe.zremrangebyscore(key, 0, now - 10)
                pipe.zcard(key)
                answers = await pipe.execute()
        except (redis.RedisError, OSError):
            return False
        return bool(answers[2] == 1)

    async def sign_out(self, name: str) -> None:
        """Sign this process out: the others no longer need to announce moves for it."""
        with contextlib.suppress(redis.RedisError, OSError):
            await self._client.zrem(f"{settings.KEY_PREFIX}:processes", name)

    async def close(self) -> None:
        """Stop listening and give the connections back."""
        if self._task is not None:
            await end(self._task)
        with contextlib.suppress(redis.RedisError, OSError):
            await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        for client in (self._hearing, self._client):
            with contextlib.suppress(redis.RedisError, OSError):
                await client.aclose()

    async def _run(self) -> None:
        pause = 0.2
        while True:
            try:
                await self._follow()
                pause = 0.2
            except (redis.RedisError, OSError) as error:
                log.info("the feed lost Valkey, and tries again: %s", error)
                self._missed |= {topic for topic in map(_topic, self._listeners) if TOPIC.fullmatch(topic)}
                await asyncio.sleep(pause)
                pause = min(pause * 2, 5.0)
                with contextlib.suppress(redis.RedisError, OSError):
                    await self._pubsub.aclose()  # type: ignore[no-untyped-call]
                self._pubsub = self._hearing.pubsub()

    async def _follow(self) -> None:
        """Keep the subscription equal to the topics listened to, and hand messages out."""
        subscribed: set[str] = set()
        self._confirmed.clear()
        self._changed.set()
        while True:
            if self._changed.is_set():
                self._changed.clear()
                topics = set(self._listeners)
                if topics - subscribed:
                    await self._pubsub.subscribe(*(topics - subscribed))
                if subscribed - topics:
                    self._confirmed -= subscribed - topics
                    await self._pubsub.unsubscribe(*(subscribed - topics))
                subscribed = topics
            if not subscribed:
                await self._changed.wait()
                continue
            # The short wait lets a new topic in soon; redis-py's own socket time-out never ends an idle wait here.
            message = await self._pubsub.get_message(timeout=0.25)
            if message is not None and message["type"] == "subscribe":
                name = message["channel"].decode()
                self._confirmed |= {name} & subscribed
                if (topic := _topic(name)) in self._missed:
                    self._missed.discard(topic)
                    self._hand_out(name, msgspec.json.encode({"topic": topic}))
                for confirmed in self._waiting.get(name, ()):
                    confirmed.set()
            if message is not None and message["type"] == "message":
                self._hand_out(message["channel"].decode(), message["data"])

    def _hand_out(self, name: str, body: bytes) -> None:
        for listener in tuple(self._listeners.get(name, ())):
            listener(body)


_ears: WeakKeyDictionary[asyncio.AbstractEventLoop, Ear] = WeakKeyDictionary()


def ears() -> list[Ear]:
    """Return the ears of all loops of this process, for measurements from another thread."""
    return list(_ears.values())


def ear() -> Ear:
    """Return the subscription of the running event loop."""
    loop = asyncio.get_running_loop()
    process_ear = _ears.get(loop)
    if process_ear is None:
        process_ear = _ears[loop] = Ear()
    return process_ear


async def close_ear() -> None:
    process_ear = _ears.pop(asyncio.get_running_loop(), None)
    if process_ear is not None:
        await process_ear.close()


async def feed(request: HttpRequest) -> HttpResponseBase:
    """Stream changes: ``GET /feed/?topic=...&topic=...``, server-sent events, one small JSON object each."""
    matched = [TOPIC.fullmatch(topic) for topic in request.GET.getlist("topic")]
    topics = list(dict.fromkeys(parsed[1] for parsed in matched if parsed))
    drawn = {parsed[1]: int(parsed[2]) for parsed in matched if parsed and parsed[2]}
    if not topics or len(topics) > TOPICS_LIMIT or not all(matched):
        return problem(400, "bad_topics", f"Name 1 to {TOPICS_LIMIT} topics by ?topic=.")
    own = [topic for topic in topics if topic.startswith("user:")]
    user = await request.auser()
    if any(topic != f"user:{user.pk}" for topic in own):
        return problem(403, "not_yours", "A user topic is for that user only.")
    try:
        topics = await _audible_topics(request, topics)
    except DatabaseError as error:
        log.info("the feed could not ask who may listen: %s", error)
        return _try_again("3")
    owners = ear().streams.owners(request.META.get("REMOTE_ADDR", ""), user)
    if ear().streams.is_full(owners):
        return _try_again("60", status=429)
    if ear().readers >= READERS_LIMIT:
        return _try_again("60")
    drawn = {topic: position for topic, position in drawn.items() if topic in topics}
    session = (request.session.session_key or "") if user.is_authenticated else ""
    return StreamingHttpResponse(
        _stream(topics, drawn, str(user.pk), session, owners),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def _try_again(seconds: str, status: int = 503) -> JsonResponse:
    """Refuse a stream for lack of room: 503 for the whole process, 429 for this address or account."""
    detail = f"Too many readers: try again in {seconds} seconds."
    return problem(status, "too_many_readers", detail, {"Retry-After": seconds})


def _may_be_closed(topics: Iterable[str]) -> bool:
    return any(topic.startswith(("competition:", "match:")) for topic in topics)


async def _audible_topics(request: HttpRequest, topics: list[str]) -> list[str]:
    """Return those of ``topics`` that the reader may hear. The others stay silent, like unknown ones."""
    if not _may_be_closed(topics):
        return topics
    find: Callable[[list[str], Any], set[str]] = import_string(settings.FEED_HIDDEN)
    hidden = await database_sync_to_async(find)(topics, await request.auser())
    return [topic for topic in topics if topic not in hidden]


async def _moved_on(drawn: dict[str, int]) -> AsyncIterator[bytes]:
    """Yield a message for each topic that is not at the position at which the page was drawn."""
    try:
        await asyncio.wait_for(ear().heard_from_now(drawn), CONFIRM_SECONDS)
    except TimeoutError:
        log.info("Valkey does not confirm a subscription")  # the page's fall-back finds what it misses meanwhile
    find: Callable[[list[str]], dict[str, int]] = import_string(settings.FEED_POSITIONS)
    stands: dict[str, int] = {}
    try:
        stands |= await ear().counted([topic for topic in drawn if _is_counted(topic)])
        own = [topic for topic in drawn if not _is_counted(topic)]
        stands |= await database_sync_to_async(find)(own) if own else {}
    except (DatabaseError, redis.RedisError, OSError) as error:
        log.info("the feed could not ask where its topics stand: %s", error)
    for topic, position in stands.items():
        # Not only later positions: a restarted Valkey counts from zero again.
        if position != drawn[topic]:
            yield msgspec.json.encode({"topic": topic, "position": position})


_END: Final = b""
"""Marks the end of a stream; no message is empty."""
_SIGNED_OUT: Final = b"\n"
"""Marks the end of a stream whose session is over: the page is told, and loads itself again."""


async def _stream(
    topics: list[str], drawn: dict[str, int], user: str, session: str, owners: list[tuple[str, str]]
) -> AsyncIterator[bytes]:
    """Yield the messages of a stream; end it when ``user`` loses access to something, or with ``session``.

    The page then reconnects by itself and hears what it may.
    """
    here = ear()
    waiting: asyncio.Queue[bytes] = asyncio.Queue()
    closable = _may_be_closed(topics)

    def put(body: bytes) -> None:
        if waiting.qsize() >= BACKLOG:
            waiting.get_nowait()
        waiting.put_nowait(body)

    def left(body: bytes) -> None:
        user_id, _colon, audience = body.decode().partition(":")
        own = f"competition:{audience}" in topics or any(topic.startswith("match:") for topic in topics)
        if user_id == user or (not user_id and own):
            put(_END)

    def signed_out() -> None:
        put(_SIGNED_OUT)

    for topic in topics:
        here.listen(topic, put)
    if session:
        here.sessions.enter(session, user, signed_out)
    if closable:
        here.listen(LEFT, left)
    here.readers += 1
    here.streams.enter(owners)
    try:
        yield b"retry: 3000\n: hello\n\n"
        if drawn:
            async for body in _moved_on(drawn):
                yield b"data: " + body + b"\n\n"
        while True:
            try:
                body = await asyncio.wait_for(waiting.get(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield b": still here\n\n"
            else:
                if body is _END:
                    return
                if body is _SIGNED_OUT:
                    yield b"event: signed_out\ndata: {}\n\n"
                    return
                yield b"data: " + body + b"\n\n"
    finally:
        here.readers -= 1
        here.streams.leave(owners)
        here.sessions.leave(session, user, signed_out)
        for topic in topics:
            here.forget(topic, put)
        if closable:
            here.forget(LEFT, left)
