"""Permissions in a competition: six roles, four rights, one table. Data only; ``access`` enforces it.

What players do in their own fixtures (report, propose a time) is no right of a role: the verb checks who plays.
"""

from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Role(StrEnum):
    """The role of a user in one competition; the first that fits counts."""

    OWNER = "owner"
    SITE = "site"
    """Runs the site: has an owner's rights, and is not counted as staff of the competition."""
    CO_ORGANISER = "co_organiser"
    REFEREE = "referee"
    ENTRANT = "entrant"
    SPECTATOR = "spectator"
    ANONYMOUS = "anonymous"


class Right(StrEnum):
    SEE = "see"
    """Read a published competition."""
    DECIDE = "decide"
    """Read the draft and the console; decide fixtures, disputes and corrections; comment on fixtures."""
    RUN = "run"
    """Change settings, entrants, draw, rounds and schedule; start, announce, import."""
    OWN = "own"
    """Manage staff, cancel, confirm new passwords."""


_REFEREE: Final = frozenset({Right.SEE, Right.DECIDE})
TABLE: Final[dict[Role, frozenset[Right]]] = {
    Role.OWNER: frozenset(Right),
    Role.SITE: frozenset(Right),
    Role.CO_ORGANISER: _REFEREE | {Right.RUN},
    Role.REFEREE: _REFEREE,
    Role.ENTRANT: frozenset({Right.SEE}),
    Role.SPECTATOR: frozenset({Right.SEE}),
    Role.ANONYMOUS: frozenset({Right.SEE}),
}
"""The permission table. ``tests/security/permissions.txt`` says what follows from it for each address."""

STAFF: Final[tuple[Role, ...]] = (Role.CO_ORGANISER, Role.REFEREE)
"""The roles that an owner gives to others."""

NAMES: Final[dict[Role, str | Promise]] = {
    Role.OWNER: _("Owner"),
    Role.SITE: _("Site staff"),
    Role.CO_ORGANISER: _("Co-organiser"),
    Role.REFEREE: _("Referee"),
    Role.ENTRANT: _("Entrant"),
    Role.SPECTATOR: _("Spectator"),
    Role.ANONYMOUS: _("Not signed in"),
}

SAYS: Final[dict[Right, str | Promise]] = {
    Right.SEE: _("Read everything that is published"),
    Right.DECIDE: _("Decide matches and disputes, correct results, comment on fixtures, read the console"),
    Right.RUN: _("Change settings, enter and withdraw players, draw, start, open rounds, move fixtures, announce"),
    Right.OWN: _("Assign roles, cancel the competition, confirm new passwords"),
}
