"""Squads of teams before the start; people join by the team's link (``verbs.sides``)."""

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.competitions.verbs.entries import must_be_open
from league.players.models import User


def take_off(*, entrant: Entrant, by: User, number: int) -> Entrant:
    """Take the ``number`` of a squad off it, before the start. Repeating it changes nothing. Raises WrongStep."""
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        team = row.entrants.get(id=entrant.id)
        member = team.members.select_related("user").filter(number=number).first()
        if member is not None:
            member.delete()
            message = text("{name} no longer plays for {team}", name=member.user.nickname, team=team.name)
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
