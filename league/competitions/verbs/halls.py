"""Tables of a hall and the order of its queue, as the organiser sets them; each verb makes the calls that follow."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines.core.text import text
from league.competitions.derivation.effects import names
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import (
    MOST_TABLES,
    Call,
    Competition,
    Fixture,
    Hall,
    HallTable,
    QueuePlace,
)
from league.competitions.verbs.calling import desk_of, follow_up, put_first
from league.errors import not_among, out_of_bounds
from league.fields import column, refusal
from league.formats.queue import moved
from league.players.models import User

TIMES = ("wait_minutes", "rest_minutes")
"""Settings of a hall."""
MOVES = ("front", "up", "down", "rules", "stream", "hall")
"""Where a waiting match goes: three places, its place by the rules, the stream, or back from it."""


def add_tables(
    *,
    competition: Competition,
    by: User,
    first: int,
    last: int | None = None,
    place: str = "",
    game: str = "",
    stream: bool = False,
) -> Competition:
    """Give ``competition`` the tables ``first`` to ``last``; those that are there get the same place and game.

    Raises BadSetting.
    """
    last = first if last is None else last
    if not 1 <= first <= MOST_TABLES:
        raise BadSetting("first", out_of_bounds(1, MOST_TABLES))
    if not first <= last <= MOST_TABLES:
        raise BadSetting("last", out_of_bounds(first, MOST_TABLES))
    if game and game not in engines.games():
        raise BadSetting("game", not_among(engines.games()))
    said = {"place": place.strip()[:60], "game": game, "stream": stream}
    with locked(competition.id) as row:
        hall = _hall_of(row)
        there = {table.number: table for table in hall.tables.all()}
        if all(number in there and _says(there[number], said) for number in range(first, last + 1)):
            return row
        for number in range(first, last + 1):
            HallTable.objects.update_or_create(hall=hall, number=number, defaults=said)
        journal.note(row, by, "tables", text("set up tables {first} to {last}", first=first, last=last))
        follow_up(row)
    return row


def _says(table: HallTable, said: Mapping[str, Any]) -> bool:
    return all(getattr(table, name) == value for name, value in said.items())


def _hall_of(row: Competition) -> Hall:
    """Return the hall of ``row``, made if it has none."""
    if row.hall is None:
        row.hall = Hall.objects.create()
        row.save(update_fields=["hall"])
    return row.hall


def set_times(*, competition: Competition, by: User, **values: int) -> Competition:
    """Set the minutes of the hall (``TIMES``) that are named. Raises BadSetting, WrongStep without tables."""
    with locked(competition.id) as row:
        if row.hall is None:
            raise WrongStep(_("This competition has no tables yet."))
        hall = row.hall
        for name, value in values.items():
            sentence = refusal(column(Hall, name), value)
            if sentence:
                raise BadSetting(name, sentence)
        if all(getattr(hall, name) == value for name, value in values.items()):
            return row
        for name, value in values.items():
            setattr(hall, name, value)
        hall.save()
        journal.note(
            row,
            by,
            "tables",
            text(
                "set the queue: {wait} min to come, {rest} min of rest", wait=hall.wait_minutes, rest=hall.rest_minutes
            ),
        )
        follow_up(row)
    return row


def close_table(*, competition: Competition, by: User, table: int, reason: str = "") -> Competition:
    """Take a table out of service: its match waits again, before all others. Again: nothing changes.

    Raises WrongStep if there is no such table.
    """
    with _locked_table(competition, table) as (row, found):
        if found.closed_at is None:
            found.closed_at, found.closed_because = timezone.now(), reason.strip()[:120]
            found.save(update_fields=["closed_at", "closed_because"])
            values = {"number": table, "reason": found.closed_because or "–"}
            journal.note(row, by, "tables", text("took table {number} out of service: {reason}", **values))
            follow_up(row)
    return row


def reopen_table(*, competition: Competition, by: User, table: int) -> Competition:
    """Return a table to service: it calls the next match. Again: nothing changes. Raises WrongStep."""
    with _locked_table(competition, table) as (row, found):
        if found.closed_at is not None:
            found.closed_at, found.closed_because = None, ""
            found.save(update_fields=["closed_at", "closed_because"])
            journal.note(row, by, "tables", text("returned table {number} to service", number=table))
            follow_up(row)
    return row


def remove_table(*, competition: Competition, by: User, table: int) -> Competition:
    """Remove a table; with the last one the competition has no queue any more. Raises WrongStep while it is in use."""
    with _locked_table(competition, table) as (row, found):
        if Call.objects.filter(table=found, ended_at=None).exists():
            raise WrongStep(_("A match is called to this table. Take it out of service first."))
        found.delete()
        if not found.hall.tables.exists():
            Hall.objects.filter(pk=found.hall_id, event=None).exclude(competitions__in=_others(row)).delete()
        journal.note(row, by, "tables", text("removed table {number}", number=table))
    return row


def _others(row: Competition) -> QuerySet[Competition]:
    """Select the competitions that share the hall of ``row``."""
    return Competition.objects.filter(hall=row.hall_id).exclude(id=row.id)


@contextmanager
def _locked_table(competition: Competition, number: int) -> Iterator[tuple[Competition, HallTable]]:
    with locked(competition.id) as row:
        found = HallTable.objects.select_related("hall").filter(hall=row.hall_id, number=number).first()
        if found is None:
            raise WrongStep(_("Table %(number)d does not exist.") % {"number": number})
        yield row, found


def move_in_queue(*, fixture: Fixture, by: User, where: str) -> Fixture:
    """Move the waiting ``fixture`` (``MOVES``); one still ahead only to the stream or from it.

    Raises BadSetting, WrongStep.
    """
    if where not in MOVES:
        raise BadSetting("where", not_among(MOVES))
    assert fixture.competition_id is not None
    with locked(fixture.competition_id) as row:
        desk = desk_of(row)
        match = next((match for match in desk.queue if match.key == fixture.pk), None)
        if match is None and not (where in ("stream", "hall") and _is_ahead(fixture)):
            raise WrongStep(_("This match does not wait for a table."))
        if match is None or where in ("stream", "hall"):
            QueuePlace.objects.update_or_create(fixture=fixture, defaults={"stream": where == "stream"})
        elif where == "rules":
            QueuePlace.objects.filter(fixture=fixture).update(place=None)
        elif where == "front":
            put_first(desk, fixture)
        else:
            # Of the same queue: the stream has its own.
            beside = [each for each in desk.queue if each.stream == match.stream]
            fixed = sum(each.place is not None for each in beside)
            _keep(moved([each.key for each in beside], match.key, where, fixed))
        message = text("moved {fixture} in the queue", fixture=names(desk.fixtures.get(fixture.pk, fixture)))
        journal.note(row, by, "queue", message)
        follow_up(row)
    return fixture


def _is_ahead(fixture: Fixture) -> bool:
    """Return whether ``fixture`` is to come: neither called to a table nor over."""
    fixture.refresh_from_db(fields=["status"])  # a result may have come before the lock
    to_come = fixture.status in (Fixture.Status.PENDING, Fixture.Status.OPEN)
    return to_come and not fixture.calls.filter(ended_at=None).exists()


def _keep(order: Iterable[Any]) -> None:
    """Fix ``order``, the ids of the first fixtures of a queue."""
    for place, key in enumerate(order, start=1):
        QueuePlace.objects.update_or_create(fixture_id=key, defaults={"place": place})


def forget_unused() -> int:
    """Delete the halls whose competitions are gone, but for those of events; return how many."""
    return Hall.objects.filter(competitions=None, event=None).delete()[1].get("competitions.Hall", 0)


def same_tables(successor: Competition, before: Competition) -> None:
    """Give ``successor`` tables like those of ``before``, all in service. Saves the column of ``successor``."""
    if before.hall is None:
        return
    successor.hall = Hall.objects.create(**{name: getattr(before.hall, name) for name in TIMES})
    successor.save(update_fields=["hall"])
    HallTable.objects.bulk_create(
        HallTable(hall=successor.hall, number=table.number, place=table.place, game=table.game, stream=table.stream)
        for table in before.hall.tables.all()
    )
