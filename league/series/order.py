"""Who stands where in a series: the places of its events put together with the people who hold them.

It follows from a few hundred rows that seldom change and costs more than all else on the pages that show it, so a
process keeps it, and believes it as long as everything that it was made from is equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from league.competitions.derivation.placings import Places, kept_places
from league.competitions.models import Competition, Entrant, Member
from league.players.models import User
from league.prepared_queries import Written
from league.series.models import Series
from league.standings.merit import Line, Placing, Scale, order_of_merit

Player = tuple[UUID, str, str]
"""Who played for an entrant: user, kind, the name played under."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One person in rank order."""

    key: UUID
    """The user whose page is linked; stands for all names that are this person."""
    name: str
    names: list[str]
    """All names that this person played under."""
    line: Line


@dataclass(frozen=True, slots=True)
class Order:
    """The order of merit. Shared by whoever reads it: nobody changes what is in it."""

    people: list[Standing]
    users: dict[UUID, UUID]
    """Every user who has a place -> the person it stands for."""
    events_of: dict[UUID, set[int]]
    """Person -> the events, from 0, in which it has a place."""
    sizes: list[int]
    """How many people have a place in each event."""
    winners: list[list[str]]
    """The names that won each event."""


@dataclass(frozen=True, slots=True)
class _Given:
    """All that an order follows from."""

    scale: Scale
    best: int
    events: list[Places]
    entrants: list[tuple[UUID, UUID, str, str, str, str]]
    """The entrant, its player, the kind and the nickname of that, the name that was entered, the side."""
    mates: list[tuple[UUID, UUID, str, str]]
    """Of sides: the entrant, and the user, the kind and the nickname of one who plays in it."""
    known: Mapping[UUID, UUID]


KEPT: Final = 100
"""Series whose order a process keeps; then it begins anew."""
_kept: dict[tuple[UUID, int], tuple[_Given, Order]] = {}
"""By the series and the number of its events: who runs it is shown its drafts too."""


def order_of(series: Series, competitions: Sequence[Competition], known: Mapping[UUID, UUID]) -> Order:
    """The order of merit of ``series`` over ``competitions`` in the order of time; ``known``: user -> the person whom
    the organiser says it is. At most seven queries, two where the same was asked before."""
    places = kept_places(competitions)
    found = [places.get(row.pk, []) for row in competitions]
    given = _Given(series.scale, series.best, found, *_rows(list(places)), known)
    mark = (series.pk, len(competitions))
    kept = _kept.get(mark)
    if kept is not None and kept[0] == given:
        return kept[1]
    if len(_kept) >= KEPT:
        _kept.clear()
    made = _made(given)
    _kept[mark] = (given, made)
    return made


def _made(given: _Given) -> Order:
    placed: list[Placing] = []
    names: dict[UUID, dict[UUID, str]] = {}
    accounts: dict[UUID, UUID] = {}
    keys: dict[str, UUID] = {}
    events_of: dict[UUID, set[int]] = {}
    winners: list[list[str]] = []
    held = _held(given)
    for at, found in enumerate(given.events):
        winners.append([])
        for entrant, place in found:
            for user, kind, name in held.get(entrant, ()):
                if kind == User.Kind.BOT:
                    continue
                key = given.known.get(user, user)
                said = str(key)
                keys[said] = key
                placed.append(Placing(at, said, place))
                events_of.setdefault(key, set()).add(at)
                names.setdefault(key, {})[user] = name
                if kind == User.Kind.ACCOUNT:
                    accounts[key] = user
                if place == 1:
                    winners[at].append(name)
    people = []
    for line in order_of_merit(placed, given.scale, given.best):
        key = keys[line.person]
        played = names[key]
        # The page of the account; without one that of the name played under last.
        shown = accounts.get(key, list(played)[-1])
        people.append(Standing(shown, played[shown], list(dict.fromkeys(played.values())), line))
    users = {user: key for key, played in names.items() for user in played}
    sizes = [sum(at in events for events in events_of.values()) for at in range(len(given.events))]
    return Order(people, users, events_of, sizes, winners)


def _rows(competitions: list[UUID]) -> tuple[list[Any], list[Any]]:  # as in ``_Given``
    """Two queries. Plain values, since a series has hundreds of them, and by their few competitions, since a list of
    hundreds of ids is slow to ask with."""
    entrants = _ENTRANTS.asked(competitions)
    return entrants, _MATES.asked(competitions if any(row[-1] for row in entrants) else [])


def _entrants(competitions: list[UUID]) -> QuerySet[Entrant, tuple[Any, ...]]:
    rows = Entrant.objects.filter(competition__in=competitions).order_by()
    return rows.values_list("pk", "player_id", "player__kind", "player__nickname", "name", "side_key")


def _mates(competitions: list[UUID]) -> QuerySet[Member, tuple[Any, ...]]:
    rows = Member.objects.filter(competition__in=competitions).order_by("number", "pk")
    return rows.values_list("entrant_id", "user_id", "user__kind", "user__nickname")


_ENTRANTS, _MATES = Written(_entrants), Written(_mates)


def _held(given: _Given) -> dict[UUID, list[Player]]:
    """Entrant -> everybody who played for it."""
    held: dict[UUID, list[Player]] = {}
    captains: dict[UUID, Player] = {}
    for entrant, user, kind, nickname, name, side in given.entrants:
        held[entrant] = [(user, kind, nickname if kind == User.Kind.ACCOUNT else name)]
        if side:
            captains[entrant] = (user, kind, nickname)
    for entrant, user, kind, nickname in given.mates:
        held[entrant][0] = captains[entrant]  # a side has a name of its own: each plays under theirs
        held[entrant].append((user, kind, nickname))
    return held
