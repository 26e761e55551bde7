"""A turn of an arena: take over ended matches, pair those who wait, follow its start and its end.

One transaction under the arena's row, so that of two workers one comes after the other and finds the work done. A
killed worker leaves nothing: the next turn begins at the same rows. A match counts if it was over before the arena was.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from engines.core.seats import SEATS, Seat, other
from engines.core.text import text
from league.arenas.models import Arena, ArenaMatch, ArenaPlayer
from league.arenas.reading import entry_of, is_about, log_of
from league.arenas.verbs import FRESH, locked
from league.arenas.waking import changed
from league.clubs.models import Club
from league.competitions.log import one_by_one
from league.competitions.policy.parties import is_house_bot
from league.formats.arena.pairing import FEW, Waiting, pair
from league.formats.arena.points import SHORTEST, table
from league.players.models import User
from league.players.verbs.bots import ensure_bots
from league.players.verbs.notify import Notice, notify, notify_all
from matches import feed
from matches.models import Match
from matches.terms import time_controls
from matches.terms.results import GIVEN_UP
from matches.upkeep import planned_work
from matches.verbs.opening import Opening, Sitter, open_matches

BEGIN: Final = timedelta(seconds=60)
"""Time to come to the match that one is paired for; who does not come loses it and pauses."""
ENDING: Final = timedelta(seconds=3)
"""Time after its end in which the last moves made within the arena reach the database."""
ABSENT: Final = ("no_show", "forfeit")
"""Ways to lose by not being there."""
PODIUM: Final = 3
Status, Outcome = ArenaPlayer.Status, ArenaMatch.Outcome


def turn_due() -> int:
    """Take the turn of each arena that has begun and is not over; return how many changed."""
    open_now = Arena.objects.filter(ended_at=None, cancelled_at=None, starts_at__lte=timezone.now())
    return one_by_one.total(turn, list(open_now.order_by("starts_at").values_list("pk", flat=True)))


def turn(arena_id: UUID) -> bool:
    """Do what is due in the arena; return whether anything was. Safe to repeat, late, and under concurrency."""
    with locked(arena_id) as row:
        now = timezone.now()
        if row.cancelled_at is not None or row.ended_at is not None or now < row.starts_at:
            return False
        if planned_work.is_closed(now):  # nobody could come to a match that is opened now
            return False
        # One that was over before any worker looked is only closed: nobody is told that it begins.
        moved = _start(row, now) if row.started_at is None and now < row.ends_at else False
        moved |= _take_over(row, now)
        if now < row.ends_at:
            moved |= _pair(row, now)
        elif now >= row.ends_at + ENDING:
            _end(row, now)
            moved = True
        if moved:
            changed(row.pk)
    return moved


def _start(row: Arena, now: datetime) -> bool:
    """Let the house bots in, and tell who joined before."""
    ArenaPlayer.objects.bulk_create(
        [
            ArenaPlayer(arena=row, user=bot, joined_at=now, seen_at=now, waiting_since=now)
            for bot in ensure_bots()[: row.bots]
        ]
    )
    row.started_at = now
    row.save(update_fields=["started_at"])
    row.players.update(waiting_since=now)
    people = User.objects.filter(in_arenas__arena=row, in_arenas__status=Status.IN).exclude(kind=User.Kind.BOT)
    notify(
        users=people, kind="open", message=text("The arena begins"), url=f"/arenas/{row.slug}/",
        key=f"arena:{row.pk}:start", competition=row.name,
    )  # fmt: skip
    return True


# ── matches that have ended ──
def _take_over(row: Arena, now: datetime) -> bool:
    """Write the outcome of each match that has ended, and let its players wait again."""
    over = (Match.Status.FINISHED, Match.Status.VOID)
    rows = row.matches.filter(outcome="", match__status__in=over).select_related("match", "home__user", "away__user")
    ended = list(rows.defer("match__snapshot", "match__opening", "match__options"))
    for arena_match in ended:
        arena_match.outcome, arena_match.short = outcome_of(arena_match.match, row.ends_at)
        arena_match.taken_at = now
        absent = absent_from(arena_match.match)
        for seat in SEATS:
            player = _player_at(arena_match, seat)
            player.playing, player.waiting_since = None, now
            if not is_house_bot(player.user):
                player.seen_at = now - 2 * FRESH  # still at the match's page: paired once back at the arena's
            if seat in absent and player.status == Status.IN:
                player.status = Status.PAUSED
            player.save(update_fields=["playing", "waiting_since", "seen_at", "status"])
    ArenaMatch.objects.bulk_update(ended, ["outcome", "short", "taken_at"])
    return bool(ended)


def _player_at(arena_match: ArenaMatch, seat: Seat) -> ArenaPlayer:
    return arena_match.home if seat == "home" else arena_match.away


def outcome_of(match: Match, ends_at: datetime) -> tuple[str, bool]:
    """Return the outcome of a match that is over, and whether it is short."""
    result = match.result or {}
    if match.status != Match.Status.FINISHED or match.finished_at is None or match.finished_at > ends_at:
        return Outcome.NONE, False
    cut = result.get("source", "play") != "play" or result.get("how") in GIVEN_UP
    return result.get("winner") or Outcome.DRAW, cut and match.version < SHORTEST


def absent_from(match: Match) -> tuple[Seat, ...]:
    """Return the sides that were not there: they pause."""
    result = match.result or {}
    if match.status == Match.Status.VOID:
        return SEATS if result.get("how") == "no_show" else ()
    winner = result.get("winner")
    return (other(winner),) if winner and result.get("how") in ABSENT else ()


# ── pairing ──
def _pair(row: Arena, now: datetime) -> bool:
    """Pair those who wait and whose page is open, and open their matches."""
    inside = list(row.players.filter(status=Status.IN).select_related("user"))
    banned = [player for player in inside if player.user.is_banned]
    row.players.filter(pk__in=[player.pk for player in banned]).update(status=Status.PAUSED)
    inside = [player for player in inside if player not in banned]
    waiting = [player for player in inside if player.playing_id is None and _is_here(player, now)]
    if len(waiting) < 2:
        return bool(banned)
    matches = list(log_of(row))
    everybody = row.players.order_by("joined_at", "id").values_list("pk", flat=True)
    lines = table(list(everybody), [entry_of(match) for match in matches if match.counts])
    rank = {line.player: line.rank for line in lines}
    last = {player: rival for match in matches for player, rival in match.rivals}
    pairs = pair(
        [
            Waiting(player.pk, rank[player.pk], max(0.0, (now - player.waiting_since).total_seconds()))
            for player in waiting
        ],
        last,
        few=sum(is_about(player, now) for player in inside) < FEW,
    )
    _open(row, now, pairs, {player.pk: player for player in waiting}, [match.home_id for match in matches])
    return bool(pairs or banned)


def _is_here(player: ArenaPlayer, now: datetime) -> bool:
    return is_house_bot(player.user) or player.seen_at >= now - FRESH


def _open(
    row: Arena,
    now: datetime,
    pairs: Sequence[tuple[int, int]],
    players: Mapping[int, ArenaPlayer],
    homes: Sequence[int],
) -> None:
    """Open the matches of ``pairs``; whoever was at home less often (``homes``) is now, of equals the lower-placed."""
    sides = []
    for better, worse in pairs:
        home_key, away_key = (better, worse) if homes.count(better) < homes.count(worse) else (worse, better)
        sides.append((players[home_key], players[away_key]))
    opened = open_matches([_opening(row, now, home, away) for home, away in sides])
    rows = ArenaMatch.objects.bulk_create(
        ArenaMatch(
            arena=row,
            match_id=match,
            home=home,
            away=away,
            opened_at=now,
            home_half=_halves(row, home),
            away_half=_halves(row, away),
        )
        for match, (home, away) in zip(opened, sides, strict=True)
    )
    for arena_match, two in zip(rows, sides, strict=True):
        for player in two:
            player.playing = arena_match
            if player.user.kind != User.Kind.BOT:
                transaction.on_commit(partial(feed.publish, f"user:{player.user_id}", {"arena": str(row.pk)}))
    ArenaPlayer.objects.bulk_update(players.values(), ["playing"])


def _halves(row: Arena, player: ArenaPlayer) -> bool:
    return row.half_clock and player.half_clock


def _opening(row: Arena, now: datetime, home: ArenaPlayer, away: ArenaPlayer) -> Opening:
    limits = time_controls.limits(row.game, row.control, claimed=False)
    half = (limits["budget_seconds"] or 0) * 1000 // 2
    for_members = row.club is not None and row.club.visibility == Club.Visibility.MEMBERS
    return Opening(
        game=row.game,
        options=row.options,
        home=_sitter(home.user),
        away=_sitter(away.user),
        # The name of what only members may see is told to nobody else.
        title="" if for_members else row.name,
        back_url=f"/arenas/{row.slug}/",
        origin=f"arena:{row.pk}",
        rated=row.rated and User.Kind.BOT not in (home.user.kind, away.user.kind),
        rematch_allowed=False,
        listed=not for_members,
        no_show_at=now + BEGIN,
        home_used_ms=half if _halves(row, home) else 0,
        away_used_ms=half if _halves(row, away) else 0,
        **limits,
    )


def _sitter(user: User) -> Sitter:
    return Sitter(user=user, bot=user.bot) if user.kind == User.Kind.BOT else Sitter(user=user)


# ── the end ──
def _end(row: Arena, now: datetime) -> None:
    """Close the arena: matches still in play count for nothing here, and the first three are told."""
    row.matches.filter(outcome="").update(outcome=Outcome.NONE, taken_at=now)
    row.players.update(playing=None)
    row.ended_at = now
    row.save(update_fields=["ended_at"])
    players = row.players.select_related("user").in_bulk()
    lines = table(list(players), [entry_of(match) for match in log_of(row) if match.counts])
    notify_all(
        Notice(
            users=[players[line.player].user],
            kind="title",
            message=text("You finished in place {place}", place=line.rank),
            url=f"/arenas/{row.slug}/",
            key=f"arena:{row.pk}:end",
            competition=row.name,
        )
        for line in lines[:PODIUM]
        if line.points
    )
