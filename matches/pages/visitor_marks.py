"""State behind the pages of matches, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, Exists, Max, OuterRef, Q, Sum, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest
from django.utils import timezone

from matches import feed
from matches.models import Challenge, Match, Review
from matches.policy.audience import seen_by

PLAYED = (Match.Status.LIVE, Match.Status.PAUSED)


def nothing(request: HttpRequest, *args: Any, **kwargs: Any) -> Sequence[object]:
    """Return no state: the page changes with the release alone."""
    return ()


def played_now() -> Sequence[object]:
    """Return where the lobby stands, and the running listed matches with their versions. One query.

    Matches begin and end, so their state comes back: without the lobby's count, a page drawn just after one began would
    be shown again, under the mark of before, when it is over.
    """
    rows = Match.objects.public().filter(status__in=PLAYED)
    state = rows.aggregate(Count("pk"), Sum("version"), Max("created_at"), Max("started_at"))
    return (feed.drawn_at("lobby"), *state.values())


def lobby(request: HttpRequest) -> Sequence[object]:
    """Return the running matches, of which one that ends is none any more, and the open challenges. Two queries."""
    challenges = Challenge.objects.open(timezone.now()).filter(to=None).values_list("pk", flat=True)
    return (*played_now(), sorted(map(str, challenges)))


def finished(request: HttpRequest, match_id: UUID, **kwargs: Any) -> Sequence[object] | None:
    """Return the state of a finished match: what followed it, and its chat. One query.

    None for a running match, whose pages show clocks: it is drawn each time.
    """
    again = Match.objects.filter(origin=Concat(Value("rematch:"), Cast(OuterRef("pk"), CharField())))
    over = (Match.Status.FINISHED, Match.Status.VOID)
    rows = Match.objects.filter(seen_by(None), pk=match_id, status__in=over).annotate(
        again=Exists(again),
        resumed=Exists(Match.objects.filter(resumed_from=OuterRef("pk"))),
        said=Max("chat_lines__n"),
        taken_out=Count("chat_lines", filter=Q(chat_lines__hidden_at__isnull=False)),
    )
    fields = (
        "pk",
        "version",
        "status",
        "result",
        "title",
        "back_url",
        "again",
        "resumed",
        "said",
        "taken_out",
        "second_leg",
    )
    return rows.values_list(*fields).first()


def reviewed(request: HttpRequest, match_id: UUID, **kwargs: Any) -> Sequence[object] | None:
    """Return the state of a finished match and of its review. Two queries; None until the review is made."""
    review = Review.objects.filter(pk=match_id, status=Review.Status.DONE).values_list("mark", "made_at").first()
    match = None if review is None else finished(request, match_id)
    return None if match is None or review is None else (*match, *review)
