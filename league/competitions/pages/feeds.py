"""Feeds for other programs: calendars, Atom, CSV, and TRF of a Swiss stage or of teams.

Calendars (of a competition, an entrant or a player): times in UTC; the UID of a fixture never changes, so a subscribed
calendar moves the event instead of doubling it. SEQUENCE only ever rises, whatever changes: it is made of the
competition's log position, which counts every change, and of how far the match has come (``_sequence``). A fixture
without a kick-off is at the end of its round's window, without an end, until it is played: then where it was played.
CSV: UTF-8, one head line, times in UTC; a field that a spreadsheet would take for a formula begins with an apostrophe.
"""

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast, get_args
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.utils.xmlutils import SimplerXMLGenerator
from icalendar import Calendar, Event

from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation import pairing, team_reports
from league.competitions.derivation.derive import derive
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.models import Competition, Entrant, Fixture, Round, Stage, Tie
from league.competitions.pages import calendar_keys, reading
from league.competitions.pages.structure import every_round, frame_of
from league.competitions.policy import access
from league.competitions.policy.parties import at_board_of, entries_of
from league.competitions.setup.round_names import name_of
from league.competitions.setup.stages import TABLES
from league.competitions.words.fixtures import tie_score
from league.errors import not_among
from league.formats.trf.tournament import Edition
from league.players.models import User
from league.players.policy.access import player_or_404
from matches.letters import writable
from matches.models import Match

MOST = 2000
"""Most events of one calendar."""
RECENT: Final = 20
"""Entries of a player whose matches stay in the calendar once they are over: the last ones."""
LAST: Final = 100
"""Most of these at home, and away."""
BEFORE_PLAY: Final = (Fixture.Status.PENDING, Fixture.Status.OPEN)
LENGTH = timedelta(minutes=90)
"""Default length of a match if its clock does not say more."""
BEGIN_OF_EVENT: Final = b"BEGIN:VEVENT\r\n"
END_OF_EVENT: Final = b"END:VEVENT\r\n"
END: Final = b"END:VCALENDAR\r\n"
_SEQUENCE: Final = 3
"""Steps of SEQUENCE for a change of the log: a match has two states after the first, begun and over."""
KEPT: Final = 2 * MOST
"""Events whose lines a process caches: writing one costs more than reading its fixture."""


class Dated(NamedTuple):
    """The columns of a fixture that an event needs, in the order of ``SAID``. A league has hundreds."""

    id: UUID
    status: str
    fixed: str
    kick_off_at: datetime | None
    home_goals: int | None
    away_goals: int | None
    home: str
    away: str
    competition: str
    position: int
    """The competition's log position."""
    budget: int | None
    """Seconds per side for a match."""
    boards: int
    slug: str
    state: str
    """The competition's status."""
    closes_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    tie: UUID
    home_points: float | None
    away_points: float | None

    @property
    def score(self) -> str:
        """Return the goals, or the board points of a tie of teams; empty before it has any."""
        if self.boards > 1:
            return tie_score(self.home_points, self.away_points)
        return "" if self.home_goals is None else f"{self.home_goals}–{self.away_goals}"

    @property
    def begins(self) -> datetime | None:
        """Return its fixed time, else when its match began, else the end of its round's window, if known."""
        return self.kick_off_at if self.fixed else self.started_at or self.closes_at


_OF_COMPETITION: Final = ("name", "log_position", "budget_seconds", "boards", "slug", "status")
SAID: Final = (
    "id", "status", "fixed", "kick_off_at", "home_goals", "away_goals", "home__name", "away__name",
    *(f"tie__round__stage__competition__{name}" for name in _OF_COMPETITION),
    "tie__round__closes_at", "match__started_at", "match__finished_at",
    "tie", "tie__home_points", "tie__away_points",
)  # fmt: skip
FIXTURE_HEADS = (
    "stage", "round", "leg", "home", "away", "status", "home_goals", "away_goals", "home_kicks", "away_kicks", "how",
    "kick_off", "id",
)  # fmt: skip
BOARD_HEADS = ("board", "home_player", "away_player")
"""Further columns of the CSV of a competition of teams: a line is a board."""


def _rows() -> QuerySet[Fixture]:
    """Return fixtures whose two sides are known, with what an event needs; of a tie of teams its first board."""
    rows = Fixture.objects.filter(home__isnull=False, away__isnull=False, board=1)
    dated = Q(tie__round__closes_at__isnull=False) | Q(match__started_at__isnull=False)
    rows = rows.filter(Q(~Q(fixed=""), kick_off_at__isnull=False) | dated)
    return rows.order_by("tie__round__stage__number", "tie__round__number", "tie__number", "leg", "board")


def competition_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    competition = access.door(calendar_keys.reader(request), slug)
    rows = _rows().filter(tie__round__stage__competition=competition)
    return _calendar(competition.name, _nearest(rows), competition)


def calendar_of(name: str, competitions: Collection[UUID]) -> HttpResponse:
    """Return one calendar of the fixtures of several competitions, which the reader may know."""
    return _calendar(name, _nearest(_rows().filter(tie__round__stage__competition__in=competitions)))


def entrant_calendar(request: HttpRequest, slug: str, entrant_id: UUID) -> HttpResponse:
    competition = access.door(calendar_keys.reader(request), slug)
    entrant = access.entrant_or_404(competition, entrant_id)
    return _calendar(entrant.name, _nearest(_rows().filter(Q(home=entrant) | Q(away=entrant))), competition)


def player_calendar(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Return the calendar of a player's fixtures in every competition listed for the reader."""
    reader = calendar_keys.reader(request)
    player = player_or_404(player_id, reader)
    return _calendar(player.nickname, _of_player(player, entries_of(player), reader))


def _of_player(player: User, entries: list[UUID], reader: User | AnonymousUser) -> list[Dated]:
    """Return the fixtures ahead of all ``entries``, and the last of those that are over of the newest, by time.

    Of a tie of teams it is the player's own board. Nine queries, each of one table: joined, 1,500 fixtures read 20,666
    pages.
    """
    paired = Fixture.objects.filter(access.listed_at(reader, "competition"), home__isnull=False, away__isnull=False)
    paired = paired.filter(at_board_of(player))
    paired = paired.exclude(competition__status=Competition.Status.CANCELLED).order_by()
    ahead = paired.filter(status__in=BEFORE_PLAY).defer("reason", "shootout")
    over = paired.exclude(status__in=BEFORE_PLAY).defer("reason", "shootout")
    over = over.order_by(Coalesce("ended_at", "kick_off_at").desc(nulls_last=True), "id")
    rows: dict[UUID, Fixture] = {}
    for side in ("home", "away") if entries else ():
        parts = ahead.filter(**{f"{side}__in": entries})[:MOST], over.filter(**{f"{side}__in": entries[:RECENT]})[:LAST]
        rows |= {row.pk: row for part in parts for row in part}
    prefetch_related_objects(
        list(rows.values()),
        Prefetch("home", Entrant.objects.only("name")),
        Prefetch("away", Entrant.objects.only("name")),
        Prefetch("match", Match.objects.only("started_at", "finished_at")),
        Prefetch("tie", Tie.objects.select_related("round").only("home_points", "away_points", "round__closes_at")),
        Prefetch("competition", Competition.objects.only(*_OF_COMPETITION)),
    )
    dated = [_dated(row) for row in rows.values()]
    return sorted((row for row in dated if row.begins is not None), key=lambda row: (row.begins, row.id))


def _dated(row: Fixture) -> Dated:
    assert row.home and row.away and row.competition
    begun, ended = (row.match.started_at, row.match.finished_at) if row.match else (None, None)
    of_fixture = (row.id, row.status, row.fixed, row.kick_off_at, row.home_goals, row.away_goals)
    competition = row.competition
    of_limits = (competition.name, competition.log_position, competition.budget_seconds)
    of_competition = (*of_limits, competition.boards, competition.slug, competition.status)
    of_round = (row.tie.round.closes_at, begun, ended)
    of_tie = (row.tie_id, row.tie.home_points, row.tie.away_points)
    return Dated(*of_fixture, row.home.name, row.away.name, *of_competition, *of_round, *of_tie)


def _calendar(name: str, rows: list[Dated], competition: Competition | None = None) -> HttpResponse:
    calendar = Calendar()
    calendar.add("prodid", "-//Tabellone//calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("name", writable(name))
    calendar.add("x-wr-calname", writable(name))
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    head = calendar.to_ical().removesuffix(END)
    stamp = Event()
    stamp.add("dtstamp", timezone.now())
    stamped = stamp.to_ical().removesuffix(END_OF_EVENT)  # the lines that begin each event
    root = settings.PUBLIC_URL.rstrip("/")
    events = []
    if competition is not None:
        number = _SEQUENCE * competition.log_position
        events += [(number, _unstamped(event)) for event in _dates(competition)]
    events += [(_sequence(row), _lines(root, *_entry(row))) for row in rows]
    words = b"".join([head, *(b"%bSEQUENCE:%d\r\n%b" % (stamped, number, event) for number, event in events), END])
    answer = HttpResponse(words, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="tabellone.ics"'
    return answer


def _nearest(rows: QuerySet[Fixture]) -> list[Dated]:
    """Return at most ``MOST`` rows (a league of 100 has 9,900): those ahead, then the latest others."""
    ahead = list(rows.filter(status__in=reading.AHEAD).values_list(*SAID)[:MOST])
    over = rows.exclude(status__in=reading.AHEAD).reverse().values_list(*SAID)[: MOST - len(ahead)]
    return [Dated._make(row) for row in [*reversed(over), *ahead]]


def _dates(competition: Competition) -> list[Event]:
    """Return the check-in and, before there are fixtures, the first day as events, without SEQUENCE."""
    dates = []
    if competition.check_in_opens_at is not None and competition.check_in_closes_at is not None:
        check_in = (_("Check-in"), competition.check_in_opens_at, competition.check_in_closes_at)
        dates.append(("check-in", *check_in))
    begins = reading.begins_at(competition)
    if begins is not None and competition.status in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
        dates.append(("start", pgettext("calendar", "Start"), begins, begins + LENGTH))
    events = []
    for kind, name, first, last in dates:
        event = _dated_event(f"{competition.id}-{kind}@tabellone", first, last)
        event.add("summary", writable(f"{competition.name}: {name}"))
        event.add("url", settings.PUBLIC_URL.rstrip("/") + reverse("competitions:entrants", args=[competition.slug]))
        event.add("status", "CANCELLED" if competition.status == Competition.Status.CANCELLED else "CONFIRMED")
        events.append(event)
    return events


def _dated_event(uid: str, begins: datetime, ends: datetime | None) -> Event:
    """Return an event; without an end if that is no second later: DTEND must be (RFC 5545, 3.8.2.2)."""
    event = Event()
    event.add("uid", uid)
    event.add("dtstart", begins.astimezone(UTC))
    if ends is not None and int(ends.timestamp()) > int(begins.timestamp()):
        event.add("dtend", ends.astimezone(UTC))
    return event


def _sequence(row: Dated) -> int:
    """Return the SEQUENCE of a fixture: it rises with every change of its competition, and as its match is played.

    A match that is played again begins anew, but that is a change of the log.
    """
    begun = row.started_at is not None and not row.fixed
    return _SEQUENCE * row.position + (0 if not begun else 1 if row.finished_at is None else 2)


def _entry(row: Dated) -> tuple[UUID, datetime, datetime | None, str, str, str, UUID | None]:
    """Return an event of a fixture: its id, beginning, end, words and status, and the competition and tie of teams."""
    begun = None if row.fixed else row.started_at
    begins = row.begins
    assert begins is not None
    ends = begins + _length(row) if row.fixed else None
    if begun is not None:
        ends = row.finished_at or begun + LENGTH
    words = f"{row.home} – {row.away}{row.score and f' {row.score}'} ({row.competition})"
    return row.id, begins, ends, words, _status(row), *((row.slug, row.tie) if row.boards > 1 else ("", None))


@lru_cache(maxsize=KEPT)
def _lines(
    root: str, id: UUID, begins: datetime, ends: datetime | None, words: str, status: str, slug: str, tie: UUID | None
) -> bytes:
    """Write the lines of one fixture's event, without its beginning, stamp and SEQUENCE.

    ``slug`` and ``tie`` are those of a tie of teams.
    """
    event = _dated_event(f"{id}@tabellone", begins, ends)
    event.add("summary", writable(words))
    page = reverse("competitions:tie", args=[slug, tie]) if tie else reverse("competitions:fixture_short", args=[id])
    event.add("url", root + page)
    event.add("status", status)
    return _unstamped(event)


def _unstamped(event: Event) -> bytes:
    lines: bytes = event.to_ical()
    return lines.removeprefix(BEGIN_OF_EVENT)


def _length(row: Dated) -> timedelta:
    """Return both sides' time for the match, within reason."""
    return min(timedelta(seconds=2 * row.budget), timedelta(hours=3)) if row.budget else LENGTH


def _status(row: Dated) -> str:
    over = row.status in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)
    stopped = row.state == Competition.Status.CANCELLED and not over
    if stopped or (row.status == Fixture.Status.VOID and not row.score):
        return "CANCELLED"
    confirmed = row.fixed in (Fixture.Fixed.AGREED, Fixture.Fixed.ORGANISER)
    return "CONFIRMED" if confirmed or over else "TENTATIVE"


class Atom(Atom1Feed):
    """An Atom feed that is XML whatever is stored: texts of former releases were not cleaned where they entered.

    ``author`` is that of entries without one, which Atom allows only so (RFC 4287, 4.1.1).
    """

    def __init__(self, title: str, link: str, description: str, author: str, **more: Any) -> None:
        super().__init__(writable(title), link, writable(description), author_name=writable(author), **more)

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        """Write an entry."""
        texts = {key: writable(part) if isinstance(part, str) else part for key, part in item.items()}
        super().add_item_elements(handler, texts)


def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    competition = access.door(calendar_keys.reader(request), slug)
    root = settings.PUBLIC_URL.rstrip("/")
    home = root + reverse("competitions:overview", args=[slug])
    about, author = competition.description or competition.name, competition.owner.nickname
    feed = Atom(competition.name, home, about, author, feed_url=root + request.path)
    for row in reading.announcements_of(competition, 50):
        feed.add_item(
            title=row.words.splitlines()[0][:100],
            link=home,
            description=linebreaks(row.words, autoescape=True),
            unique_id=f"urn:uuid:{row.pk}",
            pubdate=row.at,
            updateddate=row.at,
            author_name=row.by.nickname if row.by else None,
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def fixtures_csv(request: HttpRequest, slug: str) -> HttpResponse:
    competition = access.door(request.user, slug)
    rows = listed(competition)
    lines = [_fixture_line(round.stage.number, name_of(round), row) for round, row in rows]
    if not competition.of_teams:
        return csv_answer(f"{slug}-fixtures.csv", FIXTURE_HEADS, lines)
    of_boards = [(row.board, row.home_player or "", row.away_player or "") for _round, row in rows]
    lines = [[*line, *of_board] for line, of_board in zip(lines, of_boards, strict=True)]
    return csv_answer(f"{slug}-fixtures.csv", (*FIXTURE_HEADS, *BOARD_HEADS), lines)


class Listed(NamedTuple):
    """The columns of a fixture in a line, in the order of ``_LISTED``."""

    round: int
    leg: int
    home: str | None
    away: str | None
    status: str
    home_goals: int | None
    away_goals: int | None
    shootout: dict[str, int] | None
    how: str
    kick_off_at: datetime | None
    fixed: str
    """Empty: ``kick_off_at`` is only the moment of the opening."""
    id: UUID
    board: int
    home_player: str | None
    away_player: str | None
    tie: UUID
    home_points: float | None
    away_points: float | None


def listed(competition: Competition) -> list[tuple[Round, Listed]]:
    """Return every fixture of the rounds that are shown, in order."""
    rounds = {round.pk: round for round in every_round(frame_of(competition).stages)}
    rows = (Listed._make(row) for row in _LISTED.rows(competition.pk))
    return [(rounds[row.round], row) for row in rows if row.round in rounds]


def _listed(key: UUID) -> QuerySet[Fixture, tuple[Any, ...]]:
    rows = Fixture.objects.filter(tie__round__stage__competition=key)
    rows = rows.order_by("tie__round__stage__number", "tie__round__number", "tie__number", "leg", "board")
    sides = ("home__name", "away__name", "status", "home_goals", "away_goals")
    of_teams = (
        "board",
        "home_player__nickname",
        "away_player__nickname",
        "tie",
        "tie__home_points",
        "tie__away_points",
    )
    return rows.values_list("tie__round", "leg", *sides, "shootout", "how", "kick_off_at", "fixed", "id", *of_teams)


_LISTED = PreparedQuery(_listed)


def _fixture_line(stage: int, round: str, row: Listed) -> list[Any]:  # the cells of a line
    kicks = row.shootout or {}
    kick_off = row.kick_off_at.astimezone(UTC).isoformat(timespec="minutes") if row.kick_off_at else ""
    scores = [row.home_goals, row.away_goals, kicks.get("home"), kicks.get("away")]
    return [stage, round, row.leg, row.home or "", row.away or "", row.status, *scores, row.how, kick_off, row.id]


def report_trf(request: HttpRequest, slug: str) -> HttpResponse:
    """Export the Swiss stage as FIDE's tournament report file (TRF16, or TRF26 by ``?edition=TRF26``), or a competition
    of teams with the records of teams (TRF26 alone); 404 without either.
    """
    competition = access.door(request.user, slug)
    edition = request.GET.get("edition") or ("TRF26" if competition.of_teams else "TRF16")
    editions = ("TRF26",) if competition.of_teams else get_args(Edition)
    snapshot = take_snapshot(competition)
    formats = TABLES if competition.of_teams else (Stage.Format.SWISS,)
    part = next((each for each in snapshot.stages if each.stage.format in formats and each.groups), None)
    if part is None:
        raise Http404
    if edition not in editions:
        return HttpResponse(not_among(editions), status=400, content_type="text/plain; charset=utf-8")
    derived = derive(snapshot)
    try:
        if competition.of_teams:
            words = team_reports.report(snapshot, derived, part)
        else:
            words = pairing.report(snapshot, derived, part, cast("Edition", edition))
    except ValueError as refused:
        return HttpResponse(str(refused), status=409, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(writable(words), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.trf"'
    return answer


def csv_answer(name: str, heads: Sequence[str], lines: Iterable[Sequence[Any]]) -> HttpResponse:
    """Return a CSV file called ``name``, to download. It begins with the mark by which spreadsheets know UTF-8."""
    out = io.StringIO(BOM_UTF8.decode())
    out.seek(0, io.SEEK_END)
    writer = csv.writer(out)
    for line in (heads, *lines):  # heads may be names of competitions
        writer.writerow([_plain(cell) for cell in line])
    answer = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _plain(cell: Any) -> Any:  # a cell of any type
    """Make words writable, and escape what a spreadsheet would take for a formula."""
    if not isinstance(cell, str):
        return cell
    words = writable(cell)
    return f"'{words}" if words[:1] in ("=", "+", "-", "@", "\t", "\r") else words
