"""What changes who somebody is: a guest sits down, a guest becomes an account, an account takes over a typed name.

Signing a browser in is the view's business; these verbs only write rows.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.clubs.models import Membership
from league.competitions.models import Competition, Entrant, Member
from league.players.errors import ClaimRefused
from league.players.models import User
from league.players.nicknames import clean_nickname
from league.seasons.models import Substitution
from league.statistics.models import Line
from matches.models import Match, Seat, SeatController

AGAIN: Final = timedelta(minutes=1)
"""For so long the same form that makes a guest is a button that was pressed twice."""


def guest(*, nickname: str, language: str = "", key: UUID | None = None) -> User:
    """A player without account called ``nickname``, with ``key`` for an id; again with the same ``key`` within a
    minute, or at once: the same player, under the first name. Raises NicknameRefused."""
    player = User(kind=User.Kind.GUEST, nickname=clean_nickname(nickname), language=language)
    player.set_unusable_password()
    if key is not None:
        made, new = User.objects.get_or_create(
            pk=key, defaults={name: getattr(player, name) for name in ("kind", "nickname", "language", "password")}
        )
        fresh = made.is_guest and made.is_active and made.date_joined > timezone.now() - AGAIN
        if new or fresh:
            return made
    player.save(force_insert=True)
    return player


def guests(*, nicknames: list[str]) -> list[User]:
    """One new player without account for each of ``nicknames``, in order. Raises NicknameRefused, creating none."""
    players = [User(kind=User.Kind.GUEST, nickname=clean_nickname(nickname)) for nickname in nicknames]
    for player in players:
        player.set_unusable_password()
    User.objects.bulk_create(players)
    return players


def end_sessions_by_link(*, player_id: UUID) -> None:
    """End the sessions of a player that a personal link or a card opened; others stay."""
    User.objects.filter(pk=player_id).update(renewals=F("renewals") + 1)


def rename(*, player: User, nickname: str) -> User:
    """Change what is shown for ``player`` from now on. Raises NicknameRefused."""
    player.nickname = clean_nickname(nickname)
    player.save(update_fields=["nickname"])
    return player


def prefer(*, player: User, language: str, theme: str, time_zone: str) -> User:
    """Keep how ``player`` wants the site: language code, theme (empty: as the device), name of a time zone."""
    player.language, player.theme, player.time_zone = language, theme, time_zone
    player.save(update_fields=["language", "theme", "time_zone"])
    return player


@transaction.atomic
def claim(*, name: User, account: User) -> User:
    """Give everything that the typed name ``name`` has played and will play to ``account``.

    Entrants and seats are re-pointed in one transaction; the emptied name says where it went (``merged_into``) and
    can no longer sign in. Claiming again for the same account changes nothing.

    Raises:
        ClaimRefused: ``name`` is no name without account, is taken by somebody else, is in the middle of a match,
            or has met ``account`` in a competition or at a table.
    """
    theirs = list(Entrant.objects.filter(player=name).values_list("competition_id", flat=True))
    theirs += Member.objects.filter(user=name).values_list("competition_id", flat=True)
    # The lock order of competitions: first they, then what hangs on them.
    list(Competition.objects.select_for_update().filter(id__in=theirs).order_by("id").values_list("id"))
    both = User.objects.select_for_update(no_key=True).filter(id__in=[name.id, account.id]).order_by("id")
    rows = {row.id: row for row in both}
    name, account = rows[name.id], rows[account.id]
    if name.merged_into_id == account.id:
        return account
    if account.kind != User.Kind.ACCOUNT:
        raise ClaimRefused(_("Sign in with your account first."))
    if name.kind != User.Kind.GUEST or name.merged_into_id is not None:
        raise ClaimRefused(_("This name already belongs to an account."))
    clash = Entrant.objects.filter(player=account, competition__in=theirs).select_related("competition").first()
    if clash is not None:
        raise ClaimRefused(
            _("You already play in %(competition)s as %(name)s: one player cannot hold two places.")
            % {"competition": clash.competition.name, "name": clash.name}
        )
    side = Member.objects.filter(user=account, competition__in=theirs).select_related("competition", "entrant").first()
    if side is not None:
        raise ClaimRefused(
            _("You already play in %(competition)s as %(name)s: one player cannot hold two places.")
            % {"competition": side.competition.name, "name": side.entrant.name}
        )
    seats = Seat.objects.filter(user=name)
    if Seat.objects.filter(user=account, match__in=seats.values("match")).exists():
        raise ClaimRefused(_("You have played against this name, so it cannot be you."))
    if seats.filter(match__status__in=(Match.Status.LIVE, Match.Status.PAUSED)).exists():
        raise ClaimRefused(_("This name is in the middle of a match: finish it, then claim the name."))
    Competition.objects.filter(id__in=theirs).update(log_position=F("log_position") + 1)
    Entrant.objects.filter(player=name).update(player=account, personal_key="")
    Substitution.objects.filter(before=name).update(before=account)
    Substitution.objects.filter(after=name).update(after=account)
    Line.objects.filter(player=name).update(player=account)
    Line.objects.filter(opponent=name).update(opponent=account)
    seats.update(user=account)
    Member.objects.filter(user=name).update(user=account)
    mine = Membership.objects.filter(user=account).values("club")
    Membership.objects.filter(user=name).exclude(club__in=list(mine)).update(user=account, key="", asked=False)
    Membership.objects.filter(user=name).delete()
    shared = SeatController.objects.filter(user=account).values("seat")
    SeatController.objects.filter(user=name).exclude(seat__in=list(shared)).update(user=account, name=str(account)[:60])
    name.merged_into = account
    name.is_active = False
    name.save(update_fields=["merged_into", "is_active"])
    return account
