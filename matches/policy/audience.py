"""Who may look on at a match that is not everybody's: its audience, an id that whoever opened the match gave it.

Who is of which audience is known above this room (``settings.MATCH_AUDIENCES``). A match without an audience stands in
everybody's lists; one with an audience in the lists of those who are of it, and of those who sit there; where it is
``closed`` too, nobody else may look on, address or not. Every read of this room goes through the conditions below.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.module_loading import import_string

from matches import feed
from matches.models import Match, Seat, SeatController

if TYPE_CHECKING:
    from collections.abc import Callable


NAMED: Final = 300
"""Who is of more audiences than these has them looked up by the database within each query."""

Mine = QuerySet[Any, UUID] | list[UUID]


@dataclass(slots=True)
class _Page:
    """What was learnt of readers while one page is drawn; forgotten with it, wherever the context was copied to."""

    known: dict[Any, Mine] = field(default_factory=dict)  # by the key of the user
    over: bool = False


_page: ContextVar[_Page | None] = ContextVar("page", default=None)


@contextmanager
def learnt_once() -> Iterator[None]:
    """While a page that changes nothing is drawn, which audiences its reader is of is asked once (``mine``)."""
    now = _Page()
    token = _page.set(now)
    try:
        yield
    finally:
        now.over = True
        _page.reset(token)


@contextmanager
def supposing(known: dict[Any, Mine]) -> Iterator[dict[Any, Mine]]:
    """While a question is put together that is asked of others later, who is of which audiences is what ``known`` says
    (by the key of the user), and nobody asks the database."""
    token = _page.set(_Page(known))
    try:
        yield known
    finally:
        _page.reset(token)


def mine(user: Any) -> Mine:  # a user or nobody
    """The audiences that ``user`` is of, for the condition of a query: by their ids, which costs the database less than
    to find them within every query of a page. One query, or none where this page has asked before."""
    page = _page.get()
    if page is None or page.over:
        return _named(user)
    key = getattr(user, "pk", None)
    if key not in page.known:
        page.known[key] = _named(user)
    return page.known[key]


def _named(user: Any) -> Mine:
    found = audiences(user)
    if isinstance(found, list):
        return found
    ids = list(found[: NAMED + 1])
    return ids if len(ids) <= NAMED else found


def audiences(user: Any) -> Mine:  # a user or nobody; rows of the room above
    """The audiences that ``user`` is of, for the condition of a query: their ids, or the question that finds them; none
    of somebody who is not signed in. At most one query."""
    if user is None or not user.is_authenticated:
        return []
    find: Callable[[Any], Mine] = import_string(settings.MATCH_AUDIENCES)
    return find(user)


def _sits(user: Any, at: str) -> Q:  # a user
    """The condition: ``user`` sits there, alone or with others."""
    seats = Seat.objects.filter(user_id=user.pk).values("match")
    shared = SeatController.objects.filter(user_id=user.pk).values("seat__match")
    return Q(**{f"{at}pk__in": seats}) | Q(**{f"{at}pk__in": shared})


def listed_for(user: Any, at: str = "") -> Q:  # a user or nobody
    """The condition: a match (that ``at`` leads to, ``match__``) may stand in a list that ``user`` reads."""
    everybody = Q(**{f"{at}audience__isnull": True})
    if user is None or not user.is_authenticated:
        return everybody
    return everybody | Q(**{f"{at}audience__in": mine(user)}) | _sits(user, at)


def seen_by(user: Any, at: str = "") -> Q:  # a user or nobody
    """The condition: a match (that ``at`` leads to) is shown to ``user`` who has its address."""
    return Q(**{f"{at}closed": False}) | listed_for(user, at)


def is_of(audience: UUID | None, user: Any) -> bool:  # a user or nobody
    """Whether ``user`` is of ``audience``. At most one query."""
    if audience is None:
        return False
    mine = audiences(user)
    if isinstance(mine, list):
        return audience in mine
    return mine.filter(pk=audience).exists()


def set_audience(*, origins: Collection[str], audience: UUID | None, closed: bool) -> int:
    """Give the matches of these ``origins`` this audience; how many changed. In the caller's transaction.

    Whoever looks on at one of them and may no longer is sent away once it is committed.
    """
    rows = Match.objects.filter(origin__in=origins).exclude(audience=audience, closed=closed)
    going = rows.exclude(status__in=(Match.Status.FINISHED, Match.Status.VOID)).values_list("pk", flat=True)
    for match_id in list(going):
        transaction.on_commit(partial(feed.publish_poke, match_id))
    return rows.update(audience=audience, closed=closed)


def left(*, user_id: UUID | None = None, audience: UUID | None = None) -> None:
    """``user_id`` (None: more than one) is no longer of ``audience`` (None: of some): once it is committed, whoever
    looks on at what is closed is asked to come again, and stays only if they may. In the caller's transaction.
    """
    transaction.on_commit(partial(feed.publish_left, user_id, audience))
