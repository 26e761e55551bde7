"""State behind the pages of analyses, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest

import engines
from league.analysis.models import Analysis


def shared(request: HttpRequest, analysis_id: UUID) -> Sequence[object] | None:
    """Return the state of an analysis that is shown to others; None for any other one. One query."""
    rows = Analysis.objects.exclude(visibility=Analysis.Visibility.PRIVATE)
    fields = ("pk", "version", "visibility", "title", "updated_at", "owner__nickname")
    return rows.filter(pk=analysis_id, game__in=engines.games()).values_list(*fields).first()
