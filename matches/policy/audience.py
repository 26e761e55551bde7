"""Access to matches that are not public, by their audience: an id given by whoever opened the match.

Upper apps know who is in which audience (``settings.MATCH_AUDIENCES``). A match without an audience is in everybody's
lists; one with an audience in the lists of its audience and of its players; if it is ``closed`` too, nobody else may
look on, with the address or without. Every read of this app goes through the conditions below.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.module_loading import import_string

from matches import feed
from matches.models import Match, Seat, SeatController

NAMED: Final = 300
"""Above this many audiences the database looks them up within each query."""

Mine = QuerySet[Any, UUID] | list[UUID]


@dataclass(slots=True)
class _Page:
    """Audiences of readers, remembered while one page is drawn, wherever its context was copied to."""

    known: dict[Any, Mine] = field(default_factory=dict)  # by the user's key
    over: bool = False


_page: ContextVar[_Page | None] = ContextVar("page", default=None)


@contextmanager
def learnt_once() -> Iterator[None]:
    """Look up a reader's audiences only once (``mine``) while a page that changes nothing is drawn."""
    now = _Page()
    token = _page.set(now)
    try:
        yield
    finally:
        now.over = True
        _page.reset(token)


@contextmanager
def supposing(assumed: dict[Any, Mine]) -> Iterator[dict[Any, Mine]]:
    """Take audiences from ``assumed`` (by the user's key) while a reusable query is built."""
    token = _page.set(_Page(assumed))
    try:
        yield assumed
    finally:
        _page.reset(token)


def own_audiences(user: Any) -> Mine:  # a user or anonymous
    """Return the audiences of ``user`` by id, for the condition of a query.

    Ids cost the database less than finding them within every query of a page. One query, or none if this page has asked
    before.
    """
    page = _page.get()
    if page is None or page.over:
        return _signed_audiences(user)
    key = getattr(user, "pk", None)
    if key not in page.known:
        page.known[key] = _signed_audiences(user)
    return page.known[key]


def _signed_audiences(user: Any) -> Mine:
    own = audiences(user)
    if isinstance(own, list):
        return own
    ids = list(own[: NAMED + 1])
    return ids if len(ids) <= NAMED else own


def audiences(user: Any) -> Mine:  # a user or anonymous; rows of the app above
    """Return the audiences of ``user`` for a query's condition: ids, or the query that finds them.

    None of them for anonymous readers. At most one query.
    """
    if user is None or not user.is_authenticated:
        return []
    find: Callable[[Any], Mine] = import_string(settings.MATCH_AUDIENCES)
    return find(user)


def _sits(user: Any, at: str, among: Collection[UUID] | None = None) -> Q:  # a user
    """Return the condition: ``user`` sits there, alone or with others."""
    seats = Seat.objects.filter(user_id=user.pk).values("match")
    shared = SeatController.objects.filter(user_id=user.pk).values("seat__match")
    if among is not None:
        seats, shared = seats.filter(match__in=among), shared.filter(seat__match__in=among)
    return Q(**{f"{at}pk__in": seats}) | Q(**{f"{at}pk__in": shared})


def listed_for(
    user: Any, at: str = "", audience: str = "", among: Collection[UUID] | None = None
) -> Q:  # a user or anonymous
    """Return the condition: a match (that ``at`` leads to, ``match__``) may be in a list of ``user``.

    ``audience``: the column with the match's audience, for rows that have it themselves. ``among``: the matches that
    are asked about, if they are few: without them the database goes through all that ``user`` ever played.
    """
    column = audience or f"{at}audience"
    everybody = Q(**{f"{column}__isnull": True})
    if user is None or not user.is_authenticated:
        return everybody
    return everybody | Q(**{f"{column}__in": own_audiences(user)}) | _sits(user, at, among)


def seen_by(user: Any, at: str = "") -> Q:  # a user or anonymous
    """Return the condition: a match (that ``at`` leads to) is shown to ``user``, who has its address."""
    return Q(**{f"{at}closed": False}) | listed_for(user, at)


def is_in_audience(audience: UUID | None, user: Any) -> bool:  # a user or anonymous
    """Return whether ``user`` is in ``audience``. At most one query."""
    if audience is None:
        return False
    own = audiences(user)
    if isinstance(own, list):
        return audience in own
    return own.filter(pk=audience).exists()


def set_audience(*, origins: Collection[str], audience: UUID | None, closed: bool) -> int:
    """Give the matches of ``origins`` this audience; return how many changed.

    In the caller's transaction. Spectators who lose access are sent away on commit.
    """
    rows = Match.objects.filter(origin__in=origins).exclude(audience=audience, closed=closed)
    going = rows.exclude(status__in=(Match.Status.FINISHED, Match.Status.VOID)).values_list("pk", flat=True)
    for match_id in list(going):
        transaction.on_commit(partial(feed.publish_poke, match_id))
    return rows.update(audience=audience, closed=closed)


def announce_leaving(*, user_id: UUID | None = None, audience: UUID | None = None) -> None:
    """Announce that ``user_id`` (None: several) left ``audience`` (None: some).

    In the caller's transaction. On commit, spectators of closed matches are asked to reconnect, and stay only if they
    may.
    """
    transaction.on_commit(partial(feed.publish_left, user_id, audience))
