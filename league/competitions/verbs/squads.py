"""Squads of teams before the start; people join by the team's link (``verbs.sides``)."""

from uuid import UUID

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.competitions.verbs.entries import must_be_open
from league.players.models import User


def take_off(*, entrant: Entrant, by: User, number: int, player: UUID | None = None) -> Entrant:
    """Take the ``number`` of a squad off it, before the start. Repeating it changes nothing. Raises WrongStep.

    With ``player`` only if that one still has the number.
    """
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        team = row.entrants.get(id=entrant.id)
        member = team.members.select_related("user").filter(number=number).first()
        if member is not None and player in (None, member.user_id):
            member.delete()
            message = text("{name} no longer plays for {team}", name=member.user.nickname, team=team.name)
            journal.note(row, by, "squad", message)
    return team


def place(*, entrant: Entrant, by: User, player: UUID, number: int) -> Entrant:
    """Give ``player`` of a squad the place ``number``, before the start; who had it takes the place of ``player``.

    Repeating it changes nothing. Raises EntryRefused: ``player`` is not of this squad, or it has no such place;
    WrongStep.
    """
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        team = row.entrants.get(id=entrant.id)
        members = {member.user_id: member for member in team.members.select_related("user")}
        if player not in members:
            raise EntryRefused(_("This player is not in the squad, or is its captain."))
        numbers = {member.number: member for member in members.values()}
        if number not in numbers:
            places = ", ".join(str(taken) for taken in numbers)
            raise EntryRefused(_("Nobody has this place of the squad. Its places: %(places)s.") % {"places": places})
        member, other = members[player], numbers[number]
        if member is not other:
            before = member.number
            for moved, to in ((other, row.most_people), (member, number), (other, before)):
                moved.number = to
                moved.save(update_fields=["number"])
            message = text(
                "{name} and {other} changed places in the squad of {team}",
                name=member.user.nickname,
                other=other.user.nickname,
                team=team.name,
            )
            journal.note(row, by, "squad", message)
    return team


def must_be_complete(row: Competition) -> None:
    """Raise WrongStep if a team has fewer people than a tie has boards. Needs the lock."""
    if not row.of_teams:
        return
    for team in row.entrants.filter(status=Entrant.Status.ENTERED).prefetch_related("members"):
        people = 1 + len(team.members.all())
        if people < row.boards:
            message = _("%(name)s has %(people)d of the %(boards)d players that it needs, one a board.")
            raise WrongStep(message % {"name": team.name, "people": people, "boards": row.boards})
