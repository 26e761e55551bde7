"""The order of merit of a series: the places of its events joined with the people who hold them.

It follows from a few hundred rows that seldom change and costs more than all else on the pages that show it, so a
process caches it as long as all its inputs are equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation.placings import Places, kept_places
from league.competitions.models import Competition, Entrant, Member
from league.players.models import User
from league.players.policy.nicknames import name_key
from league.series.models import Series
from league.standings.merit import ClubLine, Event, Line, Placing, Rules, order_of_clubs, order_of_merit

Player = tuple[UUID, str, str]
"""A player of an entrant: user, kind, the name played under."""


@dataclass(frozen=True, slots=True)
class Known:
    """A person with a place in any event, also outside the window."""

    key: UUID
    """The user whose page is linked; stands for all names of this person."""
    name: str
    names: list[str]
    numbers: list[int]
    """The events, from 1."""


@dataclass(frozen=True, slots=True)
class Standing:
    who: Known
    line: Line


@dataclass(frozen=True, slots=True)
class Order:
    """The order of merit. Shared between requests: never mutate it."""

    people: list[Standing]
    known: list[Known]
    """Everybody, by name."""
    users: dict[UUID, UUID]
    """Every user with a place -> the person it stands for."""
    events_of: dict[UUID, set[int]]
    """Person -> the events, from 0, in which it has a place."""
    sizes: list[int]
    winners: list[list[str]]
    clubs: list[ClubLine]
    """By the name that each club was last entered with; empty without a list of clubs."""
    club_of: dict[str, str]
    """``Line.person`` -> the club of its last event with one."""


@dataclass(frozen=True, slots=True)
class _Given:
    """All inputs of an order."""

    rules: Rules
    club_best: int
    days: list[Event]
    at: date
    events: list[Places]
    entrants: list[tuple[UUID, UUID, str, str, str, str, str]]
    """Entrant, player, the player's kind and nickname, the name entered, the side, the club."""
    mates: list[tuple[UUID, UUID, str, str]]
    """Members of sides: entrant, user, the user's kind and nickname."""
    known: Mapping[UUID, UUID]


KEPT: Final = 100
"""Series whose order a process keeps; one more empties the cache."""
_kept: dict[tuple[UUID, int], tuple[_Given, Order]] = {}
"""By series and number of events, since its organiser sees drafts too."""


def order_of(
    series: Series,
    competitions: Sequence[Competition],
    people: Mapping[UUID, UUID],
    days: Sequence[Event],
    at: date,
) -> Order:
    """Return the order of merit of ``series`` on day ``at`` over ``competitions``, which are in order of time.

    ``people``: user -> the person that the organiser matched it with. ``days``: day and level of each competition. At
    most seven queries; two on a cache hit.
    """
    places = kept_places(competitions)
    placings = [places.get(row.pk, []) for row in competitions]
    inputs = _Given(series.rules, series.club_best, list(days), at, placings, *_rows(list(places)), people)
    mark = (series.pk, len(competitions))
    cached = _kept.get(mark)
    if cached is not None and cached[0] == inputs:
        return cached[1]
    if len(_kept) >= KEPT:
        _kept.clear()
    order = _computed_order(inputs)
    _kept[mark] = (inputs, order)
    return order


def _computed_order(inputs: _Given) -> Order:
    placed: list[Placing] = []
    names: dict[UUID, dict[UUID, str]] = {}
    accounts: dict[UUID, UUID] = {}
    keys: dict[str, UUID] = {}
    events_of: dict[UUID, set[int]] = {}
    winners: list[list[str]] = []
    club_of: dict[str, str] = {}
    players = _players_by_entrant(inputs)
    entered_for = {row[0]: row[-1] for row in inputs.entrants if row[-1]}
    for at, event in enumerate(inputs.events):
        winners.append([])
        day = inputs.days[at].day
        known_then = day is None or day <= inputs.at
        for entrant, place in event:
            for user, kind, name in players.get(entrant, ()):
                if kind == User.Kind.BOT:
                    continue
                key = inputs.known.get(user, user)
                account = str(key)
                keys[account] = key
                placed.append(Placing(at, account, place))
                if known_then and entrant in entered_for:
                    club_of[account] = entered_for[entrant]
                events_of.setdefault(key, set()).add(at)
                names.setdefault(key, {})[user] = name
                if kind == User.Kind.ACCOUNT:
                    accounts[key] = user
                if place == 1:
                    winners[at].append(name)
    known = {}
    for key, played in names.items():
        # Link the page of the account; without one, that of the name played under last.
        linked = accounts.get(key, list(played)[-1])
        numbers = sorted(event + 1 for event in events_of[key])
        known[key] = Known(linked, played[linked], list(dict.fromkeys(played.values())), numbers)
    lines = order_of_merit(placed, inputs.rules, inputs.days, inputs.at)
    people = [Standing(known[keys[line.person]], line) for line in lines]
    users = {user: key for key, played in names.items() for user in played}
    sizes = [sum(at in events for events in events_of.values()) for at in range(len(inputs.events))]
    clubs = _clubs(lines, club_of, inputs.club_best) if inputs.club_best else []
    everybody = sorted(known.values(), key=lambda person: (name_key(person.name), person.key))
    return Order(people, everybody, users, events_of, sizes, winners, clubs, club_of)


def _clubs(lines: list[Line], club_of: Mapping[str, str], best: int) -> list[ClubLine]:
    """Return the list of clubs; two spellings of a name are one club."""
    shown = {name_key(club): club for club in club_of.values()}
    return order_of_clubs(lines, {person: shown[name_key(club)] for person, club in club_of.items()}, best)


def _rows(competitions: list[UUID]) -> tuple[list[Any], list[Any]]:  # as in ``_Given``
    """Read plain values by their few competitions. Three queries: joined, each entrant looks up its player alone."""
    entered = _ENTRANTS.rows(competitions)
    players = sorted({row[1] for row in entered})
    accounts = {key: (kind, name) for key, kind, name in (_PLAYERS.rows(players) if players else ())}
    entrants = [(pk, player, *accounts[player], name, side, club) for pk, player, name, side, club in entered]
    return entrants, _MATES.rows(competitions if any(row[-2] for row in entrants) else [])


def _entrants(competitions: list[UUID]) -> QuerySet[Entrant, tuple[Any, ...]]:
    rows = Entrant.objects.filter(competition__in=competitions).order_by()
    return rows.values_list("pk", "player_id", "name", "side_key", "club")


def _players(ids: list[UUID]) -> QuerySet[User, tuple[Any, ...]]:
    return User.objects.filter(pk__in=ids).order_by().values_list("pk", "kind", "nickname")


def _mates(competitions: list[UUID]) -> QuerySet[Member, tuple[Any, ...]]:
    rows = Member.objects.filter(competition__in=competitions).order_by("number", "pk")
    return rows.values_list("entrant_id", "user_id", "user__kind", "user__nickname")


_ENTRANTS, _PLAYERS, _MATES = PreparedQuery(_entrants), PreparedQuery(_players), PreparedQuery(_mates)


def _players_by_entrant(inputs: _Given) -> dict[UUID, list[Player]]:
    players: dict[UUID, list[Player]] = {}
    captains: dict[UUID, Player] = {}
    for entrant, user, kind, nickname, name, side, _club in inputs.entrants:
        players[entrant] = [(user, kind, nickname if kind == User.Kind.ACCOUNT else name)]
        if side:
            captains[entrant] = (user, kind, nickname)
    for entrant, user, kind, nickname in inputs.mates:
        players[entrant][0] = captains[entrant]  # a side has a name of its own: each plays under the captain's
        players[entrant].append((user, kind, nickname))
    return players
