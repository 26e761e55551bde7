"""To-do list of the organiser's console, the current rounds, and the steps from draft to champion.

Of a long season only the rounds in which something waits or goes on are read, and the one asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.actions.teams import REMIND
from league.competitions.derivation import deadlines
from league.competitions.models import Competition, Dispute, Entrant, Fixture, Round, Stage
from league.competitions.pages.reading import (
    TO_BE_PLAYED,
    Matchday,
    behind,
    is_live,
    is_over,
    matchdays,
    progress,
)
from league.competitions.pages.structure import OVER, current_number, every_round, frame_of
from league.competitions.policy.personal_links import holders_of, name_of, player_of
from league.competitions.setup.stages import BRACKETS
from league.competitions.verbs import silent_captains
from league.competitions.words.stages import is_evening
from league.players.models import User
from league.registry import Registry
from matches.models import Match

NAMED: Final = 5
"""Number of names that a sentence lists."""
SHORT: Final = 60
"""Most fixtures of a competition that shows all its rounds at once; a longer one loads each round on demand."""


def days_of(competition: Competition, entrants: list[Entrant], number: int | None) -> list[Matchday]:
    """Return every round; if many, only active ones, the next and ``number`` are read. At most eight queries."""
    busy = Q(disputes__outcome="") | Q(match__status__in=TO_BE_PLAYED)
    inside = Fixture.objects.filter(busy, tie__round__stage__competition=competition).order_by()
    round_ids = set(inside.values_list("tie__round", flat=True).distinct())

    def rounds_to_read(stages: list[Stage]) -> list[Round]:
        every = every_round(stages)
        if len(every) * competition.places <= 2 * SHORT:
            return every
        numbers = {number, current_number(stages)}
        return [row for row in every if row.pk in round_ids or row.status == Round.Status.OPEN or row.number in numbers]

    frame = frame_of(competition, rounds_to_read, entrants)
    return matchdays(frame.stages, frame.counts)


@dataclass
class Need:
    """Something that waits for the organiser, with its one action: a link or a button of the console."""

    sentence: str
    fixture: Fixture | None = None
    """The fixture to be decided, if any."""
    disputed: bool = False
    """Its page has both statements; all others are decided at once."""
    detail: str = ""
    """Further information, if no fixture has it."""
    button: str = ""
    """The verb of its button; empty for a link."""
    number: int = 0
    """The round that the button is about."""
    url: str = ""
    """The link's address, if there is no fixture."""
    label: str = ""
    """The label of the button or the link."""


def needs_organiser(days: list[Matchday]) -> list[Need]:
    """Return what needs a decision: disputes, overdue and stopped matches, level ties. One query."""
    now = timezone.now()
    every = {fixture.id: fixture for day in days if day.read for fixture in day.fixtures}
    open_ones = Dispute.objects.filter(outcome="", fixture__in=list(every)).order_by("deadline_at")
    needs = [Need(_("The result is disputed"), every[row.fixture_id], disputed=True) for row in open_ones]
    disputed = {need.fixture for need in needs}
    if not days:
        return needs
    competition = days[0].round.stage.competition
    away, zone = deadlines.leaves_of(competition), ZoneInfo(competition.time_zone)
    for day in days:
        if day.round.status != Round.Status.OPEN:
            continue
        closed = day.round.closes_at is not None and day.round.closes_at <= now
        last = {fixture.tie_id: fixture for fixture in day.fixtures}
        for fixture in day.fixtures:
            if fixture in disputed:
                continue
            stopped = fixture.match is not None and fixture.match.status in (Match.Status.VOID, Match.Status.PAUSED)
            overdue = closed and (deadlines.deadline(fixture, away, zone) or now) <= now
            if fixture.status == Fixture.Status.OPEN and stopped:
                needs.append(Need(_("The match was stopped: have it played again, or decide it"), fixture))
            elif fixture.status == Fixture.Status.OPEN and overdue and not is_live(fixture):
                needs.append(Need(_("Not played in time"), fixture))
            elif (
                fixture is last[fixture.tie_id]
                and fixture.status == Fixture.Status.PLAYED
                and is_over(fixture)
                and not fixture.tie.decided
            ):
                needs.append(Need(_("Level, and no match left: choose who goes through"), fixture))
    return needs


def needs_who_runs(competition: Competition, days: list[Matchday]) -> list[Need]:
    """Return what needs an organiser: a freeze to end, a round to open, a table to make official. No query."""
    if competition.status == Competition.Status.FINISHED:
        if competition.official_at is not None:
            return []
        url = reverse("seasons:end", args=[competition.slug])
        message = _("Podium, awards and certificates, the official table, the next season.")
        return [Need(_("All matches played: wrap it up"), detail=message, url=url, label=_("Wrap up"))]
    if competition.status != Competition.Status.RUNNING:
        return []
    if competition.frozen_at is not None:
        return [
            Need(
                _("The competition is paused"),
                detail=competition.frozen_because,
                button="thaw",
                label=_("Resume match"),
            )
        ]
    ahead = next((day for day in days if day.round.status != Round.Status.DONE), None)
    if competition.advance != Competition.Advance.CLICK or ahead is None or is_evening(competition):
        return []  # the desk of an evening says itself which round to pair
    if any(day.round.status == Round.Status.OPEN for day in days):
        return []
    label = _("Open %(name)s now") % {"name": ahead.name}
    message = _("No round is open. Open the next one")
    return [Need(message, detail=ahead.name, button="open_round", number=ahead.round.number, label=label)]


def still_in(days: list[Matchday], entrants: list[Entrant]) -> list[Entrant]:
    """Return ``entrants`` without those who lost a tie of a bracket and have no other to play. No query.

    All of them, where not every round was read: they may play on in one of the others.
    """
    if not all(day.read for day in days):
        return entrants
    lost: set[UUID | None] = set()
    waiting: set[UUID | None] = set()
    for day in days:
        for tie in day.round.all_ties:
            sides = {tie.home_id, tie.away_id}
            if not tie.decided:
                waiting |= sides
            elif day.round.stage.format in BRACKETS:
                lost |= sides - {tie.winner_id}
    return [row for row in entrants if row.pk not in lost - waiting]


start_needs: Registry[Callable[[Competition], list[Need]]] = Registry()
"""Sources of upper apps for what an organiser has to end before the draw and the start."""


def needs_before_start(competition: Competition) -> list[Need]:
    """Return what the draw and the start wait for, of upper apps."""
    if competition.status != Competition.Status.REGISTRATION:
        return []
    return [need for source in start_needs for need in source(competition)]


def needs_links(competition: Competition, entrants: list[Entrant]) -> list[Need]:
    """Return the need to send the personal links that nobody has sent or opened. One query, or none.

    At the tables of an evening the organiser enters the results, so nobody needs a link.
    """
    if competition.status not in (Competition.Status.REGISTRATION, Competition.Status.RUNNING):
        return []
    unsent = [
        name_of(holder)
        for holder in holders_of(row for row in entrants if row.status == Entrant.Status.ENTERED)
        if holder.link_unsent and player_of(holder).kind == User.Kind.GUEST
    ]
    if not unsent or is_evening(competition):
        return []
    message = ngettext("Send %(count)d player their link", "Send %(count)d players their links", len(unsent))
    detail = _("%(names)s: they play only by their link.") % {"names": _listed(unsent)}
    url = reverse("competitions:links", args=[competition.slug])
    return [Need(message % {"count": len(unsent)}, detail=detail, url=url, label=_("Send the links"))]


def needs_line_ups(competition: Competition) -> list[Need]:
    """Return the need to remind captains whose line-up is not in. Four queries for teams, else none."""
    missing = silent_captains.missing_in(competition)
    if not missing:
        return []
    message = ngettext(
        "%(count)d captain has not named a line-up: remind them",
        "%(count)d captains have not named a line-up: remind them",
        len(missing),
    )
    hours = int(silent_captains.AGAIN / timedelta(hours=1))
    detail = _("%(names)s. Each is reminded at most once in %(hours)d hours.")
    detail %= {"names": _listed([line_up.side.name for line_up in missing]), "hours": hours}
    return [Need(message % {"count": len(missing)}, detail=detail, button=REMIND.name, label=str(REMIND.label))]


def _listed(names: list[str]) -> str:
    """Return the first of ``names`` in words."""
    few = ", ".join(names[:NAMED])
    if len(names) <= NAMED:
        return few
    return _("%(names)s and %(count)d more") % {"names": few, "count": len(names) - NAMED}


@dataclass
class UnderWay:
    """The current round, as the console shows it."""

    day: Matchday
    left: int
    """Number of fixtures that are not over, or of ties of teams."""
    ahead: list[Fixture]
    """Fixtures that need no organiser: running ones, then by kick-off, then by number."""
    over: list[Fixture]
    kick_off_at: datetime | None
    """The next agreed kick-off."""
    late: bool
    """True once its window is over."""


def under_way(days: list[Matchday], needs: list[Need]) -> UnderWay | None:
    """Return the first open round, or None, without the fixtures among ``needs``. No query."""
    day = next((day for day in days if day.round.status == Round.Status.OPEN), None)
    if day is None:
        return None
    now, rows = timezone.now(), day.rows
    left = [row for row in rows if not is_over(row)]
    left.sort(key=lambda row: (not any(map(is_live, behind(row))), row.kick_off_at is None, row.kick_off_at or now))
    kick_offs = [fixture.kick_off_at for row in left for fixture in behind(row) if fixture.status not in OVER]
    coming = [at for at in kick_offs if at is not None and at > now]
    listed = {need.fixture for need in needs}
    closes = day.round.closes_at
    return UnderWay(
        day=day,
        left=len(left),
        ahead=[row for row in left if row.tie.of_teams or row not in listed],
        over=[row for row in rows if is_over(row)],
        kick_off_at=min(coming, default=None),
        late=closes is not None and closes <= now,
    )


@dataclass
class Step:
    """A line of the organiser's checklist."""

    name: str
    text: str
    state: str
    """``done``, ``now`` or ``todo``."""
    button: str = ""
    """The verb of its button; empty for none."""
    label: str = ""
    number: int = 0
    """Its place in the list, from 1."""
    enters: bool = False
    """True for the step that collects the entrants: its form stands in the place of a button."""


def start_effect(competition: Competition) -> str:
    """Say what the start does: later rounds, and then the first too, may wait for a click or for their time."""
    if competition.advance == Competition.Advance.AUTO:
        return _("Creates rounds and fixtures and opens the first round")
    return _("Creates rounds and fixtures")


def steps(competition: Competition, entrants: list[Entrant], days: list[Matchday], waits: bool = False) -> list[Step]:
    """Return the checklist from the draft to the champion, with its one next step.

    ``waits``: something has to end before the draw and the start, which then have no button.
    """
    status = Competition.Status
    entered = sum(row.status == Entrant.Status.ENTERED for row in entrants)
    drawn = any(row.seed for row in entrants)
    played, whole = progress(days)
    begun = competition.status in (status.RUNNING, status.FINISHED)
    ready = competition.status == status.REGISTRATION and entered >= 2 and not waits
    check_in = _check_in_step(competition)
    full = entered >= competition.places and all(step.state == "done" for step in check_in)
    order = [
        Step(_("Game and format"), _("Chosen in the draft"), "done"),
        Step(
            _("Registration"),
            _("Makes the page public and opens registration"),
            "now" if competition.status == status.DRAFT else "done",
            "publish",
            _("Publish"),
        ),
        Step(
            _("Entrants"),
            _("%(entered)d of %(places)d places taken") % {"entered": entered, "places": competition.places},
            "done" if begun or drawn or full else "now" if competition.status == status.REGISTRATION else "todo",
            enters=True,
        ),
        *check_in,
        Step(
            _("Draw"),
            _("Locks the list of entrants and makes the draw"),
            "done" if drawn else "now" if full and competition.status == status.REGISTRATION else "todo",
            "draw" if ready else "",
            _("Make the draw"),
        ),
        Step(
            _("Start"),
            start_effect(competition),
            "done" if begun else "now" if drawn else "todo",
            "start" if ready else "",
            _("Start"),
        ),
        Step(
            _("Matches"),
            _("%(done)d of %(whole)d played") % {"done": played, "whole": whole},
            "done" if competition.status == status.FINISHED else "now" if begun else "todo",
        ),
    ]
    for number, step in enumerate(order, 1):
        step.number = number
    return order


@dataclass
class Lead:
    """The one next step before the matches, which leads the console."""

    step: Step
    instead: Step | None
    """A later step that may be taken already: the draw before all places are taken."""


def lead_of(competition: Competition, steps: list[Step]) -> Lead | None:
    """Return the step that leads the console; None once the matches have begun."""
    if competition.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
        return None
    now = next((step for step in steps if step.state == "now"), None)
    if now is None:
        return None
    later = (step for step in steps if step.number > now.number and step.button)
    return Lead(now, next(later, None) if now.enters or now.button == "close_check_in" else None)


def _check_in_step(competition: Competition) -> list[Step]:
    opens, closes = competition.check_in_opens_at, competition.check_in_closes_at
    if opens is None or closes is None:
        return []
    over, now = competition.check_in_done_at is not None, timezone.now()
    message = _("The absent entrants lost their places") if over else _("No-shows lose their place to the waiting list")
    waits = competition.status == Competition.Status.REGISTRATION and opens <= now
    button = "close_check_in" if waits and not over else ""
    return [Step(_("Check-in"), message, "done" if over else "now" if button else "todo", button, _("Close it now"))]
