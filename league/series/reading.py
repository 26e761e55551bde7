"""Reads of the pages and the API of a series: its events, and its order of merit with explanations.

The number of queries is fixed. A person is an account, a guest or a typed name; everybody who played in a side has
the side's place. Bots and the house have places in their competition and none here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition
from league.competitions.pages.reading import begins_at
from league.players.models import User
from league.players.policy.nicknames import name_key
from league.sentences import translated
from league.series.models import SamePerson, Series, SeriesEntry
from league.series.order import order_of
from league.series.people import representatives
from league.standings.merit import Line, Parted

Status = Competition.Status


@dataclass
class Event:
    """A competition of the series, in the order of time."""

    number: Annotated[int, "From 1."]
    competition: Competition
    at: datetime | None
    """Its start, as far as that is known."""
    people: Annotated[int, "Who have a place in it."] = 0
    winners: list[str] = field(default_factory=list)
    link: str = ""
    """Its name with its number as HTML, once rendered (``templatetags.merit``)."""

    @property
    def counts(self) -> Annotated[bool, "It is finished."]:
        """Return whether its places count."""
        return self.competition.status == Status.FINISHED

    @property
    def ahead(self) -> bool:
        """Return whether it has not begun."""
        return self.competition.status in (Status.DRAFT, Status.REGISTRATION)


@dataclass
class Shown:
    """One result of a person."""

    event: Event
    place: int
    points: int
    counts: Annotated[bool, "False: dropped, as better results count."]


@dataclass
class Person:
    """One person in the order of merit."""

    key: UUID
    """The user whose page is linked; stands for all names of this person."""
    name: str
    line: Line
    events: list[Event]
    above: str
    """The name on the line above."""
    names: list[str]
    """All names that this person played under."""

    @property
    def rank(self) -> int:
        """Rank from 1; shared by people who are level in every criterion."""
        return self.line.rank

    @property
    def total(self) -> int:
        """Points of the results that count."""
        return self.line.total

    @cached_property
    def results(self) -> list[Shown]:
        """Results in the order of the events; built lazily, as a page shows fifty of hundreds."""
        return [
            Shown(self.events[result.event], result.place, result.points, result.counts) for result in self.line.results
        ]

    @cached_property
    def parted(self) -> Annotated[str, "Why below the one above on the same total; else empty."]:
        reason = self.line.parted
        return "" if reason is None else _order_reason(reason, self.above, self.name, self.events)

    @property
    def counting(self) -> list[Shown]:
        """The results that make the total, most points first."""
        return sorted(
            (result for result in self.results if result.counts),
            key=lambda result: (-result.points, result.event.number),
        )

    @property
    def dropped(self) -> list[Shown]:
        return [result for result in self.results if not result.counts]

    @property
    def sum_words(self) -> str:
        """The total as a sum: "25 + 18 + 18"."""
        return " + ".join(str(result.points) for result in self.counting)


@dataclass
class Merit:
    """The order of merit of a series."""

    series: Series
    events: list[Event]
    lines: list[Person]
    users: dict[UUID, UUID]
    """Every user with a place -> the person it stands for."""
    events_of: dict[UUID, set[int]]
    """Person -> its places among ``events``, from 0."""

    @property
    def next(self) -> Event | None:
        return next((event for event in self.events if event.ahead), None)

    @property
    def playing(self) -> list[Event]:
        """The events in play."""
        return [event for event in self.events if event.competition.status == Status.RUNNING]

    @property
    def events_counted(self) -> int:
        return sum(event.counts for event in self.events)


SAID = (
    "slug", "name", "status", "wishes", "starts_at", "started_at", "finished_at", "created_at", "log_position",
)  # fmt: skip
"""The columns read of an event: a series has dozens of them, and most columns of a competition are settings."""


def merit(series: Series, runs: bool = False) -> Merit:
    """Return ``series`` with its order of merit; drafts only if the reader ``runs`` it."""
    rows = [row for row in _EVENTS.rows(series.pk) if runs or row.status != Status.DRAFT]
    rows.sort(key=_event_order)
    events = [Event(number, row, row.started_at or begins_at(row)) for number, row in enumerate(rows, start=1)]
    return _merit(series, events)


_EVENTS = PreparedQuery(lambda key: Competition.objects.filter(series=key).only(*SAID).order_by())


def _event_order(row: Competition) -> tuple[bool, datetime, UUID]:
    return row.started_at is None, row.started_at or row.starts_at or row.created_at, row.pk


def _merit(series: Series, events: list[Event]) -> Merit:
    order = order_of(series, [event.competition for event in events], _person_by_user(series))
    for event, size, winners in zip(events, order.sizes, order.winners, strict=True):
        event.people, event.winners = size, list(winners)
    above = ["", *(person.name for person in order.people)]
    lines = [
        Person(person.key, person.name, person.line, events, before, person.names)
        for person, before in zip(order.people, above, strict=False)
    ]
    return Merit(series, events, lines, order.users, order.events_of)


def _same(key: UUID) -> QuerySet[SamePerson, tuple[Any, ...]]:
    rows = SamePerson.objects.filter(series=key)
    return rows.values_list("one_id", "one__merged_into_id", "other_id", "other__merged_into_id")


_SAME = PreparedQuery(_same)


def _person_by_user(series: Series) -> dict[UUID, UUID]:
    """Return user -> person for everybody whom the organiser matched."""
    rows = _SAME.rows(series.pk)
    claimed = [pair for one, one_by, other, other_by in rows for pair in ((one, one_by), (other, other_by))]
    merged = {key: by for key, by in claimed if by is not None}
    matches = representatives([(one, other) for one, _one_by, other, _other_by in rows], merged)
    return {**matches, **{key: matches[target] for key, target in merged.items() if target in matches}}


def _order_reason(parted: Parted, first: str, second: str, events: list[Event]) -> str:
    """Explain why ``first`` stands above ``second`` on the same total."""
    names = {"first": first, "second": second}
    if parted.criterion == "places":
        places = {"here": _list(parted.here), "there": _list(parted.there)}
        sentence = _("%(first)s is ahead of %(second)s on better places: %(here)s against %(there)s.")
        return sentence % {**names, **places}
    if parted.criterion == "latest":
        event = events[parted.here[0]].competition.name
        if parted.here[0] != parted.there[0]:
            sentence = _("%(first)s and %(second)s have the same places; %(first)s was in the later event, %(event)s.")
            return sentence % {**names, "event": event}
        sentence = _(
            "%(first)s and %(second)s have the same places; in %(event)s, the latest to separate them, "
            "it was place %(here)s against %(there)s."
        )
        return sentence % {**names, "event": event, "here": parted.here[1], "there": parted.there[1]}
    return _("%(first)s and %(second)s are equal in everything and share the rank.") % names


def _list(places: Iterable[int]) -> str:
    return ", ".join(str(place) for place in places)


def best_words(series: Series) -> str:
    """Return how many results count, in words."""
    if not series.best:
        return _("All results count.")
    words = ngettext(
        "The best result of each person counts.", "The best %(n)d results of each person count.", series.best
    )
    return words % {"n": series.best}


def log_of(series: Series, most: int) -> list[tuple[SeriesEntry, str]]:
    """Return the newest ``most`` entries of the log, each with its sentence."""
    rows = list(SeriesEntry.objects.filter(series=series).select_related("actor")[:most])
    ids = {UUID(value[1:]) for row in rows for value in _mentioned(row)}
    names = {str(key): name for key, name in User.objects.filter(id__in=ids).values_list("id", "nickname")}
    return [(row, translated(row.message, names)) for row in rows]


def _mentioned(row: SeriesEntry) -> Sequence[str]:
    values: dict[str, Any] = row.message[1] if row.message else {}
    return [value for value in values.values() if isinstance(value, str) and value.startswith("@")]


@dataclass
class Alike:
    """Two people of a series who may be one: they have the same name and never met in an event."""

    one: Person
    other: Person


def alike(standings: Merit) -> list[Alike]:
    """Return the pairs to ask the organiser about: same name (ignoring case) and no event in common."""
    by_name: dict[str, list[Person]] = {}
    for person in standings.lines:
        for name in {name_key(name) for name in person.names}:
            by_name.setdefault(name, []).append(person)
    pairs: dict[tuple[UUID, UUID], Alike] = {}
    for people in by_name.values():
        for at, one in enumerate(people):
            for other in people[at + 1 :]:
                first, second = standings.users[one.key], standings.users[other.key]
                if first != second and not standings.events_of[first] & standings.events_of[second]:
                    pairs[min(first, second), max(first, second)] = Alike(one, other)
    return list(pairs.values())
