"""Queries of what somebody follows: live matches, fixtures ahead, last results. A fixed number of them.

Each shows only what its reader finds in lists, whatever was followed when more could be seen.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet

from league.clubs import access as clubs
from league.competitions.models import MOST_BOARDS, Competition, Entrant, Fixture, Member, ResultEntry
from league.competitions.policy import access as competitions
from league.competitions.queries import fixtures, once_a_tie, results_among, with_boards
from league.following.models import Follow
from league.players.models import User
from matches.models import Match, Seat

SHOWN = 10


@dataclass(frozen=True)
class Followed:
    """The things that one reader follows and may still see, each kind in the order of following, newest first."""

    players: list[Follow]
    clubs: list[Follow]
    competitions: list[Follow]

    def __bool__(self) -> bool:
        return bool(self.players or self.clubs or self.competitions)

    @property
    def player_ids(self) -> list[UUID]:
        return [row.player_id for row in self.players if row.player_id]

    @property
    def competition_ids(self) -> list[UUID]:
        return [row.competition_id for row in self.competitions if row.competition_id]


def followed(reader: User) -> Followed:
    """Return what ``reader`` follows, without what ``reader`` may no longer see. Three queries."""
    rows = Follow.objects.filter(user=reader).order_by("-since", "-id")
    users = User.objects.filter(is_active=True, erased_at=None)
    return Followed(
        players=list(rows.filter(player__in=users).select_related("player")),
        clubs=list(rows.filter(club__in=clubs.listed(reader)).select_related("club")),
        competitions=list(
            rows.filter(
                ~Q(competition__status=Competition.Status.DRAFT),
                ~competitions.unseen_by(reader, "competition", address=True),
                competition__isnull=False,
            ).select_related("competition__champion")
        ),
    )


def playing(things: Followed) -> list[UUID]:
    """Return the ids of live matches of the followed players and competitions. One query."""
    of_players = Seat.objects.filter(user__in=things.player_ids, match__status=Match.Status.LIVE)
    of_competitions = Fixture.objects.filter(competition__in=things.competition_ids, match__status=Match.Status.LIVE)
    return list(
        of_players.order_by()
        .values_list("match", flat=True)
        .union(of_competitions.order_by().values_list("match", flat=True))
    )


def places(reader: User, things: Followed) -> list[UUID]:
    """Return the ids of the entrants that followed players play for, in competitions listed for ``reader``."""
    alone = Entrant.objects.filter(player__in=things.player_ids).order_by().values("id")
    in_sides = Member.objects.filter(user__in=things.player_ids).order_by().values("entrant")
    rows = Entrant.objects.filter(competitions.listed_at(reader, "competition"), pk__in=alone.union(in_sides))
    return list(rows.order_by().values_list("pk", flat=True))


def ahead(things: Followed, entrants: list[UUID]) -> list[Fixture]:
    """Return the next fixtures of what is followed, opened ones first. Two queries.

    ``entrants``: the ``places`` of the followed players. A union, not an OR: for that the database reads every fixture.
    """
    waiting = Fixture.objects.filter(
        status__in=[Fixture.Status.OPEN, Fixture.Status.PENDING], home__isnull=False, away__isnull=False
    )
    parts = [
        waiting.filter(part).order_by().values("pk")
        for part in (
            Q(home__in=entrants),
            Q(away__in=entrants),
            Q(competition__in=things.competition_ids),
        )
    ]
    rows = Fixture.objects.filter(pk__in=parts[0].union(*parts[1:]))
    rows = rows.exclude(competition__status=Competition.Status.CANCELLED)
    soonest = rows.order_by("status", "kick_off_at", "tie__round__number", "leg", "id")
    return _in_order(soonest.values_list("pk", "tie", "leg")[: MOST_BOARDS * SHOWN])


def results(things: Followed, entrants: list[UUID]) -> list[Fixture]:
    """Return the last results of what is followed, newest first. Four queries.

    Each followed entrant and competition gives its last entries, and the newest of all are shown: one condition for
    all of them would have the database go back through the whole log.
    """
    played = ResultEntry.objects.filter(fixture__status=Fixture.Status.PLAYED)
    newest: list[int] = []
    for sides in _last_of(Entrant.objects.filter(pk__in=entrants), played, "fixture__home", "fixture__away"):
        newest += sides
    for of_competition in _last_of(Competition.objects.filter(pk__in=things.competition_ids), played, "competition"):
        newest += of_competition
    entries = ResultEntry.objects.filter(pk__in=sorted(set(newest))[-MOST_BOARDS * SHOWN :]).order_by("-pk")
    return results_among(_in_order(entries.values_list("fixture", "fixture__tie", "fixture__leg")))


def _last_of(things: QuerySet[Any], played: QuerySet[ResultEntry], *ways: str) -> list[list[int]]:
    """Return the ids of the last entries of each of ``things``, by each of the ways to it. One query."""
    last = {
        f"last_{number}": ArraySubquery(
            played.filter(**{way: OuterRef("pk")}).order_by("-pk").values("pk")[: MOST_BOARDS * SHOWN]
        )
        for number, way in enumerate(ways)
    }
    return [list(chain(*row)) for row in things.order_by().annotate(**last).values_list(*last)]


def _in_order(found: Iterable[tuple[UUID, UUID, int]]) -> list[Fixture]:
    """Return the first fixtures ``(id, tie, leg)`` in this order; one that appears twice (a corrected result) once."""
    first = once_a_tie(found)[:SHOWN]
    rows = {row.pk: row for row in fixtures().filter(pk__in=first)}
    return with_boards(rows[key] for key in first if key in rows)
