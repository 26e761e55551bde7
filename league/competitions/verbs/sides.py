"""Sides of several people in one entrant, and squads of teams: joining by link and leaving, before the start.

Later only who leaves the site leaves a side, too.

The one who entered the side is the entrant's player; the others are ``Member`` rows, in the order of their turns or of
the squad. All of a side have the seat of every match that the entrant plays; a team names one of them for each board.
"""

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import EntryRefused
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Member
from league.competitions.policy.personal_links import new_key
from league.competitions.verbs import boards, squads
from league.competitions.verbs.entries import must_be_able, must_be_welcome
from league.players.models import User


def join(*, key: str, player: User) -> Entrant:
    """Let ``player`` join the side whose link holds ``key``. Repeating it changes nothing.

    Raises EntryRefused: no such link, the side is full, ``player`` plays there already or may not; WrongStep.
    """
    must_be_able(player)
    entrant = Entrant.objects.filter(side_key=key).exclude(side_key="").first()
    if entrant is None:
        raise EntryRefused(_("This link belongs to no side."))
    with locked(entrant.competition_id) as row:
        side = row.entrants.get(id=entrant.id)
        if side.player_id == player.id or side.members.filter(user=player).exists():
            return side
        squads.must_take_changes(row, side, player)
        must_be_welcome(row, player)
        _must_be_free(row, player)
        free = squads.free_numbers(row, side)
        if not free:
            raise EntryRefused(_("This side is full: it has %(count)d people.") % {"count": row.most_people})
        if player.kind == User.Kind.GUEST:
            squads.must_be_called_otherwise(side, player.nickname)
        now = timezone.now()
        member = Member(competition=row, entrant=side, user=player, number=free[0], joined_at=now)
        member.personal_key = new_key(player)
        member.link_opened_at = now if member.personal_key else None  # the guest's own browser has it
        member.save()
        journal.note(row, player, "join_side", text("now plays for {name}", name=side.name))
    return side


def _must_be_free(row: Competition, player: User) -> None:
    """Refuse a player of another side of the competition."""
    alone = row.entrants.filter(player=player).exclude(status=Entrant.Status.WITHDRAWN).exists()
    if alone or Member.objects.filter(competition=row, user=player).exists():
        raise EntryRefused(_("You already play in this competition."))


def leave_side(*, entrant: Entrant, player: User) -> Entrant:
    """Let ``player`` leave the side ``entrant``, which stays entered. Repeating it changes nothing.

    The next person of the squad leads a team whose captain leaves. Raises EntryRefused for the one who entered a side
    without such a person (``entries.leave`` removes it), or if a team that plays would be too small; WrongStep.
    """
    with locked(entrant.competition_id) as row:
        side = row.entrants.select_related("player").get(id=entrant.id)
        member = side.members.filter(user=player).first()
        if side.player_id != player.id and member is None:
            return side
        squads.must_take_changes(row, side, player)
        if row.status == Competition.Status.RUNNING:
            squads.must_spare_one(row, side)
        if member is not None:
            squads.remove(row, side, member)
            journal.note(row, player, "leave_side", text("no longer plays for {name}", name=side.name))
        elif not row.of_teams or not squads.captain_leaves(row, side, player):
            raise EntryRefused(_("You entered this side. Withdraw it as a whole."))
    return side


def take_out(*, entrant: Entrant, player: User) -> None:
    """Take ``player``, who leaves the site, out of the side ``entrant`` of a running competition.

    The tables that wait open anew without them: a game that has the side take turns would wait for theirs. A board of a
    team that was theirs to play is nobody's, and lost. Repeating it changes nothing.
    """
    with locked(entrant.competition_id) as row:
        side = row.entrants.get(id=entrant.id)
        member = side.members.filter(user=player).first()
        if member is not None:
            squads.remove(row, side, member)
            boards.leave(row, side, player)
            journal.note(row, player, "leave_side", text("no longer plays for {name}", name=side.name))
            recompute(row)
