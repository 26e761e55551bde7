"""Deletion of a class: its competition and next seasons, the matches, the pupils, all notifications.

Matches go with every move and chat line. Nothing is anonymised, and nothing stays but one row with the number of
people forgotten and the time. Boards and books of a game are counted again without them by their usual tasks.
"""

import logging
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from league.classes.models import Card, Forgotten, SchoolClass
from league.competitions.log import one_by_one
from league.competitions.models import Competition, Entrant, Fixture, Member
from league.players.models import Notification, User
from league.seasons.models import Substitution
from matches.models import Match, Seat

log = logging.getLogger(__name__)


def forget(*, school: SchoolClass, by: User | None = None) -> Forgotten | None:
    """Delete the class and everybody in it; ``by`` None: its day has come. Again: returns None."""
    with transaction.atomic():
        # A next season has the same pupils: it goes with the class. Locked in one order, as everywhere.
        pupils = Card.objects.filter(school=school).values("user")
        of_class = Q(pk=school.competition_id) | Q(entrants__player__in=pupils)
        keys = sorted(set(Competition.objects.filter(of_class).values_list("pk", flat=True)))
        rows = list(Competition.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
        if not SchoolClass.objects.filter(pk=school.pk).exists():
            return None
        return _forget(rows, school, by)


def _forget(rows: list[Competition], school: SchoolClass, by: User | None) -> Forgotten:
    """Delete ``rows``, then the matches, then the people without account who played only in these."""
    of_rows = Q(card__school=school) | Q(entries__competition__in=rows) | Q(sides__competition__in=rows)
    guests = User.objects.filter(of_rows | _stood_in(Q(entrant__competition__in=rows)), kind=User.Kind.GUEST)
    # A name typed in the console may play elsewhere too: it stays there, with its matches.
    elsewhere = ~Q(competition__in=rows)
    stay = Q(pk__in=Entrant.objects.filter(elsewhere).values("player"))
    stay |= Q(pk__in=Member.objects.filter(elsewhere).values("user"))
    stay |= _stood_in(~Q(entrant__competition__in=rows))
    people = list(guests.exclude(stay).distinct().values_list("pk", flat=True))
    fixtures = Fixture.objects.filter(tie__round__stage__competition__in=rows).values_list("pk", "match")
    origins = [f"fixture:{fixture}" for fixture, _match in fixtures]
    of_fixtures = Q(pk__in=[match for _fixture, match in fixtures if match]) | Q(origin__in=origins)
    played = Match.objects.filter(of_fixtures | Q(pk__in=Seat.objects.filter(user__in=people).values("match")))
    matches = list(played.values_list("pk", flat=True))
    owner = rows[0].owner if rows else None
    _delete_notifications(rows, matches)
    for row in rows:
        row.delete()
    Match.objects.filter(pk__in=matches).update(resumed_from=None)
    Match.objects.filter(pk__in=matches).delete()
    User.objects.filter(pk__in=people).delete()
    log.info("a class of %d was deleted, with %d matches", len(people), len(matches))
    return Forgotten.objects.create(
        teacher=owner, at=timezone.now(), pupils=len(people), matches=len(matches), on_its_day=by is None
    )


def _stood_in(where: Q) -> Q:
    """Return the condition on users: they are named in one of the substitutions ``where``."""
    substitutions = Substitution.objects.filter(where)
    return Q(pk__in=substitutions.values("before")) | Q(pk__in=substitutions.values("after"))


def _delete_notifications(rows: list[Competition], matches: list[UUID]) -> None:
    """Delete all notifications about the class, the teacher's too: they name pupils."""
    about = Q(pk__in=[])
    for row in rows:
        helpers = {row.owner_id, *row.staff.exclude(user=None).values_list("user_id", flat=True)}
        about |= Q(url__contains=f"/{row.slug}/") | Q(about=row.name[:80], user__in=helpers)
    for match in matches:
        about |= Q(url__startswith=f"/matches/{match}/")
    Notification.objects.filter(about).delete()


def forget_due(now: datetime | None = None) -> int:
    """Delete every class whose day has begun in its time zone; return how many."""
    moment = now or timezone.now()
    overdue = [
        school
        for school in SchoolClass.objects.select_related("competition")
        if moment.astimezone(ZoneInfo(school.competition.time_zone)).date() >= school.delete_on
    ]
    return one_by_one.total(_forget_one, overdue)


def _forget_one(school: SchoolClass) -> int:
    return forget(school=school) is not None
