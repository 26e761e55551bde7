"""Notifications that no single verb sends: draw made, title won, opponent waiting, your move.

Each is found by looking, as deadlines are, and sent once (the notification's key): a killed worker loses nothing, and
two workers tell nobody twice.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Final, TypeVar

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from engines.core.seats import SEATS, other
from engines.core.text import Text, text
from league.competitions.models import Competition, Draw, Entrant
from league.competitions.policy.parties import people_of
from league.players.models import User
from league.players.verbs.notify import Notice, notify, notify_all
from matches.models import Match, Seat
from matches.terms.clock import CORRESPONDENCE_FROM

Event = TypeVar("Event", Draw, Competition)

AT_ONCE: Final = 100
"""Draws, and titles, of one run."""
SLICE: Final = 50
"""Matches read together: some 400 pages of 8 kB."""
NOTED: Final = timedelta(hours=7)
RECENT: Final = timedelta(hours=6)
"""Age after which an event is no longer news."""
HERE: Final = timedelta(seconds=45)
"""Presence at the table this recent counts as being there."""
PATIENCE: Final = timedelta(minutes=2)
"""Time for which a correspondence player may think at the table before the notification is sent."""


def tell_due() -> int:
    """Notify everybody who is due; return how many were notified."""
    return _draws() + _titles() + _waiting() + _moves()


def _playing(row: Competition) -> list[User]:
    return people_of(row.entrants.exclude(status=Entrant.Status.WITHDRAWN))


def _draws() -> int:
    drawn = Draw.objects.filter(revealed_at__gte=timezone.now() - RECENT).select_related("competition")
    notified = 0
    drawn = drawn.exclude(competition__status=Competition.Status.DRAFT)
    for key, row in _untold({f"draw:{row.pk}": row for row in drawn}):
        competition = row.competition
        url = f"/competitions/{competition.slug}/draw/"
        message = text("The draw is done")
        notified += notify(
            users=_playing(competition), kind="draw", message=message, url=url, key=key, competition=competition.name
        )
    return notified


def _untold(rows: Mapping[str, Event]) -> list[tuple[str, Event]]:
    """Return the first ``AT_ONCE`` of ``rows``, by the keys of their notifications, that were not told of lately, and
    note them.

    Without the note every event of six hours would be looked at every quarter of a minute. A note that is lost costs
    that look again: who has a notification gets no second one.
    """
    noted = cache.get_many(f"told:{key}" for key in rows)
    batch = [(key, row) for key, row in rows.items() if f"told:{key}" not in noted][:AT_ONCE]
    notes = {f"told:{key}": 1 for key, _row in batch}
    transaction.on_commit(lambda: cache.set_many(notes, int(NOTED.total_seconds())))
    return batch


def _titles() -> int:
    over = Competition.objects.filter(finished_at__gte=timezone.now() - RECENT, champion__isnull=False)
    notified = 0
    # By the champion: a correction may name another one.
    for key, row in _untold({f"title:{row.champion_id}": row for row in over.select_related("champion")}):
        assert row.champion is not None
        url = f"/competitions/{row.slug}/"
        message = text("{name} has won the title", name=row.champion.name)
        notified += notify(users=_playing(row), kind="title", message=message, url=url, key=key, competition=row.name)
    return notified


def _waiting() -> int:
    """Notify players whose opponent waits in a match that begins when both are present."""
    now = timezone.now()
    visited = Match.objects.filter(status=Match.Status.WAITING, visited_at__gte=now - HERE)
    ready = visited.filter(Q(starts_at__isnull=True) | Q(starts_at__lte=now)).order_by("visited_at")
    notified = 0
    for matches in _by_slices(ready.prefetch_related("seats__user")):
        notices = []
        for match in matches:
            seats = {seat.side: seat for seat in match.seats.all()}
            for side in SEATS:
                present, away = seats[other(side)], seats[side]
                if (
                    _is_present(present, now - HERE)
                    and not _is_present(away, now - HERE)
                    and away.user is not None
                    and not away.bot
                ):
                    message = text("{name} is waiting for you", name=present.name or "?")
                    notices.append(_notice(match, away.user, "waiting", message, f"waiting:{match.pk}:{side}"))
        notified += notify_all(notices)
    return notified


def _by_slices(rows: QuerySet[Match]) -> Iterator[QuerySet[Match]]:
    """Yield the matches that ``rows`` selects now, a few at a time."""
    keys = list(rows.values_list("pk", flat=True))
    for start in range(0, len(keys), SLICE):
        yield rows.filter(pk__in=keys[start : start + SLICE])


def _is_present(seat: Seat, since: object) -> bool:
    return bool(seat.bot) or (seat.seen_at is not None and seat.gone_at is None and seat.seen_at >= since)  # type: ignore[operator]


def _moves() -> int:
    """Notify correspondence players whose clock runs while they are not at the table."""
    now, notified = timezone.now(), 0
    by_days = Match.objects.filter(status=Match.Status.LIVE, move_seconds__gte=CORRESPONDENCE_FROM)
    for side in SEATS:
        since = f"{side}_since"
        due = by_days.filter(**{f"{since}__lte": now - PATIENCE, f"{since}__gte": now - RECENT})
        seats = Seat.objects.filter(match__in=due, side=side, user__isnull=False, bot="", robot=False)
        absent = seats.filter(Q(seen_at__isnull=True) | Q(seen_at__lt=F(f"match__{since}")) | Q(gone_at__isnull=False))
        keys = list(absent.values_list("pk", flat=True))
        for start in range(0, len(keys), SLICE):
            slice_of = absent.filter(pk__in=keys[start : start + SLICE])
            notices = []
            for seat in slice_of.select_related("user", "match").prefetch_related("match__seats"):
                assert seat.user is not None
                rival = next((each.name for each in seat.match.seats.all() if each.side != side), "") or "?"
                message = text("It is your move against {name}", name=rival)
                key = f"move:{seat.match_id}:{seat.match.version}"
                notices.append(_notice(seat.match, seat.user, "move", message, key))
            notified += notify_all(notices)
    return notified


def _notice(match: Match, user: User, kind: str, message: Text, key: str) -> Notice:
    return Notice([user], kind, message, f"/matches/{match.pk}/", key, match.title)
