"""Additions of series to the overview of a competition: the series that it counts for."""

from typing import Any

from league.competitions.pages.registries import Overview, overview_parts
from league.players.verbs.resets import office_sources
from league.series import access


@overview_parts.add
def series_of(page: Overview) -> dict[str, Any]:
    """Return the series that the reader may see, as ``in_series``."""
    if not page.competition.counts:
        return {"in_series": ()}
    return {"in_series": access.visible(page.user).filter(competitions=page.competition)}


office_sources.add(access.owns_any)
