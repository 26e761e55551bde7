"""State that the pages of statistics depend on, as tags for anonymous visitors (``matches.pages.visitors``)."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Count, Max
from django.http import HttpRequest

from league.competitions.pages import visitor_marks as of_competitions
from league.players import marks as of_players
from league.statistics.models import Book, Rating
from league.statistics.verbs.books import key_of_game


def competition(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """The competition and its book, and where the other competitions stand: its seasons are among them. Three
    queries."""
    known = of_competitions.competition(request, slug)
    if known is None:
        return None
    return (
        *known,
        *of_competitions.published(),
        *Book.objects.filter(competition__slug=slug).values_list("signature", flat=True),
    )


def game(request: HttpRequest, slug: str) -> Sequence[object]:
    """The book of a game, and what is everybody's to know. Two queries."""
    return *of_competitions.published(), *tuple(
        Book.objects.filter(key=key_of_game(slug)).values_list("signature", "made_at")
    )


def player(request: HttpRequest, player_id: UUID) -> Sequence[object] | None:
    """The player, and when the books were made from which the averages come. Two queries."""
    known = of_players.player(request, player_id)
    return None if known is None else (*known, *_books())


def versus(request: HttpRequest, player_id: UUID, rival_id: UUID) -> Sequence[object] | None:
    """Both players. Two queries."""
    one, other = of_players.player(request, player_id), of_players.player(request, rival_id)
    return None if one is None or other is None else (*one, *other)


def leaders(request: HttpRequest) -> Sequence[object]:
    """The leader boards, and what is everybody's to know. Three queries."""
    return (*of_competitions.published(), *Rating.objects.aggregate(Count("pk"), Max("pk")).values(), *_books())


def _books() -> Sequence[object]:
    return tuple(Book.objects.filter(competition=None).aggregate(Max("made_at")).values())
