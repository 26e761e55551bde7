"""What the pages and the API of moderation read: always a fixed number of queries."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from league.moderation.models import Act, Case, Sanction
from league.players.models import User
from matches.models import ChatLine, Match

SHOWN = 100
AROUND = 5
"""Lines of the chat shown before and after the reported one."""


def queue() -> QuerySet[Case]:
    """The open cases: what most people reported first, then the oldest."""
    rows = Case.objects.filter(closed_at=None).select_related("subject", "other", "line", "sanction", "opened_by")
    return rows.order_by("-times", "opened_at")


def case_or_404(case_id: UUID) -> Case:
    """One case, open or closed."""
    rows = Case.objects.select_related("subject", "other", "line", "sanction__user", "opened_by", "closed_by")
    found = rows.filter(pk=case_id).first()
    if found is None:
        raise Http404
    return found


def talk_around(case: Case) -> list[ChatLine]:
    """The reported line among those around it, hidden ones too: a moderator must judge what was said."""
    if case.line is None:
        return []
    near = Q(n__gte=case.line.n - AROUND, n__lte=case.line.n + AROUND)
    return list(ChatLine.objects.filter(near, match=case.line.match_id, room=case.line.room).order_by("n"))


def running(person: User) -> list[Match]:
    """The matches that ``person`` sits at and that are not over."""
    open_now = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)
    rows = Match.objects.filter(seats__user=person, seats__bot="", status__in=open_now).distinct()
    return list(rows.order_by("created_at")[:SHOWN])


def record(person: User) -> list[Sanction]:
    """What was decided about ``person``, the newest first."""
    return list(Sanction.objects.filter(user=person).select_related("by").prefetch_related("appeals")[:SHOWN])


def audit() -> QuerySet[Act]:
    """What moderators did, the newest first."""
    return Act.objects.select_related("by", "subject", "case")
