"""Access to a competition, for pages and API alike: who may see it, decide in it, run it, own it.

A missing right looks like a missing page. ``roles`` holds the table; this module finds the role of a reader and checks
it. Competitions for members, or for those with the address, are hidden from others by one condition, ``circle``: pages
by address (``door``) and, through ``audiences``, lists (``listed``, ``seen``) and matches.
"""

from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Entrant, Fixture, Staff, Tie
from league.competitions.models.roles import TABLE, Right, Role
from league.competitions.policy.clubs import club_shown, inside_club, role_by_club, run_by_club
from league.competitions.policy.parties import places_of
from league.players.models import User
from matches.policy.audience import NAMED, own_audiences


def rights_of(user: Any, competition: Competition) -> frozenset[Right]:  # User or AnonymousUser
    """Return the rights of ``user`` in ``competition``; entrants have no more than spectators."""
    if not user.is_authenticated:
        return TABLE[Role.ANONYMOUS]
    return TABLE[_office(user, competition) or Role.SPECTATOR]


def may(user: Any, competition: Competition, right: Right) -> bool:  # User or AnonymousUser
    return right in rights_of(user, competition)


def _office(user: Any, competition: Competition) -> Role | None:
    """Return the role given to ``user``, None for players and spectators."""
    if competition.owner_id == user.pk:
        return Role.OWNER
    if user.runs_site:
        return Role.SITE
    by_club = role_by_club(user, competition)
    if by_club is not None:
        return by_club
    offices = _GIVEN.rows(competition.pk, user.pk)
    return Role(offices[0]) if offices else None


_GIVEN = PreparedQuery(
    lambda key, user: Staff.objects.filter(competition=key, user=user).accepted().values_list("role", flat=True)[:1]
)


def visible(user: Any) -> QuerySet[Competition]:  # User or AnonymousUser
    """Return the competitions in a list for ``user``, with the drafts that the user helps to run."""
    if not user.is_authenticated:
        return listed(user)
    return Competition.objects.filter(Q(pk__in=listed(user).values("pk")) | helped_by(user))


def circle(user: Any) -> Q:  # User or AnonymousUser
    """Return the Q filter for competitions that ``user`` belongs to.

    As owner, staff, member of its club, entrant or on the waiting list; not as a withdrawn entrant.
    """
    if user is None or not user.is_authenticated:
        return Q(pk__in=[])
    if user.runs_site:
        return Q(pk__isnull=False)  # an empty condition would be dropped from an OR
    playing = Entrant.objects.filter(places_of(user)).exclude(status=Entrant.Status.WITHDRAWN).order_by()
    ids = _helped_ids(user)
    return Q(id__in=ids[0].union(*ids[1:], _ids(inside_club(user)), playing.values("competition")))


def listed(user: Any) -> QuerySet[Competition]:  # User or AnonymousUser
    """Return the published competitions that a list, a feed or a search may show to ``user``."""
    rows = Competition.objects.exclude(status=Competition.Status.DRAFT)
    return rows.filter(Q(visibility=Competition.Visibility.PUBLIC) | Q(pk__in=own_audiences(user)))


def visible_by_address(user: Any) -> QuerySet[Competition]:  # User or AnonymousUser
    """Return the published competitions that ``user`` may see by their address."""
    rows = Competition.objects.exclude(status=Competition.Status.DRAFT)
    return rows.filter(~Q(visibility=Competition.Visibility.MEMBERS) | Q(pk__in=own_audiences(user)))


def listed_at(user: Any, at: str) -> Q:  # User or AnonymousUser
    """Return the Q filter for rows whose competition (``at``) ``user`` finds in lists, as ``listed`` does.

    By a join: for the few competitions of one person, ``IN (listed)`` reads all there are.
    """
    return ~Q(**{f"{at}__status": Competition.Status.DRAFT}) & ~unseen_by(user, at, address=False)


def unseen_by(user: Any, at: str, *, address: bool) -> Q:  # User or AnonymousUser
    """Return the Q filter for rows whose competition (``at``) ``user`` may not know, as ``hidden_from`` does."""
    visibility = Competition.Visibility
    closed = (
        Q(**{f"{at}__visibility": visibility.MEMBERS}) if address else ~Q(**{f"{at}__visibility": visibility.PUBLIC})
    )
    return closed & ~Q(**{f"{at}__in": own_audiences(user)})


def hidden_from(user: Any, *, address: bool) -> QuerySet[Competition]:  # User or AnonymousUser
    """Return competitions that ``user`` may not know, for views made of several competitions.

    In a list or, with ``address``, even by their address.
    """
    visibility = Competition.Visibility
    closed = Q(visibility=visibility.MEMBERS) if address else ~Q(visibility=visibility.PUBLIC)
    return Competition.objects.filter(closed).exclude(pk__in=own_audiences(user))


def audiences(user: Any) -> QuerySet[Competition, UUID] | list[UUID]:  # a user who is signed in
    """Return the non-public competitions whose matches ``user`` may watch (``settings.MATCH_AUDIENCES``).

    The ids or, if they are very many, the queryset that finds them. One query, or none.
    """
    if user.runs_site:
        return _audiences(user)
    ids = _AUDIENCES.rows(user.pk)
    return ids if len(ids) <= NAMED else _audiences(user)


def _audiences(user: Any) -> QuerySet[Competition, UUID]:  # a user who is signed in
    not_everybodys = ~Q(visibility=Competition.Visibility.PUBLIC)
    return Competition.objects.filter(not_everybodys & circle(user)).order_by().values_list("pk", flat=True)


_AUDIENCES = PreparedQuery(lambda key: _audiences(User(pk=key))[: NAMED + 1])
"""Run for every signed-in user on every page."""


def audience_of(competition: Competition) -> tuple[UUID | None, bool]:
    """Return the audience of the matches of ``competition``, and whether they are closed to all others."""
    visibility = Competition.Visibility
    audience = None if competition.visibility == visibility.PUBLIC else competition.pk
    return audience, competition.visibility == visibility.MEMBERS


def helped_by(user: Any) -> Q:
    """Return the Q filter for competitions that ``user`` owns or helps to run, also through their club."""
    ids = _helped_ids(user)
    return Q(id__in=ids[0].union(*ids[1:]))


def newest_run_by(user: Any, most: int) -> QuerySet[Competition, Any]:  # a user who is signed in
    """Return id, slug and name of the newest competitions that ``user`` runs by an office of its own, none cancelled.

    Each part is cut before they are joined: whoever organises for years has thousands.
    """
    roles = [role for role, rights in TABLE.items() if Right.RUN in rights]
    rows = Competition.objects.exclude(status=Competition.Status.CANCELLED).order_by("-created_at")
    offices = Staff.objects.filter(user=user, role__in=roles).accepted().order_by().values("competition")
    parts = (rows.filter(part) for part in (Q(owner=user), Q(pk__in=offices), run_by_club(user)))
    first, *others = (part.values_list("pk", "slug", "name", "created_at", named=True)[:most] for part in parts)
    return first.union(*others).order_by("-created_at")[:most]


def _helped_ids(user: Any) -> list[QuerySet[Any, Any]]:
    """Return their ids in three parts, for a union: for an OR of conditions the database reads every competition."""
    offices = Staff.objects.filter(user=user).accepted().order_by().values("competition")
    return [_ids(Q(owner=user)), offices, _ids(run_by_club(user))]


def _ids(condition: Q) -> QuerySet[Any, Any]:
    return Competition.objects.filter(condition).order_by().values("pk")


def door(user: Any, key: UUID | str, right: Right = Right.SEE) -> Competition:  # User or AnonymousUser
    """Return the competition with this id or slug if the reader has ``right`` in it, else raise Http404.

    Only the staff see a draft, and only members a competition for members, whatever else a user may be. ``rights`` of
    the row holds what the reader may do.
    """
    rows = _BEHIND.rows(key)
    if not rows:
        raise Http404
    competition = rows[0]
    competition.rights, competition.counts = (
        rights_of(user, competition),
        bool(getattr(competition, "of_series", False)),
    )
    if competition.status == Competition.Status.DRAFT and Right.DECIDE not in competition.rights:
        raise Http404
    if right not in competition.rights:
        raise Http404
    closed = competition.visibility == Competition.Visibility.MEMBERS and Right.DECIDE not in competition.rights
    if closed and not _is_member(user, competition):
        raise Http404
    competition.shown_club = club_shown(user, competition)
    return competition


def _behind(key: UUID | str) -> QuerySet[Competition]:
    event = Competition.objects.filter(pk=OuterRef("pk"), in_series__isnull=False)
    rows = Competition.objects.select_related("owner", "club", "champion__player").annotate(of_series=Exists(event))
    return rows.filter(id=key) if isinstance(key, UUID) else rows.filter(slug=key)


_BEHIND = PreparedQuery(_behind)
"""The competition behind its door: queried for every page of every competition."""


def _is_member(user: Any, competition: Competition) -> bool:
    """Return whether ``user`` is in its ``circle``. One query."""
    return Competition.objects.filter(circle(user), pk=competition.pk).exists()


def fixture_or_404(competition: Competition, fixture_id: UUID) -> Fixture:
    """Return a fixture of this competition alone, with its sides, match and round."""
    rows = _FIXTURE.rows(fixture_id)
    if not rows or rows[0].tie.round.stage.competition_id != competition.pk:
        raise Http404
    return rows[0]


def fixture_among_legs_or_404(competition: Competition, fixture_id: UUID) -> Fixture:
    """Return a fixture as ``fixture_or_404`` does; its tie has all its ``legs``, read by the same query."""
    legs = _LEGS.rows(fixture_id)
    fixture = next((leg for leg in legs if leg.pk == fixture_id), None)
    if fixture is None or fixture.tie.round.stage.competition_id != competition.pk:
        raise Http404
    for leg in legs:
        leg.tie = fixture.tie
    fixture.tie.legs = legs
    return fixture


def _whole() -> QuerySet[Fixture]:
    return Fixture.objects.select_related("home", "away", "match", "tie__round__stage__competition")


_FIXTURE = PreparedQuery(lambda key: _whole().filter(id=key))
_LEGS = PreparedQuery(lambda key: _whole().filter(tie__fixtures=key).order_by("leg", "board"))


def team_tie_or_404(competition: Competition, tie_id: UUID) -> Tie:
    """Return a tie of two teams of this competition, with its sides, its round and its boards. Three queries."""
    rows = Tie.objects.select_related("home__player", "away__player", "round__stage__competition")
    boards = Fixture.objects.select_related("match", "home", "away", "home_player", "away_player")
    boards = boards.order_by("leg", "board")
    squads = ("home__members__user", "away__members__user")
    rows = rows.prefetch_related(Prefetch("fixtures", boards), *squads)
    tie = get_object_or_404(rows, id=tie_id, round__stage__competition=competition)
    if not competition.of_teams or tie.home is None or tie.away is None:
        raise Http404
    tie.legs = list(tie.fixtures.all())
    return tie


def entrant_or_404(competition: Competition, entrant_id: UUID) -> Entrant:
    return get_object_or_404(competition.entrants.select_related("player"), id=entrant_id)
