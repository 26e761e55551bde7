"""Demo content: running games of bots, a league half-way, a cup to enter, replays, accounts.

The verbs that people use make all of it; bots played the finished matches through the write path of live matches, only
without the pause between two moves.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.crypto import get_random_string

import engines
from engines import bots
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture
from league.competitions.verbs import create, entries, results, rounds
from league.players.models import User
from league.players.verbs import robots
from league.players.verbs.bots import ensure_bots
from matches import feed
from matches.live.kickoff import kick_off
from matches.live.moves import submit_in
from matches.live.running import Hall
from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match

GAME: Final = "super_goal"
OPEN_GAME: Final = "dom_jim"
ORGANISER: Final = "segreteria"
PLAYERS: Final = ("anna", "bruno", "chiara", "dario")
CUP_OPTIONS: Final = {"length": "tournament", "half_turns": 30}
QUICK_OPTIONS: Final = {"length": "tournament", "half_turns": 12}
BOT_SECONDS: Final = 3.0
SHOW: Final = "demo"
"""Origin of the matches that two bots play for visitors: one of each game that the demo cup does not play."""
SHOW_SECONDS: Final = 4.0
SHOWS_KEPT: Final = 12
"""Number of finished show matches kept, the newest; older ones are deleted."""
CUPS_KEPT: Final = 6
"""Number of finished demo cups kept, the newest; older ones are deleted with their matches."""
DECISIONS_LIMIT: Final = 5000
"""Decisions after which a match between bots that has not ended never will."""


@dataclass(slots=True)
class Demo:
    """The demo's accounts and links, to print."""

    accounts: list[str] = field(default_factory=list)
    password: str = ""
    """Password of all demo accounts: random, and stored as its hash only."""
    cup: str = ""
    league: str = ""
    open: str = ""
    """The cup that takes entries."""
    matches: int = 0
    token: str = ""
    """Token of the demo's own API bot, the sandbox of docs/bots-api.md; "" unless requested."""


def make(*, with_token: bool = False) -> Demo:
    """Make the whole demo. Needs an empty database; raises only what the verbs raise."""
    demo = Demo(password=_random_password())
    hashed = make_password(demo.password)  # once: a quarter of a second of CPU each
    organiser = account(ORGANISER, hashed)
    players = [account(name, hashed) for name in PLAYERS]
    demo.accounts = [ORGANISER, *PLAYERS]
    ensure_bots()
    demo.matches += _friendlies(players)
    demo.league = _league(organiser, players).slug
    demo.matches += play_rounds(Competition.objects.get(slug=demo.league), until=5)
    demo.cup = open_cup(organiser, number=1).slug
    demo.open = _registration(organiser, players).slug
    keep_showing()
    bot = robots.make_bot(owner=players[0], nickname="Bot di Anna")
    if with_token:
        demo.token = robots.new_token(bot=bot, name="sandbox")[1]
    return demo


def account(name: str, hashed: str | None = None) -> User:
    """Get or create the demo account ``name``. Without a ``hashed`` password nobody can sign in to a new one."""
    user = User.objects.filter(username=name).first()
    if user is not None:
        return user
    return User.objects.create(username=name, password=hashed or make_password(None), nickname=name.capitalize())


def renew_password() -> tuple[list[str], str]:
    """Give demo accounts without a usable password a random one; return their names and the password.

    Demos made before passwords were random have such accounts:
    ``deploy/migrations/0001_close_published_demo_password.py`` removed the published password.
    """
    if not Competition.objects.filter(demo=True, owner__username=ORGANISER).exists():
        return [], ""
    accounts = User.objects.filter(kind=User.Kind.ACCOUNT, username__in=(ORGANISER, *PLAYERS), is_active=True)
    closed = [user for user in accounts.order_by("date_joined") if not user.has_usable_password()]
    password = _random_password()
    for user in closed:
        user.set_password(password)
        user.save(update_fields=["password"])
    return [str(user.username) for user in closed], password


def _random_password() -> str:
    """Return twelve letters and digits in groups of four, without those that look alike (59 bits)."""
    return "-".join(get_random_string(4, "abcdefghjkmnpqrstuvwxyz23456789") for _group in range(3))


def open_cup(organiser: User, number: int) -> Competition:
    """Make and start a cup of eight bots over two legs."""
    with transaction.atomic():
        cup = create.create(
            by=organiser,
            name=f"Coppa dei Bot {number}",
            game=GAME,
            preset="cup",
            places=8,
            options=CUP_OPTIONS,
            settings={"legs": 2, "third_place": True},
            bot_seconds=BOT_SECONDS,
            demo=True,
        )
        create.publish(competition=cup, by=organiser)
        entries.add_bots(competition=cup, by=organiser)
        return rounds.start(competition=cup, by=organiser)


def reopen() -> bool:
    """Open the next demo cup if none is running. Two concurrent calls open one."""
    cups = Competition.objects.filter(demo=True, preset="cup").order_by("-created_at")
    last = cups.first()
    if last is None:
        return False
    with locked(last.id):
        if cups.filter(status__in=(Competition.Status.RUNNING, Competition.Status.REGISTRATION)).exists():
            return False
        open_cup(last.owner, number=_number(last) + 1)
        for old in cups.filter(status=Competition.Status.FINISHED)[CUPS_KEPT:]:
            _forget(old)
    return True


def keep_showing() -> int:
    """Let two bots play each other game, one match per game at a time, even run twice; return the number opened."""
    house = ensure_bots()
    opened = 0
    with transaction.atomic():
        User.objects.select_for_update().get(id=house[0].id)
        shows = Match.objects.filter(origin=SHOW)
        over = (Match.Status.FINISHED, Match.Status.VOID)
        playing = set(shows.exclude(status__in=over).values_list("game", flat=True))
        for number, game in enumerate(engines.games()):
            if game == GAME or game in playing:
                continue
            home, away = house[2 * number], house[2 * number + 1]
            open_match(
                Opening(
                    game=game,
                    options=engines.get(game).house_options,
                    home=_sitter(home),
                    away=_sitter(away),
                    title=engines.get(game).name,
                    origin=SHOW,
                    rematch_allowed=False,
                    bot_seconds=SHOW_SECONDS,
                )
            )
            opened += 1
        stale = shows.filter(status__in=over).order_by("-created_at").values_list("id", flat=True)[SHOWS_KEPT:]
        Match.objects.filter(id__in=list(stale)).delete()
    return opened


def _number(cup: Competition) -> int:
    last = cup.name.rpartition(" ")[2]
    return int(last) if last.isdecimal() else 0


def _forget(cup: Competition) -> None:
    """Delete a demo cup with its matches, so that a demo left running for weeks does not fill the disk."""
    Match.objects.filter(fixture__tie__round__stage__competition=cup).delete()
    cup.delete()


def _league(organiser: User, players: list[User]) -> Competition:
    league = create.create(
        by=organiser,
        name="Campionato del Bar Sport",
        game=GAME,
        preset="league",
        places=6,
        options=QUICK_OPTIONS,
        settings={"times": 2},
        bot_seconds=BOT_SECONDS,
        demo=True,
    )
    create.publish(competition=league, by=organiser)
    for player in players[:2]:
        entries.enter(competition=league, player=player)
    entries.add_bots(competition=league, by=organiser)
    return rounds.start(competition=league, by=organiser)


def _registration(organiser: User, players: list[User]) -> Competition:
    """Make a cup with free places for visitors; it does not count as a demo cup of bots."""
    cup = create.create(
        by=organiser,
        name="Coppa degli Amici",
        game=OPEN_GAME,
        preset="cup",
        places=8,
        options=engines.get(OPEN_GAME).house_options,
        bot_seconds=BOT_SECONDS,
    )
    create.publish(competition=cup, by=organiser)
    for player in players[2:]:
        entries.enter(competition=cup, player=player)
    return cup


def _friendlies(players: list[User]) -> int:
    """Play two casual matches to replay: a person against a bot, and two bots."""
    house = ensure_bots()
    pairs = [(players[2], house[0]), (house[2], house[4])]
    with transaction.atomic():
        matches = [
            open_match(Opening(game=GAME, options=QUICK_OPTIONS, home=_sitter(home), away=_sitter(away)))
            for home, away in pairs
        ]
    play([match.id for match in matches])
    return len(matches)


def _sitter(player: User) -> Sitter:
    return Sitter(user=player, bot=player.bot, name=player.nickname)


def play_rounds(competition: Competition, until: int) -> int:
    """Play fixtures up to round ``until``, with those that open meanwhile; return the number of matches."""
    played = 0
    while True:
        waiting = Fixture.objects.filter(
            tie__round__stage__competition=competition,
            tie__round__number__lte=until,
            match__status__in=(Match.Status.WAITING, Match.Status.LIVE),
        )
        ids = [match_id for match_id in waiting.values_list("match_id", flat=True) if match_id is not None]
        if not ids:
            return played
        play(ids)
        while results.collect():  # a few seconds each time
            pass
        played += len(ids)


def play(match_ids: list[UUID]) -> None:
    """Play ``match_ids`` to their end at once: bots as themselves, and a bot in place of each person.

    The matches must be committed, and no process may serve them now.
    """
    asyncio.run(_play_all(match_ids))


async def _play_all(match_ids: list[UUID]) -> None:
    hall = Hall(min_pool=1, max_pool=1)
    hall.alone = True  # notify no other process: none serves these matches
    try:
        for match_id in match_ids:
            await _play_one(hall, match_id)
    finally:
        await hall.close()
        await feed.close_ear()


async def _play_one(hall: Hall, match_id: UUID) -> None:
    runtime = hall.runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        await kick_off(runtime)
    for _decision in range(DECISIONS_LIMIT):
        row, game, state = runtime.row, runtime.game, runtime.state
        if row.status != "live" or state is None:
            return
        seat = game.to_act(state)[0]
        level = row.seats[seat].bot or "random"
        move = bots.choose(row.game, level, game.view(state, seat), seat, game.legal(state, seat), secrets.randbits(63))
        await submit_in(hall, match_id=match_id, seat=seat, moves=[move], client_id=uuid4(), v=row.version)
    raise RuntimeError(f"match {match_id} has not ended after {DECISIONS_LIMIT} decisions")
