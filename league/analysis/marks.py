"""State behind the pages of analyses, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from league.analysis import queries


def shared(request: HttpRequest, analysis_id: UUID) -> Sequence[object] | None:
    """Return the state of an analysis that is shown to others; None for any other one. One query."""
    fields = ("pk", "version", "visibility", "title", "updated_at", "owner__nickname")
    return queries.readable(AnonymousUser()).filter(pk=analysis_id).values_list(*fields).first()
