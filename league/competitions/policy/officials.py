"""Officials at the tables of a competition: owner and co-organisers as organisers, and referees.

``matches`` knows no competition, so each match gets their names when it opens, and again when they change.
"""

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Fixture, Staff
from league.competitions.policy import clubs
from league.players.models import User
from matches.models import Match, Official
from matches.verbs.opening import appoint

OPEN = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)


def officials_of(row: Competition) -> list[tuple[User, str]]:
    """List the users who may rule at a table of ``row``, each with their role."""
    roles = {
        Staff.Given.REFEREE.value: Official.Role.REFEREE.value,
        Staff.Given.CO_ORGANISER.value: Official.Role.ORGANISER.value,
    }
    helpers = [(helper.user, roles[helper.role]) for helper in _STAFF.rows(row.id) if helper.user is not None]
    club = [(each, Official.Role.ORGANISER.value) for each in club_staff(row)]
    return [*club, (row.owner, Official.Role.ORGANISER.value), *helpers]


_STAFF = PreparedQuery(lambda key: Staff.objects.filter(competition=key).accepted().select_related("user"))


def club_staff(row: Competition) -> list[User]:
    """List the users who run ``row`` as staff of its club."""
    if row.club_id is None:
        return []
    return list(User.objects.filter(clubs.club_staff(row), is_active=True).distinct())


def tell_tables(row: Competition) -> int:
    """Write the officials of ``row`` on its matches that are not over; return the number of matches."""
    officials = officials_of(row)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=row, match__status__in=OPEN).select_related(
        "match"
    )
    matches = [fixture.match for fixture in fixtures if fixture.match is not None]
    for match in matches:
        appoint(match, officials)
    return len(matches)
