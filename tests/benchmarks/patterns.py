"""Competitions and matches made and played by the site's own code: the patterns that a filled database repeats."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from engines import bots
from league.competitions import demo
from league.competitions.models import Competition, Fixture
from league.competitions.verbs import create, entries, results, rounds, rulings
from league.players.models import User
from league.players.verbs.bots import ensure_bots
from matches import feed
from matches.live.kickoff import kick_off
from matches.live.moves import submit_in
from matches.live.running import Hall
from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match

GAME = demo.GAME
SHORT = {"length": "tournament", "half_turns": 12}
PEOPLE = 24
"""Accounts that play in the patterns; every copy has others in their places."""


@dataclass(frozen=True)
class Pattern:
    """One competition, or matches without one, with the number of copies and the days over which they are spread."""

    name: str
    copies: int
    days: int
    competition: UUID | None = None
    matches: tuple[UUID, ...] = ()


def marked(number: int) -> str:
    """Return the name of a pattern's person: each copy has another name there."""
    return f"Zq{number:03d}q"


def people() -> list[User]:
    return [User.objects.create_user(f"zq{number:03d}q", "", None, nickname=marked(number)) for number in range(PEOPLE)]


def of(competition: Competition) -> QuerySet[Match]:
    return Match.objects.filter(fixture__tie__round__stage__competition=competition)


def make() -> list[Pattern]:
    """Make every pattern. Copies are the numbers of a whole database: 5,000 competitions, 200,000 matches."""
    ensure_bots()
    cast = people()
    organiser = cast[-1]
    patterns = [
        _played("league", organiser, cast[:5], copies=1700, places=6, settings={"times": 2}),
        _played("cup", organiser, cast[2:9], copies=1500, places=8, settings={"legs": 2, "third_place": True}),
        _played("swiss", organiser, cast[4:11], copies=700, places=8, settings={"rounds": 4}),
        _played("league", organiser, cast[6:11], copies=220, days=5, until=3, places=6, settings={"times": 2}),
        _played("cup", organiser, cast[8:15], copies=180, days=5, until=1, places=8),
        _entered(organiser, copies=300),
        _open(organiser, cast[3:8], copies=300),
        _draft(organiser, copies=100),
    ]
    for game, count, copies in (
        (GAME, 3, 22_000),
        ("dom_jim", 2, 8_000),
        ("six_a_side", 2, 4_000),
        ("soccer_tactics", 1, 2_000),
        ("fuba", 1, 1_000),
    ):
        patterns.append(_friendlies(game, cast, count, copies))
    patterns.append(_running(cast, copies=60))
    return patterns


def _made(organiser: User, preset: str, places: int, settings: dict[str, Any] | None = None) -> Competition:
    cup = create.create(
        by=organiser,
        name=f"Zz{places:04d}z {preset}",
        game=GAME,
        preset=preset,
        places=places,
        options=SHORT,
        settings=settings or {},
        description="Every Thursday from nine. Bring a board.",
    )
    return create.publish(competition=cup, by=organiser)


def _played(
    preset: str,
    organiser: User,
    players: list[User],
    *,
    copies: int,
    places: int,
    settings: dict[str, Any] | None = None,
    days: int = 728,
    until: int = 99,
) -> Pattern:
    made = _made(organiser, preset, places, settings)
    for player in players:
        entries.enter(competition=made, player=player)
    entries.add_bots(competition=made, by=organiser)
    rounds.start(competition=made, by=organiser)
    demo.play_rounds(made, until=until)
    made.refresh_from_db()
    assert (made.status == Competition.Status.FINISHED) == (until == 99), (preset, made.status)
    return Pattern(f"{preset} until {until}", copies, days, made.pk)


def _entered(organiser: User, *, copies: int) -> Pattern:
    """A cup of typed names at real tables, decided by entered results."""
    made = _made(organiser, "cup", 8, {"third_place": True})
    entries.enter_names(competition=made, by=organiser, names="\n".join(marked(900 + n) for n in range(6)))
    rounds.start(competition=made, by=organiser)
    for number in range(20):
        left = Fixture.objects.filter(
            tie__round__stage__competition=made, status=Fixture.Status.OPEN, home__isnull=False, away__isnull=False
        ).order_by("tie__round__number", "tie__number", "leg")
        fixture = left.first()
        if fixture is None:
            break
        rulings.enter_result(fixture=fixture, score=rulings.Score(number % 3 + 1, 0, None), by=organiser)
    return Pattern("entered", copies, 728, made.pk)


def _open(organiser: User, players: list[User], *, copies: int) -> Pattern:
    made = _made(organiser, "cup", 8)
    for player in players:
        entries.enter(competition=made, player=player)
    return Pattern("registration", copies, 20, made.pk)


def _draft(organiser: User, *, copies: int) -> Pattern:
    cup = create.create(by=organiser, name="Zz0000z draft", game=GAME, preset="cup", places=8)
    return Pattern("draft", copies, 300, cup.pk)


def _friendlies(game: str, cast: list[User], count: int, copies: int) -> Pattern:
    """Matches of full length, between two accounts and against a bot."""
    bot = User.objects.filter(kind=User.Kind.BOT, bot="beginner").first()
    assert bot is not None
    with transaction.atomic():
        made = [
            open_match(
                Opening(
                    game=game,
                    home=Sitter(user=cast[2 * number], name=cast[2 * number].nickname),
                    away=Sitter(user=bot, bot=bot.bot, name=bot.nickname)
                    if number == 2
                    else Sitter(user=cast[2 * number + 1], name=cast[2 * number + 1].nickname),
                    rated=True,
                )
            )
            for number in range(count)
        ]
    demo.play([match.pk for match in made])
    results.collect()
    return Pattern(game, copies, 728, matches=tuple(match.pk for match in made))


def _running(cast: list[User], *, copies: int) -> Pattern:
    """A live match and one by correspondence, forty moves old."""
    with transaction.atomic():
        made = [
            open_match(
                Opening(
                    game=GAME,
                    home=Sitter(user=cast[2 * number], name=cast[2 * number].nickname),
                    away=Sitter(user=cast[2 * number + 1], name=cast[2 * number + 1].nickname),
                    move_seconds=seconds,
                )
            )
            for number, seconds in enumerate((600, 3 * 24 * 3600))
        ]
    asyncio.run(_begin([match.pk for match in made], decisions=40))
    # Their deadlines are ahead for as long as the database is used.
    Match.objects.filter(pk__in=[match.pk for match in made]).update(deadline_at=timezone.now() + timedelta(days=3650))
    return Pattern("running", copies, 2, matches=tuple(match.pk for match in made))


async def _begin(ids: list[UUID], decisions: int) -> None:
    hall = Hall(min_pool=1, max_pool=1)
    hall.alone = True
    choose: Callable[..., Any] = bots.choose
    try:
        for match_id in ids:
            runtime = hall.runtime(match_id)
            async with runtime.lock:
                await runtime.catch_up()
                await kick_off(runtime)
            for _decision in range(decisions):
                game, state = runtime.game, runtime.state
                seat = game.to_act(state)[0]
                view, legal = game.view(state, seat), game.legal(state, seat)
                move = choose(runtime.row.game, "random", view, seat, legal, secrets.randbits(63))
                await submit_in(
                    hall, match_id=match_id, seat=seat, moves=[move], client_id=uuid4(), v=runtime.row.version
                )
    finally:
        await hall.close()
        await feed.close_ear()
