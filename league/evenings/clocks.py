"""The clock of a round: started, stopped and lengthened by the organiser, shown by every screen on server time.

The buzzer is a row like every deadline: a task finds the expired clocks. It then ends live matches on this site by
the earlier choice: the score stands, or the next goal decides. The site knows no score of a match at a real table, so
the screens say what to do, and its result is awaited; so is that of level matches that go to penalties.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Annotated, Final, Literal
from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.tables import kicks_count
from league.competitions.errors import CompetitionError, WrongStep
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, ResultEntry, Round, Stage
from league.competitions.setup.stages import settings_of
from league.competitions.verbs.freezing import must_move
from league.competitions.verbs.rulings import Ruling, Score, rule_in
from league.evenings.models import RoundClock
from league.players.models import User
from matches.models import Match

MOST_MINUTES: Final = 240
"""The longest clock of a round."""
MOST_ADDED: Final = 60
"""Minutes given or taken at once."""


def postpone(row: Competition, since: datetime, gap: timedelta) -> None:
    """Postpone the clocks of ``row`` that run out after ``since`` by ``gap``."""
    clocks = RoundClock.objects.filter(round__stage__competition=row, ends_at__gt=since)
    clocks.update(ends_at=F("ends_at") + gap)


def current_round(row: Competition) -> Round | None:
    """Return the evening's round in play."""
    rounds = Round.objects.filter(stage__competition=row, stage__format=Stage.Format.SWISS, ties__isnull=False)
    return rounds.filter(status=Round.Status.OPEN).order_by("number").distinct().first()


@dataclass(frozen=True, slots=True)
class Face:
    """The clock of the round, by the server's time."""

    state: Literal["none", "ready", "running", "stopped", "over"]
    left: Annotated[int, "Seconds."] = 0
    ends_at: Annotated[datetime | None, "While it runs."] = None
    """A cached page counts down to it."""

    @property
    def shown(self) -> str:
        """Minutes and seconds; empty without a clock."""
        return "" if self.state == "none" else f"{self.left // 60}:{self.left % 60:02}"


def face(clock: RoundClock | None, now: datetime | None = None, frozen: datetime | None = None) -> Face:
    """Return the face for a screen. ``frozen``: since when the competition, and so its clock, is stopped."""
    now = frozen or now or timezone.now()
    if clock is None:
        return Face("none")
    left = _milliseconds_left(clock, now)
    if left == 0:
        return Face("over")
    if clock.ends_at is not None and frozen is None:
        return Face("running", left, clock.ends_at)
    return Face("ready" if left == clock.seconds else "stopped", left)


def start(*, competition: Competition, by: User, minutes: int | None = None) -> RoundClock:
    """Start or resume the clock of the current round. ``minutes``: of a new clock, in place of the setting.

    Running already: nothing changes. Raises WrongStep.
    """

    def act(clock: RoundClock, now: datetime) -> str:
        if clock.ends_at is not None:
            return ""
        clock.ends_at = now + timedelta(seconds=clock.left)
        return "started the clock of round {number}: {left} min left"

    return _turn(competition, by, act, minutes)


def pause(*, competition: Competition, by: User) -> RoundClock:
    """Stop the clock. Stopped already, or run out: nothing changes. Raises WrongStep."""

    def act(clock: RoundClock, now: datetime) -> str:
        if clock.ends_at is None or clock.ends_at <= now:  # the buzzer of one that has run out is still to come
            return ""
        clock.left, clock.ends_at = _milliseconds_left(clock, now), None
        return "stopped the clock of round {number}: {left} min left"

    return _turn(competition, by, act)


def add(*, competition: Competition, by: User, minutes: int) -> RoundClock:
    """Give the round ``minutes`` more (negative: less), even after the buzzer. Raises WrongStep."""
    if isinstance(minutes, bool) or not isinstance(minutes, int) or not minutes or abs(minutes) > MOST_ADDED:
        raise WrongStep(_("Enter 1 to %(most)d minutes.") % {"most": MOST_ADDED})

    def act(clock: RoundClock, now: datetime) -> str:
        left = min(max(_milliseconds_left(clock, now) + 60 * minutes, 0), 60 * MOST_MINUTES)
        running = clock.ends_at is not None or not left  # without time left the buzzer is due
        clock.left = left
        clock.seconds = max(clock.seconds, left)
        clock.ends_at = now + timedelta(seconds=left) if running else None
        if left:
            clock.buzzed_at, clock.scores = None, {}
        return "set the clock of round {number} to {left} min"

    return _turn(competition, by, act)


def buzz_due() -> int:
    """Act on expired clocks and on matches that wait for the next goal; return how many clocks."""
    now = timezone.now()
    due = RoundClock.objects.filter(ends_at__lte=now, round__status=Round.Status.OPEN)
    return one_by_one.total(_buzz, list(due.values_list("id", "round__stage__competition_id")))


def _milliseconds_left(clock: RoundClock, now: datetime) -> int:
    if clock.ends_at is None:
        return clock.left
    return max(0, ceil((clock.ends_at - now).total_seconds()))


def _turn(
    competition: Competition, by: User, act: Callable[[RoundClock, datetime], str], minutes: int | None = None
) -> RoundClock:
    """Apply ``act`` to the clock of the current round, created if missing; its result is the audit's message."""
    with locked(competition.id) as row:
        round = current_round(row)
        if round is None or row.status != Competition.Status.RUNNING:
            raise WrongStep(_("No round is in play, so there is no clock to set."))
        must_move(row)
        clock = RoundClock.objects.filter(round=round).first()
        if clock is None:
            usual = settings_of(round.stage)["minutes"] if minutes is None else minutes
            if not 1 <= usual <= MOST_MINUTES:
                sentence = _("This evening has no clock. Enter 1 to %(most)d minutes.")
                raise WrongStep(sentence % {"most": MOST_MINUTES})
            clock = RoundClock(round=round, seconds=60 * usual, left=60 * usual)
        message = act(clock, timezone.now())
        if message:
            clock.save()
            left = -(-_milliseconds_left(clock, timezone.now()) // 60)
            journal.note(row, by, "clock", [message, {"number": round.step, "left": left}])
    return clock


# The messages of the audit, listed here so that makemessages finds them.
SAID = (
    text("started the clock of round {number}: {left} min left"),
    text("stopped the clock of round {number}: {left} min left"),
    text("set the clock of round {number} to {left} min"),
)


def _buzz(clock_and_competition: tuple[int, UUID]) -> bool:
    """Buzz one clock once and end the live matches that the choice ends; return True the first time."""
    clock_id, key = clock_and_competition
    with locked(key) as row:
        clock = RoundClock.objects.select_related("round__stage").get(id=clock_id)
        now = timezone.now()
        if (
            row.frozen_at is not None
            or clock.ends_at is None
            or clock.ends_at > now
            or row.status != Competition.Status.RUNNING
        ):
            return False
        first = clock.buzzed_at is None
        live = list(
            Fixture.objects.filter(tie__round=clock.round, match__status__in=Match.IN_PLAY)
            .select_related("match", "home", "away", "tie")
            .order_by("table")
        )
        if first:
            clock.buzzed_at = now
            clock.scores = {str(match.id): list(match.score) for match in live}
            clock.save(update_fields=["buzzed_at", "scores"])
            journal.note(row, None, "clock", text("the buzzer of round {number}", number=clock.round.step))
        choice, kicks = settings_of(clock.round.stage)["buzzer"], kicks_count(clock.round.stage)
        for fixture in live:
            _end(row, fixture, choice, clock, kicks)
    return first


def _end(row: Competition, fixture: Fixture, choice: str, clock: RoundClock, kicks: bool) -> None:
    """End one live match by ``choice``, if it is due; a level one goes on where ``kicks`` count."""
    score = fixture.score
    home, away = score
    if home is None or away is None:
        return
    before = clock.scores.get(str(fixture.id))
    waits = choice == "next_goal" and (before is None or [home, away] == before)
    if waits or (kicks and home == away):
        return
    message = text("the buzzer ended {home} – {away}", home=str(fixture.home), away=str(fixture.away))
    entry = {"kind": ResultEntry.Kind.REPORTED, **Score(home, away).as_entry()}
    ruling = Ruling("clock", message, entry, _("the buzzer of the round"), source="deadline")
    try:
        rule_in(row, fixture, None, ruling)
    except CompetitionError:
        return
