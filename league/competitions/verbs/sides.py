"""Sides of several people in one entrant, and squads of teams: joining by link and leaving, before the start.

Later only who leaves the site leaves a side, too.

The one who entered the side is the entrant's player; the others are ``Member`` rows, in the order of their turns or of
the squad. All of a side have the seat of every match that the entrant plays; a team names one of them for each board.
"""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import EntryRefused
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, Member
from league.competitions.verbs import boards
from league.competitions.verbs.entries import must_be_able, must_be_open, must_be_welcome
from league.competitions.verbs.rulings import clear
from league.players.models import User
from matches.models import Match


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
        must_be_open(row)
        must_be_welcome(row, player)
        if side.status == Entrant.Status.WITHDRAWN:
            raise EntryRefused(_("This side has left the competition."))
        _must_be_free(row, player)
        numbers_taken = set(side.members.values_list("number", flat=True))
        free = [number for number in range(1, row.most_people) if number not in numbers_taken]
        if not free:
            raise EntryRefused(_("This side is full: it has %(count)d people.") % {"count": row.most_people})
        Member.objects.create(competition=row, entrant=side, user=player, number=free[0], joined_at=timezone.now())
        journal.note(row, player, "join_side", text("now plays for {name}", name=side.name))
    return side


def _must_be_free(row: Competition, player: User) -> None:
    """Refuse a player of another side of the competition."""
    alone = row.entrants.filter(player=player).exclude(status=Entrant.Status.WITHDRAWN).exists()
    if alone or Member.objects.filter(competition=row, user=player).exists():
        raise EntryRefused(_("You already play in this competition."))


def leave_side(*, entrant: Entrant, player: User) -> Entrant:
    """Let ``player`` leave the side ``entrant``, which stays entered. Repeating it changes nothing.

    Raises EntryRefused for the one who entered the side (``entries.leave`` removes it), WrongStep.
    """
    with locked(entrant.competition_id) as row:
        side = row.entrants.get(id=entrant.id)
        if side.player_id == player.id:
            raise EntryRefused(_("You entered this side. Withdraw it as a whole."))
        must_be_open(row)
        removed, _kinds = side.members.filter(user=player).delete()
        if removed:
            journal.note(row, player, "leave_side", text("no longer plays for {name}", name=side.name))
    return side


def take_out(*, entrant: Entrant, player: User) -> None:
    """Take ``player``, who leaves the site, out of the side ``entrant`` of a running competition.

    The tables that wait open anew without them: a game that has the side take turns would wait for theirs. A board of a
    team that was theirs to play is nobody's, and lost. Repeating it changes nothing.
    """
    with locked(entrant.competition_id) as row:
        side = row.entrants.get(id=entrant.id)
        removed, _kinds = side.members.filter(user=player).delete()
        if removed:
            fixtures = Fixture.objects.filter(Q(home=side) | Q(away=side))
            if row.of_teams:
                fixtures = fixtures.filter(boards.of_player(player))
            for fixture in fixtures.filter(match__status=Match.Status.WAITING).select_related("match"):
                clear(fixture)
            left = fixtures.filter(match=None, status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN))
            boards.pass_on(left, player, None)
            journal.note(row, player, "leave_side", text("no longer plays for {name}", name=side.name))
            recompute(row)
