"""A bracket laid out for its page: rounds and ties with their sides, scores and next steps.

Nothing is decided here: sides, winners and reasons are in the rows.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

import engines
from engines.core.drawing import Clock
from league.competitions.models import Entrant, Fixture, Round, Stage, Tie
from league.competitions.setup.round_names import label_words, name_of, places_label, round_name
from league.competitions.setup.stages import BRACKETS
from league.competitions.words.fixtures import fixture_url
from league.formats.consolation import PLATE, is_for_places
from league.standings.criteria import CRITERIA
from matches import queries
from matches.models import Match


@dataclass
class Side:
    entrant: Entrant | None
    goals: list[float | None] = field(default_factory=list)
    """Goals by leg, of a team board points; None if it was not played."""
    state: str = ""
    """``won``, ``lost`` or empty."""

    wins: int | None = None
    """Matches won in a best of n; None elsewhere."""

    points: float | None = None
    """Board points of a team; None elsewhere, and before its line-ups are open."""

    @property
    def total(self) -> float | None:
        """Goals of all legs (in a best of n the matches won, of teams the board points), None before the first."""
        if self.points is not None:
            return self.points
        if self.wins is not None:
            return self.wins
        played = [goals for goals in self.goals if goals is not None]
        return sum(played) if played else None

    @property
    def told(self) -> str:
        """Return ``total`` as people write it; empty before the first match."""
        return "" if self.total is None else written(self.total)


def written(goals: float) -> str:
    """Write goals or board points: 3, 2½."""
    return str(CRITERIA["board_points"].written(goals))


@dataclass
class DrawnTie:
    """A tie of the bracket: two sides, its decision, its live match."""

    tie: Tie
    home: Side
    away: Side
    legs: list[Fixture]
    clock: Clock | None = None
    """The game's own clock of the leg in play, if it was requested (``tell_clocks``)."""
    sentences: dict[str, str] = field(default_factory=dict)
    """Cached sentences (``fixture_words``): the drawing and the list use the same."""
    of_teams: bool = False
    """True for a tie of teams, whose legs are boards."""

    @property
    def sides(self) -> list[Side]:
        return [self.home, self.away]

    @property
    def named_sides(self) -> list[tuple[str, Side]]:
        """The sides with their names, home side first."""
        return [("home", self.home), ("away", self.away)]

    @cached_property
    def is_bye(self) -> bool:
        return self.tie.decided == "bye" or "bye" in self.tie.home_slot or "bye" in self.tie.away_slot

    @cached_property
    def nobody(self) -> bool:
        """Return whether a bye met a bye in a double elimination: such a tie only keeps its place."""
        return "bye" in self.tie.home_slot and "bye" in self.tie.away_slot

    @cached_property
    def live(self) -> Fixture | None:
        return next((leg for leg in self.legs if leg.match is not None and leg.match.status in Match.IN_PLAY), None)

    @cached_property
    def now(self) -> Fixture | None:
        """The leg to open from the bracket: live, else the next one, else the last."""
        ahead = next((leg for leg in self.legs if leg.status in (Fixture.Status.OPEN, Fixture.Status.LIVE)), None)
        return self.live or ahead or next((leg for leg in reversed(self.legs) if leg.match_id), None)

    @property
    def two_legs(self) -> bool:
        """Return whether the goals of each of two legs are shown."""
        return len(self.legs) == 2 if not self.of_teams else {leg.leg for leg in self.legs} == {1, 2}

    @property
    def address(self) -> str:
        """Return the address that the bracket leads to: of teams the tie, else the leg to open; empty for none."""
        if self.of_teams:
            known = self.legs and self.home.entrant and self.away.entrant
            return (
                reverse("competitions:tie", args=[self.tie.round.stage.competition.slug, self.tie.pk]) if known else ""
            )
        leg = self.now or (self.legs[-1] if self.legs and self.home.entrant and self.away.entrant else None)
        return fixture_url(leg) if leg is not None else ""

    @property
    def is_replay(self) -> bool:
        """Return whether it shows the replay of a level tie."""
        return len(self.legs) == 1 and self.legs[0].leg == 2

    @property
    def shootout(self) -> tuple[int, int] | None:
        """Kicks scored by the tie's home and away side."""
        for leg in self.legs if len(self.legs) < 3 and not self.of_teams else ():
            if leg.shootout:
                kicks = leg.shootout["home"], leg.shootout["away"]
                return kicks if leg.leg % 2 else (kicks[1], kicks[0])
        return None


@dataclass
class DrawnRound:
    round: Round
    name: str
    ties: list[DrawnTie]
    third: DrawnTie | None = None
    current: bool = False
    last: bool = False
    joins: int = 0
    """Number of its ties that feed one of the next round: two, or one where others come in; 0 if none do."""


def drawn_tie(tie: Tie) -> DrawnTie:
    """Lay out ``tie``; its fixtures, sides and matches must be loaded."""
    home, away = Side(tie.home), Side(tie.away)
    legs = tie.legs
    if tie.winner_id:
        home.state, away.state = ("won", "lost") if tie.winner_id == tie.home_id else ("lost", "won")
    if tie.round.stage.competition.of_teams:
        home.points, away.points = tie.home_points, tie.away_points
        scores = [*tie.leg_scores, {}, {}][:2]
        home.goals, away.goals = [leg.get("home") for leg in scores], [leg.get("away") for leg in scores]
        return DrawnTie(tie, home, away, legs, of_teams=True)
    if len(legs) == 2 and tie.round.stage.settings.get("replay"):
        # Show the match that counts: the first, or, once that was level, the replay.
        legs = legs[:1] if legs[1].status in (Fixture.Status.PENDING, Fixture.Status.VOID) else legs[1:]
    for leg in legs:
        goals = leg.score
        first, second = (home, away) if leg.leg % 2 else (away, home)
        first.goals.append(goals[0])
        second.goals.append(goals[1])
    if len(legs) > 2:
        won = [leg_winner(leg) for leg in legs]
        if any(won) or tie.decided:
            home.wins, away.wins = won.count("home"), won.count("away")
    return DrawnTie(tie, home, away, legs)


def leg_winner(leg: Fixture) -> str:
    """Return the side of the tie that won this leg: on goals, else in the shootout."""
    if leg.status not in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER):
        return ""
    goals = (leg.home_goals or 0, leg.away_goals or 0)
    if goals[0] == goals[1] and leg.shootout:
        goals = (leg.shootout["home"], leg.shootout["away"])
    if goals[0] == goals[1]:
        return ""
    return "home" if (goals[0] > goals[1]) == bool(leg.leg % 2) else "away"


@dataclass
class DrawnPart:
    """A part of a stage's bracket: the whole knockout, or the winners', the losers' and the final rounds."""

    key: str
    name: str
    rounds: list[DrawnRound]

    @property
    def anchor(self) -> str:
        """Return what its ids on a page begin with: a page may show the brackets of several stages."""
        number = self.rounds[0].round.stage.number
        return f"{self.key or 'round'}{f'-{number}' if number > 1 else ''}"


def drawn_round(row: Round) -> DrawnRound:
    """Lay out a round with its third-place match apart, without the ties for lower places."""
    return drawn_rounds(row)[0]


def drawn_rounds(row: Round) -> list[DrawnRound]:
    """Lay out a round like ``drawn_round``, then its ties for lower places, each range of places apart."""
    ties = [drawn_tie(tie) for tie in row.all_ties]
    third = next((tie for tie in ties if tie.tie.kind == "third_place"), None)
    ranges: dict[str, list[DrawnTie]] = {}
    for tie in ties:
        if is_for_places(tie.tie.kind):
            ranges.setdefault(tie.tie.kind, []).append(tie)
    own = [tie for tie in ties if tie is not third and not is_for_places(tie.tie.kind)]
    lower = [DrawnRound(row, label_words(places_label(kind)), some) for kind, some in ranges.items()]
    return [DrawnRound(row, name_of(row), own, third), *lower]


def bracket(stage: Stage) -> list[DrawnPart]:
    """Return the rounds of a bracket from the first to the final, by parts; those for places by their best place."""
    parts: dict[str, list[DrawnRound]] = {}
    for row in stage.all_rounds:
        own, *lower = drawn_rounds(row)
        parts.setdefault(row.part, []).append(own)
        for each in lower:
            parts.setdefault(f"places-{each.ties[0].tie.kind.partition('-')[0]}", []).append(each)
    for at, laid in enumerate(reversed(parts.get(PLATE, []))):
        laid.name = round_name(1 << at)  # the part is named above
    for drawn in parts.values():
        drawn[-1].last = True
        for before, after in pairwise(drawn):
            before.joins = len(before.ties) // max(len(after.ties), 1)
        undone = (row for row in drawn if row.round.status != Round.Status.DONE)
        next(undone, drawn[-1]).current = True
    order = [key for key in ("", "winners", "losers", "final", PLATE) if key in parts]
    drawn_parts = [DrawnPart(key, part_name(key), parts.pop(key)) for key in order]
    below = sorted(parts, key=lambda key: int(key.partition("-")[2]))
    return drawn_parts + [DrawnPart(key, parts[key][0].name, parts[key]) for key in below]


def meanwhile(fixture: Fixture) -> list[DrawnTie]:
    """Return all other ties of a knockout tie's round with their current state, the live ones first."""
    row = fixture.tie.round
    if row.stage.format not in BRACKETS:
        return []
    ties = Tie.objects.filter(round=row).exclude(pk=fixture.tie_id).select_related("home", "away", "winner")
    legs = Fixture.objects.select_related("home", "away", "match").order_by("leg", "board")
    ties = ties.order_by("number").prefetch_related(Prefetch("fixtures", legs, "legs"))  # type: ignore[no-redef]
    others = list(ties)
    for tie_beside in others:
        tie_beside.round = row
        for entrant in (tie_beside.home, tie_beside.away):
            if entrant is not None:
                entrant.competition = row.stage.competition  # whose draw says whether seeds are shown
    drawn = [drawn_tie(other) for other in others]
    drawn = sorted((tie for tie in drawn if not tie.is_bye), key=lambda tie: (tie.live is None, bool(tie.tie.decided)))
    far = queries.progress_of(tie.live.match_id for tie in drawn if tie.live is not None and tie.live.match_id)
    for tie in drawn:
        if tie.live is not None and tie.live.match_id is not None:
            tie.clock = far[tie.live.match_id].clock
    return drawn


def tell_clocks(trees: list[list[DrawnPart]]) -> None:
    """Set the game's own clock of each tie in play. No query: the matches are loaded."""
    for tie in ties_in(trees):
        if tie.live is not None and tie.live.match is not None and not tie.of_teams:
            view = queries.view_of(tie.live.match, None)
            tie.clock = None if view is None else engines.get(tie.live.match.game).clock(view)


def ties_in(trees: list[list[DrawnPart]]) -> list[DrawnTie]:
    """Return every tie of the brackets, those for third place too."""
    rows = [row for parts in trees for part in parts for row in part.rounds]
    return [tie for row in rows for tie in [*row.ties, *([row.third] if row.third else [])]]


def entrants_in(trees: list[list[DrawnPart]]) -> list[Entrant]:
    """Return everybody in the brackets, by name."""
    entrants = {side.entrant.pk: side.entrant for tie in ties_in(trees) for side in tie.sides if side.entrant}
    return sorted(entrants.values(), key=lambda entrant: entrant.name.casefold())


def part_name(key: str) -> str:
    """Name a part of a bracket; empty for a plain knockout."""
    return {
        "winners": _("Winners’ bracket"),
        "losers": _("Losers’ bracket"),
        "final": _("Final"),
        PLATE: _("Plate"),
    }.get(key, "")
