"""Verbs that create and change a club, and put a competition under it or back to its owner alone."""

import secrets
from typing import Any

from django.db import transaction
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
from league.competitions.policy.officials import tell_tables
from league.players.models import User
from matches.letters import clean
from matches.policy.audience import announce_leaving

MOST = 20
"""Clubs that one account may own."""
RESERVED = ("new", "join", "me")
"""Words with which an address of this room begins."""


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    description: str = "",
    visibility: str = Club.Visibility.PUBLIC,
    joining: str = Club.Joining.REQUEST,
) -> Club:
    """Create a club of ``by``. Raises ClubRefused naming the field."""
    if by.kind != User.Kind.ACCOUNT:
        raise ClubRefused(_("A club needs an owner with an account."))
    if by.clubs.count() >= MOST:
        raise ClubRefused(_("One account can own at most %(count)d clubs.") % {"count": MOST})
    club = Club(owner=by, slug=_slug(name))
    _set_values(club, {"name": name, "description": description, "visibility": visibility, "joining": joining})
    club.save(force_insert=True)
    record(club, by, "create", text("created the club"))
    return club


def change(*, club: Club, by: User, **values: Any) -> Club:
    """Change settings. The same again changes nothing.

    Keys: ``name``, ``description``, ``visibility``, ``joining``, ``succession_days``, ``objection_days``. Raises
    ClubRefused naming the field.
    """
    with locked_club(club.id) as row:
        before = (row.name, row.visibility)
        if _set_values(row, values):
            row.save()
            if before != (row.name, row.visibility):  # pages of its competitions name it
                Competition.objects.filter(club=row).update(log_position=F("log_position") + 1)
            record(row, by, "change", text("changed the settings of the club"))
    return row


def _set_values(row: Club, values: dict[str, Any]) -> bool:
    """Set checked ``values`` in ``row``, unsaved; return whether anything changed."""
    changed = False
    for field, value in values.items():
        if field not in CHECKS:
            raise ClubRefused(_("%(field)s cannot be changed.") % {"field": field}, field)
        checked = CHECKS[field](value)
        changed |= getattr(row, field) != checked
        setattr(row, field, checked)
    return changed


def _name(value: Any) -> str:
    name = " ".join(str(value).split())
    if not 3 <= len(name) <= 60:
        raise ClubRefused(_("The name has 3 to 60 characters."), "name")
    if clean(name) != name:
        sentence = _("A name cannot have control or invisible characters. Type it again without them.")
        raise ClubRefused(sentence, "name")
    return name


def _words(value: Any) -> str:
    words = str(value).strip()
    if len(words) > 2000:
        raise ClubRefused(_("At most %(most)d characters.") % {"most": 2000}, "description")
    return words


def _one_of(field: str, allowed: list[str]) -> Any:  # a check of CHECKS
    def check(value: Any) -> str:
        if value not in allowed:
            raise ClubRefused(_("Choose one of: %(known)s.") % {"known": ", ".join(allowed)}, field)
        return str(value)

    return check


def days(field: str, least: int, most: int) -> Any:  # a check of CHECKS
    """Build a check for a number of days."""

    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not (value == 0 == least or 1 <= value <= most):
            sentence = _("Enter a number of days, at most %(most)d.") % {"most": most}
            raise ClubRefused(sentence if least else sentence + " " + _("0: never."), field)
        return value

    return check


CHECKS: dict[str, Any] = {  # each takes the raw value
    "name": _name,
    "description": _words,
    "visibility": _one_of("visibility", Club.Visibility.values),
    "joining": _one_of("joining", Club.Joining.values),
    "succession_days": days("succession_days", 0, 365),
    "objection_days": days("objection_days", 1, 60),
}


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
