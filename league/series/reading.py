"""Reads of the pages and the API of a series: its events, and its order of merit with explanations.

The number of queries is fixed. A person is an account, a guest or a typed name; everybody who played in a side has
the side's place. Bots and the house have places in their competition and none here.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.compat.prepared_queries import PreparedQuery
from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.pages.reading import begins_at
from league.errors import not_among
from league.players.models import User
from league.players.policy.nicknames import name_key
from league.sentences import mentioned, translated
from league.series.models import SamePerson, Series, SeriesEntry, SeriesEvent, SeriesMark
from league.series.order import Known, Order, order_of
from league.series.people import representatives
from league.standings import merit as rule
from league.standings.merit import Line, Parted, Points, Why

Status = Competition.Status


@dataclass
class Event:
    """A competition of the series, in the order of time."""

    number: Annotated[int, "From 1."]
    competition: Competition
    at: datetime | None
    """Its start, as far as that is known."""
    level: Annotated[str, "Its level in this list; empty: none."] = ""
    set_day: date | None = None
    """The day that its organiser set."""
    people: Annotated[int, "Who have a place in it."] = 0
    winners: list[str] = field(default_factory=list)
    link: str = ""
    """Its name with its number as HTML, once rendered (``templatetags.merit``)."""

    @property
    def counts(self) -> Annotated[bool, "It is finished."]:
        """Return whether its places count."""
        return self.competition.status == Status.FINISHED

    @property
    def day(self) -> Annotated[date | None, "The day for which it counts; null before it is over."]:
        """Return the day set for it, or that on which it ended (UTC)."""
        over = self.competition.finished_at if self.counts else None
        return self.set_day or (over.astimezone(UTC).date() if over else None)

    @property
    def ahead(self) -> bool:
        """Return whether it has not begun."""
        return self.competition.status in (Status.DRAFT, Status.REGISTRATION)


@dataclass
class Shown:
    """One result of a person."""

    event: Event
    place: int
    worth: Points
    why: Annotated[str, "counts; dropped: better results count; before, after: the event is outside the window."]
    left: Annotated[int, "Percent of the points that is left after the full months since."] = 100

    @property
    def counts(self) -> Annotated[bool, "False: dropped, as better results count, or outside the window."]:
        return self.why == Why.COUNTS

    @property
    def dropped(self) -> bool:
        return self.why == Why.DROPPED

    @property
    def inside(self) -> bool:
        """Return whether the event is in the window."""
        return self.counts or self.dropped

    @property
    def points(self) -> Annotated[int, "Whole points; ``exact`` has the rest."]:
        return int(self.worth)

    @property
    def exact(self) -> Annotated[str, "The points as a decimal number: 37.5."]:
        return exact(self.worth)

    @property
    def words(self) -> str:
        """The points as the reader writes numbers."""
        return points_words(self.worth)


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
    club: Annotated[str, "The club of the last event with one."] = ""
    categories: Annotated[list[str], "The categories in which the organiser counts this person."] = field(
        default_factory=list
    )

    @property
    def rank_words(self) -> str:
        return str(self.line.rank) if self.line.rank else "–"

    @property
    def rank(self) -> Annotated[int, "From 1, shared by people who are level; 0: too few results for a rank."]:
        return self.line.rank

    @property
    def total(self) -> Annotated[int, "Whole points of the results that count; ``exact`` has the rest."]:
        return int(self.line.total)

    @property
    def exact(self) -> Annotated[str, "The total as a decimal number: 37.5."]:
        return exact(self.line.total)

    @property
    def total_words(self) -> str:
        """The total as the reader writes numbers."""
        return points_words(self.line.total)

    @cached_property
    def results(self) -> list[Shown]:
        """Results in the order of the events; built lazily, as a page shows fifty of hundreds."""
        return [
            Shown(self.events[result.event], result.place, result.points, result.why, int(result.factor * 100))
            for result in self.line.results
        ]

    @property
    def inside(self) -> list[Shown]:
        """The results inside the window."""
        return [result for result in self.results if result.inside]

    @cached_property
    def parted(self) -> Annotated[str, "Why below the one above on the same total; else empty."]:
        reason = self.line.parted
        return "" if reason is None else _order_reason(reason, self.above, self.name, self.events)

    @property
    def counting(self) -> list[Shown]:
        """The results that make the total, most points first."""
        return sorted(
            (result for result in self.results if result.counts),
            key=lambda result: (-result.worth, result.event.number),
        )

    @property
    def dropped(self) -> list[Shown]:
        return [result for result in self.results if result.dropped]

    @property
    def sum_words(self) -> str:
        """The total as a sum: "25 + 18 + 18"."""
        return " + ".join(result.words for result in self.counting)


@dataclass
class OfClub:
    """A club in the list of clubs: the sum of its best people."""

    rank: Annotated[int, "From 1, shared by clubs with equal totals."]
    club: str
    exact: Annotated[str, "The total as a decimal number."]
    people: Annotated[list[str], "The people who count, the best first."]
    others: Annotated[int, "People of the club who do not count."]
    total_words: str = ""
    """The total as the reader writes numbers."""


@dataclass
class InCategory:
    """A category and how many people of the whole list are in it."""

    name: str
    people: int


def exact(points: Points) -> str:
    """Return ``points``, of which percents were taken, as a decimal number without zeros at its end."""
    return f"{_decimal(points):f}"


def points_words(points: Points) -> str:
    """Return ``points`` as the reader writes numbers."""
    return str(points) if isinstance(points, int) else number_format(_decimal(points))


def _decimal(points: Points) -> Decimal:
    number = Decimal(points.numerator) / Decimal(points.denominator)
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number.normalize()


@dataclass
class Merit:
    """The order of merit of a series."""

    series: Series
    events: list[Event]
    lines: list[Person]
    known: list[Known]
    """Everybody with a place in any event, also outside the window, by name."""
    users: dict[UUID, UUID]
    """Every user with a place -> the person it stands for."""
    events_of: dict[UUID, set[int]]
    """Person -> its places among ``events``, from 0."""
    on: Annotated[date, "The day of the list."]
    clubs: list[OfClub]
    categories: list[InCategory]
    category: Annotated[str, "The category shown; empty: all."] = ""

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


def merit(series: Series, runs: bool = False, on: date | None = None, category: str = "") -> Merit:
    """Return ``series`` with its order of merit; drafts only if the reader ``runs`` it.

    ``on``: the day of the list, today (UTC) if not given. ``category``: of its people alone, ranked among each other.

    Raises BadSetting naming the categories if ``category`` is none of them.
    """
    if category and category not in series.categories:
        raise BadSetting("category", no_category(series, category))
    rows = [row for row in _EVENTS.rows(series.pk) if runs or row.competition.status != Status.DRAFT]
    rows.sort(key=_event_order)
    events = [
        Event(
            number,
            row.competition,
            row.competition.started_at or begins_at(row.competition),
            row.level if row.level in series.level_names else "",
            row.day,
        )
        for number, row in enumerate(rows, start=1)
    ]
    return _merit(series, events, on or today(), category)


def today() -> date:
    """Return the day of a list for which none is asked: days of lists are those of UTC."""
    return timezone.now().astimezone(UTC).date()


def day_of(typed: str) -> date | None:
    """Return the day that an address names; None if it names none. Raises BadSetting if it is no day."""
    try:
        return date.fromisoformat(typed) if typed else None
    except ValueError:
        raise BadSetting("on", _("Write the day of the list as 2026-03-01.")) from None


def no_category(series: Series, name: str) -> str:
    """Return the sentence that ``name`` is no category, with those that there are."""
    if not series.categories:
        return _("This list has no categories.")
    return _("There is no category %(name)s.") % {"name": name} + " " + not_among(series.categories)


def _events(key: UUID) -> QuerySet[SeriesEvent]:
    columns = ("level", "day", *(f"competition__{name}" for name in SAID))
    return SeriesEvent.objects.filter(series=key).select_related("competition").only(*columns).order_by()


_EVENTS = PreparedQuery(_events)


def _event_order(row: SeriesEvent) -> tuple[bool, date, datetime, UUID]:
    """Return the sort key of time: events with a day set by hand stand where that day is."""
    competition = row.competition
    begins = competition.started_at or competition.starts_at or competition.created_at
    day = row.day or begins.astimezone(UTC).date()
    return row.day is None and competition.started_at is None, day, begins, competition.pk


def _merit(series: Series, events: list[Event], on: date, category: str) -> Merit:
    days = [rule.Event(event.day, event.level) for event in events]
    matched = _person_by_user(series)
    order = order_of(series, [event.competition for event in events], matched, days, on)
    for event, size, winners in zip(events, order.sizes, order.winners, strict=True):
        event.people, event.winners = size, list(winners)
    marks = _categories_of(series, order, matched)
    lines = [
        Person(person.who.key, person.who.name, person.line, events, "", person.who.names,
               order.club_of.get(person.line.person, ""), marks.get(person.line.person, []))
        for person in order.people
    ]  # fmt: skip
    listed = [InCategory(name, sum(name in person.categories for person in lines)) for name in series.categories]
    if category:
        lines = _among(lines, category, series)
    for above, person in pairwise(lines):
        person.above = above.name
    return Merit(series, events, lines, order.known, order.users, order.events_of, on, _clubs(order), listed, category)


def _among(lines: list[Person], category: str, series: Series) -> list[Person]:
    """Return the people of a category, ranked among each other."""
    people = {person.line.person: person for person in lines if category in person.categories}
    ranked = rule.ranked((person.line for person in people.values()), series.rules)
    return [replace(people[line.person], line=line) for line in ranked]


def _clubs(order: Order) -> list[OfClub]:
    names = {person.line.person: person.who.name for person in order.people}
    return [
        OfClub(
            line.rank,
            line.club,
            exact(line.total),
            [names[member.person] for member in line.counting],
            len(line.dropped),
            points_words(line.total),
        )
        for line in order.clubs
    ]


def _categories_of(series: Series, order: Order, matched: dict[UUID, UUID]) -> dict[str, list[str]]:
    """Return ``Line.person`` -> its categories, in the order of the series. A query if there are any."""
    if not series.categories:
        return {}
    marked: dict[str, set[str]] = {}
    for user, merged_into, category in _MARKS.rows(series.pk):
        key = merged_into or user
        marked.setdefault(str(matched.get(key, key)), set()).add(category)
    return {person: [name for name in series.categories if name in names] for person, names in marked.items()}


def _marks(key: UUID) -> QuerySet[SeriesMark, tuple[Any, ...]]:
    return SeriesMark.objects.filter(series=key).order_by().values_list("user_id", "user__merged_into_id", "category")


_MARKS = PreparedQuery(_marks)


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
    if parted.criterion == "gross":
        sums = {"here": points_words(parted.here[0]), "there": points_words(parted.there[0])}
        return _("%(first)s is ahead of %(second)s on all results: %(here)s against %(there)s.") % {**names, **sums}
    if parted.criterion == "latest":
        event = events[int(parted.here[0])].competition.name
        if parted.here[0] != parted.there[0]:
            sentence = _("%(first)s and %(second)s have the same places; %(first)s was in the later event, %(event)s.")
            return sentence % {**names, "event": event}
        sentence = _(
            "%(first)s and %(second)s have the same places; in %(event)s, the latest to separate them, "
            "it was place %(here)s against %(there)s."
        )
        return sentence % {**names, "event": event, "here": parted.here[1], "there": parted.there[1]}
    return _("%(first)s and %(second)s are equal in everything and share the rank.") % names


def _list(places: Iterable[Points]) -> str:
    return ", ".join(str(place) for place in places)


def best_words(series: Series) -> str:
    """Return which results count, in words: the window and how many."""
    return " ".join(words for words in (_best_words(series), window_words(series)) if words)


def _best_words(series: Series) -> str:
    if not series.best:
        return _("All results count.")
    words = ngettext(
        "The best result of each person counts.", "The best %(n)d results of each person count.", series.best
    )
    return words % {"n": series.best}


def window_words(series: Series) -> str:
    """Return the window in words; empty without one."""
    if series.months:
        words = ngettext(
            "The window is %(n)d month, to the day.", "The window is %(n)d months, to the day.", series.months
        )
        return words % {"n": series.months}
    first, last = (day and date_format(day, "SHORT_DATE_FORMAT") for day in (series.first_day, series.last_day))
    if first and last:
        return _("The season is from %(first)s to %(last)s.") % {"first": first, "last": last}
    if first:
        return _("The season begins on %(first)s.") % {"first": first}
    return _("The season ends on %(last)s.") % {"last": last} if last else ""


def log_of(series: Series, most: int) -> list[tuple[SeriesEntry, str]]:
    """Return the newest ``most`` entries of the log, each with its sentence."""
    rows = list(SeriesEntry.objects.filter(series=series).select_related("actor")[:most])
    ids = mentioned(row.message for row in rows)
    names = {str(key): name for key, name in User.objects.filter(id__in=ids).values_list("id", "nickname")}
    return [(row, translated(row.message, names)) for row in rows]


@dataclass
class Alike:
    """Two people of a series who may be one: they have the same name and never met in an event."""

    one: Known
    other: Known


def alike(standings: Merit) -> list[Alike]:
    """Return the pairs to ask the organiser about: same name (ignoring case) and no event in common."""
    by_name: dict[str, list[Known]] = {}
    for person in standings.known:
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
