"""State that the pages of the site depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

import time
from collections.abc import Sequence

from django.http import HttpRequest
from django.utils import timezone

from league.clubs import marks as clubs
from league.competitions.pages.visitor_marks import published
from league.players.models import User
from matches.pages.visitor_marks import lobby, played_now


def home(request: HttpRequest) -> Sequence[object]:
    """Return the state of everything in play, of every competition, and the day, which has its puzzle. Two queries."""
    return (*played_now(), *published(), timezone.localdate())


def search(request: HttpRequest) -> Sequence[object]:
    """Return the state of people, competitions and clubs. Three queries."""
    newest = User.objects.order_by("-pk").values_list("pk", flat=True).first()
    return (newest, *published(), *clubs.listed(request))


def matches(request: HttpRequest) -> Sequence[object]:
    """Return the state of matches and offers, of every competition, and the minute: kick-offs move unseen."""
    return (*lobby(request), *published(), int(time.time() // 60))
