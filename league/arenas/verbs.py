"""Verbs of an arena: create it, join, pause, come back, leave, halve their clock, end or cancel it.

Each is one transaction under the arena's row and safe to repeat. Pairing and counting are ``turns``.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines.core.text import Text, text
from league.arenas.access import may_join
from league.arenas.errors import ArenaRefused, TooManyArenas
from league.arenas.models import Arena, ArenaEntry, ArenaPlayer
from league.arenas.waking import changed, wake
from league.clubs import circles
from league.clubs.models import Club
from league.competitions.errors import BadSetting
from league.competitions.policy.bans import must_not_be_banned
from league.competitions.setup import columns
from league.competitions.verbs.create import new_slug
from league.errors import not_among
from league.players.models import User
from league.players.verbs.notify import notify
from matches.codes import API_BOT
from matches.terms.rules import RulesOfMatch
from matches.verbs.guests import must_be_welcome

SETTINGS: Final = ("name", "minutes", "control", "half_clock", "rated", "bots", "open_to_robots")
"""Columns that people set, each as its field says."""
MOST_OPEN: Final = 5
"""Arenas of one person that are ahead or running."""
MOST_PLAYERS: Final = 1000
FARTHEST: Final = timedelta(days=90)
LATE: Final = timedelta(minutes=10)
"""A start so long ago still means "now": a form takes its time."""
FRESH: Final = timedelta(seconds=40)
"""Time after which somebody whose page was open is gone; the page says every ``HERE_SECONDS`` that it is open."""
HERE_SECONDS: Final = 15
Status = ArenaPlayer.Status


@contextmanager
def locked(arena_id: UUID) -> Iterator[Arena]:
    """Open a transaction that holds the arena's row, freshly read. Raises Arena.DoesNotExist."""
    with transaction.atomic():
        yield Arena.objects.select_for_update().get(id=arena_id)


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    game: str,
    starts_at: datetime | None = None,
    options: Mapping[str, Any] | None = None,
    club: Club | None = None,
    **values: Any,
) -> Arena:
    """Create an arena of ``game`` that begins at ``starts_at``, at once without; ``values`` are of SETTINGS.

    Raises BadSetting naming the field, BadRules (an option), TooManyArenas, Banned.
    """
    must_not_be_banned(by)
    now = timezone.now()
    if game not in engines.games():
        raise BadSetting("game", not_among(engines.games()))
    begins = now if starts_at is None else starts_at
    if not now - LATE <= begins <= now + FARTHEST:
        raise BadSetting("starts_at", _("Choose a start from now on, within %(days)d days.") % {"days": FARTHEST.days})
    if club is not None and not circles.organises_for(by).filter(pk=club.pk).exists():
        raise BadSetting("club", _("Only staff of an open club can create its arenas."))
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if by.arenas.filter(ended_at=None, cancelled_at=None).count() >= MOST_OPEN:
        raise TooManyArenas(_("You have %(count)d open arenas. Cancel one, or wait until one is over.")
                            % {"count": MOST_OPEN})  # fmt: skip
    row = Arena(game=game, options=RulesOfMatch.taken(game, options=options).options, owner=by, club=club)
    columns.take(row, {"name": name, **values}, SETTINGS)
    row.slug, row.starts_at = new_slug(row.name), max(begins, now)
    row.ends_at = row.starts_at + timedelta(minutes=row.minutes)
    row.save(force_insert=True)
    _record(row, by, "create", text("created the arena"))
    transaction.on_commit(partial(wake, row.pk))
    return row


def _record(row: Arena, by: User, verb: str, message: Text) -> None:
    ArenaEntry.objects.create(arena=row, at=timezone.now(), actor=by, verb=verb, message=message)
    changed(row.pk)


def join(*, arena: Arena, player: User) -> ArenaPlayer:
    """Let ``player`` in, or let them come back. Whoever is in already stays as they are.

    Raises ArenaRefused (over, not for this person, in another arena, full), SeatTaken (banned, a pupil).
    """
    must_be_welcome(player)
    if player.kind == User.Kind.BOT and not (player.bot == API_BOT and arena.open_to_robots):
        raise ArenaRefused(_("Only people can join this arena."))
    now = timezone.now()
    with transaction.atomic():
        # First the person, then the arena, everywhere: of two arenas joined at once one is refused.
        User.objects.select_for_update(no_key=True).get(pk=player.pk)
        with locked(arena.pk) as row:
            _must_be_open(row, now)
            if not may_join(player, row):
                raise ArenaRefused(_("Only members of the club can join this arena."))
            existing = row.players.filter(user=player).first()
            if existing is not None and existing.status == Status.IN:
                existing.seen_at = now
                existing.save(update_fields=["seen_at"])
                return existing
            _must_be_free(player, row, now)
            if existing is None and row.players.exclude(status=Status.LEFT).count() >= MOST_PLAYERS:
                raise ArenaRefused(_("This arena is full: %(count)d players are in it.") % {"count": MOST_PLAYERS})
            joined = existing or ArenaPlayer(arena=row, user=player, joined_at=now)
            joined.status, joined.seen_at, joined.waiting_since = Status.IN, now, now
            joined.save()
            changed(row.pk)
            transaction.on_commit(partial(wake, row.pk))
    return joined


def must_be_for_guests(row: Arena) -> None:
    """Raise ArenaRefused unless somebody without an account may join now: only then are they made a guest."""
    _must_be_open(row, timezone.now())
    if row.club_id is not None:
        raise ArenaRefused(_("Only members of the club can join this arena."))


def _must_be_open(row: Arena, now: datetime) -> None:
    status = row.status_at(now)
    if status == Arena.Status.CANCELLED:
        raise ArenaRefused(_("This arena was cancelled."))
    if status == Arena.Status.OVER:
        raise ArenaRefused(_("This arena is over."))


def _must_be_free(player: User, row: Arena, now: datetime) -> None:
    """Raise ArenaRefused if ``player`` is in another arena at the time of ``row``."""
    others = Arena.objects.filter(ended_at=None, cancelled_at=None, players__user=player, players__status=Status.IN)
    other = others.filter(starts_at__lt=row.ends_at, ends_at__gt=max(row.starts_at, now)).exclude(pk=row.pk).first()
    if other is not None:
        raise ArenaRefused(_("You are in the arena %(name)s at that time. Leave it first.") % {"name": other.name})


def pause(*, arena: Arena, player: User) -> ArenaPlayer:
    """Let ``player`` rest: a match in play goes on and counts, and no other follows. Raises ArenaRefused."""
    return _stop(arena, player, Status.PAUSED)


def leave(*, arena: Arena, player: User) -> ArenaPlayer:
    """Let ``player`` go home; their points stay. Raises ArenaRefused."""
    return _stop(arena, player, Status.LEFT)


def _stop(arena: Arena, player: User, status: ArenaPlayer.Status) -> ArenaPlayer:
    with locked(arena.pk) as row:
        player_row = _player_of(row, player)
        if player_row.status != status:
            _must_be_open(row, timezone.now())
            player_row.status = status
            player_row.save(update_fields=["status"])
            changed(row.pk)
    return player_row


def go(*, person: User) -> None:
    """Take ``person`` out of every open arena, and cancel those of their own that have not begun."""
    now = timezone.now()
    for row in Arena.objects.filter(players__user=person, ended_at=None, cancelled_at=None, ends_at__gt=now):
        leave(arena=row, player=person)
    for row in person.arenas.filter(ended_at=None, cancelled_at=None, starts_at__gt=now):
        cancel(arena=row, by=person)


def choose_clock(*, arena: Arena, player: User, half: bool) -> ArenaPlayer:
    """Halve the clock of ``player`` in the matches to come, or no longer. Raises ArenaRefused."""
    with locked(arena.pk) as row:
        player_row = _player_of(row, player)
        if half and not row.half_clock:
            raise ArenaRefused(_("Nobody halves the clock in this arena."))
        if player_row.half_clock != half:
            _must_be_open(row, timezone.now())
            player_row.half_clock = half
            player_row.save(update_fields=["half_clock"])
    return player_row


def _player_of(row: Arena, player: User) -> ArenaPlayer:
    found = row.players.filter(user=player).first()
    if found is None:
        raise ArenaRefused(_("You are not in this arena. Join it first."))
    return found


def here(*, arena: Arena, player: User) -> ArenaPlayer | None:
    """Note that ``player`` has the arena's page open, and so can be paired; None: they never joined.

    Without the arena's lock: it changes nothing that a pairing decides, and comes from every open page.
    """
    now = timezone.now()
    player_row = ArenaPlayer.objects.filter(arena=arena, user=player).select_related("playing__match").first()
    if player_row is None or player_row.status != Status.IN or arena.status_at(now) == Arena.Status.OVER:
        return player_row
    came_back = player_row.seen_at < now - FRESH
    seen = {"seen_at": now, "waiting_since": now} if came_back else {"seen_at": now}
    ArenaPlayer.objects.filter(pk=player_row.pk, status=Status.IN).update(**seen)
    if came_back and player_row.playing_id is None:
        wake(arena.pk)
    return player_row


def end_early(*, arena: Arena, by: User) -> Arena:
    """End a running arena now; its table stands. Again: nothing changes. Raises ArenaRefused."""
    now = timezone.now()
    with locked(arena.pk) as row:
        status = row.status_at(now)
        if status == Arena.Status.OVER:
            return row
        if status != Arena.Status.RUNNING:
            raise ArenaRefused(_("Only a running arena can be ended. Cancel it instead."))
        row.ends_at = now
        row.save(update_fields=["ends_at"])
        _record(row, by, "end", text("ended the arena early"))
        transaction.on_commit(partial(wake, row.pk))
    return row


def cancel(*, arena: Arena, by: User) -> Arena:
    """Cancel an arena that has not begun, and tell who joined. Again: nothing changes. Raises ArenaRefused."""
    now = timezone.now()
    with locked(arena.pk) as row:
        status = row.status_at(now)
        if status == Arena.Status.CANCELLED:
            return row
        if status != Arena.Status.AHEAD:
            raise ArenaRefused(_("The arena has begun. You can end it, but not cancel it."))
        row.cancelled_at = now
        row.save(update_fields=["cancelled_at"])
        _record(row, by, "cancel", text("cancelled the arena"))
        people = User.objects.filter(in_arenas__arena=row, in_arenas__status=Status.IN)
        notify(
            users=people, kind="announcement", message=text("The arena is cancelled"), url=f"/arenas/{row.slug}/",
            key=f"arena:{row.pk}:cancel", competition=row.name,
        )  # fmt: skip
    return row
