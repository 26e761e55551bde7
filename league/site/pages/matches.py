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
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

import engines
from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Fixture
from league.competitions.policy import access
from league.competitions.policy.parties import entries_of
from league.competitions.queries import first_boards, fixtures_in_order, with_boards
from league.following import queries as following
from league.following.verbs import hides_results
from league.paging import Place, Stretch
from league.site.pages import reading, visitor_marks
from league.site.pages.match_lines import friendly_line, with_sides
from matches import feed
from matches.models import Match, Seat, SeatController
from matches.pages.table import big_card, card, offers
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
    def span(self) -> tuple[datetime, datetime]:
        """Return the begin and the end of the day, in the reader's zone."""
        zone = timezone.get_current_timezone()
        return datetime.combine(self.day, time.min, zone), datetime.combine(
            self.day + timedelta(days=1), time.min, zone
        )

    @property
    def fixtures(self) -> tuple[Any, str | None, list[UUID] | None, list[UUID] | None]:
        """Return the keys of ``_listed``: the reader, a game, and the entrants and competitions that are meant."""
        of_competitions = self.things.competition_ids if self.show == "followed" else []
        whose = (self.entrants, of_competitions) if self.show in PERSONAL else (None, None)
        return self.reader, self.game or None, *whose

    @property
    def matches(self) -> tuple[Any, str | None, UUID | None, list[UUID] | None]:
        """Return the keys of ``_among``: the reader, a game, who plays, and the matches that are meant."""
        player = self.reader.pk if self.show == "mine" else None
        return (
            self.reader,
            self.game or None,
            player,
            following.playing(self.things) if self.show == "followed" else None,
        )


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
    stretch = Stretch(SHOWN, after, before)
    page = stretch.page(
        _IN_PLAY.rows(*stretch.bounds, None, None, *asked.fixtures)
        if asked.show == "live"
        else _OTHERS.rows(*stretch.bounds, *asked.span, *asked.fixtures)
    )
    first = not page.earlier
    whole = Stretch(SHOWN)
    running = [] if asked.show == "live" or not first else _IN_PLAY.rows(*whole.bounds, *asked.span, *asked.fixtures)
    live = whole.page(running).keys
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


def _listed(
    at: str,
    reader: Any,  # User or AnonymousUser
    game: str | None,
    entrants: list[UUID] | None,
    competitions: list[UUID] | None,
) -> Q:
    """Return the condition on fixtures (that ``at`` leads to, ``fixture__``): listed, of a game, and of these entrants
    or competitions; None: of all."""
    rows = access.listed(reader)
    listed = Q(**{f"{at}competition__in": rows if game is None else rows.filter(game=game)})
    if entrants is None:
        return listed
    whose = Q(**{f"{at}home__in": entrants}) | Q(**{f"{at}away__in": entrants})
    return listed & (whose | Q(**{f"{at}competition__in": competitions or []}))


def _on(begin: datetime | None, end: datetime | None) -> Q:
    """Return the condition that ``at`` is within a day; None: on any."""
    return Q() if begin is None else Q(at__gte=begin, at__lt=end)


def _others(begin: datetime, end: datetime, *listed: Any) -> QuerySet[Any]:  # the keys of ``_listed``
    """Return the fixtures of a day that are not in play, in the order of an index.

    A fixture belongs to the day on which its match ended; else to the day of its kick-off. Without what was ahead in a
    cancelled competition: nobody plays that any more.
    """
    not_in_play = Q(match=None) | ~Q(match__status__in=Match.IN_PLAY)  # a voided match began and has no end
    cancelled = Competition.objects.filter(status=Competition.Status.CANCELLED)
    ahead = (Fixture.Status.PENDING, Fixture.Status.OPEN)
    rows = Fixture.objects.filter(Q(ended_at__isnull=False) | not_in_play)
    rows = rows.filter(~Q(status__in=ahead) | ~Q(competition__in=cancelled))
    rows = rows.annotate(at=Coalesce("ended_at", "kick_off_at"), key=F("pk")).filter(_on(begin, end))
    return first_boards(rows).filter(_listed("", *listed))


def _in_play(begin: datetime | None, end: datetime | None, *listed: Any) -> QuerySet[Any]:  # the keys of ``_listed``
    """Return the fixtures in play of the day on which their match began (None: of any), in the order of an index."""
    boards = Fixture.objects.filter(match__status__in=Match.IN_PLAY).annotate(at=F("match__started_at"))
    boards = boards.filter(tie=OuterRef("fixture__tie"), leg=OuterRef("fixture__leg"))
    boards = boards.filter(_on(begin, end), board__lt=OuterRef("fixture__board"))
    rows = Match.objects.filter(status__in=Match.IN_PLAY, origin__startswith="fixture:")
    rows = rows.filter(_listed("fixture__", *listed)).annotate(at=F("started_at"), key=F("fixture__pk"))
    return rows.filter(_on(begin, end), Q(fixture__board=1) | ~Exists(boards))


_OTHERS = PreparedQuery(lambda *keys: Stretch.of(SHOWN, *keys[:4]).cut(_others(*keys[4:])))
_IN_PLAY = PreparedQuery(lambda *keys: Stretch.of(SHOWN, *keys[:4]).cut(_in_play(*keys[4:])))


def _groups(fixtures: list[Fixture], on_boards: set[UUID]) -> list[Group]:
    """Return the fixtures of one page by competition, in the order of each one's first, but for those on a board.

    Live ones have their ``minute``. One query where teams play or a second leg stands.
    """
    groups: dict[UUID, Group] = {}
    rows = with_boards(row for row in fixtures if row.tie.of_teams or row.match_id not in on_boards)
    for row in rows:
        if row.match and row.match.status in Match.IN_PLAY:
            row.minute = minute_of(row.match)  # type: ignore[attr-defined]
        competition = row.tie.round.stage.competition
        groups.setdefault(competition.pk, Group(competition)).fixtures.append(row)
    return list(groups.values())


def _boards(asked: Asked) -> list[Match]:
    """Return the matches that move, the liveliest first. Two queries."""
    now = timezone.now()
    return sorted(_MOVING.rows(*asked.matches), key=lambda match: _rank(match, now), reverse=True)


def _among(game: str | None, player: UUID | None, matches: list[UUID] | None) -> Q:
    """Return the condition on matches: of a game, of somebody who plays, or these; None: all."""
    where = Q() if game is None else Q(game=game)
    if matches is not None:
        where &= Q(pk__in=matches)
    if player is not None:
        sits = Seat.objects.filter(user=player).values("match")
        shares = SeatController.objects.filter(user=player).values("seat__match")
        where &= Q(pk__in=sits) | Q(pk__in=shares)
    return where


def _moving(reader: Any, *among: Any) -> QuerySet[Any]:  # the keys of ``_among``
    rows = moving(reader).filter(_among(*among)).prefetch_related("seats")
    return rows.order_by("-moved_at")[:LOOKED_AT]


_MOVING = PreparedQuery(_moving)


def _rank(match: Any, now: datetime) -> tuple[bool, bool, int, float]:  # a match with ``moved_at``
    """Return how lively a match is: it moves now, it is of a competition, people play, it has run for long."""
    people = sum(not seat.bot for seat in match.seats.all())
    begun = match.started_at or match.created_at
    return match.moved_at >= now - LIVELY, match.origin.startswith("fixture:"), people, -begun.timestamp()


def _friendlies(asked: Asked) -> dict[str, list[SafeString]]:
    """Render the day's last finished matches of no competition, with people and of bots alone. One query."""
    found: dict[str, list[SafeString]] = {"people": [], "bots": []}
    for match in _FINISHED.rows(*asked.span, *asked.matches):
        found["bots" if all(match.bots) else "people"].append(friendly_line(match))
    return found


def _finished(begin: datetime, end: datetime, reader: Any, *among: Any) -> QuerySet[Any]:  # the keys of ``_among``
    rows = Match.objects.finished().filter(listed_for(reader), _among(*among), listed=True)
    rows = rows.filter(mode=Match.Mode.ORDINARY).exclude(origin__startswith="fixture:")
    shown = with_sides(rows.annotate(at=F("finished_at")).filter(_on(begin, end)))
    return shown.order_by("-finished_at")[:FRIENDLIES]


_FINISHED = PreparedQuery(_finished)


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
