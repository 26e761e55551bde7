"""What the pages of a competition read: the bracket, the matchdays, the lists. A fixed number of queries each.

Nothing is decided here: sides, winners and tables stand in the rows (``frame`` reads them); this module only lays them
out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

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
from league.competitions.policy.parties import fixtures_of as fixtures_of_player
from league.competitions.policy.parties import places_of
from league.competitions.queries import with_entrants
from league.competitions.setup.round_names import name_of
from league.competitions.setup.stages import settings_of
from league.competitions.verbs import entries, planning, rulings
from league.formats import draw as draws
from league.formats import swiss
from league.players.models import User
from league.prepared_queries import Written
from league.sentences import translated
from league.standings.criteria import CRITERIA
from matches.models import Match

__all__ = ["current_number", "stages_of"]
"""What is read elsewhere and asked for here."""


def listed(user: Any, status: str = "", game: str = "") -> QuerySet[Competition]:
    """Published competitions for ``user``, who may be anonymous, newest first."""
    found = with_entrants(access.listed(user))
    if status:
        found = found.filter(status=status)
    if game:
        found = found.filter(game=game)
    return found.order_by("-created_at")


@dataclass(eq=False)
class Matchday:
    """A round with its fixtures as rows."""

    round: Round
    name: str
    counted: Counted | None = None
    """What is known of its fixtures where they were not read."""

    @cached_property
    def fixtures(self) -> list[Fixture]:
        """Its fixtures in order; byes have none."""
        return [fixture for tie in self.round.ties.all() for fixture in tie.fixtures.all()]

    @property
    def read(self) -> bool:
        """Whether its fixtures are in memory: to ask for those of another costs queries."""
        return "ties" in getattr(self.round, "_prefetched_objects_cache", {})

    @property
    def made(self) -> bool:
        """Whether its ties are known: a Swiss round is paired when the one before it is over."""
        return bool(self.round.ties.all())

    @property
    def byes(self) -> list[Tie]:
        """In a Swiss round, who does not play, and why."""
        if self.round.stage.format != Stage.Format.SWISS:
            return []
        return [tie for tie in self.round.ties.all() if tie.decided == "bye" and tie.home is not None]

    @property
    def done(self) -> int:
        """Fixtures that are over."""
        return sum(fixture.status in OVER for fixture in self.fixtures) if self.counted is None else self.counted.over

    @property
    def whole(self) -> int:
        """All fixtures."""
        return len(self.fixtures) if self.counted is None else self.counted.whole


def matchdays(stages: list[Stage], counted: dict[int, Counted] | None = None) -> list[Matchday]:
    """Every round of every stage; with ``counted`` (of a frame) as many as are in it, read or not."""
    return [
        Matchday(row, name_of(row), None if counted is None else counted.get(row.pk, Counted()))
        for row in every_round(stages)
    ]


def entrants_of(competition: Competition) -> list[Entrant]:
    """All entrants with their players: in the draw's order once there is one, withdrawn ones last."""
    rows = (_ENTRANTS if competition.side_size == 1 else _SIDES).asked(competition.pk)
    for row in rows:
        row.competition = competition
    order = [Entrant.Status.ENTERED, Entrant.Status.WAITING, Entrant.Status.HOUSE, Entrant.Status.WITHDRAWN]
    return sorted(rows, key=lambda row: order.index(Entrant.Status(row.status)))


def _of_people(key: UUID) -> QuerySet[Entrant]:
    rows = Entrant.objects.filter(competition=key).select_related("player")
    return rows.order_by("seed", "entered_at", "id")


_ENTRANTS = Written(_of_people)
_SIDES = Written(lambda key: _of_people(key).prefetch_related("members__user"))


def named(competition: Competition, keys: Collection[UUID]) -> list[Named]:
    """These entrants of ``competition`` by name."""
    entrants = (one for one in named_of(competition) if one.pk in keys)
    return sorted(entrants, key=lambda one: one.name.casefold())


def choices(entrants: Iterable[Named | Entrant], chosen: str) -> SafeString:
    """Return ``entrants`` as options of a choice. Written here: a template takes 20 ms for the 1,024 of a cup."""
    values = ((one.pk, mark_safe(" selected") if str(one.pk) == chosen else "", one.name) for one in entrants)
    return format_html_join("", '<option value="{}"{}>{}</option>', values)


def entry_of(user: Any, competition: Competition) -> Entrant | None:
    """The user's own place, withdrawn or not. ``user`` may be anonymous."""
    if not user.is_authenticated:
        return None
    # A place of one's own stands before one in a side, and what was left behind last.
    mine = competition.entrants.filter(places_of(user)).order_by("-status")
    return min(mine, key=lambda row: row.status == Entrant.Status.WITHDRAWN, default=None)


def my_fixtures(user: Any) -> list[Fixture]:
    """All fixtures of ``user`` in competitions that run, those to be played first."""
    mine = fixtures_of_player(user)
    rows = Fixture.objects.select_related("home__player", "away__player", "match", "tie__round__stage__competition")
    # What an empty side waits for is named by its round; a second leg shows the score of both.
    rows = rows.prefetch_related("tie__round__stage__rounds", "tie__fixtures__match")
    running = rows.filter(mine, tie__round__stage__competition__status=Competition.Status.RUNNING)
    order = [Fixture.Status.LIVE, Fixture.Status.OPEN, Fixture.Status.PENDING]
    return sorted(
        running.order_by("tie__round__number", "leg"),
        key=lambda row: order.index(Fixture.Status(row.status)) if row.status in order else len(order),
    )


def own(user: Any) -> list[Competition]:
    """What ``user`` helps to run and is not over. ``user`` may be anonymous."""
    if not user.is_authenticated:
        return []
    over = (Competition.Status.FINISHED, Competition.Status.CANCELLED)
    mine = Competition.objects.filter(access.helped(user)).exclude(status__in=over)
    return list(with_entrants(mine).order_by("-created_at"))


def begins_at(competition: Competition) -> datetime | None:
    """When the first match is to be played, as far as anybody has said."""
    return planning.first_kick_off(competition) or competition.starts_at


def announcements_of(competition: Competition, most: int) -> list[Announcement]:
    """What the organiser said and has not taken back, the last first."""
    rows = competition.announcements.filter(taken_back_at__isnull=True).select_related("by")
    return list(rows.order_by("-at", "-id")[:most])


def entered_count(competition: Competition) -> int:
    """How many hold a place."""
    return competition.entrants.filter(status=Entrant.Status.ENTERED).count()


AHEAD = (Fixture.Status.PENDING, Fixture.Status.OPEN, Fixture.Status.LIVE)
"""The states of a fixture that is still to be played."""
NEXT = 3
"""Of one's own fixtures, how many the overview shows."""


def fixtures_of(days: list[Matchday], entry: Entrant | None) -> list[Fixture]:
    """The fixtures of ``entry`` that are still to be played, of ``days`` that were read."""
    if entry is None:
        return []
    every = (fixture for day in days for fixture in day.fixtures)
    return [row for row in every if entry.pk in (row.home_id, row.away_id) and row.status in AHEAD]


def rounds_ahead(entry: Entrant | None, most: int) -> set[int]:
    """The ids of the rounds in which ``entry`` has the next ``most`` fixtures to play. One query, or none."""
    if entry is None:
        return set()
    mine = Fixture.objects.filter(Q(home=entry) | Q(away=entry), status__in=AHEAD)
    rows = mine.order_by("tie__round__number", "tie__number", "leg")
    return set(rows.values_list("tie__round", flat=True)[:most])


FEW = 32
"""Fixtures of a round up to which the overview and the table read it whole."""
SHOWN = 12
"""Ties that they show of a bigger round."""
FIXTURES = 48
"""Fixtures on one page of the list of a round: two or three legs of a tie stay together."""


def glance(entry: Entrant | None = None) -> Part:
    """Return the few fixtures of big rounds that a page shows beside other things, those being played first, and the
    ties of ``entry``."""

    def ties(rounds: list[Round], counted: dict[int, Counted]) -> list[UUID] | None:
        if all(counted.get(row.pk, Counted()).whole <= FEW for row in rounds):
            return None
        few = [tie for row in rounds for tie in ties_of(row, 0, SHOWN, live_first=True)]
        if entry is None:
            return few
        own = Fixture.objects.filter(Q(home=entry) | Q(away=entry), tie__round__in=rounds)
        return [*few, *own.values_list("tie_id", flat=True)]

    return ties


def page_of_fixtures(row: Round, counted: dict[int, Counted], asked: str | None) -> Page[int]:
    """The page of the list of a round that is ``asked`` for: numbers of fixtures, from 0."""
    return Paginator(range(counted.get(row.pk, Counted()).whole), FIXTURES).get_page(asked)


def page_and_next(number: int | None, asked: str | None) -> Part:
    """Return the page of the round with this number that is ``asked`` for (None: of the first of the rounds), of the
    next one its beginning."""

    def ties(rounds: list[Round], counted: dict[int, Counted]) -> list[UUID] | None:
        if all(counted.get(row.pk, Counted()).whole <= FIXTURES for row in rounds):
            return None
        found: list[UUID] = []
        for row in rounds:
            if row.number == (rounds[0].number if number is None else number):
                page = page_of_fixtures(row, counted, asked)
                found += ties_of(row, page.start_index() - 1, page.end_index())
            else:
                found += ties_of(row, 0, SHOWN)
        return found

    return ties


def progress(days: list[Matchday]) -> tuple[int, int]:
    """Fixtures that are over, and all of them."""
    return sum(day.done for day in days), sum(day.whole for day in days)


def someone_plays(days: list[Matchday]) -> bool:
    """Whether a match is live: the table is provisional then."""
    return any(is_live(fixture) for day in days for fixture in day.fixtures)


def is_live(fixture: Fixture) -> bool:
    """Whether its match is being played now."""
    return fixture.match is not None and fixture.match.status in Match.IN_PLAY


def personal_path(entrant: Entrant) -> str:
    """The path of a personal link."""
    return reverse("players:enter", args=[entrant.personal_key])


FOLLOWED = 16
"""Matches that one page listens to, at most: the feed takes some more topics of one reader."""
TO_BE_PLAYED = (*Match.IN_PLAY, Match.Status.WAITING)


def playing(fixtures: Iterable[Fixture]) -> list[Match]:
    """The matches of ``fixtures`` that are being played or may begin now: those whose score a page must follow."""
    matches = [row.match for row in fixtures if row.match is not None and row.match.status in TO_BE_PLAYED]
    return sorted(matches, key=lambda match: match.status not in Match.IN_PLAY)[:FOLLOWED]


def leave_or_withdraw(competition: Competition, entry: Entrant, by: User, reason: str) -> None:
    """Leave before the start; in a running competition it is a withdrawal."""
    if competition.status == Competition.Status.REGISTRATION:
        entries.leave(entrant=entry, by=by, reason=reason)
    else:
        rulings.withdraw(entrant=entry, by=by, reason=reason)


def rules_of(stage: Stage) -> dict[str, Any]:
    """The settings of a stage; with the edition of FIDE Dutch where it pairs Swiss rounds."""
    settings = settings_of(stage)
    if stage.format == Stage.Format.SWISS:
        made = stage.rounds.order_by("number").values_list("made_by", flat=True)
        settings["edition"] = swiss.edition_of(made)
    return settings


def criteria_words(competition: Competition) -> list[str]:
    """The rules that order the table, one sentence each."""
    said = []
    for criterion in competition.criteria:
        if isinstance(criterion, str):
            said.append(translated(CRITERIA[criterion].label) if criterion in CRITERIA else _("drawing of lots"))
            continue
        names = ", ".join(translated(CRITERIA[name].label) for name in criterion["head_to_head"])
        said.append(_("the matches between those still level: %(names)s") % {"names": names})
    return said


@dataclass
class ShownDraw:
    """A draw as its page shows it."""

    row: Draw
    order: list[str]
    """Names, seed 1 first; empty before the draw."""
    wrong: list[str]
    """What is not right when it is run again."""


def shown_draw(row: Draw, names: dict[str, str]) -> ShownDraw:
    """``row`` with names, and run again from its seed."""
    if row.revealed_at is None:
        return ShownDraw(row, [], [])
    frozen: dict[str, str] = dict(row.entrants)
    drawn = draws.Drawn(row.algorithm, row.commitment, row.seed, row.entrants_hash, row.order)
    wrong = [translated(sentence) for sentence in draws.verify(drawn, row.entrants)]
    return ShownDraw(row, [frozen.get(key) or names.get(key, "?") for key in row.order], wrong)
