"""Queries of the front page and of a player's page: always a fixed number of them."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Window, prefetch_related_objects
from django.db.models.functions import RowNumber
from django.utils import timezone

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import MOST_BOARDS, Competition, Entrant, Fixture, Group, ResultEntry
from league.competitions.policy import access
from league.competitions.policy.parties import at_board_of, entries_of
from league.competitions.queries import fixtures, once_a_tie, results_among, with_boards, with_entrants
from league.competitions.setup.stages import TABLES
from league.leagues.rows import ShownTable, shown_table
from league.players.models import User
from league.site.pages import match_lines
from league.statistics.queries.people import record
from league.statistics.queries.ratings import standings_of
from matches.models import LineUp, Match, Seat, SeatController
from matches.pages.table import card
from matches.policy.audience import listed_for as matches_for
from matches.queries import moving

SHOWN = 6
BOARDS = 4
"""Live boards on the home page."""
RANKS = 6
"""Ranks of the table on the home page."""
COLUMNS = ("slug", "name", "game", "status", "places", "log_position")
"""Columns of a competition that its line on the home page shows, or an open page hears of."""
HEARD = 16
"""Competitions whose changes an open page hears: the feed takes a few more topics."""
HONOURS = 12
"""Titles, and entries, on a player's page."""
PLAYED = 10
"""Last matches on a player's page."""
LATEST = 500
"""Seats among which a player's open matches are: nobody begins as many while one of them waits."""


def heard(*drawn_at: str, competitions: Iterable[Competition]) -> str:
    """Return what an open page hears of: what it was ``drawn_at``, and the first ``competitions`` that it shows."""
    shown = list(dict.fromkeys(competitions))[:HEARD]
    return " ".join([*drawn_at, *(f"competition:{row.pk}@{row.log_position}" for row in shown)])


def live_now(user: Any) -> list[dict[str, Any]]:  # User or AnonymousUser; cards for a template
    """Return matches that are being played, as cards with boards: of each game the one that moved last, then others."""
    return [card(match) for match in _LIVE.rows(user)]


def _live(user: Any) -> QuerySet[Match]:  # User or AnonymousUser
    place = Window(RowNumber(), partition_by="game", order_by=F("moved_at").desc())
    rows: QuerySet[Match] = moving(user).alias(place=place).order_by("place", "-moved_at").prefetch_related("seats")
    return rows[:BOARDS]


_LIVE = PreparedQuery(_live)


def open_competitions(user: Any) -> list[Competition]:  # User or AnonymousUser
    return _OPEN.rows(user)


def running_competitions(user: Any) -> list[Competition]:  # User or AnonymousUser
    return _RUNNING.rows(user)


def _of_status(user: Any, status: Competition.Status, since: str) -> QuerySet[Competition]:  # User or AnonymousUser
    rows = with_entrants(access.listed(user).filter(status=status), user)
    return rows.only(*COLUMNS).order_by(f"-{since}")[:SHOWN]


_OPEN = PreparedQuery(lambda user: _of_status(user, Competition.Status.REGISTRATION, "published_at"))
_RUNNING = PreparedQuery(lambda user: _of_status(user, Competition.Status.RUNNING, "started_at"))


_ROWS = PreparedQuery(lambda ids: fixtures().filter(pk__in=ids))


def front_fixtures(user: Any, entries: list[UUID]) -> tuple[list[Fixture], list[Fixture]]:  # User or AnonymousUser
    """Return the last results that ``user`` may know of, and the next fixtures of the user's ``entries``.

    Finds the ids of both first and reads their rows together. At most four queries, one more where teams play.
    """
    last, ahead = _last_results(user), _next_fixture_ids(user.pk, entries, None)
    rows = {row.pk: row for row in _ROWS.rows([*last, *ahead])} if last or ahead else {}
    with_boards(rows.values())
    return results_among(_in_order(last, rows)), _named_by_round(_in_order(ahead, rows))


def _in_order(ids: list[UUID], rows: dict[UUID, Fixture]) -> list[Fixture]:
    """Return the fixtures of ``ids``, without those deleted meanwhile."""
    return [rows[pk] for pk in ids if pk in rows]


def _last_results(user: Any) -> list[UUID]:  # User or AnonymousUser
    """Return the last fixtures with a result, from any table, of competitions that ``user`` finds in lists.

    One query: the log of results is read from its end; joined to all that a row shows, the database would sort the
    whole log.
    """
    return once_a_tie(_RESULTS.rows(user))[:SHOWN]  # a corrected result appears twice


def _results(user: Any) -> QuerySet[ResultEntry, tuple[UUID, UUID, int]]:  # User or AnonymousUser
    listed = access.listed(user).values("pk")
    entries = ResultEntry.objects.filter(fixture__status=Fixture.Status.PLAYED, competition__in=listed)
    return entries.order_by("-pk").values_list("fixture", "fixture__tie", "fixture__leg")[: MOST_BOARDS * SHOWN]


_RESULTS = PreparedQuery(_results)


def your_turn(user: Any) -> list[Any]:  # User or AnonymousUser; matches of ``with_sides``
    """Return the user's waiting or live matches, the oldest deadline first.

    A guided match waits for nobody and is left out: the button that began it leads back to it.
    """
    if not user.is_authenticated:
        return []
    latest = [*_LATEST.rows(user.pk), *_SHARED.rows(user.pk)]
    return _TURNS.rows(latest) if latest else []


def _latest(key: UUID) -> QuerySet[Seat, UUID]:
    return Seat.objects.filter(user=key).order_by("-pk").values_list("match", flat=True)[:LATEST]


def _shared(key: UUID) -> QuerySet[SeatController, UUID]:
    """Return the matches of the seats that the user shares with others."""
    shared = SeatController.objects.filter(user=key).order_by("-pk")
    return shared.values_list("seat__match", flat=True)[:LATEST]


def _turns(match_ids: list[UUID]) -> QuerySet[Any]:
    # By their numbers: joined to the seats, each match of a career is looked up to tell that it is over.
    matches = Match.objects.filter(pk__in=match_ids, status__in=Match.OPEN).exclude(mode=Match.Mode.GUIDED)
    return match_lines.with_sides(matches).order_by("deadline_at", "created_at")[:SHOWN]


_LATEST = PreparedQuery(_latest)
_SHARED = PreparedQuery(_shared)
_TURNS = PreparedQuery(_turns)


def front_table(
    user: Any,  # User or AnonymousUser
    entries: list[UUID],
    fixtures: Sequence[Fixture],
    running: Sequence[Competition],
) -> ShownTable | None:
    """Return the ranks round the first of the user's ``entries`` in one table, or its first: the table of the first of
    the ``fixtures`` that has one, else of the first competition that is ``running``. At most three queries.
    """
    first_of_running = _first_group(running)  # asked in any case: as many queries for everybody
    found = next((row.tie.group_id for row in fixtures if row.tie.group_id), first_of_running)
    group = next(iter(_GROUP.rows([found])), None) if found else None
    rows = group.table.get("rows", []) if group else []
    if group is None or not rows:
        return None
    own = set(map(str, entries))
    at = next((place for place, row in enumerate(rows) if row["entrant"] in own), 0)
    first = max(0, min(at - RANKS // 2, len(rows) - RANKS))
    rows = rows[first : first + RANKS]
    entrants = _RANKED.rows([UUID(row["entrant"]) for row in rows])
    return shown_table(group, {**group.table, "rows": rows}, group.stage, [], entrants, user, zones=False)


def _first_group(competitions: Sequence[Competition]) -> int | None:
    """Return the first group of the first of ``competitions`` that has a table, one with results before one without.

    One query, or none.
    """
    groups = _FIRST_GROUPS.rows([row.pk for row in competitions]) if competitions else []
    by_competition = {competition: (group, begun) for group, competition, begun in reversed(groups)}
    found = [by_competition[row.pk] for row in competitions if row.pk in by_competition]
    return next((group for group, _begun in sorted(found, key=lambda table: not table[1])), None)


def _first_groups(competitions: list[UUID]) -> QuerySet[Group, tuple[int, UUID, bool]]:
    """Return of each first group its id, its competition and whether a match of it was played."""
    played = Fixture.objects.filter(tie__group=OuterRef("pk"), status=Fixture.Status.PLAYED)
    rows = Group.objects.filter(stage__competition__in=competitions, stage__format__in=sorted(TABLES), number=1)
    return rows.order_by("stage__number").values_list("pk", "stage__competition", Exists(played))


_FIRST_GROUPS = PreparedQuery(_first_groups)
_GROUP = PreparedQuery(lambda keys: Group.objects.filter(pk__in=keys).select_related("stage__competition"))
_RANKED = PreparedQuery(lambda ids: Entrant.objects.filter(pk__in=ids))


def next_fixtures(user: Any, reader: Any) -> list[Fixture]:  # User or AnonymousUser
    """Return the coming fixtures of ``user``, opened ones first. At most four queries.

    Only of competitions that ``reader`` finds in lists.
    """
    return _fixtures(_next_fixture_ids(user.pk, entries_of(user), reader)) if user.is_authenticated else []


def _fixtures(ids: list[UUID]) -> list[Fixture]:
    """Return the fixtures of ``ids`` in their order. At most two queries, one more where teams play."""
    return _named_by_round(with_boards(_in_order(ids, {row.pk: row for row in _ROWS.rows(ids)}))) if ids else []


def _next_fixture_ids(
    key: UUID,
    entries: list[UUID],
    reader: Any,  # User, AnonymousUser, or None: everything
) -> list[UUID]:
    """Return the ids of the next fixtures of ``entries`` of the user ``key``, the opened first. One query, or none.

    By the entrants one by one the database finds their fixtures ahead without those played.
    """
    rows = sorted(_AHEAD.rows(key, entries, reader), key=_soonest) if entries else []
    return list(dict.fromkeys(row[0] for row in rows))[:SHOWN]


def _ahead(key: UUID, entries: list[UUID], reader: Any) -> QuerySet[Fixture, tuple[Any, ...]]:
    """Return the first of the opened fixtures and of the others, of each side by its own index.

    The last parts are not read where the first have enough.
    """
    rows = Fixture.objects.filter(competition__status=Competition.Status.RUNNING)
    if reader is not None:
        rows = rows.filter(access.listed_at(reader, "competition"))
    rows = rows.order_by("kick_off_at", "tie__round__number", "leg", "id")
    parts = [
        rows.filter(at_board_of(key), status=status, **{f"{side}__in": entries}).values_list(*_PLACE)[:SHOWN]
        for status in (Fixture.Status.OPEN, Fixture.Status.PENDING)
        for side in ("home", "away")
    ]
    return parts[0].union(*parts[1:], all=True)[: 2 * SHOWN]


_NEVER = datetime.max.replace(tzinfo=UTC)
_PLACE = ("id", "status", "kick_off_at", "tie__round__number", "leg")


def _soonest(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the key of the order: opened ones first, then by the kick-off, those without one last."""
    key, status, kick_off_at, number, leg = row
    return status, kick_off_at or _NEVER, number, leg, key


_AHEAD = PreparedQuery(_ahead)


def _named_by_round(rows: list[Fixture]) -> list[Fixture]:
    """Name by its round what an empty side waits for. One query, or none without empty sides."""
    waiting = [row for row in rows if row.home_id is None or row.away_id is None]
    prefetch_related_objects(waiting, "tie__round__stage__rounds")
    return rows


def profile(player: User, reader: Any) -> dict[str, Any]:  # User or AnonymousUser
    """Return the context of a player's page for ``reader``: record, form, head-to-head, fixtures ahead, matches.

    Saved line-ups are shown to the player alone, since they are for the next match.
    """
    all_entries = entries_of(player)
    titles, entries = honours(all_entries, reader)
    return {
        "numbers": record(player, reader=reader),
        "ratings": standings_of(player.id),
        "played": [match_lines.played_line(match) for match in _PLAYED.rows(_NEWEST.rows(player.pk), reader)],
        "next": _fixtures(_next_fixture_ids(player.pk, all_entries, reader)),
        "titles": titles,
        "entries": entries,
        "line_ups": list(LineUp.objects.filter(user=player).order_by("game", "name")) if reader == player else [],
    }


def _newest(key: UUID) -> QuerySet[Seat, UUID]:
    """Return the last matches sat down to: to order a career by its ends, the database reads all of its matches."""
    return Seat.objects.filter(user=key).order_by("-pk").values_list("match", flat=True)[: 4 * PLAYED]


_NEWEST = PreparedQuery(_newest)


def _played(match_ids: Sequence[UUID], reader: Any) -> QuerySet[Any]:  # User or AnonymousUser
    # By their numbers: with a subquery in its place the planner reads all matches of a signed-in reader's audiences.
    rows = Match.objects.finished().filter(matches_for(reader, among=match_ids), pk__in=match_ids)
    shown = match_lines.with_sides(rows.filter(mode=Match.Mode.ORDINARY))
    # Not in the order of the index of ends: by it the planner looks for these few among all matches that are over.
    return shown.order_by(F("finished_at").desc(nulls_last=True))[:PLAYED]


_PLAYED = PreparedQuery(_played)


def honours(all_entries: list[UUID], reader: Any) -> tuple[list[Entrant], list[Entrant]]:  # User or AnonymousUser
    """Return the last twelve titles and the last twelve of ``all_entries``, the newest first. One query, or none.

    Only in competitions that ``reader`` finds in lists.
    """
    rows = _ENTRIES.rows(all_entries[: 2 * HONOURS], all_entries, reader) if all_entries else []
    entries = sorted(rows, key=lambda row: row.entered_at, reverse=True)
    titles = [row for row in entries if row.competition.champion_id == row.pk]
    ends = timezone.now()  # a champion crowned before the competition's end comes first
    titles.sort(key=lambda row: row.competition.finished_at or ends, reverse=True)
    return titles[:HONOURS], entries[:HONOURS]


def _entries(newest: list[UUID], entries: list[UUID], reader: Any) -> QuerySet[Entrant]:  # User or AnonymousUser
    # Titles by the index of champions, from its end: of a long career's entries most are none.
    crowned = access.listed(reader).filter(champion__in=entries).order_by("-champion_id")
    competitions = Entrant.objects.filter(pk__in=newest).order_by().values("pk")
    rows = Entrant.objects.filter(pk__in=competitions.union(crowned.values("champion")[:HONOURS]))
    rows = rows.filter(access.listed_at(reader, "competition")).select_related("competition")
    return rows.only(
        "status", "entered_at", *(f"competition__{name}" for name in (*COLUMNS, "champion", "finished_at"))
    )


_ENTRIES = PreparedQuery(_entries)
