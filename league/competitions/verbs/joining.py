"""Entry without account in one step: a nickname, and optionally an e-mail address.

Guest, place and e-mail are one transaction: a refusal leaves nothing behind. ``tap`` is the id of the guest: the same
form sent again changes nothing.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.competitions.errors import EntryRefused
from league.competitions.models import Competition, Entrant, Letter
from league.competitions.verbs import entries, invitations, sides
from league.players.models import User
from league.players.policy.addresses import is_address
from league.players.verbs.guests import guest

A_DAY: Final = 100
"""E-mails to guests of one competition within a day: this is no way to mail strangers."""


@transaction.atomic
def enter_as_guest(
    *, competition: Competition, nickname: str, email: str = "", name: str = "", tap: UUID | None = None
) -> Entrant:
    """Enter a new guest called ``nickname``; e-mail the personal link to ``email``, once.

    ``name`` is that of a side where several play, or of a team.

    Raises NicknameRefused, EntryRefused, WrongStep.
    """
    address, player = _address(email), _new(nickname, tap)
    entrant = entries.enter(competition=competition, player=player, name=name)
    _send(entrant, address)
    return entrant


@transaction.atomic
def accept_as_guest(*, key: str, nickname: str, email: str = "", name: str = "", tap: UUID | None = None) -> Entrant:
    """Enter a guest by the invitation ``key``; ``name`` is that of a side where several play."""
    address, player = _address(email), _new(nickname, tap)
    entrant = invitations.accept(key=key, player=player, name=name)
    _send(entrant, address)
    return entrant


@transaction.atomic
def join_as_guest(*, key: str, nickname: str, tap: UUID | None = None) -> User:
    """Let a new guest join the side with this ``key``. Raises NicknameRefused, and as ``sides.join``."""
    player = _new(nickname, tap)
    sides.join(key=key, player=player)
    return player


def _new(nickname: str, tap: UUID | None) -> User:
    return guest(nickname=nickname, language=get_language() or "", key=tap)


def _address(raw: str) -> str:
    """Return the address, which may be empty. Raises EntryRefused."""
    address = raw.strip()
    if address and not is_address(address):
        raise EntryRefused(_("%(address)s is not an e-mail address.") % {"address": address[:60]})
    return address


def _send(entrant: Entrant, address: str) -> None:
    """Queue the e-mail once; over the daily limit it is left out, as the page shows the link all the same."""
    if not address or Letter.objects.filter(entrant=entrant).exists():
        return
    now = timezone.now()
    sent = Letter.objects.filter(
        competition=entrant.competition_id, by__kind=User.Kind.GUEST, at__gt=now - timedelta(days=1)
    )
    if sent.count() >= A_DAY:
        return
    Letter.objects.create(
        competition_id=entrant.competition_id,
        by=entrant.player,
        entrant=entrant,
        to=address,
        language=get_language() or "en",
        at=now,
    )
