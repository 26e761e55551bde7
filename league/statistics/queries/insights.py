"""A player's results by game, side, venue, opponent, line-up, board, clock or month, with luck and accuracy of reviews.

One query over stored rows: lines of matches and the two rows of each review. Nothing of a log is read.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from babel.dates import format_date
from django.db.models import Case, CharField, Count, F, FilteredRelation, Q, Sum, Value, When
from django.db.models.functions import Concat, TruncMonth
from django.utils.translation import get_language, gettext, pgettext, to_locale
from django.utils.translation import gettext_noop as _noop

from engines.core.seats import SEATS
from league.players.models import User
from league.players.words.games import game_name
from league.sentences import translated
from league.statistics.derivation.figures import statistics_of
from league.statistics.models import Line, Rating
from league.statistics.queries.people import lines_for
from matches.terms.time_controls import CONTROLS

BY: Final = {
    "game": _noop("Game"),
    "month": _noop("Month"),
    "side": _noop("Side"),
    "venue": _noop("Venue"),
    "opponent": _noop("Opponent"),
    "line_up": _noop("Line-up"),
    "board": _noop("Board of a team"),
    "clock": _noop("Clock"),
}
"""Key by which results are grouped, and its name."""
VENUES: Final = {
    "competition": _noop("Competition"),
    "rated": _noop("Rated friendly"),
    "friendly": _noop("Friendly"),
}
MOST: Final = 40
"""Groups shown: the newest months, the opponents met most."""
NARROWEST: Final = 2
"""Matches from which a share has a margin."""
OTHER_LIMITS: Final = _noop("Limits of its own")


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one group."""

    label: str
    player_id: UUID | None
    """The opponent, if groups are opponents who may be shown."""
    query: str
    """Query that asks for this group alone; empty where none does."""
    played: int
    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int
    reviewed: int
    luck: float | None
    """Points of a hundred a match that all dice brought; None without a review."""
    adjusted: float | None
    """Share of the points without that luck, of the reviewed matches."""
    accuracy: int | None
    error: float | None
    """Points of a hundred a match lost by mistakes."""
    rating: int | None
    """Rating in the game at the end of the group, of games and of one game's months; None without one."""

    @property
    def share(self) -> float:
        """Return the share of the points, a draw counted as a half, in per cent."""
        return 100 * (self.won + self.drawn / 2) / self.played

    @property
    def margin(self) -> float | None:
        """Return half of the 95 % interval of the share; None for too few matches."""
        if self.played < NARROWEST:
            return None
        mean = self.share / 100
        spread: float = max(0.0, (self.won + self.drawn / 4) / self.played - mean**2)
        return 196 * math.sqrt(spread / (self.played - 1))


def filters_of_address(query: Mapping[str, str]) -> dict[str, str]:
    """Return the known filters of an address: ``game``, ``side``, ``venue``, ``clock``."""
    allowed = {"side": SEATS, "venue": VENUES, "clock": CONTROLS}
    filters = {name: query.get(name, "") for name in allowed}
    return {name: value for name, value in filters.items() if value in allowed[name]}


def insights(player: User, by: str, filters: Mapping[str, str], reader: Any) -> list[Group]:  # None: nobody
    """Return the groups of ``player``'s results that ``reader`` may know of.

    One query; two for opponents, for games and for the months of one game.
    """
    lines = lines_for(reader).filter(player=player).order_by().annotate(venue=_venue(), clock=F("match__control"))
    lines = lines.filter(**filters)
    own = FilteredRelation("match__reviewed_sides", condition=Q(match__reviewed_sides__side=F("side")))
    if by == "line_up":
        lines = lines.exclude(line_up="")
    if by == "board":
        lines = lines.exclude(board=0)
    keys = {"month": TruncMonth("played_at"), "line_up": Concat("game", Value(":"), "line_up")}.get(by, F(by))
    grouped: Any = lines.annotate(own=own).values(key=keys)  # a query of dicts with annotations, which has no type
    rows = _summed(grouped)
    rows = rows.order_by("-key" if by == "month" else "-played", "key")[:MOST]
    sides = list(rows)
    names = _names([row["key"] for row in sides if row["key"]]) if by == "opponent" else {}
    ratings = _ratings(player, by, filters.get("game", ""))
    return [_group(row, by, names, ratings.get(row["key"])) for row in sides]


def _ratings(player: User, by: str, game: str) -> dict[Any, float]:  # by game or by the first of a month
    rows = Rating.objects.filter(player=player)
    if by == "game":
        return dict(rows.filter(last=True).values_list("game", "rating"))
    if by == "month" and game:
        months = rows.filter(game=game).annotate(month=TruncMonth("at")).order_by("month", "-number")
        return dict(months.distinct("month").values_list("month", "rating"))
    return {}


def _venue() -> Case:
    return Case(
        When(competition__isnull=False, then=Value("competition")),
        When(match__rated=True, then=Value("rated")),
        default=Value("friendly"),
        output_field=CharField(),
    )


def _summed(groups: Any) -> Any:  # queries of dicts with annotations
    won, drawn = Q(outcome=Line.Outcome.WON), Q(outcome=Line.Outcome.DRAWN)
    is_own = Q(own__isnull=False)
    return groups.annotate(
        played=Count("pk"),
        won=Count("pk", filter=won),
        drawn=Count("pk", filter=drawn),
        scored=Sum("goals_for"),
        conceded=Sum("goals_against"),
        reviewed=Count("own"),
        reviewed_won=Count("own", filter=won & is_own),
        reviewed_drawn=Count("own", filter=drawn & is_own),
        fortune=Sum("own__fortune"),
        errors=Sum("own__error"),
        decisions=Sum("own__decisions"),
        sound=Sum("own__sound"),
    )


def _names(players: list[UUID]) -> dict[UUID, str]:
    return dict(User.objects.filter(pk__in=players, is_active=True).values_list("pk", "nickname"))


def _group(row: Mapping[str, Any], by: str, names: Mapping[UUID, str], rating: float | None) -> Group:
    reviewed, key = row["reviewed"], row["key"]
    points = (row["reviewed_won"] + row["reviewed_drawn"] / 2) - (row["fortune"] or 0.0)
    return Group(
        label=_label(by, key, names),
        player_id=key if key in names else None,
        query=f"{by}={key}" if by in ("game", "side", "venue", "clock") and key else "",
        played=row["played"],
        won=row["won"],
        drawn=row["drawn"],
        lost=row["played"] - row["won"] - row["drawn"],
        goals_for=row["scored"],
        goals_against=row["conceded"],
        reviewed=reviewed,
        luck=100 * row["fortune"] / reviewed if reviewed else None,
        adjusted=100 * points / reviewed if reviewed else None,
        accuracy=round(100 * row["sound"] / row["decisions"]) if row["decisions"] else None,
        error=100 * row["errors"] / reviewed if reviewed else None,
        rating=None if rating is None else round(rating),
    )


def _label(by: str, key: Any, names: Mapping[UUID, str]) -> str:  # a value of the column
    if by == "game":
        return str(game_name(key))
    if by == "month":
        return str(format_date(key, "MMM y", locale=to_locale(get_language() or "en")))
    if by == "line_up":
        return _line_up(*key.split(":", 1))
    if by == "board":
        return gettext("Board %(number)d") % {"number": key}
    if by == "side":
        return pgettext("venue", "Home") if key == "home" else pgettext("venue", "Away")
    if by == "venue":
        return gettext(VENUES[key])
    if by == "clock":
        return gettext(CONTROLS[key].label if key in CONTROLS else OTHER_LIMITS)
    return names.get(key) or gettext("Former player")


def _line_up(game: str, key: str) -> str:
    name = statistics_of(game).line_up_names.get(key)
    return f"{game_name(game)}: {translated(name) if name else key}"
