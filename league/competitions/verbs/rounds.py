"""Start of a competition and opening of its rounds; the recomputation opens those that open by themselves."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation import pairing
from league.competitions.derivation.building import build
from league.competitions.derivation.derive import derive
from league.competitions.derivation.recompute import open_window, recompute
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import WrongStep
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Round, Stage, Tie
from league.competitions.policy.parties import people_of
from league.competitions.verbs.drawing import draw_locked
from league.competitions.verbs.freezing import must_move
from league.competitions.verbs.planning import plan_at_start
from league.competitions.verbs.squads import must_be_complete
from league.days import later
from league.players.models import User
from league.players.verbs.notify import notify
from league.registry import Registry
from matches.store.bulk import save_fields

MOST_HOURS = 24 * 90
"""Most hours by which the end of a round moves at once."""

Preparation: TypeAlias = Callable[[Competition], None]
"""Prepares a competition for its draw and start, under its lock. Raises WrongStep if that has to wait."""

preparations: Registry[Preparation] = Registry()


def start(*, competition: Competition, by: User | None) -> Competition:
    """Build the rounds from the draw (made now if missing) and start play.

    Repeating it changes nothing. Raises WrongStep.
    """
    with locked(competition.id) as row:
        if row.status in (Competition.Status.RUNNING, Competition.Status.FINISHED):
            return row
        if row.status != Competition.Status.REGISTRATION:
            raise WrongStep(_("Open registration first."))
        if row.check_in_closes_at is not None and row.check_in_done_at is None:
            raise WrongStep(_("The check-in is still open. Close it first, or remove it."))
        for prepare in preparations:
            prepare(row)
        must_be_complete(row)
        drawn = draw_locked(row, by)
        entrants = list(row.entrants.filter(status=Entrant.Status.ENTERED).order_by("seed"))
        entered = len(entrants)
        row.asked_stages = list(row.stages.order_by("number").values("format", "settings"))
        try:
            build(row, entrants, drawn.seed)
        except ValueError as error:
            raise WrongStep(str(error)) from None
        row.status = Competition.Status.RUNNING
        row.started_at = timezone.now()
        row.save(update_fields=["status", "started_at", "asked_stages"])
        _turn_away(row)
        if row.wishes:
            row.advance = Competition.Advance.SCHEDULE
            row.save(update_fields=["advance"])
        elif row.advance == Competition.Advance.SCHEDULE:
            _plan(row)
        journal.note(row, by, "start", text("started the competition with {count} entrants", count=entered))
        recompute(row)
        # Only now the pairings are known, and with them the absences that matter.
        plan_at_start(row, by)
    return row


def _turn_away(row: Competition) -> None:
    """Take those still on the waiting list out of it, and tell them."""
    waiting = row.entrants.filter(status=Entrant.Status.WAITING)
    notify(
        users=people_of(waiting),
        kind="place",
        message=text("the competition has begun, and you were still on the waiting list"),
        url=reverse("competitions:overview", args=[row.slug]),
        key=f"turned_away:{row.pk}:{row.started_at:%Y%m%d%H%M%S}",
        competition=row.name,
    )
    waiting.update(status=Entrant.Status.WITHDRAWN, turned_away=True)


def open_round(*, competition: Competition, number: int, by: User | None, due: bool = False) -> Round:
    """Open round ``number``: its matches open if their sides are known. Repeating it changes nothing.

    ``due``: only if its time has come; a plan may have moved it since it was found due.

    Raises WrongStep if the competition does not run, the round does not exist, or none of its sides is known.
    """
    with locked(competition.id) as row:
        if row.status != Competition.Status.RUNNING:
            raise WrongStep(_("The competition is not running."))
        must_move(row)
        round = Round.objects.filter(stage__competition=row, number=number).first()
        if round is None:
            raise WrongStep(_("Round %(number)d does not exist.") % {"number": number})
        if round.status != Round.Status.PENDING:
            return round
        if due and (round.opens_at is None or round.opens_at > timezone.now()):
            return round
        if not _can_open(round):
            raise WrongStep(_("The sides of this round are not known yet."))
        round.status = Round.Status.OPEN
        round.opens_at, round.closes_at = open_window(row, round, timezone.now())
        round.save(update_fields=["status", "opens_at", "closes_at"])
        journal.note(row, by, "open_round", text("opened round {number}", number=number))
        recompute(row)
        round.refresh_from_db()
    return round


def _can_open(round: Round) -> bool:
    """Return whether a side of it is known, or its ties can be made now that all earlier ones are over."""
    if round.ties.exists():
        return round.ties.filter(home__isnull=False, away__isnull=False).exists()
    before = Round.objects.filter(stage__competition_id=round.stage.competition_id, number__lt=round.number)
    return not before.exclude(status=Round.Status.DONE).exists()


def pair_due() -> int:
    """Pair waiting big Swiss rounds, outside the lock; return their number."""
    waiting = Stage.objects.filter(pairing_due=True).order_by().values_list("competition_id", flat=True)
    return one_by_one.total(_pair, sorted(set(waiting)))


def _pair(competition_id: UUID) -> bool:
    """Pair one round: computed at a log position, and committed only if the log has not grown since."""
    row = Competition.objects.get(id=competition_id)
    snapshot = take_snapshot(row)
    derived = derive(snapshot)
    round = derived.to_make
    if round is None or derived.orphans or row.frozen_at is not None:
        return False
    ties = pairing.proposed(snapshot, derived, round)
    with locked(competition_id) as fresh:
        if fresh.log_position != row.log_position or Tie.objects.filter(round=round).exists():
            return False
        pairing.save(snapshot, round, ties)
        recompute(fresh)
    return True


def move_round(*, competition: Competition, number: int, by: User, hours: int, seen: datetime | None = None) -> Round:
    """Move the end of a round's window later by ``hours``.

    ``seen``: the end shown to the user; if it has changed since, as after a second tap, nothing changes. Raises
    WrongStep.
    """
    if not 1 <= hours <= MOST_HOURS:
        raise WrongStep(_("Enter %(low)d to %(high)d hours.") % {"low": 1, "high": MOST_HOURS})
    with locked(competition.id) as row:
        round = Round.objects.filter(stage__competition=row, number=number).exclude(status=Round.Status.DONE).first()
        if round is None or round.closes_at is None:
            raise WrongStep(_("This round has no deadline to move."))
        if seen is not None and seen != round.closes_at:
            return round
        round.closes_at = later(max(round.closes_at, timezone.now()), timedelta(hours=hours), ZoneInfo(row.time_zone))
        round.save(update_fields=["closes_at"])
        message = text("extended round {number} by {hours} h", number=number, hours=hours)
        journal.note(row, by, "move_round", message)
    return round


def due_rounds() -> list[tuple[UUID, int]]:
    """Return ``(competition id, number)`` of the scheduled rounds whose window should be open."""
    has_pair = Exists(Tie.objects.filter(round=OuterRef("pk"), home__isnull=False, away__isnull=False))
    has_ties = Exists(Tie.objects.filter(round=OuterRef("pk")))
    ahead = Exists(
        Round.objects.filter(stage__competition=OuterRef("stage__competition"), number__lt=OuterRef("number")).exclude(
            status=Round.Status.DONE
        )
    )
    rows = Round.objects.filter(
        has_pair | (~has_ties & ~ahead),
        status=Round.Status.PENDING,
        opens_at__lte=timezone.now(),
        stage__competition__in=Competition.objects.moving(),
    )
    return list(rows.order_by("opens_at", "number").values_list("stage__competition_id", "number"))


def _plan(row: Competition) -> None:
    """Set each round's window, one after the other, from the organiser's day on."""
    begin, zone = row.starts_at or timezone.now(), ZoneInfo(row.time_zone)
    step = timedelta(hours=row.round_hours)
    rounds = list(Round.objects.filter(stage__competition=row).order_by("number"))
    for place, round in enumerate(rounds):
        round.opens_at, round.closes_at = later(begin, place * step, zone), later(begin, (place + 1) * step, zone)
    save_fields(rounds, ["opens_at", "closes_at"])
