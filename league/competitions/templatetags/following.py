"""What a page of a competition listens to: the competition itself, and the matches whose scores it shows."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from league.competitions.models import Competition
from matches.models import Match

register = template.Library()


@register.simple_tag
def topics(competition: Competition, playing: Iterable[Match] = ()) -> str:
    """The topics of the feed with the positions at which this page is drawn (``static/js/live.js``)."""
    named = [f"competition:{competition.pk}@{competition.log_position}"]
    named += [f"match:{match.pk}@{match.feed_position}" for match in playing]
    return " ".join(named)
