"""The only doors to an event, for pages and API alike. A missing right looks like a missing page.

Everybody who has the address sees an event; of its competitions each reader sees those that they may know. An event is
run by its owner, and by whoever runs all of its competitions: its staff are those of the competitions.
"""

from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access as competition_doors
from league.events.models import Event, EventCompetition
from league.players.models import User


class Standing(StrEnum):
    """The reader's standing in an event; each may do all that those after it may."""

    OWNER = "owner"
    STAFF = "staff"
    NOBODY = "nobody"


def standing_of(user: Any, event: Event) -> Standing:  # User or AnonymousUser
    """Return the standing of ``user``; whoever runs the site counts as owner."""
    if not user.is_authenticated:
        return Standing.NOBODY
    if event.owner_id == user.pk or user.runs_site:
        return Standing.OWNER
    competitions = [part.competition for part in event.parts.all()]
    runs_all = all(competition_doors.may(user, row, Right.RUN) for row in competitions)
    return Standing.STAFF if competitions and runs_all else Standing.NOBODY


def may_run(user: Any, event: Event) -> bool:  # User or AnonymousUser
    return standing_of(user, event) is not Standing.NOBODY


def owns_any(user: User) -> bool:
    return user.events.exists()


def listed(user: Any) -> QuerySet[Event]:  # User or AnonymousUser
    """Return the events to list for ``user``: the listed ones and their own."""
    own = Q(owner=user) if user.is_authenticated else Q(pk__in=[])
    return Event.objects.filter(Q(listed=True) | own)


def door(user: Any, key: UUID | str, least: Standing = Standing.NOBODY) -> Event:  # User or AnonymousUser
    """Return the event with this id or slug for a user of standing ``least`` or better. Raises Http404."""
    parts = Prefetch("parts", EventCompetition.objects.select_related("competition__owner", "competition__club"))
    rows = Event.objects.select_related("owner", "hall").prefetch_related(parts)
    event = rows.filter(id=key).first() if isinstance(key, UUID) else rows.filter(slug=key).first()
    if event is None:
        raise Http404
    standings = list(Standing)
    event.rights = frozenset(standings[standings.index(standing_of(user, event)) :])
    if least not in event.rights:
        raise Http404
    return event


def shown_parts(user: Any, event: Event) -> list[EventCompetition]:  # User or AnonymousUser
    """Return the competitions of ``event`` (from ``door``) that ``user`` may know; drafts are for its staff."""
    hidden = competition_doors.hidden_from(user, address=True).filter(in_event__event=event)
    ids = set(hidden.values_list("pk", flat=True))
    drafts = () if Standing.STAFF in event.rights else (Competition.Status.DRAFT,)
    return [
        part for part in event.parts.all() if part.competition_id not in ids and part.competition.status not in drafts
    ]
