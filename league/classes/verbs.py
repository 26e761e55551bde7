"""Verbs of a class: make it, add pupils, renew a PIN, move the day of deletion; a pupil's sign-in."""

import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engines
from engines.core.text import text
from league.classes import pins
from league.classes.errors import CardRefused
from league.classes.models import Card, SchoolClass
from league.competitions.errors import BadSetting, EntryRefused
from league.competitions.exchange import people
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.competitions.policy import school_rules
from league.competitions.setup.formats import Draws
from league.competitions.verbs import create, entries
from league.errors import not_among
from league.players.models import User
from league.players.policy.nicknames import name_key
from league.players.policy.searching import folded
from league.players.verbs.guests import end_sessions_by_link
from matches.terms.rules import RulesOfMatch

MORE_CELLS: Final = 9
"""Cells of a line that may follow the first one of a pupil's name."""
LONGEST: Final = timedelta(days=400)
"""Longest life of a class: a school year and the holidays after it."""
TRIES: Final = 5
"""Wrong PINs before a card pauses."""
PAUSE: Final = timedelta(minutes=10)
"""The first pause; each further one is twice as long."""
LONGEST_PAUSE: Final = timedelta(days=1)
TRIALS: Final = ("wrong", "closed_until", "key_wrong", "key_closed_until", "tried", "tried_at")
"""Columns of a card that a new PIN resets."""
CUP: Final = "cup"
PRESETS: Final = {
    "league": gettext_lazy("everyone against everyone, once"),
    CUP: gettext_lazy("a cup: lose and you are out"),
    "swiss": gettext_lazy("Swiss rounds: everyone plays every round"),
    "evening": gettext_lazy("at real tables in one lesson: numbered tables, one clock"),
}
"""Presets for a class and what teachers read of them."""


def _settings(preset: str, winner: str | None) -> dict[str, Any] | None:
    """Return the settings of a class's stage; ``winner`` is what follows a level score, None: as usual in the game."""
    if preset == CUP:
        return {"extra_time": False} if winner == "shootout" else None
    times = {"times": 1} if preset == "league" else {}
    return times if winner is None else {**times, "draws": Draws.STAND if winner == "none" else winner}


@transaction.atomic
def make(
    *,
    by: User,
    name: str,
    game: str,
    names: str | Sequence[str],
    delete_on: date,
    preset: str = "league",
    options: Mapping[str, Any] | None = None,
    winner: str | None = None,
) -> SchoolClass:
    """Create a private competition of the pupils ``names`` (one a line) with a card for each.

    Its registration is open, but only members see it, nobody else enters, and its chat takes ready sentences only.
    ``options`` are of the game; ``winner`` is what follows a level score (``matches.terms.rules``). Raises
    BadSetting naming the field, BadRules of the matches, EntryRefused naming the line.
    """
    if game not in engines.games():
        raise BadSetting("game", not_among(engines.games()))
    RulesOfMatch.taken(game, options=options, winner=winner or "none")
    if preset not in PRESETS:
        raise BadSetting("preset", not_among(PRESETS))
    lines = lines_of(names)
    least = 3
    if len(lines) < least:
        raise BadSetting("names", _("A class needs at least %(count)d names.") % {"count": least})
    competition = create.create(
        by=by,
        name=name,
        game=game,
        preset=preset,
        places=max(4, len(lines)),
        bots_allowed=False,
        options=options,
        settings=_settings(preset, winner),
        **school_rules.begins(),
    )
    competition = create.publish(competition=competition, by=by)
    school = SchoolClass(competition=competition, code=_free_code(), delete_on=_day(competition, delete_on))
    school.save(force_insert=True)
    add(school=school, by=by, names=lines)
    message = text("created a class that is deleted on {day}", day=delete_on.isoformat())
    journal.record(competition, by, "class", message)
    return school


def add(*, school: SchoolClass, by: User, names: str | Sequence[str]) -> list[Card]:
    """Add pupils before the start; each gets a card. All or none. Raises EntryRefused naming the line, WrongStep."""
    lines = lines_of(names)
    with locked(school.competition_id) as row:
        inside = row.entrants.filter(status=Entrant.Status.ENTERED).count()
        if inside + len(lines) > row.places:
            row = create.change(competition=row, by=by, places=inside + len(lines))
        entrants = entries.enter_names(competition=row, by=by, names=lines)
        User.objects.filter(id__in=[entrant.player_id for entrant in entrants]).update(sheltered=True)
        # A pupil with a card needs no link, which would open without a PIN.
        row.entrants.filter(id__in=[entrant.id for entrant in entrants]).update(personal_key="")
        return Card.objects.bulk_create(
            Card(
                school=school,
                user_id=entrant.player_id,
                entrant=entrant,
                key=secrets.token_urlsafe(16),
                nonce=pins.new_nonce(),
            )
            for entrant in entrants
        )


def new_pin(*, card: Card, by: User) -> Card:
    """Replace a card's PIN at once: the printed one no longer works, and sessions that it opened end."""
    with locked(card.school.competition_id) as row:
        locked_card = Card.objects.select_for_update().select_related("entrant").get(id=card.id)
        locked_card.nonce = pins.new_nonce()
        locked_card.wrong, locked_card.key_wrong, locked_card.tried = 0, 0, 0
        locked_card.closed_until = locked_card.key_closed_until = locked_card.tried_at = None
        locked_card.save(update_fields=["nonce", *TRIALS])
        end_sessions_by_link(player_id=locked_card.user_id)
        journal.note(row, by, "pin", text("gave {name} a new PIN", name=locked_card.entrant.name))
    return locked_card


def move_day(*, school: SchoolClass, by: User, delete_on: date) -> SchoolClass:
    """Move the day of deletion. The same day again changes nothing. Raises BadSetting."""
    with locked(school.competition_id) as row:
        locked_school = SchoolClass.objects.select_for_update().get(id=school.id)
        day = _day(row, delete_on)
        if locked_school.delete_on != day:
            locked_school.delete_on = day
            locked_school.save(update_fields=["delete_on"])
            journal.note(row, by, "class", text("the class is deleted on {day}", day=day.isoformat()))
    return locked_school


def sign_in(*, pin: str, key: str = "", code: str = "", name: str = "") -> User:
    """Return the pupil whose card has ``key``, or of the class ``code`` called ``name``, if ``pin`` is right.

    Every fifth wrong PIN closes this way in, ten minutes at first, then twice as long each time, a day at most; the
    other way stays open. Raises CardRefused with the same sentence for an unknown name, a wrong PIN and a closed
    card: guessing reveals no names.
    """
    refused = CardRefused(
        _(
            "This PIN does not match this card. Check it. After five wrong PINs the card is locked for a "
            "while: ask your teacher for a new PIN."
        )
        if key
        else _(
            "Code, name and PIN don’t match. Check the card. After five wrong PINs it is locked for a "
            "while: use the QR code of your card, or ask your teacher for a new PIN."
        )
    )
    card_found = _card(key, code, name)
    if card_found is None:
        pins.is_pin(pins.new_nonce(), pin)  # equalises the time of unknown and known names
        raise refused
    count, closed = ("key_wrong", "key_closed_until") if key else ("wrong", "closed_until")
    with transaction.atomic():
        card = Card.objects.select_for_update(of=("self",)).select_related("user").get(pk=card_found.pk)
        now = timezone.now()
        is_right, until = pins.is_pin(card.nonce, pin), getattr(card, closed)
        is_open = until is None or until <= now
        if is_open and is_right:
            if getattr(card, count) or until:
                setattr(card, count, 0)
                setattr(card, closed, None)
                card.save(update_fields=[count, closed])
            return card.user
        if is_open:
            wrong = getattr(card, count) + 1
            setattr(card, count, wrong)
            if wrong % TRIES == 0:
                setattr(card, closed, now + pause_after(wrong))
        if not is_right:
            card.tried, card.tried_at = card.tried + 1, now
        card.save(update_fields=[count, closed, "tried", "tried_at"])
    raise refused


def pause_after(wrong: int) -> timedelta:
    """Return the pause after ``wrong`` wrong PINs: it doubles with every five, up to a day."""
    return PAUSE * min(1 << (wrong // TRIES - 1), LONGEST_PAUSE // PAUSE)


def _card(key: str, code: str, name: str) -> Card | None:
    if key:
        return Card.objects.filter(key=key, user__is_active=True).first()
    folded_name = name_key(" ".join(folded(name).split()))
    rows = Card.objects.filter(school__code=pins.read_code(code), user__is_active=True).select_related("entrant")
    return next((card for card in rows if name_key(folded(card.entrant.name)) == folded_name), None)


def lines_of(names: str | Sequence[str]) -> list[str]:
    """Split a pasted list into names: one a line, spreadsheet columns joined by a space, leading numbers dropped.

    Raises EntryRefused naming the line.
    """
    reading = people.typed(names, (people.NAME, *[people.LAST] * MORE_CELLS), comma_in_names=False)
    for number, sentence in reading.problems:
        raise EntryRefused(_("Line %(number)d: %(reason)s") % {"number": number, "reason": sentence})
    raw = [person.name for person in reading.people]
    joined = (" ".join(re.sub(r"[\t;,]", " ", line).split()) for line in raw)
    plain = (re.sub(r"^\d+[.)]?\s+", "", line) for line in joined)
    return [line for line in plain if line]


def _day(competition: Competition, day: date) -> date:
    today = timezone.now().astimezone(ZoneInfo(competition.time_zone)).date()
    if not today < day <= today + LONGEST:
        values = {"first": today + timedelta(days=1), "last": today + LONGEST}
        raise BadSetting("delete_on", _("Choose a day from %(first)s to %(last)s.") % values)
    return day


def _free_code() -> str:
    while True:
        code = pins.new_code()
        if not SchoolClass.objects.filter(code=code).exists():
            return code
