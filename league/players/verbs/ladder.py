"""The ladder of the bots, who play each other all the time, a few matches at once.

Glicko-2 (``league.ratings.glicko2``), one list a game. House bots are always on it, one of each strength; a bot that
somebody wrote is on it while its event stream is open. Everything here may run twice, late, or concurrently.
"""

from collections.abc import Sequence
from typing import Final

from django.db import connection, transaction
from django.db.models import Count, QuerySet
from django.utils import timezone

import engines
from league.players.models import LadderMatch, LadderPlace, User
from league.players.verbs import robots
from league.players.verbs.bots import ensure_bots
from league.ratings.glicko2 import Outcome, Rating, update
from matches.codes import API_BOT
from matches.models import Match, Seat
from matches.terms import time_controls
from matches.verbs.challenges import MATCHES_AT_ONCE, UNFINISHED
from matches.verbs.opening import Opening, Sitter, open_match

AT_ONCE: Final = 1
BOT_SECONDS: Final = 0.5
KEPT: Final = 500
"""Newest ladder matches that are kept; the ratings of older ones stay."""
_LOCK: Final = 6_412_077


def turn() -> Match | None:
    """Count finished matches, and open the next one if there is room. Return the new match, or None."""
    count()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            return None
        if LadderMatch.objects.filter(match__status__in=UNFINISHED).count() >= AT_ONCE:
            return None
        return _open(_next_game(), players())


def players() -> list[User]:
    """Return the bots on the ladder: one house bot of each strength, and online ones with room."""
    house: dict[str, User] = {}
    for bot in ensure_bots():
        house.setdefault(bot.bot, bot)
    guests = [bot for bot in robots.online() if not bot.is_banned and _playing(bot) < MATCHES_AT_ONCE]
    return [*house.values(), *guests]


def _playing(bot: User) -> int:
    return Seat.objects.filter(user=bot, match__status__in=UNFINISHED).count()


def _next_game() -> str:
    rows = LadderMatch.objects.values_list("match__game").annotate(n=Count("pk"))
    played = dict(rows.values_list("match__game", "n"))
    return min(engines.games(), key=lambda game: (played.get(game, 0), game))


def _open(game: str, bots: Sequence[User]) -> Match | None:
    """Open a match of the bot that has played least against the nearest by rating.

    Its last opponent is avoided.
    """
    if len(bots) < 2:
        return None
    places = {bot.pk: place(bot, game) for bot in bots}
    first = min(bots, key=lambda bot: (places[bot.pk].played, bot.pk))
    last = LadderMatch.objects.filter(home=first, match__game=game).order_by("-pk").first()
    rating = places[first.pk].rating
    others = sorted(
        (bot for bot in bots if bot.pk != first.pk),
        key=lambda bot: (last is not None and bot.pk == last.away_id, abs(places[bot.pk].rating - rating), bot.pk),
    )
    second = others[0]
    # House bots need no clock, but a program may fall silent.
    limits = time_controls.limits(game, "blitz" if API_BOT in (first.bot, second.bot) else "unhurried", claimed=False)
    match = open_match(
        Opening(
            game=game,
            options=engines.get(game).house_options,
            home=Sitter(user=first, bot=first.bot),
            away=Sitter(user=second, bot=second.bot),
            title="Bot ladder",
            back_url=f"/bots/?game={game}",
            origin="ladder",
            listed=False,
            rematch_allowed=False,
            bot_seconds=BOT_SECONDS,
            **limits,
        )
    )
    LadderMatch.objects.create(match=match, home=first, away=second)
    return match


def place(bot: User, game: str) -> LadderPlace:
    """Return the place of ``bot`` in ``game``, created on first use."""
    return LadderPlace.objects.get_or_create(bot=bot, game=game)[0]


def count() -> int:
    """Update the ratings by finished matches, each counted once; return how many."""
    counted = 0
    over = LadderMatch.objects.filter(counted_at=None, match__status__in=(Match.Status.FINISHED, Match.Status.VOID))
    for match_id in list(over.order_by("match__finished_at", "pk").values_list("pk", flat=True)[:50]):
        with transaction.atomic():
            row = LadderMatch.objects.select_for_update(of=("self",)).select_related("match", "home", "away")
            ladder_match = row.get(pk=match_id)
            if ladder_match.counted_at is not None:
                continue
            if ladder_match.match.status == Match.Status.FINISHED:
                _rate(ladder_match)
            ladder_match.counted_at = timezone.now()
            ladder_match.save(update_fields=["counted_at"])
            counted += 1
    if counted:
        old = (
            LadderMatch.objects.exclude(counted_at=None).order_by("-pk").values_list("pk", flat=True)[KEPT : KEPT + 50]
        )
        Match.objects.filter(pk__in=list(old)).delete()
    return counted


def _rate(row: LadderMatch) -> None:
    game = row.match.game
    for bot in (row.home, row.away):
        place(bot, game)
    locked = LadderPlace.objects.select_for_update().filter(bot__in=(row.home, row.away), game=game).order_by("pk")
    places = {entry.bot_id: entry for entry in locked}
    home, away = places[row.home_id], places[row.away_id]
    winner = (row.match.result or {}).get("winner")
    score = 0.5 if winner is None else float(winner == "home")
    before = {entry.pk: Rating(entry.rating, entry.deviation, entry.volatility) for entry in (home, away)}
    for one, other, points in ((home, away, score), (away, home, 1 - score)):
        after = update(before[one.pk], [Outcome(before[other.pk], points)])
        one.rating, one.deviation, one.volatility = after.rating, after.deviation, after.volatility
        one.played += 1
        one.save(update_fields=["rating", "deviation", "volatility", "played"])


def standing(game: str) -> QuerySet[LadderPlace]:
    """Return the standings of one game, best first."""
    rows = LadderPlace.objects.filter(game=game, played__gt=0).select_related("bot__owner")
    return rows.order_by("-rating", "pk")[:100]


def last_matches(game: str) -> QuerySet[LadderMatch]:
    return LadderMatch.objects.filter(match__game=game).select_related("match", "home", "away").order_by("-pk")[:10]
