"""Verbs that create and change a club, and put a competition under it or back to its owner alone."""

import secrets
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engines.core.text import text
from league.clubs import access, circles
from league.clubs.errors import ClubRefused
from league.clubs.journal import locked_club, must_be_open, record
from league.clubs.models import Club
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition
from league.competitions.policy import school_rules
from league.competitions.policy.bans import must_not_be_banned
from league.competitions.policy.officials import tell_tables
from league.competitions.setup import columns
from league.players.models import User
from matches.policy.audience import announce_leaving

MOST = 20
"""Clubs that one account may own."""
RESERVED = ("new", "join", "me")
"""Words with which an address of this room begins."""


SUCCESSION: Final = ("succession_days", "objection_days")
"""Settings of the owner alone."""
SETTINGS: Final = ("name", "description", "visibility", "joining", *SUCCESSION)
"""Columns that people set, each as its field says."""


@transaction.atomic
def create(*, by: User, name: str, **values: Any) -> Club:
    """Create a club of ``by`` with ``values`` of SETTINGS. Raises ClubRefused, Banned, BadSetting naming the field."""
    if by.kind != User.Kind.ACCOUNT:
        raise ClubRefused(_("A club needs an owner with an account."))
    must_not_be_banned(by)
    if by.clubs.count() >= MOST:
        raise ClubRefused(_("One account can own at most %(count)d clubs.") % {"count": MOST})
    club = Club(owner=by, slug=_slug(name))
    columns.take(club, {"name": name, **values}, SETTINGS)
    try:
        with transaction.atomic():
            club.save(force_insert=True)
    except IntegrityError:  # another of this name was faster
        club.slug = _slug(name)
        club.save(force_insert=True)
    record(club, by, "create", text("created the club"))
    return club


def change(*, club: Club, by: User, **values: Any) -> Club:
    """Change ``values`` of SETTINGS. The same again changes nothing. Raises BadSetting naming the field."""
    with locked_club(club.id) as row:
        before = (row.name, row.visibility)
        if columns.take(row, values, SETTINGS):
            row.save()
            if before != (row.name, row.visibility):  # pages of its competitions name it
                Competition.objects.filter(club=row).update(log_position=F("log_position") + 1)
            record(row, by, "change", text("changed the settings of the club"))
    return row


def _slug(name: str) -> str:
    """Return a free address."""
    plain = slugify(name)[:48] or "club"
    is_taken = Club.objects.filter(slug=plain).exists() or plain in RESERVED
    return f"{plain}-{secrets.token_hex(3)}" if is_taken else plain


def take_in(*, competition: Competition, club: Club, by: User) -> Competition:
    """Put ``competition``, which ``by`` owns, under ``club``, which ``by`` runs. Again: nothing changes.

    Raises ClubRefused if ``by`` does not run the club, it is closed, or another club has the competition; WrongStep
    for a class.
    """
    with locked_club(club.id) as house, locked(competition.id) as row:
        if row.club_id == club.id:
            return row
        if not circles.run_by(by).filter(pk=club.pk).exists():
            raise ClubRefused(_("Only staff of a club can put a competition under it."))
        must_be_open(house)
        if row.club_id is not None:
            raise ClubRefused(_("This competition belongs to another club. Remove it there first."))
        school_rules.stays_inside(row)
        row.club = house
        row.save(update_fields=["club"])
        _record(row, by, "take_in", text("put the competition under a club"))
    return row


def take_out(*, competition: Competition, by: User) -> Competition:
    """Take ``competition`` out of its club, back to its owner alone. Again: nothing changes."""
    with locked(competition.id) as row:
        if row.club_id is not None:
            row.club = None
            row.save(update_fields=["club"])
            announce_leaving(audience=row.pk)
            _record(row, by, "take_out", text("removed the competition from its club"))
    return row


def _record(row: Competition, by: User, verb: str, message: Any) -> None:
    tell_tables(row)
    journal.note(row, by, verb, message)


def notify_tables_of_staff(club: Club) -> None:
    """Tell the tables of its competitions that the staff of ``club`` changed: they know who may rule there."""
    for row in club.competitions.filter(status=Competition.Status.RUNNING):
        tell_tables(row)


def runs(user: User, club: Club) -> bool:
    return access.standing_of(user, club) in access.RUNS
