"""Queries of the page of what somebody follows: live matches, fixtures ahead, last results. A fixed number of them.

Each shows only what its reader finds in lists, whatever was followed when more could be seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from league.clubs import access as clubs
from league.competitions.models import Competition, Entrant, Fixture, Member, ResultEntry
from league.competitions.policy import access as competitions
from league.competitions.queries import fixtures
from league.following.models import Follow
from league.players.models import User
from matches.models import Match
from matches.policy.audience import listed_for

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
    """Return what ``reader`` follows, without what ``reader`` may not see any more. Three queries."""
    rows = Follow.objects.filter(user=reader).order_by("-since", "-id")
    known = User.objects.filter(is_active=True, erased_at=None)
    return Followed(
        players=list(rows.filter(player__in=known).select_related("player")),
        clubs=list(rows.filter(club__in=clubs.listed(reader)).select_related("club")),
        competitions=list(
            rows.filter(competition__in=competitions.seen(reader)).select_related("competition__champion")
        ),
    )


def live(reader: User, things: Followed) -> list[Match]:
    """Return live matches of the followed players and competitions, newest first. Two queries."""
    known = Match.objects.live().filter(listed_for(reader), listed=True)
    of_players = known.filter(seats__user__in=things.player_ids).order_by().values("pk")
    of_competitions = (
        known.filter(fixture__tie__round__stage__competition__in=things.competition_ids).order_by().values("pk")
    )
    rows = known.filter(pk__in=of_players.union(of_competitions)).prefetch_related("seats")
    return list(rows.order_by("-started_at")[:SHOWN])


def ahead(reader: User, things: Followed) -> list[Fixture]:
    """Return the next fixtures of what is followed, opened ones first."""
    open_now = [Fixture.Status.OPEN, Fixture.Status.PENDING]
    rows = fixtures().filter(_of(reader, things), status__in=open_now).exclude(Q(home=None) | Q(away=None))
    return list(rows.order_by("status", "kick_off_at", "tie__round__number", "leg", "id")[:SHOWN])


def results(reader: User, things: Followed) -> list[Fixture]:
    """Return the last results of what is followed, newest first."""
    played = Fixture.objects.filter(_of(reader, things), status=Fixture.Status.PLAYED).values("pk")
    entries = ResultEntry.objects.filter(fixture__in=played).order_by("-pk").values_list("fixture", flat=True)
    ids = list(dict.fromkeys(entries[: 3 * SHOWN]))[:SHOWN]  # a corrected result appears twice
    rows = {row.pk: row for row in fixtures().filter(pk__in=ids)}
    return [rows[key] for key in ids if key in rows]


def _of(reader: User, things: Followed) -> Q:
    """Return the condition on fixtures of followed players or competitions, in competitions listed for ``reader``."""
    known: QuerySet[Competition] = competitions.listed(reader)
    players = things.player_ids
    alone = Entrant.objects.filter(player__in=players, competition__in=known.values("pk")).order_by().values("id")
    in_sides = Member.objects.filter(user__in=players, entrant__competition__in=known.values("pk"))
    entrants = alone.union(in_sides.order_by().values("entrant"))
    of_competition = Q(tie__round__stage__competition__in=things.competition_ids)
    return Q(home__in=entrants) | Q(away__in=entrants) | of_competition
