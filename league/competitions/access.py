"""The only doors to a competition in the API: who may see it, who may run it. No right looks like no page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.pages import may_organise


def visible(user: Any) -> QuerySet[Competition]:  # User or AnonymousUser
    """The competitions in a list for ``user``: the published and listed ones, and all of one's own."""
    public = ~Q(status=Competition.Status.DRAFT) & Q(listed=True)
    if not user.is_authenticated:
        return Competition.objects.filter(public)
    return Competition.objects.filter(public | Q(owner=user))


def competition_or_404(user: Any, competition_id: UUID) -> Competition:  # User or AnonymousUser
    """A competition to read: published, or one's own draft. Unlisted ones are seen by who knows the address."""
    found = Competition.objects.select_related("owner", "champion").filter(id=competition_id).first()
    if found is None:
        raise Http404
    if found.status == Competition.Status.DRAFT and not may_organise(user, found):
        raise Http404
    return found


def organised_or_404(user: Any, competition_id: UUID) -> Competition:  # User or AnonymousUser
    """A competition to run: only its owner and the site's staff find it."""
    found = competition_or_404(user, competition_id)
    if not may_organise(user, found):
        raise Http404
    return found


def fixture_or_404(competition: Competition, fixture_id: UUID) -> Fixture:
    """A fixture of this competition and of no other."""
    rows = Fixture.objects.select_related("home", "away", "tie__round", "match")
    found = rows.filter(id=fixture_id, tie__round__stage__competition=competition).first()
    if found is None:
        raise Http404
    return found


def entrant_or_404(competition: Competition, entrant_id: UUID) -> Entrant:
    """An entrant of this competition and of no other."""
    found = competition.entrants.select_related("player").filter(id=entrant_id).first()
    if found is None:
        raise Http404
    return found
