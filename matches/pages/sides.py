"""What pages say and ask of sides of several people: how many, their names, who has come and by which link."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.urls import reverse

import engines
from matches.models import Match, Seat
from matches.pages.addresses import outside
from matches.verbs import casual


@dataclass(frozen=True, slots=True)
class Gathered:
    """A side of several people before the kick-off: who has come, and how others come."""

    seat: Seat
    people: list[str]
    url: str
    """Its link, for readers who may pass it on; empty once nobody is missing."""

    @property
    def free(self) -> range:
        """Return the numbers of the places that are free."""
        return range(len(self.people), self.seat.places)


def people_per_side(posted: QueryDict, game: str) -> int:
    """Return how many people a side has by a form. Raises SeatTaken naming the numbers that the game allows."""
    typed = posted.get("people_per_side") or "1"
    number = int(typed) if typed.isascii() and typed.isdecimal() else 0
    casual.check_people(game, number)
    return number


def names_in(posted: QueryDict, field: str) -> list[str]:
    """Return the names typed into the fields called ``field``, without the empty ones."""
    return [name.strip() for name in posted.getlist(field) if name.strip()]


def places_beside(game: str) -> range:
    """Return the numbers of the people who may play beside the first one of a side: 2, 3."""
    return range(2, engines.get(game).sharers + 1)


def gathered(match: Match, seats: Mapping[str, Seat], you: str, request: HttpRequest) -> list[Gathered]:
    """Return both sides while people gather for a match of several a side; none of any other match.

    The home side, which invites, has both links; away has its own.
    """
    if match.status != Match.Status.WAITING or match.mode or not any(seat.invite for seat in seats.values()):
        return []
    if all(seat.places == 1 for seat in seats.values()):
        return []
    return [
        Gathered(
            seats[side],
            [person.name for person in seats[side].controllers.all()],
            _link(seats[side], request) if seats[side].invite and you in ("home", side) else "",
        )
        for side in ("home", "away")
    ]


def calls_coaching(match: Match) -> bool:
    """Return whether the sides call coaching themselves, as several people play one and no official judges it."""
    seats = match.seats.all()
    several = any(seat.people or seat.places > 1 or len(seat.controllers.all()) > 1 for seat in seats)
    return several and not match.officials.exists()


def _link(seat: Seat, request: HttpRequest) -> str:
    return outside(request, reverse("matches:join", args=[seat.invite]))
