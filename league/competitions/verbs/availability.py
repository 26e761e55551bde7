"""Ask a squad who can play a tie: each answers by one tap, and the captains alone read it.

Nothing that anybody else reads tells of question or answer: no line of the audit log, no count of changes. Once the
line-ups are open, the rows are deleted.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import LineUpRefused
from league.competitions.log.locks import locked
from league.competitions.models import Availability, Competition, Entrant, Fixture, Tie
from league.competitions.policy.parties import is_house_bot, players_of
from league.competitions.verbs.line_ups import must_be_sealed, side_led_by, unopened
from league.players.models import User
from league.players.verbs.notify import Notice, notify_all

AGAIN: Final = timedelta(hours=6)
"""Time after which somebody who does not answer may be asked again."""


def ask(*, tie: Tie, by: User) -> list[Availability]:
    """Ask the squad of the team that ``by`` leads whether they can play ``tie``; return all answers so far.

    Asked again it reaches only those who are new in the squad, and those who were silent for ``AGAIN``. Raises
    LineUpRefused.
    """
    with locked(tie.round.stage.competition_id) as row:
        current = Tie.objects.select_related("round__stage", "home__player", "away__player").get(id=tie.id)
        side = side_led_by(current, by)
        if side is None:
            raise LineUpRefused(_("Only the captain, or the second of the squad, asks who can play."))
        must_be_sealed(row, current)
        now = timezone.now()
        known = {answer.user_id: answer for answer in answers_of(current, side)}
        people = [member.user for member in side.members.select_related("user")]
        users = [user for user in (side.player, *people) if not is_house_bot(user)]
        asked = [user for user in users if user.pk not in known or _is_silent_for(known[user.pk], AGAIN)]
        Availability.objects.bulk_create(
            Availability(tie=current, entrant=side, user=user, asked_at=now) for user in asked if user.pk not in known
        )
        Availability.objects.filter(tie=current, user__in=asked).update(asked_at=now)
        rival = str(current.away if side == current.home else current.home)
        values = {"team": side.name, "rival": rival, "round": current.round.number}
        message = text("Can you play for {team} against {rival} in round {round}?", **values)
        url = reverse("competitions:can_play", args=[row.slug, current.pk])
        key = f"can_play:{current.pk}:{now:%Y%m%d%H%M%S}"
        notify_all([Notice([user for user in asked if user != by], "open", message, url, key, row.name)])
        return answers_of(current, side)


def _is_silent_for(answer: Availability, time: timedelta) -> bool:
    return answer.can is None and answer.asked_at <= timezone.now() - time


def answer(*, tie: Tie, by: User, can: bool) -> Availability:
    """Say whether ``by`` can play ``tie`` for their team; the last answer counts. Raises LineUpRefused."""
    with locked(tie.round.stage.competition_id) as row:
        current = Tie.objects.select_related("round__stage", "home", "away").get(id=tie.id)
        side = side_of(current, by)
        if side is None:
            raise LineUpRefused(_("You play for neither team."))
        must_be_sealed(row, current)
        now = timezone.now()
        values = {"entrant": side, "can": can, "answered_at": now}
        given, _new = Availability.objects.update_or_create(
            tie=current, user=by, defaults=values, create_defaults={**values, "asked_at": now}
        )
        return given


def side_of(tie: Tie, user: User) -> Entrant | None:
    """Return the team of ``tie`` that ``user`` plays for."""
    return next((side for side in (tie.home, tie.away) if side is not None and user.pk in players_of(side)), None)


def answers_of(tie: Tie, side: Entrant) -> list[Availability]:
    """Return what the people of ``side`` were asked and answered about ``tie``, for its captains alone."""
    return list(Availability.objects.filter(tie=tie, entrant=side).select_related("user").order_by("user__nickname"))


def to_answer(user: User, ahead: Iterable[Fixture]) -> list[Availability]:
    """Return the open questions to ``user``. No query unless one of the fixtures ``ahead`` is of teams."""
    if not any(fixture.tie.round.stage.competition.of_teams for fixture in ahead):
        return []
    rows = Availability.objects.filter(user=user, can=None, tie__in=_asked_for())
    rows = rows.select_related("entrant", "tie__home", "tie__away", "tie__round__stage__competition")
    return list(rows.order_by("tie__round__number", "tie__number"))


def _asked_for() -> QuerySet[Tie]:
    """Select the ties about whose next leg answers are of use."""
    return unopened().filter(decided="", round__stage__competition__status=Competition.Status.RUNNING)


def forget() -> int:
    """Delete what was asked and answered about ties whose line-ups are open; return the number of rows."""
    deleted, _kinds = Availability.objects.filter(~Q(tie__in=_asked_for())).delete()
    return deleted
