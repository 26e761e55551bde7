"""Coming in without an account in one step: a nickname, and an e-mail address for who wants the way back by mail.

The guest, the place and the letter are one transaction: who is refused leaves nothing behind.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.competitions.errors import EntryRefused
from league.competitions.models import Competition, Entrant, Letter
from league.competitions.verbs import entries, invitations, sides
from league.players.models import User
from league.players.verbs.guests import guest

A_DAY: Final = 100
"""Letters that guests of one competition may have sent within a day: this is no way to mail strangers."""


@transaction.atomic
def enter_as_guest(*, competition: Competition, nickname: str, email: str = "") -> Entrant:
    """A new guest called ``nickname`` enters; the personal link goes to ``email``, once, and the address is forgotten.

    Raises NicknameRefused, EntryRefused, WrongStep.
    """
    address, player = _address(email), _new(nickname)
    entrant = entries.enter(competition=competition, player=player)
    _send(entrant, address)
    return entrant


@transaction.atomic
def accept_as_guest(*, key: str, nickname: str, email: str = "", name: str = "") -> Entrant:
    """As ``enter_as_guest``, by the invitation ``key``; ``name`` is that of a side where several play."""
    address, player = _address(email), _new(nickname)
    entrant = invitations.accept(key=key, player=player, name=name)
    _send(entrant, address)
    return entrant


@transaction.atomic
def join_as_guest(*, key: str, nickname: str) -> User:
    """A new guest plays for the side whose link holds ``key``. Raises NicknameRefused and what ``sides.join`` does."""
    player = _new(nickname)
    sides.join(key=key, player=player)
    return player


def _new(nickname: str) -> User:
    return guest(nickname=nickname, language=(get_language() or "")[:2])


def _address(raw: str) -> str:
    """The address, or nothing. Raises EntryRefused."""
    address = raw.strip()
    if address:
        try:
            validate_email(address)
        except ValidationError:
            raise EntryRefused(_("%(address)s is no e-mail address.") % {"address": address[:60]}) from None
    return address


def _send(entrant: Entrant, address: str) -> None:
    """Queue the letter; once too many have gone out today it is left out, and the page shows the link all the same."""
    if not address:
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
        language=(get_language() or "en")[:2],
        at=now,
    )
