"""The timetable of an event: applied as it was shown, and its referees."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.effects import names
from league.competitions.derivation.queue import names_of_people
from league.competitions.errors import NeedsConfirmation
from league.competitions.log import journal as competition_journal
from league.competitions.models import Competition, Fixture, QueuePlace
from league.competitions.policy.parties import people_in_each
from league.competitions.verbs.calling import follow_up
from league.competitions.verbs.schedule import set_kick_off, stored_moment
from league.events.access import may_run
from league.events.errors import EventRefused
from league.events.journal import hold, locked, record
from league.events.models import Event, PlannedMatch, PlannedRound
from league.events.timetable import Moved, Proposal, as_shown, best_referee, read_event
from league.events.verbs.joining import without_plan
from league.players.models import User
from league.players.verbs.notify import Notice, notify_all


def apply(*, event: Event, by: User, seen: str, changes: Collection[UUID] | None = None, confirmed: str = "") -> Event:
    """Apply the timetable whose mark (``Proposal.digest``) is ``seen``: kick-offs, tables and referees, all or none.

    ``changes``: only those of these fixtures. ``confirmed``: the mark of the timetable that comes of them, if it has
    conflicts that neither the whole nor today's has. The same again: nothing changes, as nothing differs any more.
    Raises EventRefused if the timetable is another by now or nothing is chosen, NeedsConfirmation naming the conflicts.
    """
    with locked(event.id) as row:
        competitions = hold(row)
        proposal = as_shown(row, seen)
        if row.planned_at is not None and not proposal.count:
            return row
        if changes and not {change.fixture.pk for change in proposal.changes} & set(changes):
            _must_be_inside(proposal, changes)
            return row
        if proposal.digest != seen:
            raise EventRefused(_("Something has changed meanwhile. Look at the new timetable, then apply it."))
        if changes is not None:
            proposal = _chosen(proposal, set(changes), confirmed)
        first = row.planned_at is None
        row.planned_at = timezone.now()
        row.save(update_fields=["planned_at"])
        for moved in proposal.changes:
            _write(row, competitions, moved)
        _keep_rounds(row, proposal)
        filmed = {table.number for table in proposal.read.agenda.tables if table.reserved}
        for moved in proposal.changes:
            if moved.after is not None and moved.after.table in filmed:
                QueuePlace.objects.update_or_create(fixture=moved.fixture, defaults={"stream": True})
        _tell(row, proposal, first)
        message = text("applied a timetable: {count} changes", count=proposal.count)
        record(row, by, "timetable", message)
        for competition in competitions.values():
            competition_journal.note(competition, by, "timetable", text("applied the timetable of the event"))
            follow_up(competition)
    return row


def _chosen(whole: Proposal, fixtures: Collection[UUID], confirmed: str) -> Proposal:
    """Return what comes of the changes of ``fixtures`` alone. Raises EventRefused, NeedsConfirmation."""
    if not fixtures and whole.changes:
        raise EventRefused(_("Choose at least one change."))
    _must_be_inside(whole, fixtures)
    chosen = whole.only(fixtures)
    stand = {*whole.conflicts, *whole.only(()).conflicts}
    new = [sentence for sentence in chosen.conflicts if sentence not in stand]
    if new and chosen.digest != confirmed:
        raise NeedsConfirmation(_("With these changes alone something does not fit:"), new, chosen.digest)
    return chosen


def _must_be_inside(whole: Proposal, fixtures: Collection[UUID]) -> None:
    if not {str(fixture) for fixture in fixtures} <= whole.read.fixtures.keys():
        raise EventRefused(_("Such a match is not in this event."))


def _write(event: Event, competitions: dict[UUID, Competition], moved: Moved) -> None:
    fixture, after = moved.fixture, moved.after
    if after is None:
        without_plan(Fixture.objects.filter(pk=fixture.pk))
        PlannedMatch.objects.filter(fixture=fixture).delete()
        return
    minutes = int((after.end - after.start).total_seconds() // 60)
    PlannedMatch.objects.update_or_create(
        fixture=fixture,
        defaults={"event": event, "minutes": minutes, "referee_id": after.referee and UUID(after.referee)},
        create_defaults={
            "event": event,
            "minutes": minutes,
            "referee_id": after.referee and UUID(after.referee),
            "first_at": after.start,
        },
    )
    if moved.moves and fixture.competition_id is not None:
        kept = fixture.fixed in (Fixture.Fixed.AGREED, Fixture.Fixed.ORGANISER) and fixture.kick_off_at == after.start
        fixed = fixture.fixed if kept else Fixture.Fixed.PLAN
        set_kick_off(competitions[fixture.competition_id], fixture, after.start, fixed)
        Fixture.objects.filter(pk=fixture.pk).update(table=after.table)


def _keep_rounds(event: Event, proposal: Proposal) -> None:
    """Store when the rounds that are not drawn begin, in place of what was stored."""
    event.planned_rounds.all().delete()
    rounds = [PlannedRound(event=event, round=each.round, starts_at=each.starts_at) for each in proposal.rounds_ahead]
    PlannedRound.objects.bulk_create(rounds)


def _tell(event: Event, proposal: Proposal, first: bool) -> None:
    """Tell the players of the matches that move, and who referees: at the first timetable one notice each."""
    moved = [change for change in proposal.changes if change.moves]
    players = people_in_each([change.fixture for change in moved])
    url = reverse("events:next", args=[event.slug])
    assert event.planned_at is not None
    mark = event.planned_at.isoformat()
    if first:
        everybody = {user.pk: user for users in players.values() for user in users}
        message = text("The timetable of {event} is here", event=event.name)
        notices = [Notice(everybody.values(), "kick_off", message, url, f"timetable:{event.pk}", event.name)]
    else:
        notices = [
            Notice(
                players[change.fixture.pk],
                "kick_off",
                text(
                    "{fixture}: {when}, table {number}",
                    fixture=names(change.fixture),
                    when=stored_moment(change.after.start),
                    number=change.after.table or "–",
                )
                if change.after is not None
                else text(
                    "{fixture} is no longer in the timetable: no table is free for it", fixture=names(change.fixture)
                ),
                url,
                f"timetable:{change.fixture.pk}:{mark}",
                event.name,
            )
            for change in moved
        ]
    notify_all([*notices, *_duties(event, proposal, mark)])


def _duties(event: Event, proposal: Proposal, mark: str) -> list[Notice]:
    """Return a notice for each match that somebody is newly asked to referee, or at another time, or not any more."""
    found: defaultdict[UUID, list[Moved]] = defaultdict(list)
    lost: list[tuple[UUID, Fixture]] = []
    for change in proposal.changes:
        before = change.before.referee if change.before is not None else None
        after = change.after.referee if change.after is not None else None
        if after:
            found[UUID(after)].append(change)
        if before and before != after:
            lost.append((UUID(before), change.fixture))
    names_of = _with_names(event, {*found, *(key for key, _fixture in lost)})
    return [
        *(_relieved(event, names_of[key], fixture, f"{key}:{mark}") for key, fixture in lost),
        *_asked(event, found, names_of, mark),
    ]


def _relieved(event: Event, users: Collection[User], fixture: Fixture, mark: str) -> Notice:
    """Return the notice that ``users``, names of one referee, do not referee ``fixture`` any more."""
    message, url = text("You no longer referee {fixture}", fixture=names(fixture)), _page(event)
    return Notice(users, "duty", message, url, f"duty_over:{fixture.pk}:{mark}", event.name)


def _page(event: Event) -> str:
    return reverse("events:next", args=[event.slug])


def _asked(
    event: Event, found: Mapping[UUID, Collection[Moved]], names_of: Mapping[UUID, Collection[User]], mark: str
) -> list[Notice]:
    return [
        Notice(
            names_of[key],
            "duty",
            text(
                "You referee {fixture}: {when}, table {number}",
                fixture=names(change.fixture),
                when=stored_moment(change.after.start),
                number=change.after.table or "–",
            ),
            _page(event),
            f"duty:{change.fixture.pk}:{key}:{mark}",
            event.name,
        )
        for key, changes in found.items()
        for change in changes
        if change.after is not None
    ]


def _with_names(event: Event, people: Collection[UUID]) -> dict[UUID, list[User]]:
    """Return all names of each of ``people``, who is planned under one: any of them may be the account that reads."""
    same = names_of_people(event.hall)
    keys = {key: {key} | same.get(key, set()) for key in people}
    users = User.objects.in_bulk([each for names in keys.values() for each in names])
    return {key: [users[each] for each in names if each in users] for key, names in keys.items()}


def pass_on(*, event: Event, by: User, fixture: UUID) -> PlannedMatch:
    """Let somebody else referee ``fixture``: who may and has the fewest duties. By its referee or the staff.

    Raises EventRefused: it has no referee, has begun, is not for ``by``, or nobody else may.
    """
    with locked(event.id) as row:
        competitions = hold(row)
        planned = row.planned.select_related("fixture", "referee").filter(fixture=fixture).first()
        if planned is None or planned.referee is None:
            raise EventRefused(_("This match has no referee."))
        read = read_event(row)
        own = {by.pk} | names_of_people(row.hall).get(by.pk, set())
        if planned.referee.pk not in own and not may_run(by, row):
            raise EventRefused(_("Only its referee or the organiser can pass this on."))
        key = str(planned.fixture_id)
        ahead = key in read.fixtures and key in read.old.of and read.fixtures[key].status in ("pending", "open")
        if not ahead or read.fixtures[key].calls.filter(ended_at=None, began_at__isnull=False).exists():
            raise EventRefused(_("This match has begun: its referee stays."))
        found = best_referee(read, key)
        if found is None:
            raise EventRefused(_("Nobody else is free to referee it. Ask the organiser."))
        before = planned.referee
        planned.referee = User.objects.get(pk=found)
        planned.save(update_fields=["referee"])
        shown = read.fixtures[key]
        values = {"one": f"@{before.pk}", "other": f"@{planned.referee.pk}", "fixture": names(shown)}
        record(row, by, "referee", text("{other} referees {fixture} in place of {one}", **values))
        at = shown.kick_off_at or timezone.now()
        message = text(
            "You referee {fixture}: {when}, table {number}",
            fixture=names(shown),
            when=stored_moment(at),
            number=shown.table or "–",
        )
        mark = f"duty:{key}:{planned.referee.pk}:{row.position}"
        names_of = _with_names(row, [before.pk, planned.referee.pk])
        told = [Notice(names_of[planned.referee.pk], "duty", message, _page(row), mark, row.name)]
        if by not in names_of[before.pk]:
            told.append(_relieved(row, names_of[before.pk], shown, f"{before.pk}:{row.position}"))
        notify_all(told)
        for competition in competitions.values():
            follow_up(competition)
            competition_journal.changed(competition)
    return planned
