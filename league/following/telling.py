"""Notify followers: a player's kick-off, a competition's draw and champion, a club's new competition.

Found by looking, as other notices are (``league.delivery.telling``), and sent once by the notification's key. A
followed player or club makes at most one notice a day, a competition two in all: no list of follows is a flood.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from engines.core.text import Text, text
from league.clubs import access as clubs
from league.competitions.models import Competition, Draw
from league.competitions.policy import access as competitions
from league.following.models import Follow, HiddenResults
from league.players.models import User
from league.players.verbs.notify import notify
from matches.models import ChatMute, Match, Seat

RECENT: Final = timedelta(minutes=10)
"""Age after which an event is no longer news; the task runs every minute, so a killed worker loses nothing."""
SLICE: Final = 500
"""Followers that are notified by one statement."""

KIND: Final = "follow"


def tell_due(now: datetime) -> int:
    """Notify followers of what happened lately; return how many were notified."""
    return _kick_offs(now) + _draws(now) + _titles(now) + _openings(now)


def _kick_offs(now: datetime) -> int:
    """Notify of the first public match of a followed player on this day."""
    begun = Match.objects.live().public().filter(started_at__gte=now - RECENT, mode=Match.Mode.ORDINARY)
    seats = Seat.objects.filter(match__in=begun, bot="", user__kind=User.Kind.ACCOUNT, user__sheltered=False)
    notified = 0
    for seat in seats.filter(Exists(Follow.objects.filter(player=OuterRef("user")))).select_related("match", "user"):
        muted = ChatMute.objects.filter(user=seat.user_id, muted=OuterRef("user"))
        playing = Seat.objects.filter(match=seat.match_id, user=OuterRef("user"))
        rows = Follow.objects.filter(~Exists(muted), ~Exists(playing), player=seat.user_id)
        rival = Seat.objects.filter(match=seat.match_id).exclude(pk=seat.pk).values_list("name", flat=True).first()
        message = text("{name} plays {other} now", name=seat.name or "?", other=rival or "?")
        key = _key_of_day(seat.user_id, seat.match.started_at or now)
        notified += _tell(rows, message, f"/matches/{seat.match_id}/", key, seat.match.title)
    return notified


def _draws(now: datetime) -> int:
    """Notify of draws; a follower who plays has the same notice by the same key already."""
    drawn = Draw.objects.filter(revealed_at__gte=now - RECENT).exclude(competition__status=Competition.Status.DRAFT)
    notified = 0
    for row in drawn.select_related("competition"):
        url = f"/competitions/{row.competition.slug}/draw/"
        rows = Follow.objects.filter(competition=row.competition)
        notified += _tell(rows, text("The draw is done"), url, f"draw:{row.pk}", row.competition.name, row.competition)
    return notified


def _titles(now: datetime) -> int:
    over = Competition.objects.filter(finished_at__gte=now - RECENT, champion__isnull=False)
    notified = 0
    for row in over.select_related("champion"):
        assert row.champion is not None
        rows, hidden = (
            Follow.objects.filter(competition=row),
            Exists(HiddenResults.objects.filter(user=OuterRef("user"))),
        )
        follows = (
            (~hidden, text("{name} has won the title", name=row.champion.name)),
            (hidden, text("The last match is over")),
        )
        for readers, message in follows:
            url, key = f"/competitions/{row.slug}/", f"title:{row.champion_id}"
            notified += _tell(rows.filter(readers), message, url, key, row.name, row)
    return notified


def _openings(now: datetime) -> int:
    """Notify of the first competition that a followed club publishes on this day."""
    opened = Competition.objects.filter(published_at__gte=now - RECENT, club__isnull=False)
    notified = 0
    for row in opened.exclude(status=Competition.Status.DRAFT).select_related("club").order_by("published_at"):
        assert row.club is not None
        rows = Follow.objects.filter(club=row.club)
        message, key = text("{name} opens entries", name=row.name), _key_of_day(row.club_id, row.published_at or now)
        notified += _tell(rows, message, f"/competitions/{row.slug}/", key, row.club.name, row)
    return notified


def _key_of_day(thing: object, at: datetime) -> str:
    """Return the key of what happened to ``thing`` at ``at``: by its own day, or it is told again after midnight."""
    return f"follow:{thing}:{at:%Y-%m-%d}"


def _tell(
    rows: QuerySet[Follow], message: Text, url: str, key: str, about: str, competition: Competition | None = None
) -> int:
    """Notify the followers in ``rows``, slice by slice; only those who may see the competition ``competition`` now."""
    notified, after = 0, 0
    while True:
        chunk = list(rows.filter(pk__gt=after).order_by("pk").select_related("user")[:SLICE])
        people = [row.user for row in chunk if competition is None or _may_see(row.user, competition)]
        notified += notify(users=people, kind=KIND, message=message, url=url, key=key, competition=about)
        if len(chunk) < SLICE:
            return notified
        after = chunk[-1].pk


def _may_see(user: User, competition: Competition) -> bool:
    """Return whether ``user`` finds ``competition``, and its club, in lists; no query for a public one."""
    if competition.visibility != Competition.Visibility.PUBLIC:
        return competitions.listed(user).filter(pk=competition.pk).exists()
    club = competition.club
    return club is None or club.visibility == club.Visibility.PUBLIC or clubs.listed(user).filter(pk=club.pk).exists()
