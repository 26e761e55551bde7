"""Line-ups of teams: handed in sealed by their captains, opened together.

A line-up is sealed until both of a leg are in or the time to name them is over; then the recomputation puts the people
of both on the boards and opens the boards, in the transaction of whoever was last (``derivation.line_ups``). Nothing
that anybody else reads depends on what a sealed line-up says: the audit log tells only that it came in.
"""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.boards import are_open
from league.competitions.derivation.line_ups import squads_of
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import LineUpRefused
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import (
    Availability,
    Competition,
    Entrant,
    Fixture,
    Member,
    Round,
    Stage,
    TeamLineUp,
    Tie,
)
from league.competitions.policy.parties import HOUSE_BOTS, leaders_of, leads
from league.competitions.setup.line_ups import time_of
from league.competitions.setup.stages import pairs_people
from league.players.models import User
from matches.upkeep import planned_work


def hand_in(*, tie: Tie, by: User, numbers: Sequence[int]) -> TeamLineUp:
    """Seal the line-up of the team that ``by`` leads for the leg that is due: the squad's ``numbers`` by board.

    Handed in again it replaces the one before, until both are open. Repeating it changes nothing. Raises LineUpRefused.
    """
    with locked(tie.round.stage.competition_id) as row:
        current = Tie.objects.select_related("round__stage", "home", "away").get(id=tie.id)
        side = side_led_by(current, by)
        if side is None:
            raise LineUpRefused(_("Only the captain, or the second of the squad, names the line-up."))
        line_up = TeamLineUp.objects.filter(tie=current, entrant=side, leg=current.leg).first()
        if line_up is not None and line_up.numbers == list(numbers):
            return line_up
        must_be_sealed(row, current)
        _must_fit(row, squads_of([side])[side.id].keys(), numbers)
        is_new = line_up is None
        line_up = line_up or TeamLineUp(tie=current, entrant=side, leg=current.leg)
        line_up.numbers, line_up.by, line_up.handed_in_at = list(numbers), by, timezone.now()
        line_up.save()
        if is_new:
            message = text("handed in the line-up of {name} for {home} – {away}", name=side.name, **_names(current))
            journal.note(row, by, "line_up", message)
            recompute(row)
    return line_up


def side_led_by(tie: Tie, user: User) -> Entrant | None:
    """Return the team of ``tie`` that ``user`` leads."""
    return next((side for side in (tie.home, tie.away) if side is not None and leads(user, side)), None)


def _names(tie: Tie) -> dict[str, str]:
    return {"home": str(tie.home), "away": str(tie.away)}


def must_be_sealed(row: Competition, tie: Tie) -> None:
    """Raise LineUpRefused unless the line-ups of ``tie`` are still sealed."""
    if row.status != Competition.Status.RUNNING or tie.decided:
        raise LineUpRefused(_("This tie takes no line-ups."))
    if pairs_people(tie.round.stage):
        raise LineUpRefused(_("A table says who meets whom: here no line-ups are named."))
    if are_open(tie.boards):
        raise LineUpRefused(_("The line-ups are open and stay as they are."))
    closes, now = time_of(row, tie), timezone.now()
    # Who could not come in while the site was closed gets that time back.
    if closes is not None and closes <= (row.frozen_at or now) and not planned_work.holds_deadlines(now):
        raise LineUpRefused(_("The time to name the line-up is over."))


def _must_fit(row: Competition, squad: Collection[int | None], numbers: Sequence[int]) -> None:
    """Raise LineUpRefused unless ``numbers`` name somebody of ``squad`` for each board, nobody twice."""
    if len(numbers) != row.boards:
        raise LineUpRefused(_("Name one player for each of the %(count)d boards.") % {"count": row.boards})
    if len(set(numbers)) < len(numbers):
        raise LineUpRefused(_("Each player can be named for one board only."))
    for number in numbers:
        if number not in squad:
            raise LineUpRefused(_("Nobody in the squad has the number %(number)s.") % {"number": number})


def unopened() -> QuerySet[Tie]:
    """Select the ties whose line-ups are not open, those of the leg that is due."""
    named = Fixture.objects.filter(tie=OuterRef("pk"), leg=OuterRef("leg")).exclude(home_player=None, away_player=None)
    return Tie.objects.exclude(Exists(named))


def sealed_ties() -> QuerySet[Tie]:
    """Select the ties of open rounds whose line-ups are still sealed."""
    by_table = Stage.objects.filter(pk=OuterRef("round__stage"), settings__scheveningen=True)
    return unopened().filter(
        ~Exists(by_table),
        round__status=Round.Status.OPEN,
        round__stage__competition__in=Competition.objects.moving().filter(boards__gt=1),
        decided="",
        home__isnull=False,
        away__isnull=False,
    )


def open_due() -> int:
    """Hand in the line-ups of teams without a captain and of silent ones, and open those that are due.

    Return the number of ties.
    """
    ties = sealed_ties().select_related("round__stage__competition")
    due = {tie.round.stage.competition_id for tie in ties if _is_due(tie)}
    unled = sealed_ties().filter(_unled("home") | _unled("away"))
    due |= set(unled.values_list("round__stage__competition", flat=True))
    return one_by_one.total(_open, sorted(due))


def _unled(side: str) -> Q:
    """Return the Q filter for ties whose ``side`` has house bots alone, and whose line-up is not in."""
    people = Member.objects.filter(entrant=OuterRef(side)).exclude(user__bot__in=HOUSE_BOTS)
    present = TeamLineUp.objects.filter(tie=OuterRef("pk"), entrant=OuterRef(side), leg=OuterRef("leg"))
    return Q(**{f"{side}__player__bot__in": HOUSE_BOTS}) & ~Exists(people) & ~Exists(present)


def _is_due(tie: Tie) -> bool:
    closes = time_of(tie.round.stage.competition, tie)
    return closes is not None and closes <= timezone.now()


def _open(competition_id: UUID) -> int:
    """Complete the line-ups that are due in one competition, under its lock, and open them."""
    with locked(competition_id) as row:
        if row.status != Competition.Status.RUNNING or row.frozen_at is not None:
            return 0
        ties = Tie.objects.filter(
            round__stage__competition=row,
            round__status=Round.Status.OPEN,
            decided="",
            home__isnull=False,
            away__isnull=False,
        ).select_related("round__stage__competition", "home__player", "away__player")
        now, completed = timezone.now(), 0
        for tie in ties.prefetch_related("home__members__user", "away__members__user"):
            if are_open(tie.boards) or pairs_people(tie.round.stage):
                continue
            present = line_ups_in(tie)
            sides = [side for side in (tie.home, tie.away) if side is not None and side.id not in present]
            silent = [side for side in sides if _is_due(tie) or not leaders_of(side)]
            for side in silent:
                TeamLineUp.objects.create(
                    tie=tie, entrant=side, leg=tie.leg, numbers=usual(row, side, tie), handed_in_at=now
                )
            completed += bool(silent) or _is_due(tie)
        if completed:
            recompute(row)
    return completed


def line_ups_in(tie: Tie) -> set[UUID]:
    """Return the teams whose line-up for the leg of ``tie`` that is due is in."""
    return set(tie.line_ups.filter(leg=tie.leg).values_list("entrant", flat=True))


def usual(row: Competition, side: Entrant, tie: Tie) -> list[int]:
    """Return the line-up for ``tie`` of a team whose captain is silent."""
    return in_the_usual_order(row, side, tie)[: row.boards]


def in_the_usual_order(row: Competition, side: Entrant, tie: Tie) -> list[int]:
    """Return the numbers of a squad as they play if the captain is silent.

    First those who stood on the boards of its last tie, then the squad in its order; last who said that they cannot
    play ``tie``.
    """
    squad = {user: number for number, user in squads_of([side])[side.id].items() if number is not None}
    played = [user for user in _last_named(row, side) if user in squad]
    cannot = set(Availability.objects.filter(tie=tie, entrant=side, can=False).values_list("user", flat=True))
    order = [*played, *(user for user in squad if user not in played)]
    return [squad[user] for user in sorted(order, key=lambda user: user in cannot)]


def _last_named(row: Competition, side: Entrant) -> list[UUID]:
    """Return who stood on the boards of the last leg of ``side`` whose line-ups were open."""
    boards = Fixture.objects.filter(Q(home=side, home_player__isnull=False) | Q(away=side, away_player__isnull=False))
    latest = boards.order_by("-tie__round__number", "-tie__number", "-leg", "board")[: row.boards]
    named = [
        (
            (fixture.tie_id, fixture.leg),
            fixture.home_player_id if fixture.home_id == side.id else fixture.away_player_id,
        )
        for fixture in latest
    ]
    return [user for leg, user in named if user is not None and leg == named[0][0]]
