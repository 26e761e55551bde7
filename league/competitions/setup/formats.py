"""Settings of each format: what a stage may be told, within which bounds, in which words and with which default.

Each is declared once, as a field of its format. Forms, presets, custom stages, documents and the API read it here.
Rules between settings, and with the number of entrants, are in ``stages``, ``stage_settings`` and ``chains``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import msgspec
from django.db.models import Choices, IntegerChoices, TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Meta, inspect

from league.competitions.models import Stage
from league.errors import not_among, out_of_bounds
from league.formats.league_phase import MOST_OPPONENTS, MOST_POTS

if TYPE_CHECKING:  # of the type checker's packages
    from django_stubs_ext import StrPromise

Format = Stage.Format
Text: TypeAlias = "str | StrPromise"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a setting in forms."""

    label: Text
    help_text: Text = ""
    offered: tuple[tuple[float, Text], ...] = ()
    """Values to choose from, where a form offers fewer than are allowed."""


class Times(IntegerChoices):
    ONCE = 1, _("once")
    TWICE = 2, _("twice, home and away")
    THRICE = 3, _("three times")
    FOUR = 4, _("four times, two of them at home")


class Legs(IntegerChoices):
    ONE = 1, _("one match")
    TWO = 2, _("two legs, home and away")


class BestOf(IntegerChoices):
    NONE = 0, _("as above")
    THREE = 3, _("best of 3")
    FIVE = 5, _("best of 5")
    SEVEN = 7, _("best of 7")


class Venue(TextChoices):
    """Who has the better venue of a tie (``stages.has_better_venue``)."""

    BETTER = "better", _("the better placed, by the table before or by seed")
    BRACKET = "bracket", _("by the bracket: its upper side is at home first")


class Shape(TextChoices):
    BRACKET = "bracket", _("a bracket: first against last")
    STEPLADDER = "stepladder", _("a stepladder: the last two meet, the winner meets the next above")
    PAGE = "page", _("a page play-off of four: the first two have a second chance")


class Consolation(TextChoices):
    NONE = "none", _("are out")
    PLATE = "plate", _("play on in a second cup, the plate, after losing the first match")
    PLACES = "places", _("play on until every place is decided")


class Draws(TextChoices):
    """What follows a match of a table that ends level."""

    STAND = "stand", _("are drawn")
    SHOOTOUT = "shootout", _("go to penalties")
    EXTRA_TIME = "extra_time", _("go to extra time, then to penalties")


class Carried(TextChoices):
    """Points with which a table begins after another (``league.standings.figures.carry``)."""

    NONE = "none", _("do not count")
    ALL = "all", _("all count")
    HALF_UP = "half_up", _("half of them count, rounded up")
    HALF_DOWN = "half_down", _("half of them count, rounded down")


class System(TextChoices):
    DUTCH = "dutch", _("FIDE Dutch")
    MONRAD = "monrad", _("Monrad: neighbours in the table")


class Late(TextChoices):
    ABSENT = "absent", _("nothing")
    HALF_BYE = "half_bye", _("half a point")


class Buzzer(TextChoices):
    """Effects of the buzzer on unfinished matches."""

    STANDS = "stands", _("the score counts as it is")
    NEXT_GOAL = "next_goal", _("the next goal wins")
    SHOOTOUT = "shootout", _("level matches go to penalties, and the winner of these wins the match")


class Silent(TextChoices):
    HERE = "here", _("are here and get paired")
    REST = "rest", _("sit out")


class Odd(TextChoices):
    """The opponent of the odd player: nobody, the house player called ``house_name``, or a house bot."""

    BYE = "bye", _("has a bye")
    HOUSE_PLAYER = "house_player", _("plays a house player")
    HOUSE_BOT = "house_bot", _("plays a house bot")


POINTS_OFFERED: Final = ((0.0, "0"), (0.5, "½"), (1.0, "1"), (1.5, "1½"), (2.0, "2"), (2.5, "2½"), (3.0, "3"))
"""Points for a shootout that a form offers. A rule keeps them between a defeat and a win (``settings``)."""
ShootoutWin: TypeAlias = Annotated[
    float, Meta(ge=0, le=10, multiple_of=0.5), Words(_("Points for winning on penalties"), offered=POINTS_OFFERED)
]
ShootoutLoss: TypeAlias = Annotated[
    float, Meta(ge=0, le=10, multiple_of=0.5), Words(_("Points for losing on penalties"), offered=POINTS_OFFERED)
]
EachTimes: TypeAlias = Annotated[Times, Words(_("Matches per pair"))]
TableLegs: TypeAlias = Annotated[
    Legs,
    Words(
        _("A match of the table is"),
        _("Two legs count as one match: the goals of both are added up, and the pair gets one result."),
    ),
]
"""Not called ``legs``: a preset has one value for all its stages, and its bracket has its own."""
TableAwayGoals: TypeAlias = Annotated[
    bool, Words(_("Away goals count double in the table"), _("Only in ties of two legs."))
]
BoundaryPlayoffs: TypeAlias = Annotated[
    bool,
    Words(
        _("Play-off on equal points"),
        _("For the title, promotion or relegation: one more match instead of the criteria."),
    ),
]
ClubsApart: TypeAlias = Annotated[
    bool,
    Words(
        _("Keep entrants of one club apart"), _("In the groups, or in the first round of a bracket, where possible.")
    ),
]
Through: TypeAlias = Annotated[int, Meta(ge=0, le=32), Words(_("Qualifiers per group"))]
"""Entrants from each group of the stage before; 0: it is the first."""
Best: TypeAlias = Annotated[
    int, Meta(ge=0, le=16), Words(_("Best of the next place"), _("In all groups together; 0 for none."))
]
WhoseVenue: TypeAlias = Annotated[
    Venue,
    Words(
        _("Home advantage"),
        _("At home in the second leg, in a single match, and in most matches of a best of 3, 5 or 7."),
    ),
]


Scheveningen: TypeAlias = Annotated[
    bool,
    Words(
        _("Everybody meets everybody (Scheveningen)"),
        _("For two teams: each player meets each of the other team by a table, and no line-ups are named."),
    ),
]


class Tables(msgspec.Struct):
    """Matches that count for a table."""

    draws: Annotated[
        Draws, Words(_("Level matches"), _("Goals of a shootout do not count; its sides get points of their own."))
    ] = Draws.STAND
    shootout_win: ShootoutWin = 2.0
    shootout_loss: ShootoutLoss = 1.0


class League(Tables):
    times: EachTimes = Times.TWICE
    table_legs: TableLegs = Legs.ONE
    table_away_goals: TableAwayGoals = False
    boundary_playoffs: BoundaryPlayoffs = False
    scheveningen: Scheveningen = False


class Groups(Tables):
    groups: Annotated[int, Meta(ge=2, le=16), Words(_("Groups"))] = 2
    times: EachTimes = Times.ONCE
    table_legs: TableLegs = Legs.ONE
    table_away_goals: TableAwayGoals = False
    clubs_apart: ClubsApart = False


class Divisions(Tables):
    divisions: Annotated[int, Meta(ge=2, le=6), Words(_("Divisions"))] = 2
    times: EachTimes = Times.TWICE
    table_legs: TableLegs = Legs.ONE
    table_away_goals: TableAwayGoals = False
    move: Annotated[int, Meta(ge=0, le=6), Words(_("Promoted and relegated at each border"))] = 1
    playoff: Annotated[int, Meta(ge=0, le=4), Words(_("Play-offs at each border"))] = 0
    boundary_playoffs: BoundaryPlayoffs = False


class Playoffs(msgspec.Struct):
    """Ties that have a winner."""

    legs: Annotated[Legs, Words(_("Ties"))] = Legs.ONE
    best_of: Annotated[BestOf, Words(_("Matches per tie"))] = BestOf.NONE
    extra_time: Annotated[
        bool, Words(_("Extra time before penalties"), _("If the game has it; otherwise a shootout decides."))
    ] = True
    away_goals: Annotated[bool, Words(_("Away goals count double"), _("Only in ties of two legs."))] = False
    away_goals_in_extra_time: Annotated[
        bool, Words(_("In extra time too"), _("For entered results; online matches use the game’s own rule."))
    ] = False
    replay: Annotated[
        bool,
        Words(
            _("Play a level tie again"),
            _("Once, with the other side at home; that match goes to extra time and penalties."),
        ),
    ] = False


class Knockout(Playoffs):
    better_through: Annotated[
        bool,
        Words(
            _("A level tie goes to the better placed"),
            _("Without penalties: by the table before, else by seed. If neither is better placed, penalties decide."),
        ),
    ] = False
    third_place: Annotated[bool, Words(_("Third-place match"))] = False
    neutral_final: Annotated[bool, Words(_("The final is one match on neutral ground"))] = False
    redraw: Annotated[
        bool, Words(_("Draw every round again"), _("From the committed seed; otherwise the bracket is fixed."))
    ] = False
    clubs_apart: ClubsApart = False
    shape: Annotated[Shape, Words(_("Pairings"))] = Shape.BRACKET
    consolation: Annotated[Consolation, Words(_("Losers"))] = Consolation.NONE
    venue: WhoseVenue = Venue.BETTER
    through: Through = 0
    best: Best = 0


class Double(Playoffs):
    reset: Annotated[bool, Words(_("A second final if the unbeaten side loses the first"))] = True
    clubs_apart: ClubsApart = False
    venue: WhoseVenue = Venue.BETTER
    through: Through = 0
    best: Best = 0


class LeaguePhase(Tables):
    pots: Annotated[
        int,
        Meta(ge=1, le=MOST_POTS),
        Words(_("Pots"), _("Pots of equal size, by seed: the strongest are in pot 1.")),
    ] = 4
    opponents: Annotated[
        int,
        Meta(ge=2, le=MOST_OPPONENTS),
        Words(
            _("Opponents per entrant"),
            _("The same number from each pot, half at home and half away: with 4 pots, 8 means two of each."),
        ),
    ] = 8
    clubs_apart: Annotated[
        bool,
        Words(_("Keep entrants of one club apart"), _("In a league phase always: otherwise there is no draw.")),
    ] = True
    club_limit: Annotated[
        int,
        Meta(ge=0, le=MOST_OPPONENTS),
        Words(
            _("Opponents from one other club, at most"),
            _("Only if entrants of one club are kept apart; 0 for any number."),
        ),
    ] = 2


class Swiss(Tables):
    """Swiss rounds; those after ``evening`` matter only at real tables.

    Of the one point of a win, half of which is a draw, the winner of a shootout gets all.
    """

    shootout_win: ShootoutWin = 1.0
    shootout_loss: ShootoutLoss = 0.0
    rounds: Annotated[int, Meta(ge=1, le=19), Words(_("Rounds"))] = 5
    system: Annotated[System, Words(_("Pairing"))] = System.DUTCH
    bye: Annotated[
        float,
        Meta(ge=0, le=3),
        Words(
            _("A bye counts"),
            _("With an odd number of entrants, each gets at most one bye, whatever it counts."),
            ((1.0, _("as a win")), (0.5, _("as half a win")), (0.0, _("nothing"))),
        ),
    ] = 1.0
    accelerated: Annotated[
        bool,
        Words(_("Accelerated"), _("The upper half begins with virtual points: for many players and few rounds.")),
    ] = False
    late: Annotated[Late, Words(_("A missed round counts"))] = Late.ABSENT
    evening: Annotated[bool, Words(_("Evening at real tables"))] = False
    minutes: Annotated[
        int, Meta(ge=0, le=240), Words(_("Minutes per round"), _("One clock for all tables; 0 for none."))
    ] = 20
    buzzer: Annotated[Buzzer, Words(_("When time is up"))] = Buzzer.STANDS
    silent: Annotated[Silent, Words(_("Players without an answer at a round’s check-in"))] = Silent.HERE
    silence: Annotated[
        int,
        Meta(ge=1, le=240),
        Words(_("Minutes until one player’s report counts"), _("At once if the other side reports the same.")),
    ] = 5
    odd: Annotated[Odd, Words(_("Player left over"), _("With an odd number of players."))] = Odd.BYE
    house_name: Annotated[
        str, Meta(max_length=24), Words(_("Name of the house player"), _("Only needed for a house player."))
    ] = ""


class Following(msgspec.Struct):
    """Further settings of a stage that follows tables: how many come through from each of those before."""

    through: Through = 2
    best: Best = 0


class FollowingTable(Following):
    """Further settings of a table that follows others: what its entrants bring from there."""

    carried: Annotated[
        Carried,
        Words(
            _("Points of the stage before"),
            _("Where halves are rounded, the points before rounding decide first on equality."),
        ),
    ] = Carried.NONE
    carried_matches: Annotated[
        bool, Words(_("Its matches count too"), _("Wins, draws, defeats and goals, not the points alone."))
    ] = False
    carried_among: Annotated[
        bool, Words(_("Only matches among those who go on"), _("The others count for nothing here."))
    ] = False


class FollowingGroups(FollowingTable):
    """Further settings of groups that follow a table."""

    by_rank: Annotated[
        bool,
        Words(
            _("The table splits by rank"),
            _("Its best play on in the first group, the next in the second. Places never cross the line."),
        ),
    ] = False


FORMATS: Final[Mapping[str, type[msgspec.Struct]]] = {
    Format.LEAGUE: League,
    Format.GROUPS: Groups,
    Format.DIVISIONS: Divisions,
    Format.KNOCKOUT: Knockout,
    Format.PLAYOFFS: Playoffs,
    Format.DOUBLE: Double,
    Format.LEAGUE_PHASE: LeaguePhase,
    Format.SWISS: Swiss,
}
DEFAULTS: Final[Mapping[str, dict[str, Any]]] = {
    format: msgspec.to_builtins(settings()) for format, settings in FORMATS.items()
}
"""Each format's settings with their defaults, as JSON."""
FOLLOWS: Final[dict[str, Any]] = msgspec.to_builtins(Following())
TABLE_FOLLOWS: Final[dict[str, Any]] = msgspec.to_builtins(FollowingTable())
GROUPS_FOLLOW: Final[dict[str, Any]] = msgspec.to_builtins(FollowingGroups())


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a format, as its field declares it."""

    annotation: Any  # a type with its bounds and words
    words: Words
    default: Any  # JSON

    @property
    def kind(self) -> inspect.Type:
        """Return the kind of its values with their bounds."""
        return inspect.type_info(self.annotation)

    @property
    def values(self) -> type[Choices] | None:
        """Return its possible values; None if it is no choice."""
        plain: type = self.annotation.__origin__
        return plain if issubclass(plain, Choices) else None

    @property
    def choices(self) -> list[tuple[Any, Text]]:
        """Return the values that a form offers, with their words; none if any within the bounds may be typed."""
        return list(self.words.offered if self.values is None else self.values.choices)

    def refusal(self, value: Any) -> str | None:
        """Return a sentence with what is allowed; None if ``value`` is right. A text is no number, nor is True."""
        try:
            msgspec.convert(value, self.annotation)
        except msgspec.ValidationError:
            return self.allowed
        return None

    @property
    def allowed(self) -> str:
        match self.kind:
            case inspect.FloatType(ge=low, le=high, multiple_of=0.5):
                return gettext("Enter a number from %(low)d to %(high)d, in halves.") % {"low": low, "high": high}
            case inspect.IntType(ge=low, le=high) | inspect.FloatType(ge=low, le=high) if low is not None:
                return out_of_bounds(int(low), int(high or 0))
            case inspect.StrType(max_length=most):
                return gettext("At most %(count)d characters.") % {"count": most}
            case inspect.BoolType():
                return not_among(("true", "false"))
        return not_among(str(value) for value, _words in self.choices)


def _settings(kind: type[msgspec.Struct]) -> dict[str, Setting]:
    return {
        field.name: Setting(
            field.type,
            next(part for part in field.type.__metadata__ if isinstance(part, Words)),
            msgspec.to_builtins(field.default),
        )
        for field in msgspec.structs.fields(kind)
    }


_OF_FORMAT: Final = {format: _settings(kind) for format, kind in FORMATS.items()}
_FOLLOWING: Final = _settings(FollowingGroups)


def setting(format: str, name: str) -> Setting | None:
    """Return the setting ``name`` of a stage of ``format`` that may follow tables; None if it has no such one."""
    return _OF_FORMAT[format].get(name) or _FOLLOWING.get(name)
