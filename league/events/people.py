"""The people of an event: everybody who plays in one of its competitions, with all of their names, once.

An account is one person wherever it plays. A typed name is a person of its own until the organiser says that it is the
same as another.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext as _

from league.competitions.derivation.queue import names_of_people
from league.competitions.errors import EntryRefused
from league.competitions.models import Competition, Entrant, Member
from league.events.errors import EventRefused
from league.events.models import Event, EventCompetition, Presence
from league.players.models import User
from league.players.policy.nicknames import name_key

INSIDE = (Entrant.Status.ENTERED, Entrant.Status.WAITING)


@dataclass
class Person:
    """A person of an event."""

    key: Annotated[UUID, "The smallest id of their names."]
    names: Annotated[list[str], "As they play."] = field(default_factory=list)
    users: list[UUID] = field(default_factory=list)
    parts: list[EventCompetition] = field(default_factory=list)
    here_at: Annotated[datetime | None, "When they came to the desk."] = None
    typed: Annotated[bool, "Whether one of the names has no account."] = False

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def competitions(self) -> Annotated[list[UUID], "Where they play."]:
        return [part.competition_id for part in self.parts]


def people_of(event: Event) -> list[Person]:
    """Return the people of ``event`` by name. A fixed number of queries."""
    same = names_of_people(event.hall)
    parts = {part.competition_id: part for part in event.parts.select_related("competition")}
    here = dict(Presence.objects.filter(event=event).values_list("user", "at"))
    people: dict[UUID, Person] = {}
    for competition, name, user, kind in _players(parts.keys()):
        key = min(same.get(user, set()) | {user})
        person = people.setdefault(key, Person(key))
        if name not in person.names:
            person.names.append(name)
        if user not in person.users:
            person.users.append(user)
        if parts[competition] not in person.parts:
            person.parts.append(parts[competition])
        person.typed = person.typed or kind == User.Kind.GUEST
        person.here_at = person.here_at or here.get(user)
    return sorted(people.values(), key=lambda person: name_key(person.name))


def _players(competitions: Collection[UUID]) -> Iterable[tuple[UUID, str, UUID, str]]:
    """Yield competition, name, user and kind of everybody who plays in one of ``competitions``; bots are nobody."""
    entrants = Entrant.objects.filter(competition__in=competitions, status__in=INSIDE).order_by("entered_at", "id")
    for competition, name, side, user, nickname, kind in entrants.values_list(
        "competition", "name", "side_key", "player", "player__nickname", "player__kind"
    ):
        if kind != User.Kind.BOT:
            yield competition, nickname if side else name, user, kind
    mates = Member.objects.filter(entrant__competition__in=competitions, entrant__status__in=INSIDE).order_by("id")
    for competition, user, nickname, kind in mates.values_list(
        "entrant__competition", "user", "user__nickname", "user__kind"
    ):
        if kind != User.Kind.BOT:
            yield competition, nickname, user, kind


def alike(people: Iterable[Person]) -> list[tuple[Person, Person]]:
    """Return the pairs to ask the organiser about: the same name, no competition in common, one without account."""
    by_name: dict[str, list[Person]] = {}
    pairs = []
    for person in people:
        for name in {name_key(name) for name in person.names}:
            for other in by_name.setdefault(name, []):
                meets = {part.pk for part in person.parts} & {part.pk for part in other.parts}
                if not meets and (person.typed or other.typed) and (other, person) not in pairs:
                    pairs.append((other, person))
            by_name[name].append(person)
    return pairs


def must_be_in_one(event: Event) -> None:
    """Raise EventRefused if somebody is in two competitions of ``event`` that exclude each other."""
    for person in people_of(event):
        by_word: dict[str, EventCompetition] = {}
        for part in person.parts:
            other = by_word.setdefault(name_key(part.one_of), part)
            if part.one_of and other is not part:
                values = {"name": person.name, "one": other.competition.name, "other": part.competition.name}
                raise EventRefused(_("%(name)s is in %(one)s and %(other)s, which exclude each other.") % values)


def must_enter_one(competition: Competition, player: User) -> None:
    """Refuse ``player`` a place in ``competition`` if it excludes another one that they are in. Raises EntryRefused."""
    part = EventCompetition.objects.filter(competition=competition).select_related("event__hall").first()
    if part is None or not part.one_of:
        return
    hold_person(player)
    names = names_of_people(part.event.hall).get(player.pk, set()) | {player.pk}
    others = [other for other in part.event.parts.select_related("competition") if other.pk != part.pk]
    excluding = {other.competition_id: other for other in others if name_key(other.one_of) == name_key(part.one_of)}
    for inside, _name, user, _kind in _players(excluding.keys()):
        if user in names:
            values = {"one": excluding[inside].competition.name, "other": competition.name}
            raise EntryRefused(_("You are in %(one)s, which excludes %(other)s.") % values)


def hold_person(player: User) -> None:
    """Let one entry of ``player`` pass at a time: the next one, of another competition, reads what it wrote."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('event ' || %s, 0))", [str(player.pk)])
