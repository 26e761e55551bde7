"""Data of a competition's pages: the bracket, the matchdays, the lists. A fixed number of queries each.

It decides nothing: sides, winners and tables are in the rows (``frame`` reads them); this module only arranges them.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Announcement, Competition, Draw, Entrant, Fixture, Round, Stage, Tie
from league.competitions.pages.structure import (
    OVER,
    Counted,
    Named,
    Part,
    current_number,
    every_round,
    named_of,
    stages_of,
    ties_of,
)
from league.competitions.policy import access
from league.competitions.policy.parties import at_board_of, entries_of, places_of
from league.competitions.policy.personal_links import Holder
from league.competitions.queries import fixtures_in_order, with_boards, with_entrants, with_stages
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.round_names import name_of
from league.competitions.setup.stages import settings_of
from league.competitions.setup.usual import as_game_has
from league.competitions.verbs import planning
from league.formats import draw as draws
from league.formats.swiss.editions import edition_of
from league.sentences import translated
from matches.models import Match

__all__ = ["current_number", "stages_of"]
"""Names re-exported for other modules."""


def listed_competitions(user: Any, status: str = "", game: str = "", day: date | None = None) -> QuerySet[Competition]:
    """Return published competitions for ``user``, who may be anonymous, newest first.

    ``day``: only those under way then, by the reader's zone; one that has not begun is, from its announced start on.
    """
    competitions = access.listed(user)
    if status:
        competitions = competitions.filter(status=status)
    if game:
        competitions = competitions.filter(game=game)
    if day is not None:
        begin = timezone.make_aware(datetime.combine(day, time.min))
        begins = Coalesce("started_at", "starts_at")
        over = Q(finished_at__lt=begin) | Q(status=Competition.Status.CANCELLED)
        competitions = competitions.annotate(begins=begins).filter(begins__lt=begin + timedelta(days=1)).exclude(over)
    return competitions.order_by("-created_at")


@dataclass(eq=False)
class Matchday:
    """A round with its fixtures as rows."""

    round: Round
    name: str
    counts: Counted | None = None
    """Counts of its fixtures, if they were not read."""

    @cached_property
    def fixtures(self) -> list[Fixture]:
        """Return its fixtures in order; byes have none."""
        return [fixture for tie in self.round.all_ties for fixture in tie.legs]

    @property
    def rows(self) -> list[Fixture]:
        """Return a fixture for each row of a list: a tie of teams is one row, whatever its boards."""
        if not self.round.stage.competition.of_teams:
            return self.fixtures
        return [tie.legs[0] for tie in self.round.all_ties if tie.legs]

    @property
    def read(self) -> bool:
        """Return whether its fixtures are loaded: reading those of another costs queries."""
        return "all_ties" in vars(self.round)

    @property
    def is_paired(self) -> bool:
        """Return whether its ties are known: a Swiss round is paired when the one before it is over."""
        return bool(self.round.all_ties) if self.read else self.round.ties.exists()

    @property
    def byes(self) -> list[Tie]:
        """Return a Swiss round's ties without an opponent, with the reasons."""
        if self.round.stage.format != Stage.Format.SWISS:
            return []
        return [tie for tie in self.round.all_ties if tie.decided == "bye" and tie.home is not None]

    @property
    def done(self) -> int:
        """Return the number of fixtures that are over."""
        return sum(fixture.status in OVER for fixture in self.fixtures) if self.counts is None else self.counts.over

    @property
    def whole(self) -> int:
        return len(self.fixtures) if self.counts is None else self.counts.whole


def matchdays(stages: list[Stage], counts: dict[int, Counted] | None = None) -> list[Matchday]:
    """Return every round of every stage; with ``counts`` (of a frame) their counts, read or not."""
    return [
        Matchday(row, name_of(row), None if counts is None else counts.get(row.pk, Counted()))
        for row in every_round(stages)
    ]


def entrants_of(competition: Competition) -> list[Entrant]:
    """Return all entrants with their players: in the draw's order once there is one, withdrawn ones last."""
    rows = (_ENTRANTS if competition.most_people == 1 else _SIDES).rows(competition.pk)
    for row in rows:
        row.competition = competition
    order = [Entrant.Status.ENTERED, Entrant.Status.WAITING, Entrant.Status.HOUSE, Entrant.Status.WITHDRAWN]
    return sorted(rows, key=lambda row: order.index(Entrant.Status(row.status)))


def _of_people(key: UUID) -> QuerySet[Entrant]:
    rows = Entrant.objects.filter(competition=key).select_related("player")
    return rows.order_by("seed", "entered_at", "id")


_ENTRANTS = PreparedQuery(_of_people)
_SIDES = PreparedQuery(lambda key: _of_people(key).prefetch_related("members__user"))


def named_entrants(competition: Competition, keys: Collection[UUID]) -> list[Named]:
    """Return the names of these entrants of ``competition``."""
    entrants = (entrant for entrant in named_of(competition) if entrant.pk in keys)
    return sorted(entrants, key=lambda entrant: entrant.name.casefold())


def choices(entrants: Iterable[Named | Entrant], selected: str) -> SafeString:
    """Return ``entrants`` as options of a choice. Python, as a template takes 20 ms for the 1,024 of a cup."""
    values = (
        (entrant.pk, mark_safe(" selected") if str(entrant.pk) == selected else "", entrant.name)
        for entrant in entrants
    )
    return format_html_join("", '<option value="{}"{}>{}</option>', values)


def entry_of(user: Any, competition: Competition) -> Entrant | None:
    """Return the user's own place, withdrawn or not. ``user`` may be anonymous."""
    if not user.is_authenticated:
        return None
    # A place as a single player comes before one in a side, and withdrawn ones last.
    entrants = competition.entrants.filter(places_of(user)).order_by("-status")
    return min(entrants, key=lambda row: row.status == Entrant.Status.WITHDRAWN, default=None)


def my_fixtures(user: Any) -> list[Fixture]:
    """Return all fixtures of ``user`` in running competitions, those to be played first."""
    entries = entries_of(user)
    own = _OWN.rows(user.pk, _in_running(entries)) if entries else []
    running = with_boards(fixtures_in_order(own))
    # The name of its round tells what an empty side waits for.
    waiting = [row for row in running if row.home_id is None or row.away_id is None]
    prefetch_related_objects(waiting, "tie__round__stage__rounds")
    running.sort(key=lambda row: (row.tie.round.number, row.leg))
    order = [Fixture.Status.LIVE, Fixture.Status.OPEN, Fixture.Status.PENDING]

    def place(row: Fixture) -> int:
        status = Fixture.Status.LIVE if any(map(is_live, behind(row))) else row.status
        return order.index(Fixture.Status(status)) if status in order else len(order)

    return sorted(running, key=place)


def _in_running(entries: list[UUID]) -> list[UUID]:
    """Return the ids of the fixtures ahead of ``entries``, and of all of the newest in running competitions.

    Two queries: the fixtures of a career are looked at in neither.
    """
    return _AHEAD_OR_OF.rows(entries, _RUNNING.rows(entries[:NEWEST]))


def _running(entries: list[UUID]) -> QuerySet[Entrant, UUID]:
    rows = Entrant.objects.filter(pk__in=entries, competition__status=Competition.Status.RUNNING)
    return rows.order_by().values_list("pk", flat=True)


def _ahead_or_of(entries: list[UUID], running: list[UUID]) -> QuerySet[Fixture, UUID]:
    """Return the ids of the fixtures ahead of ``entries``, and of all of ``running``."""
    ahead = Fixture.objects.filter(status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN))
    parts = [
        rows.filter(**{f"{side}__in": keys}).order_by().values_list("pk", flat=True)
        for rows, keys in ((ahead, entries), (Fixture.objects.all(), running))
        for side in ("home", "away")
    ]
    return parts[0].union(*parts[1:])


def _own(key: UUID, ids: list[UUID]) -> QuerySet[Fixture, UUID]:
    rows = Fixture.objects.filter(at_board_of(key), pk__in=ids, competition__status=Competition.Status.RUNNING)
    return rows.order_by("pk").values_list("pk", flat=True)


_RUNNING = PreparedQuery(_running)
_AHEAD_OR_OF = PreparedQuery(_ahead_or_of)
_OWN = PreparedQuery(_own)


def run_by_user(user: Any) -> list[Competition]:
    """Return unfinished competitions that ``user`` helps to run. ``user`` may be anonymous."""
    return with_stages(_RUN_BY.rows(user)) if user.is_authenticated else []


def _run_by(user: Any) -> QuerySet[Competition]:
    over = (Competition.Status.FINISHED, Competition.Status.CANCELLED)
    competitions = Competition.objects.filter(access.helped_by(user)).exclude(status__in=over)
    return with_entrants(competitions, user).order_by("-created_at")


_RUN_BY = PreparedQuery(_run_by)


def cards(ids: list[UUID], user: Any) -> dict[UUID, Competition]:  # User or AnonymousUser
    """Return the competitions of ``ids``, by them, with all that a card shows. Two queries."""
    return {row.pk: row for row in with_stages(_CARDS.rows(ids, user))}


_CARDS = PreparedQuery(lambda ids, user: with_entrants(Competition.objects.filter(pk__in=ids), user))


def begins_at(competition: Competition) -> datetime | None:
    """Return the start of the first match, if known."""
    return planning.first_kick_off(competition) or competition.starts_at


def announcements_of(competition: Competition, most: int) -> list[Announcement]:
    """Return the current announcements of the organiser, the newest first."""
    rows = competition.announcements.filter(taken_back_at__isnull=True).select_related("by")
    return list(rows.order_by("-at", "-id")[:most])


def takes_entrants(competition: Competition, entrants: Iterable[Entrant]) -> bool:
    """Return whether the organiser still adds ``entrants``: there are places, and no draw that they would void."""
    if competition.status != Competition.Status.REGISTRATION or any(row.seed for row in entrants):
        return False
    return sum(row.status == Entrant.Status.ENTERED for row in entrants) < competition.places


def has_room(competition: Competition, entrants: Iterable[Entrant]) -> bool:
    """Return whether the format takes more than those of ``entrants`` who play: late ones need a place too."""
    return sum(row.status == Entrant.Status.ENTERED for row in entrants) < PRESETS[competition.preset].most


def entered_count(competition: Competition) -> int:
    return competition.entrants.filter(status=Entrant.Status.ENTERED).count()


NEWEST = 100
"""Entries of a player among which those in running competitions are looked for."""
AHEAD = (Fixture.Status.PENDING, Fixture.Status.OPEN, Fixture.Status.LIVE)
"""Statuses of a fixture that is still to be played."""
NEXT = 3
"""Number of the reader's own fixtures on the overview."""


def fixtures_of(days: list[Matchday], entry: Entrant | None, user: Any) -> list[Fixture]:
    """Return the fixtures still to be played that ``user`` plays for ``entry``, among loaded ``days``.

    A tie of teams is one row until its line-ups are open. ``user`` may be anonymous, and has no entry then.
    """
    if entry is None:
        return []
    every = (fixture for day in days for fixture in day.fixtures)
    ahead = [row for row in every if entry.pk in (row.home_id, row.away_id) and row.status in AHEAD]
    return [
        row
        for row in ahead
        if (user.pk in (row.home_player_id, row.away_player_id) if row.of_teams else row.board == 1)
    ]


def rounds_ahead(entry: Entrant | None, most: int) -> set[int]:
    """Return the ids of the next ``most`` rounds in which ``entry`` plays. One query, or none."""
    if entry is None:
        return set()
    fixtures = Fixture.objects.filter(Q(home=entry) | Q(away=entry), status__in=AHEAD)
    rounds = fixtures.order_by("tie__round__number").values_list("tie__round", flat=True)
    return set(rounds.distinct()[:most])


FEW = 32
"""Rounds up to this number of rows (fixtures, or ties of teams) are read whole for the overview and the table."""
SHOWN = 12
"""Number of ties that they show of a bigger round."""
FIXTURES = 48
"""Fixtures per page of the list of a round: two or three legs of a tie stay together."""


def glance(entry: Entrant | None = None) -> Part:
    """Return the few fixtures of big rounds shown beside other things: running ones, and those of ``entry``."""

    def ties(rounds: list[Round], _counts: dict[int, Counted]) -> list[UUID] | None:
        if all(_rows(row, _counts) <= FEW for row in rounds):
            return None
        few = [tie for row in rounds for tie in ties_of(row, 0, SHOWN, live_first=True)]
        if entry is None:
            return few
        own = Fixture.objects.filter(Q(home=entry) | Q(away=entry), tie__round__in=rounds)
        return [*few, *own.values_list("tie_id", flat=True)]

    return ties


def page_of_fixtures(row: Round, counts: dict[int, Counted], page_text: str | None) -> Page[int]:
    """Return the requested page of the list of a round: numbers of fixtures, from 0."""
    return Paginator(range(_rows(row, counts)), FIXTURES).get_page(page_text)


def _rows(row: Round, counts: dict[int, Counted]) -> int:
    """Count the rows that the list of a round has: a tie of teams is one, whatever its boards."""
    return counts.get(row.pk, Counted()).whole // row.stage.competition.boards


def page_and_next(number: int | None, page_text: str | None) -> Part:
    """Return the requested page of round ``number`` (None: the first), and the beginning of the next round."""

    def ties(rounds: list[Round], counted: dict[int, Counted]) -> list[UUID] | None:
        if all(_rows(row, counted) <= FIXTURES for row in rounds):
            return None
        tie_ids: list[UUID] = []
        for row in rounds:
            if row.number == (rounds[0].number if number is None else number):
                page = page_of_fixtures(row, counted, page_text)
                tie_ids += ties_of(row, page.start_index() - 1, page.end_index())
            else:
                tie_ids += ties_of(row, 0, SHOWN)
        return tie_ids

    return ties


def progress(days: list[Matchday]) -> tuple[int, int]:
    """Return the number of fixtures that are over, and of all.

    A Swiss round that is not paired yet counts as many as the largest one of its stage.
    """
    largest: dict[int, int] = {}
    for day in days:
        if day.round.stage.format == Stage.Format.SWISS:
            largest[day.round.stage_id] = max(largest.get(day.round.stage_id, 0), day.whole)
    whole = 0
    for day in days:
        ahead = day.round.status == Round.Status.PENDING and not day.whole
        whole += largest.get(day.round.stage_id, 0) if ahead else day.whole
    return sum(day.done for day in days), whole


def is_live(fixture: Fixture) -> bool:
    return fixture.match is not None and fixture.match.status in Match.IN_PLAY


def behind(row: Fixture) -> list[Fixture]:
    """Return the fixtures that a row of a list stands for: all boards of a tie of teams, else itself."""
    return row.tie.legs if row.tie.of_teams else [row]


def is_over(row: Fixture) -> bool:
    """Return whether nothing is left to be played of a row of a list."""
    return all(fixture.status in OVER for fixture in behind(row))


def has_begun(tie: Tie) -> bool:
    """Return whether some boards of a tie of teams have a result, and it is not decided."""
    given = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)
    return not tie.decided and any(fixture.status in given for fixture in tie.legs)


def personal_path(holder: Holder) -> str:
    return reverse("players:enter", args=[holder.personal_key])


FOLLOWED = 16
"""Most matches that one page follows: the feed takes a few more topics per reader."""
TO_BE_PLAYED = (*Match.IN_PLAY, Match.Status.WAITING)


def playing(fixtures: Iterable[Fixture]) -> list[Match]:
    """Return the matches of ``fixtures`` that run or may begin now: a page follows their scores."""
    matches = [row.match for row in fixtures if row.match is not None and row.match.status in TO_BE_PLAYED]
    return sorted(matches, key=lambda match: match.status not in Match.IN_PLAY)[:FOLLOWED]


def rules_of(stage: Stage) -> dict[str, Any]:
    """Return the settings of a stage; with the edition of FIDE Dutch if it pairs Swiss rounds."""
    settings = as_game_has(stage.competition.game, settings_of(stage))
    if stage.format == Stage.Format.SWISS:
        engines = stage.rounds.order_by("number").values_list("made_by", flat=True)
        settings["edition"] = edition_of(engines)
    return settings


REVEAL_SECONDS = 90
"""A draw is revealed within this time, however many take part."""
STEP_SECONDS = 2.5
"""Time between two steps of a small one."""


@dataclass
class Reveal:
    """The timing of a draw's reveal: its first step comes one ``step_ms`` after ``drawn_ms``."""

    drawn_ms: int
    """Time of the draw, in milliseconds since 1970."""
    step_ms: int
    fresh: bool
    """True while steps are still to come."""


def reveal_of(row: Draw, turns: int) -> Reveal | None:
    """Return the timing of the ``turns`` of ``row``; None before it is drawn."""
    if row.revealed_at is None or not turns:
        return None
    step = min(STEP_SECONDS, REVEAL_SECONDS / turns)
    end = row.revealed_at + timedelta(seconds=step * (turns + 1))
    return Reveal(round(row.revealed_at.timestamp() * 1000), round(step * 1000), timezone.now() < end)


@dataclass
class ShownDraw:
    """A draw as its page shows it."""

    row: Draw
    order: list[str]
    """Names, seed 1 first; empty before the draw."""
    wrong: list[str]
    """Errors found when it was run again."""


def shown_draw(row: Draw, names: dict[str, str]) -> ShownDraw:
    """Return ``row`` with names, run again from its seed."""
    if row.revealed_at is None:
        return ShownDraw(row, [], [])
    frozen: dict[str, str] = dict(row.entrants)
    drawn = draws.Drawn(row.algorithm, row.commitment, row.seed, row.entrants_hash, row.order)
    wrong = [translated(sentence) for sentence in draws.verify(drawn, row.entrants)]
    return ShownDraw(row, [frozen.get(key) or names.get(key, "?") for key in row.order], wrong)
