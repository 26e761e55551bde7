"""Erase a person, by the table: one transaction, safe to repeat.

The rows of results stay and name a row without a name. Names in words are replaced in the person's own places alone
(the competitions, matches, clubs, series and arenas where a row names the person): elsewhere the same name may be
another's.
"""

import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone, translation
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import pgettext

from engines.core import tree as trees
from engines.core.errors import EngineError
from engines.core.text import text
from league.analysis.models import Analysis
from league.arenas.models import Arena, ArenaMatch
from league.clubs.models import Club
from league.competitions.log import journal
from league.competitions.models import AuditEntry, Competition, Dispute, Draw, Entrant, Fixture, Letter
from league.competitions.verbs.entries import codes
from league.delivery import mail
from league.events.models import Event
from league.players.models import Notification, User
from league.players.verbs.sessions import announce
from league.privacy.names import Names
from league.privacy.table import TABLE, On, Stored
from league.seasons.models import Archive
from league.seasons.verbs.archives import digest
from league.series.models import Series
from matches.log import archived_rows
from matches.models import ChatLine, Match, MatchArchive, Seat
from matches.pages import visitors
from matches.store.packing import pack

log = logging.getLogger(__name__)

GONE: Final = text("This line was deleted with its author.")
Places = dict[str, set[Any]]
"""The ids of the competitions, matches, clubs, series, arenas and events that name the person."""


@dataclass(frozen=True)
class Person:
    """A person to erase: the account, the names that it claimed, its bots."""

    people: list[User]
    places: Places
    names: Names
    emails: set[str]

    @property
    def ids(self) -> list[UUID]:
        return [each.pk for each in self.people]


def erase(*, person_id: UUID) -> bool:
    """Erase the person; return whether there was something to do.

    Open matches and running competitions must be left before (``leaving``).
    """
    with transaction.atomic():
        places = places_of(people_of(person_id))
        # Lock order everywhere: competitions, then users.
        rows = list(Competition.objects.select_for_update().filter(pk__in=places["competition"]).order_by("pk"))
        keys = [each.pk for each in people_of(person_id)]
        people = list(User.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
        person_row = next((each for each in people if each.pk == person_id), None)
        if person_row is None or person_row.erased_at is not None:
            return False
        emails = {each.email for each in people} | set(
            EmailAddress.objects.filter(user__in=people).values_list("email", flat=True)
        )
        names = names_of(people, places) | emails - {""}
        label, others = _label(person_row, people, places), _names_of_others(people, places)
        person = Person(people, places, Names(names, label, others), emails - {""})
        _follow(person)
        for row in rows:
            journal.changed(row)
        Series.objects.filter(pk__in=places["series"]).update(position=F("position") + 1)
        Event.objects.filter(pk__in=places["event"]).update(position=F("position") + 1)
    visitors.forget_pages()
    log.info("a person was erased")
    return True


def _follow(person: Person) -> None:
    """Do with every field what the table says, deleted rows last: the others are found by them."""
    for rule in OWN_RULES.values():
        rule(person)
    for label, stored in TABLE.items():
        model = apps.get_model(label)
        _rename(model, stored, person)
        _replace(model, stored, person)
        for key in stored.having(On.UNLINK):
            model._default_manager.filter(**{f"{key}__in": person.ids}).update(**{key: None})
    for label, stored in TABLE.items():
        for key, treatment in stored.people.items():
            if treatment is On.ROW:
                apps.get_model(label)._default_manager.filter(**{f"{key}__in": person.ids}).delete()


# ── whose names, and where ──
def people_of(person_id: UUID) -> list[User]:
    """Return the person's row, and those of claimed names and bots, however deep."""
    people_by_id: dict[UUID, User] = {}
    next_ones = list(User.objects.filter(pk=person_id))
    while next_ones:
        people_by_id |= {each.pk: each for each in next_ones}
        keys = [each.pk for each in next_ones]
        next_ones = [
            each
            for each in User.objects.filter(Q(merged_into__in=keys) | Q(owner__in=keys, kind=User.Kind.BOT))
            if each.pk not in people_by_id
        ]
    return list(people_by_id.values())


def places_of(people: list[User]) -> Places:
    """Return the ids of all places in which a row names one of ``people``."""
    kinds = ("competition", "match", "club", "series", "arena", "event")
    places: Places = {kind: set() for kind in kinds}
    for label, stored in TABLE.items():
        if not stored.place:
            continue
        kind, path = stored.place.split(":")
        rows = apps.get_model(label)._default_manager
        for key in stored.people:
            places[kind] |= set(rows.filter(**{f"{key}__in": people}).values_list(path, flat=True))
    places["match"].discard(None)
    played = Fixture.objects.filter(tie__round__stage__competition__in=places["competition"], match__isnull=False)
    places["match"] |= set(played.values_list("match", flat=True))
    in_arenas = ArenaMatch.objects.filter(arena__in=places["arena"])
    places["match"] |= set(in_arenas.values_list("match", flat=True))
    organised = Competition.objects.filter(pk__in=places["competition"], club__isnull=False)
    places["club"] |= set(organised.values_list("club", flat=True))
    in_series = Series.objects.filter(competitions__in=places["competition"])
    places["series"] |= set(in_series.values_list("pk", flat=True))
    in_event = Event.objects.filter(competitions__in=places["competition"])
    places["event"] |= set(in_event.values_list("pk", flat=True))
    return places


def names_of(people: list[User], places: Places) -> set[str]:
    """Return every name under which rows know one of ``people``."""
    names = {name for each in people for name in (each.nickname, each.username) if name}
    for label, stored in TABLE.items():
        for column in stored.having(On.NAME):
            rows = apps.get_model(label)._default_manager.filter(**{f"{stored.of}__in": people})
            names |= set(rows.values_list(column, flat=True))
    alone = Entrant.objects.filter(player__in=people, members__isnull=True)
    names |= set(alone.values_list("name", flat=True))
    for label, person, column in (
        ("competitions.AuditEntry", "actor", "signed"),
        ("competitions.ResultEntry", "actor", "signed"),
        ("seasons.Substitution", "before", "name_before"),
        ("seasons.Substitution", "after", "name_after"),
    ):
        rows = apps.get_model(label)._default_manager.filter(**{f"{person}__in": people})
        names |= set(rows.values_list(column, flat=True))
    sanctions = apps.get_model("moderation.Sanction")._default_manager.filter(user__in=people, kind="rename")
    names |= {detail.get(key, "") for detail in sanctions.values_list("detail", flat=True) for key in ("from", "to")}
    renamed = AuditEntry.objects.filter(competition__in=places["competition"], verb="rename").order_by("-at", "-id")
    for message in renamed.values_list("message", flat=True):  # the newest first: a name may have changed twice
        values = message[1] if len(message) == 2 else {}
        if values.get("name") in names and "before" in values:
            names.add(values["before"])
    return names - {""}


def _names_of_others(people: list[User], places: Places) -> set[str]:
    """Return the names of everybody else in the same places."""
    entrants = Entrant.objects.filter(competition__in=places["competition"]).exclude(player__in=people)
    entrants = entrants.exclude(members__user__in=people)
    seats = Seat.objects.filter(match__in=places["match"]).exclude(user__in=people)
    seats = seats.exclude(controllers__user__in=people)
    return set(entrants.values_list("name", flat=True)) | set(seats.values_list("name", flat=True))


def _label(row: User, people: list[User], places: Places) -> str:
    """Return "deleted player" in the person's language, with a number where somebody in the same place has it."""
    with translation.override(row.language or settings.LANGUAGE_CODE):
        label = pgettext("in place of a name", "deleted player")
    names_taken = _names_of_others(people, places)
    number, free = 1, label
    while free in names_taken:
        number += 1
        free = f"{label} {number}"
    return free


# ── what all fields of a kind have in common ──
def _rename(model: type[Model], stored: Stored, person: Person) -> None:
    """Write the label and the empty values into the person's own rows."""
    if not stored.of or stored.people.get(stored.of) is On.ROW:
        return
    values: dict[str, Any] = dict.fromkeys(stored.having(On.NAME), person.names.label)
    for column in stored.having(On.CLEAR):
        values[column] = None if model._meta.get_field(column).null else ""
    if values:
        model._default_manager.filter(**{f"{stored.of}__in": person.ids}).update(**values)


def _replace(model: type[Model], stored: Stored, person: Person) -> None:
    """Replace the names in words, in rows of the person's places."""
    rows = model._default_manager.all()
    if stored.place:
        kind, path = stored.place.split(":")
        rows = rows.filter(**{f"{path}__in": person.places[kind]})
    for column in stored.having(On.WORDS):
        change_in(rows, column, person.names, person.names.in_json)
    for column in stored.having(On.STATE):
        change_in(rows, column, person.names, person.names.in_state)


def naming(rows: QuerySet[Any], column: str, names: Names) -> QuerySet[Any]:
    """Select those of ``rows`` whose ``column`` holds one of the names, perhaps as a part of a word."""
    condition = Q(pk__in=[])
    for name in names.known:
        # As JSON stores it, too: a quote has a backslash there.
        for spelling in {name, json.dumps(name, ensure_ascii=False)[1:-1]}:
            condition |= Q(words_of_row__icontains=spelling)
    matching: QuerySet[Any] = rows.order_by().annotate(words_of_row=Cast(column, TextField())).filter(condition)
    return matching


def change_in(rows: QuerySet[Any], column: str, names: Names, change: Callable[[Any], Any]) -> None:
    """Change ``column`` of those of ``rows`` that hold one of the names."""
    field = rows.model._meta.get_field(column)
    for pk, value in list(naming(rows, column, names).values_list("pk", column)):
        changed = change(value)
        if changed != value:
            longest = getattr(field, "max_length", None)
            if isinstance(changed, str) and longest:
                changed = changed[:longest]
            rows.model._default_manager.filter(pk=pk).update(**{column: changed})


# ── rules of single fields ──
def _accounts(person: Person) -> None:
    """Empty the rows of the people: nobody can sign in with them again."""
    for each in person.people:
        bare = User(nickname=person.names.label, kind=each.kind, bot=each.bot, is_active=False)
        if each.kind == User.Kind.ACCOUNT:
            bare.kind = User.Kind.GUEST
        bare.password = make_password(None)
        fields_kept = {"id", "owner", "merged_into", "bot", "erased_at", "renewals", "sign_outs", "date_joined"}
        values = {
            field.attname: getattr(bare, field.attname)
            for field in User._meta.concrete_fields
            if field.name not in fields_kept
        }
        joined = each.date_joined.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
        User.objects.filter(pk=each.pk).update(
            **values, erased_at=timezone.now(), renewals=F("renewals") + 1, date_joined=joined
        )
    User.objects.filter(pk__in=person.ids, merged_into__isnull=False).update(merged_into=None)


def _sessions(person: Person) -> None:
    """End every session of the people: only its content says whose it is."""
    keys = {str(pk) for pk in person.ids}
    session_keys = [row.pk for row in Session.objects.iterator() if row.get_decoded().get("_auth_user_id") in keys]
    Session.objects.filter(pk__in=session_keys).delete()
    for pk in person.ids:
        announce(pk)


def _chat(person: Person) -> None:
    """Empty the people's chat lines; replace the names in the lines of others at the same tables."""
    ChatLine.objects.filter(user__in=person.ids).exclude(text="").update(text="", say=GONE)
    lines = ChatLine.objects.filter(match__in=person.places["match"])
    change_in(lines, "text", person.names, person.names.in_words)


def _seats(person: Person) -> None:
    """Forget on which devices the people sat; replace their names in the names of sides that they shared."""
    change_in(Seat.objects.filter(controllers__user__in=person.ids), "name", person.names, person.names.in_words)
    for pk, devices in Seat.objects.filter(match__in=person.places["match"]).values_list("pk", "devices"):
        left = {key: device for key, device in devices.items() if key not in {str(each) for each in person.ids}}
        if left != devices:
            Seat.objects.filter(pk=pk).update(devices=left)


def _logs(person: Person) -> None:
    """Replace the names in archived logs, as the table says of their rows."""
    # Locked, no log moves from its rows, which are changed later, into the archive, which is changed now.
    list(Match.objects.unarchived().select_for_update().filter(pk__in=person.places["match"]).values("pk"))
    rows = MatchArchive.objects.filter(match__in=person.places["match"])
    for archived in rows.select_related("match").defer("match__snapshot").iterator(chunk_size=50):
        log, changed = list(archived_rows(archived.match)), False
        for row in log:
            for column in TABLE["matches.MatchEvent"].having(On.STATE):
                fresh = person.names.in_state(getattr(row, column))
                changed |= fresh != getattr(row, column)
                setattr(row, column, fresh)
        if changed:
            MatchArchive.objects.filter(pk=archived.pk).update(packed=pack(log))


def _entrants(person: Person) -> None:
    """Give the people's entries the label and another code; the name of a side of several people is its own."""
    entrants = Entrant.objects.filter(player__in=person.ids).select_related("competition").order_by("pk")
    for entrant in entrants:
        values: dict[str, Any] = {"code": codes(entrant.competition, [person.names.label])[0]}
        if not entrant.members.exists():
            values["name"] = person.names.label
        Entrant.objects.filter(pk=entrant.pk).update(**values)
    change_in(Entrant.objects.filter(members__user__in=person.ids), "name", person.names, person.names.in_words)


def _draws(person: Person) -> None:
    """Empty the names in the frozen lists of draws, which ``formats.draw.verify`` then no longer compares."""
    own = {str(pk) for pk in Entrant.objects.filter(player__in=person.ids).values_list("pk", flat=True)}
    for draw in Draw.objects.filter(competition__in=person.places["competition"]):
        draw.entrants = [[key, "" if key in own else person.names.in_words(name)] for key, name in draw.entrants]
        draw.save(update_fields=["entrants"])


def _statements(person: Person) -> None:
    """Empty the statements of the people's sides in disputes, replace the names in the others."""
    for side in ("home", "away"):
        column = f"{side}_statement"
        own = Q(**{f"fixture__{side}__player__in": person.ids}) | Q(
            **{f"fixture__{side}__members__user__in": person.ids}
        )
        keys = list(Dispute.objects.filter(own).values_list("pk", flat=True))
        Dispute.objects.filter(pk__in=keys).update(**{column: ""})
        rows = Dispute.objects.filter(fixture__tie__round__stage__competition__in=person.places["competition"])
        change_in(rows, column, person.names, person.names.in_words)


def _letters(person: Person) -> None:
    """Empty the addresses of unsent letters to the people: an empty one counts as sent."""
    addressed = Q(entrant__player__in=person.ids)
    for email in person.emails:
        addressed |= Q(to__iexact=email)
    Letter.objects.filter(addressed).update(to="")


def _mails(person: Person) -> None:
    """Delete the mails to the people that no server has taken."""
    for email in person.emails:
        mail.waiting().filter(to__iexact=email).delete()


def _editions(person: Person) -> None:
    """Replace the names in archived seasons, whose digest is made anew."""
    rows = Archive.objects.filter(competition__in=person.places["competition"])
    for pk, pages in rows.values_list("pk", "pages"):
        changed = person.names.in_json(pages)
        if changed != pages:
            Archive.objects.filter(pk=pk).update(pages=changed, digest=digest(changed))


def _addresses(person: Person) -> None:
    """Replace the names in names of competitions, clubs, series, arenas and events, and then in their addresses."""
    named = (
        (Competition, "competition"),
        (Club, "club"),
        (Series, "series"),
        (Arena, "arena"),
        (Event, "event"),
    )
    for model, kind in named:
        rows: Iterable[tuple[Any, str, str]] = model._default_manager.filter(pk__in=person.places[kind]).values_list(
            "pk", "name", "slug"
        )
        for pk, name, slug in rows:
            changed = person.names.in_words(name)[: model._meta.get_field("name").max_length]
            if changed == name:
                continue
            address = f"{slugify(changed)[:48] or 'x'}-{get_random_string(6).lower()}"
            model._default_manager.filter(pk=pk).update(name=changed, slug=address)
            for addressed, column in ((Match, "back_url"), (Notification, "url")):
                linked = addressed._default_manager.filter(**{f"{column}__contains": f"/{slug}/"})
                for each, url in linked.values_list("pk", column):
                    addressed._default_manager.filter(pk=each).update(
                        **{column: url.replace(f"/{slug}/", f"/{address}/")}
                    )


def _analyses(person: Person) -> None:
    """Replace the names in other people's analyses: in what they wrote, never in the moves."""
    others = Analysis.objects.exclude(owner__in=person.ids)
    for row in naming(others, "text", person.names):
        try:
            text = trees.write(trees.reworded(trees.read(row.text).tree, person.names.in_words))
        except EngineError:  # of older rules: it is only a text now
            text = person.names.in_words(row.text)
        Analysis.objects.filter(pk=row.pk).update(text=text)


OWN_RULES: Final[dict[str, Callable[[Person], None]]] = {
    "competitions.Competition clubs.Club series.Series arenas.Arena events.Event matches.Match"
    " players.Notification": _addresses,
    "competitions.Draw": _draws,
    "competitions.Dispute": _statements,
    "competitions.Letter": _letters,
    "delivery.MailMessage": _mails,
    "competitions.Entrant": _entrants,
    "seasons.Archive": _editions,
    "matches.ChatLine": _chat,
    "matches.MatchArchive": _logs,
    "analysis.Analysis": _analyses,
    "matches.Seat": _seats,
    "sessions.Session": _sessions,
    "players.User": _accounts,
}
"""The rules of fields marked OWN, by models. The people's own rows come last: others are found by them."""
