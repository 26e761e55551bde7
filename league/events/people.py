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
from league.events.models import Event, EventCompetition, Particulars, Presence
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
    birth_year: Annotated[int | None, "As they or the staff told it."] = None
    licence: Annotated[str, "Its number."] = ""

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def asked(self) -> bool:
        """A category of theirs has a rule about year of birth or licence."""
        return any(part.asks for part in self.parts)

    @property
    def unfit(self) -> list[str]:
        """Return why the categories are not theirs, a sentence each; also what is not known yet."""
        sentences = (refused_by(part, self.birth_year, self.licence) for part in self.parts)
        return [sentence for sentence in sentences if sentence]

    @property
    def competitions(self) -> Annotated[list[UUID], "Where they play."]:
        return [part.competition_id for part in self.parts]


def people_of(event: Event) -> list[Person]:
    """Return the people of ``event`` by name. A fixed number of queries."""
    same = names_of_people(event.hall)
    parts = {part.competition_id: part for part in event.parts.select_related("competition")}
    here = dict(Presence.objects.filter(event=event).values_list("user", "at"))
    told = {row.user_id: row for row in Particulars.objects.filter(event=event)}
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
        if user in told:
            person.birth_year = person.birth_year or told[user].birth_year
            person.licence = person.licence or told[user].licence
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


def must_fit(event: Event, users: Collection[UUID] | None = None) -> None:
    """Raise EventRefused if a category of ``event`` is not for somebody in it, as far as is known.

    ``users``: only for those with one of these names. The sentence has a year of birth: others must not read it.
    """
    for person in people_of(event):
        if users is not None and not set(users) & set(person.users):
            continue
        for part in person.parts:
            if is_outside(part, person.birth_year):
                values = {
                    "name": person.name,
                    "year": person.birth_year,
                    "rule": refused_by(part, person.birth_year, ""),
                }
                raise EventRefused(_("%(name)s was born in %(year)d. %(rule)s") % values)


def is_outside(part: EventCompetition, birth_year: int | None) -> bool:
    """Return whether who was born in ``birth_year`` cannot play in ``part``; an unknown year is in no way."""
    if birth_year is None:
        return False
    return birth_year < (part.born_from or birth_year) or birth_year > (part.born_to or birth_year)


def refused_by(part: EventCompetition, birth_year: int | None, licence: str) -> str:
    """Return why ``part`` is not for a person of whom this is known; empty if it is."""
    values = {"name": part.competition.name, "first": part.born_from, "last": part.born_to}
    if is_outside(part, birth_year) or (birth_year is None and (part.born_from or part.born_to)):
        if part.born_from and part.born_to:
            sentence = _("%(name)s is for those born from %(first)d to %(last)d.") % values
        elif part.born_from:
            sentence = _("%(name)s is for those born in %(first)d or later.") % values
        else:
            sentence = _("%(name)s is for those born in %(last)d or earlier.") % values
        return sentence if birth_year else f"{sentence} {_('The event does not know the year of birth yet.')}"
    if part.licensed and not licence:
        sentence = _("%(name)s is for those with a licence.") % values
        return f"{sentence} {_('The event does not know the licence yet.')}"
    return ""


def must_be_of_category(competition: Competition, player: User) -> None:
    """Refuse ``player`` a place in ``competition`` if its category is not theirs, or is not known to be.

    A typed name of which too little is known is taken: who it is, the desk asks at the check-in. Raises EntryRefused.
    """
    part = EventCompetition.objects.filter(competition=competition).select_related("event__hall", "competition").first()
    if part is None or not part.asks:
        return
    names = names_of_people(part.event.hall).get(player.pk, set()) | {player.pk}
    told = list(Particulars.objects.filter(event=part.event, user__in=names))
    year = next((row.birth_year for row in told if row.birth_year), None)
    if player.kind == User.Kind.GUEST and not is_outside(part, year):
        return
    sentence = refused_by(part, year, next((row.licence for row in told if row.licence), ""))
    if sentence:
        values = {"sentence": sentence, "event": part.event.name}
        raise EntryRefused(
            _("%(sentence)s Tell it under “Where am I next” of %(event)s.") % values if year is None else sentence
        )


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
