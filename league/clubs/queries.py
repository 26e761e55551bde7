"""Reads of a club's pages: what is on, what comes, the tables, the members, the roll of honour.

Always a fixed number of queries, and only of competitions that the reader finds in lists.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from league.clubs import access
from league.clubs.models import Club, Membership
from league.competitions.derivation.placings import Placed, kept_placings
from league.competitions.models import Competition, Entrant, Fixture, Group
from league.competitions.policy import access as competition_access
from league.competitions.queries import first_boards, fixtures, with_boards, with_entrants, with_stages
from league.players.models import User
from league.players.policy.searching import best

TABLES = 3
"""Tables of the club's page."""
ROWS = 5
NEXT = 6
PAST = 6
PODIUM = 3
Status = Competition.Status


def with_size(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Annotate each with ``size``, the number of its people including the owner."""
    inside = Membership.objects.inside().filter(club=OuterRef("pk")).order_by()
    count = inside.annotate(whole=Value(1)).values("whole").annotate(count=Count("pk")).values("count")
    return clubs.annotate(size=Coalesce(Subquery(count), 0) + 1)


def add_sizes(rows: Iterable[Club]) -> None:
    """Count the people of the clubs that are shown, as ``with_size`` does. One query."""
    rows = list(rows)
    sized_rows: Iterable[Any] = with_size(Club.objects.filter(pk__in=[row.pk for row in rows]))
    sizes = {row.pk: row.size for row in sized_rows}
    for row in rows:
        row.size = sizes.get(row.pk, 1)  # type: ignore[attr-defined]  # as the annotation is called


def named_like(text: str, reader: Any = None) -> list[Club]:  # User, AnonymousUser or None: nobody
    """Return the listed clubs whose name contains ``text``, best first; none for an empty text."""
    return best(access.listed(reader), "name", text)


def competitions_of(club: Club, reader: Any) -> QuerySet[Competition]:  # User or AnonymousUser
    """Return the published competitions of ``club`` that ``reader`` finds in lists."""
    return competition_access.listed(reader).filter(club=club)


@dataclass
class TableExtract:
    """The first rows of the table of a running competition."""

    competition: Competition
    name: str
    rows: list[dict[str, Any]]  # rows of ``Group.table`` with names


def page(club: Club, reader: Any) -> dict[str, Any]:  # User or AnonymousUser; a template's context
    """Return the context of the page of ``club`` for ``reader``."""
    competitions = competitions_of(club, reader)
    ahead = competitions.filter(status__in=[Status.REGISTRATION, Status.RUNNING])
    going = with_stages(with_entrants(ahead, reader).order_by("-created_at"))
    over = competitions.filter(status=Status.FINISHED)
    running = [row for row in going if row.status == Status.RUNNING]
    roll = roll_of(over)
    return {
        "open": [row for row in going if row.status == Status.REGISTRATION],
        "running": running,
        "next": next_fixtures(running),
        "tables": tables(running),
        "past": roll.competitions[:PAST],
        "honours": roll.people[:ROWS],
        "size": Membership.objects.inside().filter(club=club).count() + 1,
    }


def next_fixtures(running: Iterable[Competition]) -> list[Fixture]:
    """Return the current or next fixtures of these competitions."""
    ahead = [Fixture.Status.LIVE, Fixture.Status.OPEN, Fixture.Status.PENDING]
    of_club = fixtures().filter(tie__round__stage__competition__in=list(running), status__in=ahead)
    rows = first_boards(of_club.filter(home__isnull=False, away__isnull=False))
    return with_boards(rows.order_by("status", "kick_off_at", "id")[:NEXT])


def tables(running: list[Competition]) -> list[TableExtract]:
    """Return the first rows of the first competitions with a table. Two queries."""
    by_id = {row.pk: row for row in running}
    groups = Group.objects.filter(stage__competition__in=list(by_id)).select_related("stage")
    first: dict[UUID, Group] = {}
    for group in groups.order_by("-stage__number", "number"):
        if group.table and group.table.get("rows"):
            first.setdefault(group.stage.competition_id, group)
    tables = list(first.items())[:TABLES]
    ids = {row["entrant"] for _key, group in tables for row in group.table["rows"][:ROWS]}
    names = {str(key): name for key, name in Entrant.objects.filter(pk__in=ids).values_list("pk", "name")}
    return [
        TableExtract(
            by_id[key],
            group.name,
            [{**row, "name": names.get(row["entrant"], "")} for row in group.table["rows"][:ROWS]],
        )
        for key, group in tables
    ]


@dataclass
class Honoured:
    """A person on the roll of honour."""

    player: User
    name: str
    won: Annotated[list[Competition], "The competitions that were won, by id, the newest first."] = field(
        default_factory=list
    )
    second: int = 0
    third: int = 0


@dataclass
class Over:
    competition: Competition
    podium: list[Placed]


@dataclass
class Roll:
    """The roll of honour: people, the most titles first; competitions, the newest first."""

    people: list[Honoured]
    competitions: list[Over]


def roll_of(over: QuerySet[Competition]) -> Roll:
    """Build the roll of honour of the finished competitions ``over`` from their results. At most nine queries.

    Everybody who played in a side is honoured; bots and the house are not.
    """
    rows = list(over.order_by("-finished_at", "-created_at"))
    places = kept_placings(rows, PODIUM)
    people: dict[UUID, Honoured] = {}
    podiums = []
    for row in rows:
        podium = places.get(row.pk, [])
        podiums.append(Over(row, podium))
        for place in podium:
            mates = place.entrant.members.all() if place.entrant.side_key else ()
            for player in (place.entrant.player, *(mate.user for mate in mates)):
                if player.kind == User.Kind.BOT:
                    continue
                honoured = people.setdefault(player.pk, Honoured(player, player.nickname))
                if place.place == 1:
                    honoured.won.append(row)
                elif place.place == 2:
                    honoured.second += 1
                else:
                    honoured.third += 1
    ranked = sorted(people.values(), key=lambda row: (-len(row.won), -row.second, -row.third, row.name.casefold()))
    return Roll(ranked, podiums)


def members_of(club: Club) -> QuerySet[Membership]:
    """Return the members of ``club``, the staff first, then in order of joining; the owner is no row."""
    return club.memberships.inside().select_related("user")


def applicants(club: Club) -> list[Membership]:
    """Return the applicants, the first first."""
    return list(club.memberships.filter(asked=True).select_related("user").order_by("since"))
