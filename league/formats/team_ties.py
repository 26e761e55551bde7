"""Team ties: from the boards to the team that wins, by what, decided at which board, and what is still to be played.

A **team tie** is a meeting of two teams, a **board** one match in it. Its sides are named by the seats, ``home`` and
``away``. The rules are data (``TieRules``): what a board pays, what the tie pays, the criteria that decide it in order,
first to n, boards of different worth, what a missing player or team gives. The criteria are those of team tables
(``league.standings.criteria``). A tie of a cup must have a winner: ``decide_cup`` goes on over one leg or two by
``cup_by``, down to an extra board, sudden death, the holder or lots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, inspect

from engines.core.seats import SEATS, Seat, other
from engines.core.text import Text, say, text
from league.standings.criteria import CRITERIA
from league.standings.figures import Awarded
from league.standings.teams import NOTHING, Counts, Pair, TeamLeague, TeamResult, WholePair

TieKey: TypeAlias = Literal[
    "board_points",
    "boards_won",
    "goal_difference",
    "goals_for",
    "top_board",
    "bottom_eliminated",
    "berlin",
]
"""Criteria of ``CRITERIA`` that can decide one tie."""
Step: TypeAlias = Literal["extra_board", "sudden_death", "holder", "lots"]
"""A further way to decide a level cup tie: one more board, more boards until one is won, the holder keeps, lots."""
CupKey: TypeAlias = Literal[TieKey, "match_points", Step]

STEPS: Final[tuple[Step, ...]] = get_args(Step)
TIE_KEYS: Final[tuple[TieKey, ...]] = get_args(TieKey)

Worth: TypeAlias = Annotated[float, Meta(ge=-100, le=100, multiple_of=0.5)]
Paid: TypeAlias = tuple[Worth, Worth, Worth]
"""For a win, a draw, a defeat."""
GoalsOfBoard: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
BoardValue: TypeAlias = Annotated[float, Meta(gt=0, le=100, multiple_of=0.5)]


class TieRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of a team tie; each field with its bounds and its default."""

    unit: Literal["goals", "points"] = "goals"
    """The unit of a board's score: goals, or the board points themselves (1, ½, 0)."""
    board_points: Paid = (1, 0.5, 0)
    match_points: Paid = (2, 1, 0)
    tie_by: Annotated[tuple[TieKey, ...], Meta(min_length=1)] = ("board_points",)
    """The first that differs decides; if none does, the tie is drawn."""
    board_values: Annotated[tuple[BoardValue, ...], Meta(max_length=64)] = ()
    """What board 1, 2 ... multiply their points by; empty: every board counts once."""
    first_to: Annotated[float, Meta(ge=0, le=1000, multiple_of=0.5)] = 0
    """Board points that win the tie at once, whatever follows; 0: all boards count."""
    play_on: bool = True
    """Boards go on when the tie is decided."""
    awarded_goals: tuple[GoalsOfBoard, GoalsOfBoard] = (3, 0)
    """Goals of a board that is awarded without a score: for and against its winner."""
    nobody: tuple[GoalsOfBoard, GoalsOfBoard] = (0, 0)
    """Goals, home and away, of a board that nobody has played; both get the points of a defeat."""
    missing_player: Literal["awarded", "nobody"] = "awarded"
    """A board without a player of one side: awarded to the other, or won by nobody."""
    missing_team: Literal["boards", "match_points"] = "boards"
    """A team that does not come: every board is awarded to the other, or the match points alone."""
    cup_by: Annotated[tuple[CupKey, ...], Meta(min_length=1)] = ("board_points", "goal_difference", "top_board", "lots")
    """What decides a tie of a cup over its legs; the first that does."""


class BadRules(ValueError):
    """Rules that are none: ``field`` and what it allows."""

    def __init__(self, field: str, allowed: Text) -> None:
        super().__init__(f"{field}: {say(allowed)}")
        self.field = field
        self.allowed = allowed


# msgspec learns a type at its first use. Two threads that make it do so at once end the process (0.22.0).
msgspec.json.Decoder(TieRules)
FIELDS: Final = {field.name: field for field in msgspec.structs.fields(TieRules)}


def rules_of(stored: Mapping[str, Any]) -> TieRules:  # JSON
    """Read the rules from JSON; a field that is left out takes its default. Raises BadRules."""
    for name, value in stored.items():
        if name not in FIELDS:
            raise BadRules(name, text("no rule of a team tie; the rules are {names}", names=", ".join(FIELDS)))
        try:
            msgspec.convert(value, FIELDS[name].type)
        except msgspec.ValidationError:
            allowed = _allowed(inspect.type_info(FIELDS[name].type))
            raise BadRules(name, text("{allowed}, not {value}", allowed=allowed, value=repr(value)[:60])) from None
    rules = msgspec.convert(stored, TieRules)
    for name in ("tie_by", "cup_by"):
        keys = getattr(rules, name)
        if len(set(keys)) < len(keys):
            raise BadRules(name, text("each can be in the list only once"))
    for name in ("board_points", "match_points"):
        win, draw, defeat = getattr(rules, name)
        if not win >= draw >= defeat or win == defeat:
            raise BadRules(name, text("a win is worth more than a defeat, and a draw lies between them"))
    return rules


def as_json(rules: TieRules) -> dict[str, Any]:  # JSON
    """Return the rules as ``rules_of`` reads them, every field among them."""
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules))
    return stored


def _allowed(kind: inspect.Type) -> Text:
    """Say which values a field allows."""
    match kind:
        case inspect.LiteralType(values=values):
            return text("one of {values}", values=", ".join(sorted(map(str, values))))
        case inspect.BoolType():
            return text("true or false")
        case inspect.IntType(ge=low, le=high):
            return text("a whole number from {low} to {high}", low=low, high=high)
        case inspect.FloatType(ge=None, gt=low, le=high):
            return text("a number in halves above {low} and at most {high}", low=low, high=high)
        case inspect.FloatType(ge=low, le=high):
            return text("a number in halves from {low} to {high}", low=low, high=high)
        case inspect.TupleType(item_types=(first, *others)):
            return text("a list of {count}, each {allowed}", count=len(others) + 1, allowed=_allowed(first))
        case inspect.VarTupleType(item_type=item):
            return text("a list, each {allowed}", allowed=_allowed(item))
    raise AssertionError(f"no words for {kind}")


Absent: TypeAlias = Literal["", "home", "away", "both"]
"""The team that did not come."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board. ``score`` by the seats of the tie, in the unit of the rules; None while it is open."""

    score: Pair | None = None
    awarded: Awarded = ""
    """The side with the points, whatever the score is; ``nobody``: it was not played, or both lost it."""
    ended: int = 0
    """Grows with the time at which it ended; boards of one number ended in their order."""

    @property
    def over(self) -> bool:
        return self.score is not None or bool(self.awarded)

    @property
    def winner(self) -> Awarded:
        """Return the side that has won it; empty for a draw, and while it is open."""
        if self.awarded or self.score is None or self.score[0] == self.score[1]:
            return self.awarded
        return "home" if self.score[0] > self.score[1] else "away"

    @property
    def turned(self) -> Board:
        """The same board as its other side writes it."""
        return replace(self, score=self.score and self.score[::-1], awarded=_TURNED[self.awarded])


@dataclass(frozen=True, slots=True)
class Leg:
    """One tie of a cup. ``home`` is the side of the cup tie that is at home in it: all is written from there."""

    boards: tuple[Board, ...]
    home: Seat = "home"
    absent: Absent = ""


_TURNED: Final[Mapping[Any, Any]] = {"home": "away", "away": "home"} | {name: name for name in ("", "nobody", "both")}


Needs: TypeAlias = Literal["board", "leg", "extra_board", "sudden_death", "lots"]


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of the boards so far. ``winner`` is a side of the tie; ``needs`` names what is still to be played."""

    winner: Seat | None
    decided: str
    """A key of ``tie_by`` or ``cup_by``, ``first_to``, ``walkover``, ``double_walkover``, ``draw``; empty while open.

    A tie can be decided while boards are still to be played (``needs``).
    """
    counts: Counts
    match_points: Pair
    """Nothing before the tie is decided."""
    reason: Text
    running: tuple[Pair, ...] = ()
    """The board points after each board; an open board gives none. Empty for several legs."""
    decided_at_board: int = 0
    """The board after which the result is certain; 0 before, for a walkover and for several legs."""
    needs: Needs | None = None
    legs: tuple[Decision, ...] = ()
    """The outcome of each leg of a cup tie of several, from the side of the tie."""
    legs_won: WholePair | None = None
    """Of a best of n; else None."""

    @property
    def over(self) -> bool:
        return bool(self.decided) and self.needs is None

    @property
    def legs_over(self) -> int:
        """The number of legs, from the first on, in which nothing is left to be played."""
        return len(list(takewhile(lambda leg: leg.over, self.legs)))

    @property
    def score(self) -> Pair:
        """The board points, in a best of n the legs won: by these people tell a tie."""
        return self.counts.board_points if self.legs_won is None else self.legs_won

    def result(
        self, home: str, away: str, matchday: int = 0, *, sets: WholePair = NOTHING, games: WholePair = NOTHING
    ) -> TeamResult:
        """Return what a team table counts. Raises ValueError while something is still to be played.

        ``sets`` and ``games``: those of all boards, where a board is played in them.
        """
        if not self.over:
            raise ValueError("a team tie counts in no table before it is over")
        winner: Awarded = "nobody" if self.decided == "double_walkover" else self.winner or ""
        counts = self.counts._replace(sets=sets, games=games)
        return TeamResult(home, away, winner, self.match_points, counts, matchday)


def missing(rules: TieRules, side: Seat) -> Board:
    """Return the board for which ``side`` has no player."""
    return Board(awarded=other(side) if rules.missing_player == "awarded" else "nobody")


def missed(boards: int, absent: Absent) -> list[Board]:
    """Return the boards of a tie to which a team did not come."""
    return [Board(awarded=_without(absent))] * boards


def _without(absent: Absent) -> Awarded:
    return "home" if absent == "away" else "away" if absent == "home" else "nobody"


def decide(rules: TieRules, boards: Sequence[Board], absent: Absent = "") -> Decision:
    """Decide the tie of ``boards``, in their order, under ``rules``.

    Raises ValueError if the rules give a value to fewer boards than there are.
    """
    if rules.board_values and len(boards) > len(rules.board_values):
        raise ValueError(f"board_values: {len(rules.board_values)} values for {len(boards)} boards")
    if absent:
        return _walkover(rules, len(boards), absent)
    counts = count(rules, boards)
    running = tuple(zip(*map(accumulate, counts.by_board), strict=True))
    sentence = text("{home}–{away} so far", **_told(counts))
    open_tie = Decision(None, "", counts, NOTHING, sentence, running, needs="board")
    played = all(board.over for board in boards)
    at_board, winner = _early(rules, boards, counts)
    if winner is not None:
        key = "first_to" if rules.first_to else rules.tie_by[0]
        needs: Needs | None = None if played or not rules.play_on else "board"
        return replace(_won(rules, open_tie, winner, key), decided_at_board=at_board, needs=needs)
    if not played:
        return open_tie
    over = replace(open_tie, decided_at_board=len(boards), needs=None)
    league = _as_league([(counts, NOTHING)])
    for key in rules.tie_by:
        ahead = _ahead(league, key)
        if ahead is not None:
            return _won(rules, over, ahead, key)
    draw = rules.match_points[1]
    return replace(over, decided="draw", match_points=(draw, draw), reason=_level(counts))


def decide_totals(rules: TieRules, board_points: Pair) -> Decision:
    """Decide a tie of which only the board points are known. Raises ValueError if the rules ask for more."""
    if rules.tie_by[0] != "board_points":
        raise ValueError(f"tie_by: totals tell board_points alone, not {rules.tie_by[0]}")
    home, away = board_points
    counts, draw = Counts(board_points=board_points), rules.match_points[1]
    level = Decision(None, "draw", counts, (draw, draw), _level(counts))
    return level if home == away else _won(rules, level, "home" if home > away else "away", "board_points")


def decide_cup(
    rules: TieRules,
    legs: Sequence[Leg],
    *,
    planned: int = 1,
    best_of: bool = False,
    extra: Sequence[Board] = (),
    holder: Seat | None = None,
    lots: Seat | None = None,
) -> Decision:
    """Decide a tie of a cup over its ``legs``, of which ``planned`` are played, by ``cup_by``.

    ``best_of``: each leg is won by a team, and who has won most of them goes through. ``extra``: boards played after
    the legs, written from the side of the tie. ``holder``: the side that holds the cup. ``lots``: the side that was
    drawn. Of one leg first to n decides, and a team that does not come is out.
    """
    on_aggregate = planned > 1 and not best_of
    rules_of_leg = msgspec.structs.replace(rules, first_to=0, play_on=True) if on_aggregate else rules
    decisions = [_decide_leg(rules_of_leg, leg) for leg in legs]
    if planned == 1 and decisions and decisions[0].decided in ("first_to", "walkover", "double_walkover"):
        return decisions[0]
    league = _as_league([(decision.counts, decision.match_points) for decision in decisions])
    counts, match_points = _sum(league), (league.tallies["home"].points, league.tallies["away"].points)
    level = Decision(None, "draw", counts, match_points, _level(counts))
    if planned > 1:
        level = replace(level, legs=tuple(decisions))
    elif decisions:
        level = replace(level, running=decisions[0].running, decided_at_board=decisions[0].decided_at_board)
    played = all(decision.over for decision in decisions)
    complete = played and len(legs) == planned
    if on_aggregate and not rules.play_on and not complete:
        ahead = _certain(rules, legs, planned)
        if ahead is not None:
            key = rules.cup_by[0]
            return replace(level, winner=ahead, decided=key, reason=_by(league, ahead, key))
    if best_of:
        winners = [leg.winner for leg in level.legs]
        level = replace(level, legs_won=(winners.count("home"), winners.count("away")))
        series = _most_won(level, planned)
        if series is not None:
            return series if played else replace(series, needs="board")
    if not complete:
        needs: Needs = "leg" if played else "board"
        sentence = text("{home}–{away} so far", **_told(counts))
        return replace(level, decided="", reason=sentence, decided_at_board=0, needs=needs)
    for key in rules.cup_by:
        if key in STEPS:
            decision = _beyond(level, key, extra, holder, lots)
        else:
            ahead = _ahead(league, key)
            decision = ahead and replace(level, winner=ahead, decided=key, reason=_by(league, ahead, key))
        if decision is not None:
            return decision
    return level


def _most_won(level: Decision, planned: int) -> Decision | None:
    """Decide a best of ``planned`` by the legs that each side has won; None while that does not."""
    wins = dict(zip(SEATS, level.legs_won or NOTHING, strict=True))
    complete = len(level.legs) == planned and all(leg.decided for leg in level.legs)
    for side in SEATS:
        won, lost = wins[side], wins[other(side)]
        if won > planned // 2 or (complete and won > lost):
            reason = text("{winner}: {won}–{lost} in wins", winner=f"@{side}", won=won, lost=lost)
            return replace(level, winner=side, decided="best_of", reason=reason)
    return None


def _certain(rules: TieRules, legs: Sequence[Leg], planned: int) -> Seat | None:
    """Return who wins a tie of several legs on aggregate, whatever the boards still to be played give."""
    if not legs or rules.cup_by[0] not in ("board_points", "boards_won"):
        return None
    size = len(legs[0].boards)
    boards = [board if leg.home == "home" else board.turned for leg in legs for board in leg.boards]
    boards += [Board()] * (size * planned - len(boards))
    values = rules.board_values * planned
    whole = msgspec.structs.replace(rules, first_to=0, tie_by=(rules.cup_by[0],), board_values=values)
    return _early(whole, boards, count(whole, boards))[1]


def _decide_leg(rules: TieRules, leg: Leg) -> Decision:
    """Decide one leg as a tie of its own, from the side of the cup tie."""
    if leg.home == "home":
        return decide(rules, leg.boards, leg.absent)
    return decide(rules, [board.turned for board in leg.boards], _TURNED[leg.absent])


def _beyond(
    level: Decision, key: str, extra: Sequence[Board], holder: Seat | None, lots: Seat | None
) -> Decision | None:
    """Decide a level tie of a cup by a step that is no figure, or name what is missing; None if it goes on."""
    counts = level.counts
    needs: Needs | None = None
    match key:
        case "holder":
            winner = holder
        case "lots":
            winner, needs = lots, "lots"
        case "extra_board":
            winner, needs = _first_won(extra[:1]), None if extra and extra[0].over else "extra_board"
        case _:
            winner, needs = _first_won(extra), "sudden_death"
    if winner is None:
        return replace(level, decided="", reason=_due(needs, counts), needs=needs) if needs else None
    names = {"winner": f"@{winner}", **_told(counts)}
    words = {
        "extra_board": text("{winner} on the extra board after {home}–{away}", **names),
        "sudden_death": text("{winner} by sudden death after {home}–{away}", **names),
        "holder": text("{winner}, the holder, keeps the cup at {home}–{away}", **names),
        "lots": text("{winner} by the drawing of lots after {home}–{away}", **names),
    }
    return replace(level, winner=winner, decided=key, reason=words[key])


def _due(needs: Needs, counts: Counts) -> Text:
    return {
        "extra_board": text("level at {home}–{away}: an extra board is needed", **_told(counts)),
        "sudden_death": text("level at {home}–{away}: sudden death decides", **_told(counts)),
        "lots": text("level at {home}–{away}: lots decide", **_told(counts)),
    }[needs]


def _first_won(boards: Sequence[Board]) -> Seat | None:
    return next((seat for board in boards for seat in SEATS if board.winner == seat), None)


def _walkover(rules: TieRules, boards: int, absent: Absent) -> Decision:
    """Decide a tie to which a team did not come."""
    awarded = _without(absent)
    counts = count(rules, missed(boards, absent) if rules.missing_team == "boards" else [])
    won, _draw, lost = rules.match_points
    if awarded == "nobody":
        return Decision(None, "double_walkover", counts, (lost, lost), text("nobody wins: neither team came"))
    winner: Seat = "home" if awarded == "home" else "away"
    sentence = text("{winner} by walkover against {loser}", winner=f"@{winner}", loser=f"@{other(winner)}")
    return Decision(winner, "walkover", counts, (won, lost) if winner == "home" else (lost, won), sentence)


def count(rules: TieRules, boards: Sequence[Board]) -> Counts:
    """Count what the boards give; an open one gives nothing."""
    pairs = tuple(_points(rules, number, board) for number, board in enumerate(boards))
    winners = [board.winner for board in boards]
    goals = [_goals(rules, board) for board in boards]
    return Counts(
        board_points=_total(pairs),
        boards_won=(winners.count("home"), winners.count("away")),
        goals=(sum(home for home, _away in goals), sum(away for _home, away in goals)),
        by_board=(tuple(home for home, _away in pairs), tuple(away for _home, away in pairs)),
        boards_played=sum(board.over and board.winner != "nobody" for board in boards),
    )


def _points(rules: TieRules, number: int, board: Board) -> Pair:
    """Return the board points of the board at ``number``, from 0."""
    win, draw, defeat = rules.board_points
    if not board.over:
        return NOTHING
    if rules.unit == "points" and board.score is not None and not board.awarded:
        home, away = board.score
    else:
        level = defeat if board.winner == "nobody" else draw
        home, away = {"home": (win, defeat), "away": (defeat, win)}.get(board.winner, (level, level))
    value = rules.board_values[number] if rules.board_values else 1
    return home * value, away * value


def _goals(rules: TieRules, board: Board) -> WholePair:
    if rules.unit == "points":
        return NOTHING
    if board.score is not None:
        home, away = board.score
        return int(home), int(away)
    ours, theirs = rules.awarded_goals
    return {"home": (ours, theirs), "away": (theirs, ours), "nobody": rules.nobody}.get(board.awarded, NOTHING)


def _total(pairs: Sequence[Pair]) -> Pair:
    return sum(home for home, _away in pairs), sum(away for _home, away in pairs)


def _early(rules: TieRules, boards: Sequence[Board], counts: Counts) -> tuple[int, Seat | None]:
    """Return after which board the tie is won whatever the others give, and by whom.

    Under ``first_to`` the board that brings the number, in the order in which they ended; else it can be told where
    board points or boards won decide.
    """
    if rules.first_to:
        home, away = 0.0, 0.0
        for number in sorted(range(len(boards)), key=lambda number: boards[number].ended):
            home, away = home + counts.by_board[0][number], away + counts.by_board[1][number]
            if max(home, away) >= rules.first_to and home != away:
                return number + 1, "home" if home > away else "away"
        return 0, None
    if rules.tie_by[0] == "board_points":
        win, _draw, defeat = rules.board_points
        values = rules.board_values or (1,) * len(boards)
        leads = [home - away for home, away in zip(*counts.by_board, strict=True)]
        # Points that are entered may be more than those of a win: a session told as one board.
        swing = max([win - defeat, *(abs(lead) / value for lead, value in zip(leads, values, strict=False))])
        swings = [swing * value for value in values]
    elif rules.tie_by[0] == "boards_won":
        swings = [1] * len(boards)
        leads = [(board.winner == "home") - (board.winner == "away") for board in boards]
    else:
        return 0, None
    lead, ahead = 0.0, sum(swings[: len(boards)])
    for number, board in enumerate(boards):
        lead += leads[number]
        ahead -= swings[number] if board.over else 0
        if abs(lead) > ahead:
            return number + 1, "home" if lead > 0 else "away"
    return 0, None


def _as_league(legs: Sequence[tuple[Counts, Pair]]) -> TeamLeague:
    """Count the legs of one tie, each with its match points, as a league of its two sides: criteria read that."""
    return TeamLeague(SEATS, [TeamResult(*SEATS, "", match_points, counts) for counts, match_points in legs])


def _sum(league: TeamLeague) -> Counts:
    home, away = (league.tallies[side] for side in SEATS)
    return Counts(
        board_points=(home.board_points, away.board_points),
        boards_won=(home.boards_won, away.boards_won),
        goals=(home.goals_for, away.goals_for),
        by_board=(league.by_board("home"), league.by_board("away")),
        boards_played=home.boards_played,
    )


def _ahead(league: TeamLeague, key: str) -> Seat | None:
    """Return the side that is better by a criterion; None if they are level."""
    criterion = CRITERIA[key]
    home, away = (criterion.order(criterion.of_team(league, side)) for side in SEATS)
    return None if home == away else "home" if home < away else "away"


def _won(rules: TieRules, so_far: Decision, side: Seat, key: str) -> Decision:
    won, _draw, lost = rules.match_points
    if key == "first_to":
        most, least = so_far.score if side == "home" else so_far.score[::-1]
        numbers = {"most": _written(most), "least": _written(least), "number": _written(rules.first_to)}
        reason = text("{winner} {most}–{least}, first to {number}", winner=f"@{side}", **numbers)
    else:
        reason = _by(_as_league([(so_far.counts, NOTHING)]), side, key)
    paid = (won, lost) if side == "home" else (lost, won)
    return replace(so_far, winner=side, decided=key, match_points=paid, reason=reason)


def _by(league: TeamLeague, side: Seat, key: str) -> Text:
    """Explain by which criterion a side wins, with both numbers."""
    criterion = CRITERIA[key]
    label, mine, theirs = criterion.told(criterion.of_team(league, side), criterion.of_team(league, other(side)))
    names = {"winner": f"@{side}", "mine": mine, "theirs": theirs}
    if key == "board_points":
        return text("{winner} {mine}–{theirs} on board points", **names)
    return text(
        "{winner} on {criterion}, {mine} against {theirs}, after {home}–{away}",
        criterion=label,
        **names,
        **_told(_sum(league)),
    )


def _level(counts: Counts) -> Text:
    return text("level at {home}–{away}", **_told(counts))


def _told(counts: Counts) -> dict[str, Any]:
    home, away = counts.board_points
    return {"home": _written(home), "away": _written(away)}


_written: Final = CRITERIA["board_points"].written
