"""The release before and this one beside each other behind nginx, on one database and one Valkey, during play.

This release's migrations ran; then nothing that either acknowledges is lost, and each understands what the other wrote,
sent and stored. Ten minutes in a long run.
"""

from __future__ import annotations

import asyncio
import http.cookiejar
import itertools
import re
import shutil
import tempfile
import threading
import urllib.parse
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from deploy import celery
from deploy.environment import ROOT
from deploy.stores import free_port
from league.competitions.models import Competition
from league.competitions.verbs import entries, rounds
from league.players.models import User
from matches.models import Match, Outbox
from tests.cast import PASSWORD, account
from tests.faults import last_release
from tests.faults.last_release import Release
from tests.faults.nginx import NGINX, Waiting, plain_nginx, told
from tests.league.builders import competition
from tests.league.recomputed import computed_again, picture
from tests.live.players import all_there
from tests.live.sockets import cookie_of
from tests.matches.table import check_log, duel
from tests.server import Web
from tests.sizes import LONG, size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

SECONDS = size(12, 600)
"""Time that both releases run."""
VISIT = 1.5
"""Seconds after which the players of a table change to the other release."""
PAUSE = size(0.3, 0.002)
"""Seconds in which a player thinks: what counts is who writes and who reads a move, not how many there are."""
PACE = size(0.2, 2.0)
"""Seconds that a house bot takes."""
HALF_TURNS = size(10, 30)
"""Counted turns of their halves: what counts is that matches are on while one release takes over from the other."""
BOTS = "from league.players.verbs.bots import ensure_bots; ensure_bots()"
LEAGUE = f"""
from league.competitions.verbs import entries, rounds
from league.players.models import User
from tests.league.builders import competition
organiser = User.objects.get(username="organiser")
made = competition(
    organiser, "league", places=4, settings={{"times": 1}}, options={{"half_turns": {HALF_TURNS}}}, bot_seconds={PACE}
)
entries.add_bots(competition=made, by=organiser)
print(rounds.start(competition=made, by=organiser).pk)
"""
"""A league of house bots, made by the release before."""
REPEATED = {entry["task"] for entry in celery.timetable().values()} | {"matches.tasks.review"}
"""Tasks that are sent again until they are done: a worker of the release before may drop one that it does not know."""
UNKNOWN = re.compile(r"Received unregistered task of type '([\w.]+)'")
FAILED = re.compile(r" (?:ERROR|CRITICAL)|Traceback|Internal Server Error")


@pytest.fixture
def folder():
    place = Path(tempfile.mkdtemp(prefix="tabellone-releases-", dir="/tmp"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place, ignore_errors=True)


class Reader:
    """A browser that signs in at one web process and reads pages of all."""

    def __init__(self, web: Web, user: User) -> None:
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        self.read(web, "accounts/login/")
        token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
        form = {"csrfmiddlewaretoken": token, "login": user.username, "password": PASSWORD}
        sent = urllib.request.Request(f"{web.url}/accounts/login/", urllib.parse.urlencode(form).encode())
        sent.add_header("Origin", web.url)
        self.opener.open(sent, timeout=60).close()
        assert any(cookie.name == "sessionid" for cookie in jar)

    def read(self, web: Web, path: str) -> str:
        """Return a page; raises HTTPError for one that fails."""
        with self.opener.open(f"{web.url}/{path}", timeout=60) as page:
            assert path.startswith("accounts/") or "/accounts/login/" not in page.geturl(), "the session is not known"
            return page.read().decode()


def migrate_from(old: Release, new: Release) -> None:
    """Make the database by the migrations of the release before and go on by those of today, as an upgrade does."""
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    connection.close()
    old.manage("migrate", "--verbosity=0")
    old.manage("shell", "-c", BOTS)
    new.manage("migrate", "--verbosity=0")
    ContentType.objects.clear_cache()


def cup_of_bots(organiser: User) -> Competition:
    """Return a running cup that this release made."""
    options = {"half_turns": HALF_TURNS}
    cup = competition(organiser, places=4, settings={"third_place": True}, options=options, bot_seconds=PACE)
    entries.add_bots(competition=cup, by=organiser)
    return rounds.start(competition=cup, by=organiser)


def seated(match: Match, people: list[User]) -> list[Waiting]:
    return [Waiting(match, cookie_of(person), pause=PAUSE) for person in people]


def read_everywhere(readers: list[Reader], webs: list[Web], paths: list[str], is_over: threading.Event) -> int:
    """Ask for every page in turn, at each release by who signed in at each, until it is over; return how many."""
    read = 0
    for path in itertools.cycle(paths):
        for reader, web in itertools.product(readers, webs):
            if is_over.wait(0.2):
                return read
            assert reader.read(web, path)
            read += 1
    return read


def errors(said: str) -> list[str]:
    """Return the lines of a log that tell a failure, but tasks that the release does not know and that come again."""
    unknown = set(UNKNOWN.findall(said))
    assert unknown <= REPEATED, f"lost by the release before: {unknown - REPEATED}"
    lines = [line for line in said.splitlines() if FAILED.search(line)]
    unknown_lines = [line for line in lines if UNKNOWN.search(line)]
    tracebacks = [line for line in lines if line.startswith("Traceback")]
    return [line for line in lines if line not in unknown_lines and line not in tracebacks] + tracebacks[
        len(unknown_lines) :
    ]


async def wait_until(is_so: Callable[[], Awaitable[bool]], tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Wait until it is so; raises what a player's task raised, and AssertionError after ``seconds``."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not await is_so():
        for task in tasks:
            if task.done():
                task.result()
        assert loop.time() < end, f"not so after {seconds} s"
        await asyncio.sleep(0.1)


async def are_over(cups: list[Competition]) -> bool:
    ended = Competition.objects.filter(pk__in=[cup.pk for cup in cups], status=Competition.Status.FINISHED)
    waiting = Outbox.objects.filter(taken_at=None)
    return await ended.acount() == len(cups) and not await waiting.aexists()


def test_both_play_at_the_same_tables(db, folder):
    if not Path(NGINX).exists():
        pytest.skip("nginx is not installed (Debian: apt install nginx-light)")
    (folder / "code").mkdir()
    last_release.unpack(folder / "code")
    old, new = Release(folder / "code", folder, "old"), Release(ROOT, folder, "new")
    if LONG:
        migrate_from(old, new)
    organiser = account("organiser")
    people = [account(f"player{n}") for n in range(8)]
    league = Competition.objects.get(pk=old.manage("shell", "-v0", "-c", BOTS + LEAGUE).split()[-1])
    cups = [league, cup_of_bots(organiser)]
    tables = [duel(*people[n : n + 2], options={"kicks": 100000}) for n in range(0, 8, 2)]
    endings = [duel(*people[:2], options={"kicks": 5}) for _ in range(size(3, 40))]
    players = [seated(match, people[2 * n : 2 * n + 2]) for n, match in enumerate(tables)]
    last = [seated(match, people[:2]) for match in endings]
    port, webs = free_port(), [old.web, new.web]
    proxy = plain_nginx(folder, port, webs)
    ways = [old.web.port, new.web.port]
    paths = ["", "settings/", "notifications/", f"matches/{tables[2].pk}/", f"api/v1/matches/{tables[2].pk}/"]
    paths += [f"competitions/{cup.slug}/" for cup in cups] + [f"api/v1/competitions/{cup.pk}/" for cup in cups]

    async def scenario() -> int:
        loop, is_over = asyncio.get_running_loop(), threading.Event()
        sitting = []

        async def have_moved(before: list[int]) -> bool:
            return all(len(player.acknowledged) > was for (player, _), was in zip(sitting, before, strict=True))

        for n, (home, away) in enumerate(players):  # two tables by nginx; at two the players are at one release each
            sitting += [(home, [port]), (away, [port])] if n < 2 else [(home, ways), (away, ways[::-1])]
        tasks = [asyncio.create_task(player.play(*ports)) for player, ports in sitting]
        await wait_until(lambda: have_moved([0] * len(sitting)), tasks, 200)
        # docs/upgrading.md: the new worker beside the old one, then web processes, beat last.
        await asyncio.to_thread(new.workers.worker.start)
        await asyncio.to_thread(new.web.start)
        readers = [await asyncio.to_thread(Reader, web, organiser) for web in webs]
        reading = asyncio.create_task(asyncio.to_thread(read_everywhere, readers, webs, paths, is_over))
        for player in itertools.chain(*players[2:]):
            player.visit = VISIT
        until = loop.time() + SECONDS
        for number, (home, away) in enumerate(last):
            tasks += [asyncio.create_task(home.play(*ways)), asyncio.create_task(away.play(*ways[::-1]))]
            await asyncio.sleep(max(0.0, until - loop.time()) / (len(last) - number))
        is_over.set()
        read = await reading
        for process in (old.workers.worker, old.web):
            await asyncio.to_thread(process.end)
        await asyncio.to_thread(new.workers.beat.start)
        await asyncio.to_thread(old.workers.beat.stop)
        before = [len(player.acknowledged) for player, _ports in sitting]
        await wait_until(lambda: have_moved(before), tasks, 60)
        await wait_until(lambda: are_over(cups), tasks, 240)
        for player in itertools.chain(*players, *last):
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        return read

    try:
        old.workers.worker.start()
        old.workers.beat.start()
        old.web.start()
        proxy.start()
        read = asyncio.run(asyncio.wait_for(scenario(), SECONDS + 600))
    finally:
        for process in (proxy, *old.processes(), *new.processes()):
            process.end()
            process.stop()
        said = {release.name: release.told() for release in (old, new)}
        print("\n".join(said.values()))
    total = sum(all_there(match, *pair) for match, pair in zip(tables + endings, players + last, strict=True))
    assert {name: errors(text) for name, text in said.items()} == {"old": [], "new": []}
    assert not UNKNOWN.search(said["new"]), "this release does not know a task of the one before"
    for cup in cups:
        cup.refresh_from_db()
        assert cup.champion is not None
        assert picture(cup) == computed_again(cup)
        for match in Match.objects.filter(fixture__tie__round__stage__competition=cup):
            assert check_log(match.pk).result["source"] == "play"
    print(f"{SECONDS} s beside each other: {total} acknowledged moves, none lost; {read} pages")
    print(told(itertools.chain(*players, *last)))
