"""People of an event: one check-in for all of its competitions, and names that are one person."""

from collections.abc import Iterable
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.log import journal as competition_journal
from league.competitions.models import Competition, Entrant, OnePerson
from league.competitions.models.roles import Right
from league.competitions.policy.access import may
from league.competitions.setup import columns
from league.competitions.verbs import check_in as checking
from league.competitions.verbs.calling import follow_up
from league.events.access import may_run
from league.events.errors import EventRefused
from league.events.journal import hold, locked, record
from league.events.models import Event, Particulars, Presence
from league.events.people import Person, must_be_in_one, must_fit, people_of
from league.players.models import User

OPEN = (Competition.Status.DRAFT, Competition.Status.REGISTRATION)


def check_in(*, event: Event, by: User, person: UUID | None = None) -> Person:
    """Note that ``person`` (one of their user ids; None: ``by``) has come, and check them in wherever that is open.

    Anybody for themselves on a day of the event, those who run it for everybody at any time. Again: nothing changes.
    Raises EventRefused.
    """
    with locked(event.id) as row:
        found = _person(people_of(row), person or by.pk)
        if not may_run(by, row):
            today = timezone.now().astimezone(ZoneInfo(row.time_zone)).date()
            if by.pk not in found.users:
                raise EventRefused(_("Only the person or the organiser can check in."))
            if not row.first_day <= today <= row.last_day:
                raise EventRefused(_("You can check in on the days of the event."))
        if found.unfit:
            raise EventRefused(" ".join([found.name + ":", *found.unfit]))
        now = timezone.now()
        new = Presence.objects.filter(event=row, user__in=found.users).count() < len(found.users)
        if new:
            rows = (Presence(event=row, user_id=user, at=found.here_at or now) for user in found.users)
            Presence.objects.bulk_create(rows, ignore_conflicts=True)
            record(row, by, "check_in", text("checked {name} in", name=f"@{found.key}"))
        competitions = hold(row)
        entrants = Entrant.objects.filter(
            competition__in=competitions, player__in=found.users, checked_in_at=None
        ).exclude(status=Entrant.Status.WITHDRAWN)
        for entrant in entrants.order_by("competition", "id"):
            if _takes_check_in(competitions[entrant.competition_id], by):
                checking.check_in(entrant=entrant, by=by)
        found.here_at = found.here_at or now
    return found


def _takes_check_in(row: Competition, by: User) -> bool:
    """Return whether ``by`` may check people into ``row`` now."""
    if row.status not in OPEN or row.check_in_opens_at is None or row.check_in_closes_at is None:
        return False
    return may(by, row, Right.RUN) or row.check_in_opens_at <= timezone.now() < row.check_in_closes_at


def check_out(*, event: Event, by: User, person: UUID) -> Person:
    """Undo a check-in at the desk, and in each competition whose check-in goes on. Again: nothing changes."""
    with locked(event.id) as row:
        found = _person(people_of(row), person)
        if Presence.objects.filter(event=row, user__in=found.users).delete()[0]:
            record(row, by, "check_in", text("undid the check-in of {name}", name=f"@{found.key}"))
        competitions = hold(row)
        entrants = Entrant.objects.filter(competition__in=competitions, player__in=found.users)
        for entrant in entrants.exclude(checked_in_at=None).order_by("competition", "id"):
            competition = competitions[entrant.competition_id]
            if competition.status in OPEN and competition.check_in_done_at is None:
                checking.check_out(entrant=entrant, by=by)
        found.here_at = None
    return found


def tell(
    *, event: Event, by: User, person: UUID | None = None, birth_year: int | None = None, licence: str = ""
) -> Event:
    """Keep the year of birth and the licence of ``person`` (one of their user ids; None: ``by``); nothing: forget them.

    Anybody for themselves, also before they enter, those who run it for everybody. Raises BadSetting, and EventRefused
    if a category that they are in is not for them.
    """
    with locked(event.id) as row:
        users = [person or by.pk]
        if person not in (None, by.pk):
            if not may_run(by, row):
                raise EventRefused(_("Only the person or the organiser can tell this."))
            users = _person(people_of(row), users[0]).users
        there = {told.user_id: told for told in Particulars.objects.filter(event=row, user__in=users)}
        changed = False
        for user in users:
            told = there.get(user) or Particulars(event=row, user_id=user)
            if columns.take(told, {"birth_year": birth_year, "licence": licence}, ("birth_year", "licence")):
                told.save()
                changed = True
        if birth_year is None and not licence:
            Particulars.objects.filter(event=row, user__in=users).delete()
        must_fit(row, users)
        if changed:
            record(row, by, "tell", text("noted the year of birth or the licence of {name}", name=f"@{users[0]}"))
    return row


def match(*, event: Event, by: User, one: UUID, other: UUID) -> Person:
    """Say that two names are one person, who is called to one table at a time. Again: nothing changes.

    Raises EventRefused: an unknown name, both in one competition or in two that exclude each other.
    """
    with locked(event.id) as row:
        people = people_of(row)
        first, second = _person(people, one), _person(people, other)
        if first.key == second.key:
            return first
        both = {part.pk for part in first.parts} & {part.pk for part in second.parts}
        if both:
            name = next(part.competition.name for part in first.parts if part.pk in both)
            raise EventRefused(_("Both play in %(name)s: they cannot be one person.") % {"name": name})
        pairs = (sorted((mine, theirs)) for mine in first.users for theirs in second.users)
        OnePerson.objects.bulk_create(
            (OnePerson(hall_id=row.hall_id, one_id=lower, other_id=higher) for lower, higher in pairs),
            ignore_conflicts=True,
        )
        must_be_in_one(row)
        must_fit(row, [one])
        message = text("{one} and {other} are one person", one=f"@{first.key}", other=f"@{second.key}")
        record(row, by, "match", message)
        _call_again(row)
        return _person(people_of(row), one)


def part(*, event: Event, by: User, user: UUID) -> None:
    """Say that a name is a person of its own after all. Again: nothing changes."""
    with locked(event.id) as row:
        pairs = OnePerson.objects.filter(hall=row.hall_id)
        if pairs.filter(one=user).delete()[0] + pairs.filter(other=user).delete()[0]:
            record(row, by, "part", text("{one} is a person of its own", one=f"@{user}"))
            _call_again(row)


def _call_again(event: Event) -> None:
    """Make the calls that follow from other people."""
    for competition in hold(event).values():
        follow_up(competition)
        competition_journal.changed(competition)


def _person(people: Iterable[Person], user: UUID) -> Person:
    """Return the one of ``people`` with the name ``user``. Raises EventRefused."""
    found = next((person for person in people if user in person.users), None)
    if found is None:
        raise EventRefused(_("Nobody of this name plays in this event."))
    return found
