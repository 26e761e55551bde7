"""Template tag for the live updates of a competition's page."""

from collections.abc import Iterable

from django import template

from league.competitions.models import Competition
from matches.models import Match

register = template.Library()


@register.simple_tag
def topics(competition: Competition, playing: Iterable[Match] = ()) -> str:
    """Return the feed topics of a page with their positions as rendered (``static/js/live.js``)."""
    names = [f"competition:{competition.pk}@{competition.log_position}"]
    names += [f"match:{match.pk}@{match.feed_position}" for match in playing]
    return " ".join(names)
