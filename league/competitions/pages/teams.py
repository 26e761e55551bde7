"""Pages of teams: a tie with all its boards, and the captain's page of its line-up."""

from collections import Counter
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.buttons import button_of
from league.competitions.actions.teams import ASK, CAN_PLAY
from league.competitions.derivation.boards import are_open
from league.competitions.derivation.derive import NOT_NEEDED
from league.competitions.errors import CompetitionError
from league.competitions.models import Availability, Competition, Entrant, Fixture, TeamLineUp, Tie
from league.competitions.pages import visitor_marks
from league.competitions.pages.public import page_context
from league.competitions.pages.reading import has_begun, is_live, playing
from league.competitions.policy import access
from league.competitions.policy.parties import is_house_bot
from league.competitions.setup.line_ups import time_of
from league.competitions.setup.round_names import leg_name, name_of
from league.competitions.setup.stages import pairs_people, settings_of
from league.competitions.setup.team_rules import is_extra
from league.competitions.verbs import availability, line_ups
from league.competitions.words.fixtures import tie_score
from league.players.models import User
from matches.pages.visitors import tagged
from matches.refusals import refusals_shown

UNUSED: Final = (Fixture.Status.PENDING, Fixture.Status.VOID)
"""The states of an extra board that a tie does not need, or not yet."""


@dataclass
class BoardRow:
    """A board of a tie, as its page shows it."""

    fixture: Fixture
    live: bool
    extra: bool
    """True for a board that is played only because the others left the tie level."""

    @property
    def closed(self) -> bool:
        """Return whether the tie was decided before it began."""
        return self.fixture.status == Fixture.Status.VOID and self.fixture.reason[:1] == [NOT_NEEDED]


@dataclass
class LegOfTie:
    """A leg of a tie of teams, as its page shows it: by its own seats."""

    number: int
    name: str
    """Empty if the tie has no other."""
    home: Entrant
    away: Entrant
    score: tuple[float, float] | None
    """Board points; None before it began, and of a tie in one leg."""
    boards: list[BoardRow]
    open: bool
    bench: list[tuple[Entrant, list[str]]]
    """Members of each squad who play no board of it."""

    @property
    def told(self) -> str | None:
        """Return ``score`` as people write it."""
        return None if self.score is None else tie_score(*self.score)


@tagged(visitor_marks.competition)
def tie_page(request: HttpRequest, slug: str, tie_id: UUID) -> HttpResponse:
    """Show a tie of teams: its score, its boards with who plays them, and the state of the line-ups."""
    competition, context = page_context(request, slug, "fixtures")
    tie = access.team_tie_or_404(competition, tie_id)
    is_open, waits = are_open(tie.legs), takes_line_ups(tie)
    user = request.user if isinstance(request.user, User) else None
    leads = line_ups.side_led_by(tie, user) if user is not None else None
    plays_for = availability.side_of(tie, user) if user is not None else None
    present = line_ups.line_ups_in(tie) if waits else set()
    legs = _legs(competition, tie)
    context |= {
        "tie": tie,
        "legs": legs,
        "open": is_open,
        "waits": waits,
        "best_of": settings_of(tie.round.stage).get("best_of"),
        "leg_due": legs[tie.leg - 1] if len(legs) > 1 else None,
        "begun": has_begun(tie),
        "live": sum(row.live for leg in legs for row in leg.boards),
        "playing": playing(tie.legs),
        "place": name_of(tie.round),
        "closes_at": time_of(competition, tie) if waits else None,
        "sides": [(side, side.pk in present) for side in (tie.home, tie.away) if side is not None],
        "leads": leads if waits else None,
        "plays_for": plays_for if waits else None,
    }
    return render(request, "competitions/tie.html", context)


def takes_line_ups(tie: Tie) -> bool:
    """Return whether captains name, or will name, the line-ups of a leg of ``tie``."""
    return not (tie.decided or are_open(tie.boards) or pairs_people(tie.round.stage))


def _legs(competition: Competition, tie: Tie) -> list[LegOfTie]:
    """Return the legs of ``tie`` with their boards."""
    numbers = sorted({fixture.leg for fixture in tie.legs})
    return [_leg(competition, tie, number) for number in numbers]


def _leg(competition: Competition, tie: Tie, number: int) -> LegOfTie:
    assert tie.home is not None and tie.away is not None
    home, away = (tie.home, tie.away) if number % 2 else (tie.away, tie.home)
    fixtures = [fixture for fixture in tie.legs if fixture.leg == number]
    score, is_open = None, are_open(fixtures)
    if number <= len(tie.leg_scores):
        points = tie.leg_scores[number - 1]
        score = (points["home"], points["away"]) if number % 2 else (points["away"], points["home"])
    return LegOfTie(
        number=number,
        name=leg_name(tie, number),
        home=home,
        away=away,
        score=score,
        boards=[
            BoardRow(fixture, is_live(fixture), extra)
            for fixture in fixtures
            if not (extra := is_extra(competition, fixture)) or fixture.status not in UNUSED
        ],
        open=is_open,
        bench=[(side, _bench(side, fixtures)) for side in (home, away)] if is_open else [],
    )


def _bench(side: Entrant, boards: list[Fixture]) -> list[str]:
    """Return who of the squad of ``side`` plays none of ``boards``."""
    named = {key for fixture in boards for key in (fixture.home_player_id, fixture.away_player_id)}
    return [person.nickname for _number, person in _squad(side) if person.pk not in named]


def _squad(side: Entrant) -> list[tuple[int, User]]:
    """Return the people of a team with their numbers, in the order of the squad."""
    members = sorted(side.members.all(), key=lambda member: member.number)
    return [(0, side.player), *((member.number, member.user) for member in members)]


@dataclass
class Person:
    """A person of the squad on the captain's page."""

    number: int
    user: User
    answer: Availability | None
    """Question and answer; None: they were not asked."""

    @property
    def can(self) -> str:
        """Return "yes", "no", "silent" or, of who was not asked, ""."""
        if is_house_bot(self.user):
            return "yes"
        return "" if self.answer is None else {True: "yes", False: "no", None: "silent"}[self.answer.can]


@dataclass
class Draft:
    """A line-up while its captain taps it together: nothing of it is stored before it is sealed."""

    numbers: list[int | None]
    """Numbers in the squad by board."""
    at: int
    """The board to be filled next, from 1; 0: none."""

    @classmethod
    def of(cls, data: QueryDict, boards: int, squad: set[int]) -> "Draft":
        """Read it from a form; what the squad does not have is empty."""
        typed = [_number(raw) for raw in data.getlist("number")[:boards]]
        numbers = [number if number in squad and number not in typed[:at] else None for at, number in enumerate(typed)]
        numbers += [None] * (boards - len(numbers))
        at = _number(data.get("at", "")) or 0
        return cls(numbers, at if at <= boards else 0)

    def tap_board(self, board: int) -> None:
        """Choose ``board``, or swap it with the one chosen before."""
        if (
            self.at
            and self.at != board
            and self.numbers[board - 1] is not None
            and self.numbers[self.at - 1] is not None
        ):
            first, second = self.at - 1, board - 1
            self.numbers[first], self.numbers[second] = self.numbers[second], self.numbers[first]
            self.at = 0
        else:
            self.at = 0 if self.at == board else board

    def tap_player(self, number: int) -> None:
        """Put ``number`` on the chosen board, and choose the next that is empty."""
        if self.at:
            self.numbers = [None if each == number else each for each in self.numbers]
            self.numbers[self.at - 1] = number
        self.at = self.first_empty

    @property
    def first_empty(self) -> int:
        """Return the first board without a player; 0: there is none."""
        return next((board for board, number in enumerate(self.numbers, start=1) if number is None), 0)


def _number(raw: str) -> int | None:
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 3 else None


def _rival(tie: Tie, side: Entrant) -> Entrant | None:
    return tie.away if side == tie.home else tie.home


TAPS: Final = ("board", "player")


def _on_captains_page(tie: Tie, side: Entrant) -> list[Person]:
    answers = {answer.user_id: answer for answer in availability.answers_of(tie, side)}
    return [Person(number, user, answers.get(user.pk)) for number, user in _squad(side)]


@never_cache
@login_required
def can_play(request: HttpRequest, slug: str, tie_id: UUID) -> HttpResponse:
    """Ask a reader who plays for a team of a tie whether they can, and take the answer; 404 for everybody else."""
    competition, context = page_context(request, slug, "fixtures")
    tie = access.team_tie_or_404(competition, tie_id)
    user = request.user
    side = availability.side_of(tie, user) if isinstance(user, User) else None
    if side is None or not isinstance(user, User):
        raise Http404
    if not takes_line_ups(tie) or competition.status != Competition.Status.RUNNING:
        return redirect("competitions:tie", slug, tie_id)
    if request.method == "POST":
        button_of(CAN_PLAY)(request, {"slug": slug, "tie_id": tie_id})
        return redirect("competitions:can_play", slug, tie_id)
    context |= {
        "tie": tie,
        "side": side,
        "rival": _rival(tie, side),
        "place": name_of(tie.round),
        "leg": leg_name(tie, tie.leg),
        "answer": next((row for row in availability.answers_of(tie, side) if row.user_id == user.pk), None),
    }
    return render(request, "competitions/can_play.html", context)


@never_cache
@login_required
def line_up(request: HttpRequest, slug: str, tie_id: UUID) -> HttpResponse:
    """Let a captain tap a line-up together and seal it; 404 for everybody else."""
    competition, context = page_context(request, slug, "fixtures")
    tie = access.team_tie_or_404(competition, tie_id)
    user = request.user
    side = line_ups.side_led_by(tie, user) if isinstance(user, User) else None
    if side is None or not isinstance(user, User):
        raise Http404
    if not takes_line_ups(tie) or competition.status != Competition.Status.RUNNING:
        return redirect("competitions:tie", slug, tie_id)
    if request.method == "POST" and request.POST.get("do") == ASK.name:
        button_of(ASK)(request, {"slug": slug, "tie_id": tie_id})
        return redirect("competitions:line_up", slug, tie_id)
    squad = _on_captains_page(tie, side)
    people = {person.number: person for person in squad}
    sealed = TeamLineUp.objects.filter(tie=tie, entrant=side, leg=tie.leg).first()
    draft = Draft.of(request.POST, competition.boards, set(people))
    if request.method == "POST" and request.POST.get("do") == "seal":
        with refusals_shown(request, CompetitionError):
            line_ups.hand_in(tie=tie, by=user, numbers=[number for number in draft.numbers if number is not None])
            messages.success(request, _("Your line-up is sealed."))
            return redirect("competitions:line_up", slug, tie_id)
    tapped = next((name for name in TAPS if name in request.POST), "")
    number = _number(request.POST.get(tapped, "")) if tapped else None
    if tapped == "board" and number and number <= competition.boards:
        draft.tap_board(number)
    elif tapped == "player" and number is not None and number in people:
        draft.tap_player(number)
    changing = request.method == "POST"
    if not changing or request.POST.get("do") == "change":
        draft = Draft(list(sealed.numbers if sealed else line_ups.usual(competition, side, tie)), 0)
        draft.numbers += [None] * (competition.boards - len(draft.numbers))
        draft.at = draft.first_empty
    rival = _rival(tie, side)
    context |= {
        "tie": tie,
        "side": side,
        "place": name_of(tie.round),
        "rival": rival,
        "leg": leg_name(tie, tie.leg),
        "rival_sealed": rival is not None and rival.pk in line_ups.line_ups_in(tie),
        "closes_at": time_of(competition, tie),
        "tapped": bool(tapped),
        "sealed": sealed is not None and not changing,
        "draft": draft,
        "boards": [
            (board, number, None if number is None else people.get(number))
            for board, number in enumerate(draft.numbers, start=1)
        ],
        "bench": [person for person in squad if person.number not in draft.numbers],
        "squad": squad,
        "asked": any(person.answer for person in squad),
        "counts": Counter(person.can for person in squad),
    }
    return render(request, "competitions/line_up.html", context)
