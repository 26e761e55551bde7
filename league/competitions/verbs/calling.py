"""Calls to the tables of a hall: the next match goes to a free table, in the transaction that freed it.

``settle`` compares the calls with what can be played and writes the difference; it runs after each recomputation, after
each change of tables and queue, and by a task for what only time changes or a killed process left. It holds the lock of
the competition; of a hall that several share, of all of them.

Somebody may play in two competitions with halls of their own, and their transactions do not see each other. A person is
therefore called under a lock of their own, which nobody waits for: who is just being called elsewhere is called here
later. ``CalledPlayer`` would refuse a second call besides.
"""

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from celery import current_app
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from engines.core.text import text
from league.competitions.derivation import queue
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.effects import names
from league.competitions.derivation.queue import Desk
from league.competitions.derivation.snapshot import Snapshot
from league.competitions.errors import WrongStep
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Call, CalledPlayer, Competition, Fixture, HallTable, QueuePlace
from league.competitions.policy.parties import deciders, people_in
from league.competitions.verbs.freezing import must_move
from league.players.models import User
from league.players.verbs.notify import notify
from matches.models import Match
from matches.upkeep import planned_work

log = logging.getLogger(__name__)

TASK = "league.competitions.tasks.call_next"
End = Call.End
LATE_MINUTES: Final = 5
"""By which a call waits longer when somebody says that they come late."""
MOST_LATE_MINUTES: Final = 15


def follow(snapshot: Snapshot, derived: Derived, changed: Collection[UUID] | None) -> None:
    """Call what is next after a recomputation of a competition, under its lock."""
    follow_up(snapshot.competition)


def follow_up(row: Competition) -> None:
    """Settle the calls of ``row``, locked by the caller; a hall that others share now is settled by a task."""
    if row.hall_id is None:
        return
    others = Competition.objects.filter(hall__isnull=False, status=Competition.Status.RUNNING).exclude(id=row.id)
    halls = set(others.values_list("hall_id", flat=True))
    changed = settle(row.hall_id, [row], alone=row.hall_id not in halls)
    if halls and (changed or row.hall_id in halls):
        transaction.on_commit(_wake)


def postpone(row: Competition, since: datetime, gap: timedelta) -> None:
    """Give the calls of ``row`` that nobody has begun the time back for which it stood still."""
    calls = Call.objects.filter(fixture__competition=row, ended_at=None, began_at=None, due_at__gt=since)
    # Of both: how long it is waited for tells whether somebody has asked for more time.
    calls.update(called_at=F("called_at") + gap, due_at=F("due_at") + gap)


def _wake() -> None:
    """Let a task look at all halls; its beat does so anyway."""
    try:
        current_app.send_task(TASK, ignore_result=True)
    except (OperationalError, OSError) as error:
        log.warning("the halls wait for the next look: %s", error)


def call_due() -> int:
    """Settle every hall in use that is not as it should be; return how many changed."""
    running = Competition.objects.filter(hall__isnull=False, status=Competition.Status.RUNNING)
    halls = set(running.values_list("hall_id", flat=True))
    # The calls of one that has just been cancelled too.
    halls |= set(Call.objects.filter(ended_at=None).values_list("table__hall_id", flat=True))
    return one_by_one.total(_settle_one, sorted(hall for hall in halls if hall is not None))


def _settle_one(hall_id: UUID) -> int:
    desk = queue.read(hall_id)
    if not (desk.next_calls or any(_step(desk, call) for call in desk.calls.values())):
        return 0
    with _hall_locked(hall_id) as rows:
        return int(settle(hall_id, rows))


@contextmanager
def _hall_locked(hall_id: UUID) -> Iterator[list[Competition]]:
    """Open a transaction that holds every competition of the hall."""
    with transaction.atomic():
        yield list(Competition.objects.select_for_update(nowait=True).filter(hall=hall_id).order_by("id"))


def settle(hall_id: UUID, rows: Sequence[Competition], *, alone: bool = True) -> bool:
    """End, mark as begun and make calls of ``rows``, all locked by the caller; return whether any changed.

    ``alone``: ``rows`` are all that use the hall now; else nothing new is called.
    """
    touched: dict[UUID, Competition] = {}
    own = {row.id: row for row in rows}
    desk = queue.read(hall_id)
    for call in desk.calls.values():
        fixture = desk.fixtures[call.fixture_id]
        row = own.get(fixture.competition_id) if fixture.competition_id else None
        if row is None:
            continue
        match _step(desk, call):
            case "begun":
                call.began_at = desk.now
                call.save(update_fields=["began_at"])
            case End.OVER | End.MISSED | End.BACK as end:
                _end(row, desk, call, end)
            case _:
                _same_people(desk, call, fixture)
                continue
        touched[row.id] = row
    if alone:
        made = _call_free(queue.read(hall_id) if touched else desk, own)
        touched |= {row.id: row for row in made}
    for row in touched.values():
        journal.changed(row)
    return bool(touched)


def _step(desk: Desk, call: Call) -> str:
    """Return what is to happen to an open call: ``begun``, an ``End``, or nothing."""
    fixture = desk.fixtures[call.fixture_id]
    competition = fixture.competition
    if competition is None or competition.status != Competition.Status.RUNNING:
        return End.OVER
    if fixture.status not in queue.PLAYABLE or (fixture.home_id, fixture.away_id) != (call.home_id, call.away_id):
        return End.OVER if fixture.status in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER) else End.BACK
    table = next(table for table in desk.tables if table.pk == call.table_id)
    if table.closed_at is not None:
        return End.BACK
    if call.began_at is not None or call.fixture_id in desk.reported or competition.frozen_at is not None:
        return ""
    if fixture.match is not None and fixture.match.status in Match.IN_PLAY:
        return "begun"
    # While the site is closed no match begins, and who could not come to one gets that time back.
    return End.MISSED if call.due_at <= desk.now and not planned_work.holds_deadlines(desk.now) else ""


def _same_people(desk: Desk, call: Call, fixture: Fixture) -> None:
    """Keep the people of ``call`` in step with its sides: an account has claimed a name, a substitute came in."""
    people, called = desk.people_of(fixture), set(call.players.values_list("user_id", flat=True))
    if called - people:
        call.players.exclude(user__in=people).delete()
    new = people - called
    if new:
        CalledPlayer.objects.bulk_create(
            [CalledPlayer(call=call, user_id=key) for key in _free_and_locked(new)], ignore_conflicts=True
        )


def _end(row: Competition, desk: Desk, call: Call, end: str, by: User | None = None) -> None:
    fixture = desk.fixtures[call.fixture_id]
    call.ended_at, call.end = desk.now, end
    call.save(update_fields=["ended_at", "end"])
    call.players.exclude(user__in=desk.players_of(fixture)).delete()  # who refereed it needs no rest
    call.players.update(ended_at=desk.now)
    if end == End.OVER:
        QueuePlace.objects.filter(fixture=fixture).delete()
        return
    Fixture.objects.filter(pk=fixture.pk).update(table=None)
    number = next(table.number for table in desk.tables if table.pk == call.table_id)
    values = {"fixture": names(fixture), "number": number}
    if end == End.BACK:
        put_first(desk, fixture)
        journal.record(row, by, "called", text("{fixture} left table {number} and waits again", **values))
        return
    QueuePlace.objects.filter(fixture=fixture).update(place=None)
    message = text("nobody began {fixture} at table {number}: it waits again", **values)
    journal.record(row, None, "called", message)
    notify(
        users={*people_in(fixture), *deciders(row)},
        kind="call",
        message=message,
        url=f"/competitions/{row.slug}/fixtures/{fixture.pk}/",
        key=f"call:{call.pk}:missed",
        competition=row.name,
    )


def put_first(desk: Desk, fixture: Fixture) -> None:
    """Put ``fixture`` before all others that wait."""
    first = min((match.place for match in desk.queue if match.place is not None), default=1)
    QueuePlace.objects.update_or_create(fixture=fixture, defaults={"place": first - 1})


def _call_free(desk: Desk, own: dict[UUID, Competition]) -> list[Competition]:
    """Make the calls that are due, without people who are just being called elsewhere; return their competitions."""
    made = []
    while due := [(table, fixture, desk.people_of(fixture)) for table, fixture in desk.next_calls]:
        free = _free_and_locked({person for _table, _fixture, people in due for person in people})
        for table, fixture, people in due:
            row = own.get(fixture.competition_id) if fixture.competition_id else None
            if row is not None and people <= free:
                desk.calls[table.pk] = make_call(row, desk, table, fixture)
                made.append(row)
            # Either way somebody of it can be called no more, and the next pass: each turn has fewer people.
            desk.busy |= people if row is None or people <= free else people - free
    return made


def _free_and_locked(people: Collection[UUID]) -> set[UUID]:
    """Lock those of ``people`` whom nobody is calling now, to the end of the transaction, and return the free ones."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT person, pg_try_advisory_xact_lock(hashtextextended('call ' || person::text, 0))"
            " FROM unnest(%s::uuid[]) AS person",
            [sorted(people)],
        )
        locked_now = {person for person, got in cursor.fetchall() if got}
    # Read after the locks: whoever held one before has committed.
    return locked_now - queue.busy_among(locked_now)


def make_call(row: Competition, desk: Desk, table: HallTable, fixture: Fixture, by: User | None = None) -> Call:
    """Call ``fixture`` to the free ``table``, and tell its people. Its people are locked by the caller."""
    assert fixture.home_id is not None and fixture.away_id is not None
    call = Call.objects.create(
        table=table,
        fixture=fixture,
        home_id=fixture.home_id,
        away_id=fixture.away_id,
        called_at=desk.now,
        due_at=desk.now + timedelta(minutes=desk.hall.wait_minutes),
    )
    CalledPlayer.objects.bulk_create([CalledPlayer(call=call, user_id=key) for key in desk.people_of(fixture)])
    Fixture.objects.filter(pk=fixture.pk).update(table=table.number)
    message = text("{fixture}, table {number}", fixture=names(fixture), number=table.number)
    journal.record(
        row, by, "called", text("called {fixture} to table {number}", fixture=names(fixture), number=table.number)
    )
    notify(
        users=people_in(fixture),
        kind="call",
        message=message,
        url=f"/competitions/{row.slug}/fixtures/{fixture.pk}/",
        key=f"call:{call.pk}",
        competition=row.name,
    )
    return call


# ── what people do ──
def call_to(*, fixture: Fixture, by: User, table: int) -> Call:
    """Call ``fixture`` to ``table`` now, out of turn. At that table already: nothing changes. Raises WrongStep."""
    with _locked_of(fixture) as row:
        must_move(row)
        desk = desk_of(row)
        called = next((call for call in desk.calls.values() if call.fixture_id == fixture.pk), None)
        chosen = next((each for each in desk.tables if each.number == table), None)
        if chosen is None:
            raise WrongStep(_("Table %(number)d does not exist.") % {"number": table})
        if called is not None and called.table_id == chosen.pk:
            return called
        if chosen not in desk.free:
            raise WrongStep(_("Table %(number)d is not free.") % {"number": table})
        waits = called is None and any(match.key == fixture.pk for match in desk.queue)
        if not waits:
            raise WrongStep(_("This match does not wait for a table."))
        fixture = desk.fixtures[fixture.pk]
        people = desk.people_of(fixture)
        if not people.isdisjoint(desk.busy) or not people <= _free_and_locked(people):
            raise WrongStep(_("One of the two plays or is called somewhere else."))
        call = make_call(row, desk, chosen, fixture, by)
        journal.changed(row)
        follow_up(row)
    return call


def begin(*, fixture: Fixture, by: User) -> Call:
    """Say that the called ``fixture`` has begun at its table. Again: nothing changes. Raises WrongStep."""
    with _locked_of(fixture) as row:
        call = _call_of(fixture)
        if call.began_at is None:
            call.began_at = timezone.now()
            call.save(update_fields=["began_at"])
            journal.changed(row)
    return call


def come_late(*, fixture: Fixture, by: User) -> Call:
    """Give the called ``fixture`` LATE_MINUTES more to begin; its people and the staff are told. Raises WrongStep."""
    with _locked_of(fixture) as row:
        call = _call_of(fixture)
        if call.began_at is not None:
            raise WrongStep(_("This match has begun."))
        hall = call.table.hall
        if call.due_at + timedelta(minutes=LATE_MINUTES) > call.called_at + timedelta(
            minutes=hall.wait_minutes + MOST_LATE_MINUTES
        ):
            raise WrongStep(
                _("You have %(count)d minutes more already. Ask the organiser.") % {"count": MOST_LATE_MINUTES}
            )
        call.due_at += timedelta(minutes=LATE_MINUTES)
        call.save(update_fields=["due_at"])
        values = {"fixture": names(fixture), "number": call.table.number, "count": LATE_MINUTES}
        journal.record(row, by, "called", text("{fixture} at table {number}: {count} minutes more to come", **values))
        notify(
            users={*people_in(fixture), *deciders(row)} - {by},
            kind="call",
            message=text("{fixture}, table {number}: somebody comes {count} minutes late", **values),
            url=f"/competitions/{row.slug}/fixtures/{fixture.pk}/",
            key=f"call:{call.pk}:late:{call.due_at.isoformat()}",
            competition=row.name,
        )
        journal.changed(row)
    return call


def take_back(*, fixture: Fixture, by: User) -> Fixture:
    """Take back the call of ``fixture``: it waits until somebody moves or calls it. Raises WrongStep."""
    with _locked_of(fixture) as row:
        call = _call_of(fixture)
        _end(row, desk_of(row), call, End.BACK, by)
        QueuePlace.objects.filter(fixture=fixture).update(place=None)
        journal.changed(row)
        follow_up(row)
    return fixture


def _call_of(fixture: Fixture) -> Call:
    call = Call.objects.filter(fixture=fixture, ended_at=None).first()
    if call is None:
        raise WrongStep(_("This match is not called to a table."))
    return call


@contextmanager
def _locked_of(fixture: Fixture) -> Iterator[Competition]:
    assert fixture.competition_id is not None
    with locked(fixture.competition_id) as row:
        yield row


def desk_of(row: Competition) -> Desk:
    """Return the tables and the queue of ``row``. Raises WrongStep without tables."""
    if row.hall_id is None:
        raise WrongStep(_("This competition has no tables yet."))
    return queue.read(row.hall_id)
