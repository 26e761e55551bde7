"""The frame of every bulk action: derive and show its effects, act only after confirmation, in one transaction.

And what such actions share: their conditions, and the message to all players.
"""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from engines.core.text import Text
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.effects import digest, effects, picture
from league.competitions.derivation.recompute import recompute
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import NeedsConfirmation, RulingRefused, WrongStep
from league.competitions.log import journal
from league.competitions.models import Competition, Entrant
from league.competitions.policy.parties import people_of
from league.competitions.verbs.rulings import Consent, wipe
from league.players.models import User
from league.players.verbs.notify import notify

TOLD = 60
"""Sentences of one preview; a longer one says how many more there are."""


def require_confirmation(sentences: Sequence[str], consent: Consent) -> None:
    """Raise NeedsConfirmation unless ``consent`` matches exactly the sentences shown."""
    sentence, effects = _("This changes:"), list(sentences) or [_("Nothing else changes.")]
    sign = digest(effects)
    if consent.confirmed and not consent.preview and consent.seen in ("", sign):
        return
    if len(effects) > TOLD:
        effects = [*effects[:TOLD], _("... and %(count)d more changes") % {"count": len(effects) - TOLD}]
    raise NeedsConfirmation(sentence, effects, sign)


def act(row: Competition, by: User, change: Callable[[], list[str]], consent: Consent, reason: str) -> Derived:
    """Apply ``change`` to the locked ``row``, derive what follows, and go on only with ``consent``.

    ``change`` returns sentences of its own. Raises NeedsConfirmation, which takes everything back.
    """
    before = picture(take_snapshot(row))
    sentences = change()
    after = picture(take_snapshot(row))
    require_confirmation([*sentences, *effects(before, after)], consent)
    wipe(row, after.derived.orphans, by, reason)
    return recompute(row)


def must_be_played(row: Competition, reason: str) -> None:
    """Raise WrongStep unless ``row`` is running, RulingRefused without a reason."""
    if row.status != Competition.Status.RUNNING:
        raise WrongStep(_("The competition is not running."))
    if not reason.strip():
        raise RulingRefused(_("Give a reason: all players read it."))


def tell_all(row: Competition, by: User, verb: str, message: Text, page: str) -> None:
    """Write ``message`` to the audit and to everybody who plays, with a link to ``page`` of the competition."""
    journal.note(row, by, verb, message)
    notify(
        users=people_of(row.entrants.filter(status=Entrant.Status.ENTERED)),
        kind="moved",
        message=message,
        url=f"/competitions/{row.slug}/{page}/",
        key=f"{verb}:{row.id}:{row.log_position}",
        competition=row.name,
    )
