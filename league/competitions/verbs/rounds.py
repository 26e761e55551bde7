"""Starting a competition and opening its rounds. What opens by itself is opened by the recomputation."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions import journal
from league.competitions.errors import WrongStep
from league.competitions.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, Group, Round, Stage, Tie
from league.competitions.recompute import open_window, recompute
from league.competitions.verbs.drawing import draw_locked
from league.formats import knockout, round_robin, slots
from league.players.models import User


def start(*, competition: Competition, by: User | None) -> Competition:
    """Build the rounds from the draw (made now if it was not) and let the play begin. Again: nothing changes.

    Raises WrongStep.
    """
    with locked(competition.id) as row:
        if row.status in (Competition.Status.RUNNING, Competition.Status.FINISHED):
            return row
        if row.status != Competition.Status.REGISTRATION:
            raise WrongStep(_("Open the registration first."))
        draw_locked(row, by)
        stage = row.stages.get()
        entered = row.entrants.filter(status=Entrant.Status.ENTERED).count()
        if stage.format == Stage.Format.KNOCKOUT:
            _build_bracket(stage, entered)
        else:
            _build_league(stage, entered)
        row.status = Competition.Status.RUNNING
        row.started_at = timezone.now()
        row.save(update_fields=["status", "started_at"])
        row.entrants.filter(status=Entrant.Status.WAITING).update(status=Entrant.Status.WITHDRAWN)
        if row.advance == Competition.Advance.SCHEDULE:
            _plan(row, stage)
        journal.record(row, by, "start", text("started the competition with {count} entrants", count=entered))
        journal.changed(row)
        recompute(row)
    return row


def open_round(*, competition: Competition, number: int, by: User | None) -> Round:
    """Make round ``number`` playable: its matches open for whoever is known. Again: nothing changes.

    Raises WrongStep when the competition does not run, the round does not exist, or nobody is known to play in it.
    """
    with locked(competition.id) as row:
        if row.status != Competition.Status.RUNNING:
            raise WrongStep(_("The competition is not running."))
        round = Round.objects.filter(stage__competition=row, number=number).first()
        if round is None:
            raise WrongStep(_("There is no round %(number)d.") % {"number": number})
        if round.status != Round.Status.PENDING:
            return round
        if not round.ties.filter(home__isnull=False, away__isnull=False).exists():
            raise WrongStep(_("Nobody is known to play in this round yet."))
        round.status = Round.Status.OPEN
        round.opens_at, round.closes_at = open_window(row, round, timezone.now())
        round.save(update_fields=["status", "opens_at", "closes_at"])
        journal.record(row, by, "open_round", text("opened round {number}", number=number))
        journal.changed(row)
        recompute(row)
        round.refresh_from_db()
    return round


def move_round(*, competition: Competition, number: int, by: User, hours: int) -> Round:
    """Put off the end of a round's window by ``hours``. Raises WrongStep."""
    with locked(competition.id) as row:
        round = Round.objects.filter(stage__competition=row, number=number).exclude(status=Round.Status.DONE).first()
        if round is None or round.closes_at is None:
            raise WrongStep(_("This round has no window that could be moved."))
        round.closes_at = max(round.closes_at, timezone.now()) + timedelta(hours=hours)
        round.save(update_fields=["closes_at"])
        message = text("put off the end of round {number} by {hours} hours", number=number, hours=hours)
        journal.record(row, by, "move_round", message)
        journal.changed(row)
    return round


def due_rounds() -> list[tuple[UUID, int]]:
    """``(competition id, number)`` of the scheduled rounds whose window should have opened."""
    rows = Round.objects.filter(
        Exists(Tie.objects.filter(round=OuterRef("pk"), home__isnull=False, away__isnull=False)),
        status=Round.Status.PENDING,
        opens_at__lte=timezone.now(),
        stage__competition__status=Competition.Status.RUNNING,
    )
    return list(rows.order_by("opens_at", "number").values_list("stage__competition_id", "number"))


def _plan(row: Competition, stage: Stage) -> None:
    """Give each round its window, one after the other, from the day the organiser chose."""
    begin = row.starts_at or timezone.now()
    step = timedelta(hours=row.round_hours)
    rounds = list(stage.rounds.order_by("number"))
    for place, round in enumerate(rounds):
        round.opens_at, round.closes_at = begin + place * step, begin + (place + 1) * step
    Round.objects.bulk_update(rounds, ["opens_at", "closes_at"])


def _build_bracket(stage: Stage, entrants: int) -> None:
    bracket = knockout.bracket(entrants, third_place=stage.settings["third_place"])
    rounds = _rounds(stage, len(bracket.rounds))
    ties = [
        Tie(
            round=rounds[tie.round - 1],
            number=tie.number,
            kind=tie.kind,
            home_slot=tie.home,
            away_slot=tie.away,
        )
        for tie in bracket.ties()
    ]
    Tie.objects.bulk_create(ties)
    legs = range(1, stage.settings["legs"] + 1)
    played = [tie for tie in ties if not (slots.is_bye(tie.home_slot) or slots.is_bye(tie.away_slot))]
    Fixture.objects.bulk_create([Fixture(tie=tie, leg=leg) for tie in played for leg in legs])


def _build_league(stage: Stage, entrants: int) -> None:
    matchdays = round_robin.rounds(entrants, stage.settings["times"])
    group = Group.objects.create(stage=stage, number=1)
    rounds = _rounds(stage, len(matchdays))
    ties = [
        Tie(round=round, group=group, number=number, home_slot=slots.seed(home), away_slot=slots.seed(away))
        for round, pairs in zip(rounds, matchdays, strict=True)
        for number, (home, away) in enumerate(pairs, start=1)
    ]
    Tie.objects.bulk_create(ties)
    Fixture.objects.bulk_create([Fixture(tie=tie) for tie in ties])


def _rounds(stage: Stage, count: int) -> list[Round]:
    return Round.objects.bulk_create([Round(stage=stage, number=number) for number in range(1, count + 1)])
