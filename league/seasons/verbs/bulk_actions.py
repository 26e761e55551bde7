"""How every bulk action is done: its effects are told first, by the same derivation that follows, and it happens in one
transaction only when whoever runs the competition has said yes to what was told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from league.competitions.derivation.derive import Derived
from league.competitions.derivation.effects import digest, effects, picture
from league.competitions.derivation.recompute import recompute
from league.competitions.derivation.snapshot import open_book
from league.competitions.errors import NeedsConfirmation
from league.competitions.models import Competition
from league.competitions.verbs.rulings import Consent, wipe
from league.players.models import User

TOLD = 60
"""Sentences of one preview; a longer one says how many more there are."""


def ask(said: Sequence[str], consent: Consent) -> None:
    """Raises NeedsConfirmation unless ``consent`` means exactly what is ``said``."""
    sentence, told = _("This would change:"), list(said) or [_("Nothing else changes.")]
    sign = digest(told)
    if consent.confirmed and not consent.preview and consent.seen in ("", sign):
        return
    if len(told) > TOLD:
        told = [*told[:TOLD], _("... and %(count)d more changes") % {"count": len(told) - TOLD}]
    raise NeedsConfirmation(sentence, told, sign)


def act(row: Competition, by: User, change: Callable[[], list[str]], consent: Consent, reason: str) -> Derived:
    """Do ``change`` (it answers with sentences of its own) to ``row``, which the caller has locked, tell what follows
    from it, and go on only with ``consent``: raising takes everything back. Raises NeedsConfirmation.
    """
    before = picture(open_book(row))
    said = change()
    after = picture(open_book(row))
    ask([*said, *effects(before, after)], consent)
    wipe(row, after.derived.orphans, by, reason)
    return recompute(row)
