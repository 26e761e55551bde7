"""The page of a team in one competition: its figures, its squad, its ties."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.competitions.derivation.team_figures import TeamFigures, figures_of_teams
from league.competitions.models import Competition, Entrant
from league.competitions.pages import visitor_marks
from league.competitions.pages.public import page_context
from league.competitions.policy import access
from league.competitions.queries import first_boards, fixtures, with_boards
from league.competitions.words.fixtures import halves
from league.leagues.boards import BoardLine, boards_of
from league.statistics.words.figures import Number
from matches.pages.visitors import tagged


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays, or has played, for a team, with the numbers on all its boards, if there are any."""

    player: UUID
    name: str
    numbers: BoardLine | None
    captain: bool = False
    left: bool = False
    """True for who is no longer in the squad."""


@tagged(visitor_marks.competition)
def team(request: HttpRequest, slug: str, entrant_id: UUID) -> HttpResponse:
    """Show a team's ties won and lost, its boards, what each of its people played, and its ties; 404 without teams."""
    competition, context = page_context(request, slug, "table")
    entrant = access.entrant_or_404(competition, entrant_id)
    if not competition.of_teams:
        raise Http404
    figures = figures_of_teams(competition).get(entrant.pk, TeamFigures())
    rows = fixtures().filter(Q(home=entrant) | Q(away=entrant), competition=competition)
    ties = with_boards(first_boards(rows).order_by("tie__round__number", "tie__number", "leg"))
    context |= {
        "team": entrant,
        "figures": figures,
        "six": _six(figures),
        "people": _people(competition, entrant),
        "ties": ties,
    }
    return render(request, "statistics/team.html", context)


def _six(figures: TeamFigures) -> list[Number]:
    """Return the numbers that the page opens with."""
    return [
        Number(_("Team ties"), str(figures.played)),
        Number(_("Won"), str(figures.won)),
        Number(_("Drawn"), str(figures.drawn)),
        Number(_("Lost"), str(figures.lost)),
        Number(
            _("Board points"),
            halves(figures.board_points),
            _("to %(against)s") % {"against": halves(figures.board_points_against)},
        ),
        Number(_("Goals"), str(figures.goals_for), _("to %(against)d") % {"against": figures.goals_against}),
    ]


def _people(competition: Competition, team: Entrant) -> list[Person]:
    """Return the squad in its order, and behind it who has played for the team and left."""
    table = boards_of(competition).of(0)
    lines = {line.player: line for line in (*table.rows, *table.too_few) if line.team == team.name}
    people = [Person(team.player_id, team.player.nickname, lines.pop(team.player_id, None), captain=True)]
    for member in team.members.select_related("user").order_by("number"):
        people.append(Person(member.user_id, member.user.nickname, lines.pop(member.user_id, None)))
    return people + [Person(player, line.name, line, left=True) for player, line in lines.items()]
