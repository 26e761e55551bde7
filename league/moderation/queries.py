"""Reads of moderation's pages and API: always a fixed number of queries."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.moderation.models import Act, Case, Sanction, Sighting
from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.policy.nicknames import name_key
from matches.models import ChatLine, Match

SHOWN = 100
AROUND = 5
"""Chat lines shown before and after the reported one."""


def queue() -> QuerySet[Case]:
    """Return the open cases: most reported first, then the oldest."""
    rows = Case.objects.filter(closed_at=None).select_related("subject", "other", "line", "sanction", "opened_by")
    return rows.order_by("-times", "opened_at")


def case_or_404(case_id: UUID) -> Case:
    """Return a case, open or closed. Raises Http404."""
    rows = Case.objects.select_related("subject", "other", "line", "sanction__user", "opened_by", "closed_by")
    return get_object_or_404(rows, pk=case_id)


def accounts(case: Case) -> QuerySet[Sighting]:
    """Return the sign-ins in the browser of ``case``, the newest accounts first; none once it is forgotten."""
    rows = Sighting.objects.filter(mark=case.thing.hex if case.thing else "").select_related("user")
    return rows.order_by("-user__date_joined", "-user")


def chat_around(case: Case) -> list[ChatLine]:
    """Return the reported line with its neighbours, hidden ones too: a moderator must judge what was said."""
    if case.line is None:
        return []
    near = Q(n__gte=case.line.n - AROUND, n__lte=case.line.n + AROUND)
    return list(ChatLine.objects.filter(near, match=case.line.match_id, room=case.line.room).order_by("n"))


def running(person: User) -> list[Match]:
    """Return the unfinished matches that ``person`` plays in."""
    open_now = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)
    rows = Match.objects.filter(seats__user=person, seats__bot="", status__in=open_now).distinct()
    return list(rows.order_by("created_at")[:SHOWN])


def must_not_be_taken_away(player: User, name: str) -> None:
    """Refuse ``player`` a name that a moderator took away from them. Raises NicknameRefused."""
    renames = Sanction.objects.filter(user=player, kind=Sanction.Kind.RENAME, lifted_at=None)
    if name_key(name) in {name_key(detail["from"]) for detail in renames.values_list("detail", flat=True)}:
        raise NicknameRefused(_("A moderator took this name away from you. Choose another one, or appeal."))


def record(person: User) -> list[Sanction]:
    """Return the sanctions of ``person``, the newest first."""
    return list(Sanction.objects.filter(user=person).select_related("by").prefetch_related("appeals")[:SHOWN])


def audit() -> QuerySet[Act]:
    """Return the acts of moderators, the newest first."""
    return Act.objects.select_related("by", "subject", "case")
