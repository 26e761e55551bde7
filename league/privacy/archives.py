"""The archive of what names a person: JSON by the table, and the sheets of the matches. A task makes it, bit by bit."""

import io
import json
import logging
import time
import zipfile
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.db.models import ForeignKey, Model, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from engines.core.errors import EngineError
from engines.core.text import text
from league.competitions.log import one_by_one
from league.players.models import User
from league.players.verbs.notify import notify
from league.privacy import erasing
from league.privacy.errors import PrivacyError
from league.privacy.models import DataArchive
from league.privacy.names import Names
from league.privacy.table import TABLE, On, Stored
from league.privacy.words import lasting
from matches.models import Match, Seat, SeatController
from matches.replay.playback import sheet_of

log = logging.getLogger(__name__)

HIDDEN: Final = {
    "matches.ChatMute": "muted",  # nobody learns who mutes whom
    "moderation.Case": "closed_by",
}
"""Foreign keys by which the archive looks for no rows."""
SHEETS: Final = 5_000
"""Match sheets in one archive; the newest."""
SECONDS: Final = 3.0
"""Time of one run: the worker has other work."""


def ask(*, person: User) -> DataArchive:
    """Ask for an archive. While one is being made, return that one.

    Raises PrivacyError if the last one is younger than ``settings.ARCHIVE_HOURS``.
    """
    now = timezone.now()
    last = DataArchive.objects.filter(user=person).defer("file").order_by("-asked_at").first()
    if last is not None and last.ready_at is None:
        return last
    pause = timedelta(hours=settings.ARCHIVE_HOURS)
    if last is not None and last.asked_at > now - pause:
        hours = int((last.asked_at + pause - now).total_seconds() // 3600) + 1
        raise PrivacyError(_("You have asked for one lately: ask again in %(hours)d h.") % {"hours": hours})
    try:
        with transaction.atomic():
            return DataArchive.objects.create(user=person, asked_at=now)
    except IntegrityError:  # a second click was faster
        return DataArchive.objects.defer("file").get(user=person, ready_at=None)


def make_waiting() -> int:
    """Go on with the requested archives for ``SECONDS``; return how many are ready. Safe to repeat and to run twice.

    A long career takes many runs: one that made it at once would keep a worker from all other work for minutes, and
    one that is killed would begin again. The shortest come first, so that nobody waits for somebody else's career.
    """
    ends = time.monotonic() + SECONDS
    waiting = DataArchive.objects.filter(ready_at=None).order_by("size", "asked_at")
    keys = list(waiting.values_list("pk", flat=True)[:10])
    return one_by_one.total(_go_on, [(pk, ends) for pk in keys])


@transaction.atomic
def _go_on(work: tuple[UUID, float]) -> int:
    """Write some of an archive, until the time is over; return 1 if it is ready."""
    pk, ends = work
    waiting = DataArchive.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=pk, ready_at=None)
    archive = waiting.select_related("user").first()
    if archive is None:
        return 0
    is_whole = _write(archive, ends)
    archive.size = len(archive.file or b"")
    if not is_whole:
        archive.save(update_fields=["file", "size", "last_sheet"])
        return 0
    archive.ready_at = timezone.now()
    archive.save(update_fields=["file", "size", "ready_at", "last_sheet"])
    message, key = text("your data is ready to fetch"), f"archive:{archive.pk}"
    notify(users=[archive.user], kind="account", message=message, url=reverse("privacy:data"), key=key)
    return 1


def delete_old() -> int:
    """Delete archives that could be fetched for ``settings.ARCHIVE_DAYS`` days; return how many."""
    since = timezone.now() - timedelta(days=settings.ARCHIVE_DAYS)
    return DataArchive.objects.filter(ready_at__lt=since).delete()[0]


def _write(archive: DataArchive, ends: float) -> bool:
    """Write ``data.json`` and sheets of matches that are over, one at least; return whether that is all."""
    is_whole, people = False, erasing.people_of(archive.user_id)
    file = io.BytesIO(archive.file or b"")
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as zipped:
        if archive.file is None:
            rows = json.dumps(rows_naming(people), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
            zipped.writestr("data.json", rows)
        before, room = archive.last_sheet, SHEETS + 1 - len(zipped.namelist())
        for match in _sheets_after(archive.last_sheet, [each.pk for each in people])[:room].iterator(chunk_size=20):
            if archive.last_sheet != before and time.monotonic() >= ends:
                break
            archive.last_sheet = match.pk
            try:
                sheet = sheet_of(match, "txt")
            except (ArithmeticError, AssertionError, AttributeError, EngineError, LookupError, TypeError, ValueError):
                log.exception("the sheet of match %s cannot be written", match.pk)  # the others can
                continue
            zipped.writestr(f"matches/{match.game}-{match.pk}.txt", sheet)
        else:
            is_whole = True
    archive.file = file.getvalue()
    return is_whole


def _sheets_after(last: UUID | None, keys: list[UUID]) -> QuerySet[Match]:
    """Select the matches of people that are over, the newest first, from the one after ``last``."""
    sat = Q(pk__in=Seat.objects.filter(user__in=keys).values("match"))
    sat |= Q(pk__in=SeatController.objects.filter(user__in=keys).values("seat__match"))
    over = Match.objects.filter(sat, status__in=(Match.Status.FINISHED, Match.Status.VOID), snapshot__isnull=False)
    # One that begins in the middle of play has no sheet: its moves alone lead nowhere.
    over = over.exclude(mode__in=(Match.Mode.GUIDED, Match.Mode.POSITION))
    if last is not None:
        over = over.filter(pk__lt=last)
    return over.order_by("-pk").select_related("secret").prefetch_related("seats")


def rows_naming(people: list[User]) -> dict[str, Any]:
    """Return every row that names one of ``people``, by model, with purpose and time of storage."""
    with translation.override(people[0].language or settings.LANGUAGE_CODE):
        places = erasing.places_of(people)
        names = Names(erasing.names_of(people, places), "")
        data: dict[str, Any] = {}
        for label, stored in TABLE.items():
            rows = _rows(apps.get_model(label), label, stored, people, places, names)
            if rows:
                purpose = stored.purpose
                data[label] = {"why": str(purpose.why), "stored": lasting(purpose.until), "rows": rows}
    return {"made_at": timezone.now(), "person": people[0].pk, "data": data}


def _rows(
    model: type[Model],
    label: str,
    stored: Stored,
    people: list[User],
    places: erasing.Places,
    names: Names,
) -> list[dict[str, Any]]:
    keys = {each.pk for each in people}
    about = Q(pk__in=keys) if model is User else Q(pk__in=[])
    for person in stored.people:
        if HIDDEN.get(label) != person and model is not User:
            about |= Q(**{f"{person}__in": keys})
    if stored.of:
        about |= Q(**{f"{stored.of}__in": keys})
    rows = model._default_manager.filter(about)
    if label == "moderation.Case":
        rows = rows.filter(closed_at__isnull=False) | model._default_manager.filter(opened_by__in=keys)
    own = set(rows.values_list("pk", flat=True))
    columns = [
        field
        for field in model._meta.concrete_fields
        if field.name not in stored.secret.split() and field.name not in ("password", "session_data")
    ]
    entries = [
        {
            field.name: value
            for field, value in zip(columns, values, strict=True)
            # Other people's ids are theirs: a reporter, a moderator, somebody who was invited.
            if not (isinstance(field, ForeignKey) and field.related_model is User and value not in keys)
        }
        for values in model._default_manager.filter(pk__in=own)
        .order_by("pk")
        .values_list(*(field.attname for field in columns))
    ]
    return [*entries, *_words_of_others(model, stored, places, names, own)]


def _words_of_others(
    model: type[Model], stored: Stored, places: erasing.Places, names: Names, own: set[Any]
) -> list[dict[str, Any]]:
    """Return, from rows of others, only the words that name the person: the rest of those rows is not the person's."""
    records: dict[Any, dict[str, Any]] = {}
    for column in stored.having(On.WORDS) if stored.place else ():
        kind, path = stored.place.split(":")
        near = model._default_manager.filter(**{f"{path}__in": places[kind]}).exclude(pk__in=own)
        for pk, value in erasing.naming(near, column, names).values_list("pk", column):
            if names.in_json(value) != value:
                records.setdefault(pk, {model._meta.pk.name: pk})[column] = value
    return [records[pk] for pk in sorted(records)]
