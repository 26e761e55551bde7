"""Matches: a day's matches by competition, with the boards of what is being played at this moment.

One page for all who watch: ``show`` narrows it to live matches, to what the reader follows or to the reader's own;
``screen=1`` shows the boards alone, for a screen in a hall. A board stands there only while its match moves.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any, Final, Self
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

import engines
from league.competitions.models import Competition, Fixture
from league.competitions.policy import access
from league.competitions.policy.parties import entries_of
from league.competitions.queries import first_boards, fixtures_in_order, with_boards
from league.following import queries as following
from league.following.verbs import hides_results
from league.paging import Place, Stretch
from league.site.pages import reading, visitor_marks
from matches import feed
from matches.models import Match, Seat, SeatController
from matches.pages.table import big_card, card, offers, result
from matches.pages.visitors import tagged
from matches.policy.audience import listed_for
from matches.queries import minute_of, moving

SHOWN: Final = 40
"""Fixtures of one page; as many live ones stand before them."""
LOOKED_AT: Final = 40
"""Moving matches that are compared, those that moved last."""
BESIDE: Final = 4
"""Boards beside the big one."""
FRIENDLIES: Final = 24
LIVELY: Final = timedelta(minutes=1)
"""Time since the last move within which a match goes before all that wait longer for theirs."""
SHOWS: Final[dict[str, Promise]] = {
    "all": pgettext_lazy("matches", "All"),
    "live": _("Live"),
    "followed": _("Following"),
    "mine": pgettext_lazy("matches", "Yours"),
}
PERSONAL: Final = ("followed", "mine")


@dataclass(frozen=True)
class Asked:
    """The filters of the address, and their reader."""

    reader: Any  # User or AnonymousUser
    day: date
    now: date
    game: str
    show: str
    screen: bool

    @classmethod
    def read(cls, request: HttpRequest) -> Self:
        """Read the query; whatever it does not know stands for today, all games, all matches."""
        now, game, show = timezone.localdate(), request.GET.get("game", ""), request.GET.get("show", "")
        return cls(
            reader=request.user,
            day=_day(request.GET.get("day", "")) or now,
            now=now,
            game=game if game in engines.games() else "",
            show=show if show in SHOWS else "all",
            screen=request.GET.get("screen") == "1",
        )

    @property
    def live(self) -> bool:
        """Return whether it shows what is being played now; ``show=live`` does on every day."""
        return self.day == self.now or self.show == "live"

    @cached_property
    def things(self) -> following.Followed:
        return following.followed(self.reader)

    @cached_property
    def entrants(self) -> list[UUID]:
        """Return the entrants whose fixtures are meant. At most two queries."""
        if self.show == "mine":
            return entries_of(self.reader)
        return following.places(self.reader, self.things) if self.things.players else []

    @property
    def span(self) -> Q:
        """Return the condition that ``at`` is on the day, in the reader's zone."""
        zone = timezone.get_current_timezone()
        begin, end = (datetime.combine(day, time.min, zone) for day in (self.day, self.day + timedelta(days=1)))
        return Q(at__gte=begin, at__lt=end)

    def fixtures(self, at: str = "") -> Q:
        """Return the condition on fixtures (that ``at`` leads to, ``fixture__``)."""
        competitions = access.listed(self.reader)
        listed = Q(**{f"{at}competition__in": competitions.filter(game=self.game) if self.game else competitions})
        if self.show not in PERSONAL:
            return listed
        whose = Q(**{f"{at}home__in": self.entrants}) | Q(**{f"{at}away__in": self.entrants})
        if self.show == "followed":
            whose |= Q(**{f"{at}competition__in": self.things.competition_ids})
        return listed & whose

    def matches(self) -> Q:
        """Return the condition on matches in lists."""
        where = Q(game=self.game) if self.game else Q()
        if self.show == "followed":
            return where & Q(pk__in=following.playing(self.things))
        if self.show == "mine":
            sits = Seat.objects.filter(user=self.reader).values("match")
            shares = SeatController.objects.filter(user=self.reader).values("seat__match")
            return where & (Q(pk__in=sits) | Q(pk__in=shares))
        return where


@dataclass
class Group:
    """The fixtures of one competition on one page."""

    competition: Competition
    fixtures: list[Fixture] = field(default_factory=list)


@require_safe
@tagged(visitor_marks.matches)
def matches(request: HttpRequest) -> HttpResponse:
    """Show the matches of a day (``?day=2026-11-24``, else today) in the reader's zone, perhaps of one game."""
    drawn_at = feed.drawn_at("lobby")  # before the page's data is read
    asked = Asked.read(request)
    if asked.show in PERSONAL and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    after, before = (Place.read(request.GET.get(name, "")) for name in ("after", "before"))
    in_play, others = _fixtures(asked)
    page = Stretch(SHOWN, after, before).page([others])
    first = not page.earlier
    live = Stretch(SHOWN).page([in_play]).keys if first else []
    boards = _boards(asked) if asked.live and first else []
    shown = boards if asked.show == "live" else boards[: 1 + BESIDE]
    fixtures = fixtures_in_order([*live, *page.keys])
    groups = _groups(fixtures, {match.pk for match in shown})
    context = {
        "asked": asked,
        "feed": reading.heard(drawn_at, competitions=[group.competition for group in groups]) if asked.live else "",
        "days": [asked.day + timedelta(days=away) for away in range(-2, 3)],
        "shows": [
            (name, words) for name, words in SHOWS.items() if asked.reader.is_authenticated or name not in PERSONAL
        ],
        "games": engines.games(),
        "live": len(boards),
        "best": big_card(shown[0]) if shown else None,
        "beside": [card(match) for match in shown[1:]],
        "taken": page,
        "groups": groups,
        "friendlies": _friendlies(asked) if first and asked.show in ("all", "mine") else {},
        "offers": offers(request.user) if asked.live and asked.show == "all" else [],
        **(_followed(asked, fixtures) if asked.show == "followed" else {}),
    }
    return render(request, "home/matches.html", context)


def _day(text: str) -> date | None:
    """Return the day of the address; None without one that has days before and after it."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if date(2000, 1, 1) < day < date(2100, 1, 1) else None


def _fixtures(asked: Asked) -> tuple[QuerySet[Any], QuerySet[Any]]:
    """Return the fixtures that stand first, those in play, and all others of the day; each in the order of an index.

    A fixture belongs to the day on which its match ended; while it is played, on which it began; else to the day of its
    kick-off. ``show=live`` goes through all that are in play, whenever they began.
    """
    not_in_play = Q(match=None) | ~Q(match__status__in=Match.IN_PLAY)  # a voided match began and has no end
    others = Fixture.objects.filter(Q(ended_at__isnull=False) | not_in_play)
    others = others.annotate(at=Coalesce("ended_at", "kick_off_at"), key=F("pk")).filter(asked.span)
    others = first_boards(others).filter(asked.fixtures())
    boards = Fixture.objects.filter(match__status__in=Match.IN_PLAY).annotate(at=F("match__started_at"))
    boards = boards.filter(tie=OuterRef("fixture__tie"), leg=OuterRef("fixture__leg"))
    boards = boards.filter(board__lt=OuterRef("fixture__board"))
    running = Match.objects.filter(status__in=Match.IN_PLAY, origin__startswith="fixture:")
    running = running.filter(asked.fixtures("fixture__")).annotate(at=F("started_at"), key=F("fixture__pk"))
    if asked.show == "live":
        return running.none(), running.filter(Q(fixture__board=1) | ~Exists(boards))
    running = running.filter(Q(fixture__board=1) | ~Exists(boards.filter(asked.span)))
    return running.filter(asked.span), others


def _groups(fixtures: list[Fixture], on_boards: set[UUID]) -> list[Group]:
    """Return the fixtures of one page by competition, in the order of each one's first, but for those on a board.

    Live ones have their match with its position, and their ``minute``. One query, two where teams play.
    """
    groups: dict[UUID, Group] = {}
    rows = with_boards(row for row in fixtures if row.tie.of_teams or row.match_id not in on_boards)
    live = Match.objects.in_bulk([row.match_id for row in rows if row.match and row.match.status in Match.IN_PLAY])
    for row in rows:
        if match := live.get(row.match_id):
            row.match = match
            row.minute = minute_of(match)  # type: ignore[attr-defined]
        competition = row.tie.round.stage.competition
        groups.setdefault(competition.pk, Group(competition)).fixtures.append(row)
    return list(groups.values())


def _boards(asked: Asked) -> list[Match]:
    """Return the matches that move, the liveliest first. Two queries."""
    rows = moving(asked.reader).filter(asked.matches()).prefetch_related("seats").order_by("-moved_at")
    now = timezone.now()
    return sorted(rows[:LOOKED_AT], key=lambda match: _rank(match, now), reverse=True)


def _rank(match: Any, now: datetime) -> tuple[bool, bool, int, float]:  # a match with ``moved_at``
    """Return how lively a match is: it moves now, it is of a competition, people play, it has run for long."""
    people = sum(not seat.bot for seat in match.seats.all())
    begun = match.started_at or match.created_at
    return match.moved_at >= now - LIVELY, match.origin.startswith("fixture:"), people, -begun.timestamp()


def _friendlies(asked: Asked) -> dict[str, list[dict[str, Any]]]:  # rows for a template
    """Return the day's last finished matches of no competition, with people and of bots alone. Two queries."""
    rows = Match.objects.finished().filter(listed_for(asked.reader), asked.matches(), listed=True)
    rows = rows.filter(mode=Match.Mode.ORDINARY).exclude(origin__startswith="fixture:")
    rows = rows.annotate(at=F("finished_at")).filter(asked.span).prefetch_related("seats").order_by("-finished_at")
    found: dict[str, list[dict[str, Any]]] = {"people": [], "bots": []}
    for match in rows[:FRIENDLIES]:
        found["bots" if all(seat.bot for seat in match.seats.all()) else "people"].append(result(match))
    return found


def _followed(asked: Asked, shown: list[Fixture]) -> dict[str, Any]:
    """Return what the reader follows and, today, what comes and came last of it, without ``shown``."""
    near = asked.live and bool(asked.things)
    return {
        "things": asked.things,
        "hidden": hides_results(asked.reader),
        "next": _without(shown, following.ahead(asked.things, asked.entrants)) if near else [],
        "results": _without(shown, following.results(asked.things, asked.entrants)) if near else [],
    }


def _without(shown: list[Fixture], fixtures: list[Fixture]) -> list[Fixture]:
    legs = {(fixture.tie_id, fixture.leg) for fixture in shown}
    return [fixture for fixture in fixtures if (fixture.tie_id, fixture.leg) not in legs]
