"""Data contract of a Dom Jim position. Source: DJ-14.5. See ``scenario`` for set-ups."""

from typing import Final

from engines.core.codecs import (
    COUNT,
    FLAG,
    FOUND,
    KICKS,
    SIDE,
    SIDE_OR_NULL,
    count,
    each,
    many,
    names,
    placed,
    record,
    result,
    run,
    tally,
)
from engines.core.contract import UNHELD, Contract, Key
from engines.core.errors import BadState
from engines.core.places import occupied_by
from engines.core.position import cells, pieces
from engines.core.shootouts import shootout_winner
from engines.dom_jim import phases
from engines.dom_jim.board import (
    ADMONITION,
    BENCH,
    CAPTAIN,
    CELLS,
    FIELD,
    GOAL,
    KEEPER,
    LIGHT,
    NAMES,
    PIECES,
    PITCH,
    RED,
    RESERVE_B,
    SPOT,
    WALL,
    ZONE,
    distance,
)
from engines.dom_jim.options import OPTIONS, frame
from engines.dom_jim.play import deciding_side, legal, to_act
from engines.dom_jim.state import (
    KICKS as SHOOTOUT_PERIOD,
)
from engines.dom_jim.state import OVER, PERIODS, REGULATION, Race, State

MOST_LOST: Final = 20
"""Bound of the lost turns in a position from outside."""
_LETTERS: Final = pieces(*PIECES)
FIGURE: Final = names(*PIECES, noun="a figure", part=_LETTERS)
FIGURE_OR_NULL: Final = names(*PIECES, None, noun="a figure", part=_LETTERS)
CELL: Final = names(*CELLS, noun="a cell", part=cells(*CELLS))
CELL_OR_NULL: Final = names(*CELLS, None, noun="a cell", part=cells(*CELLS))


def check(s: State) -> None:
    """Refuse impossible positions, so that no rule meets one that it cannot play on from."""
    s.occupied = occupied_by(s.pieces, WALL)
    _check_board(s)
    _check_phase(s)


def may_stand(piece: int, cell: int) -> bool:
    """Return whether the figure may ever be on the cell (DJ-3.9 to DJ-3.11, DJ-5.2, DJ-5.5, DJ-5.7)."""
    side, kind = divmod(piece, 12)
    if kind == KEEPER:
        return cell in ZONE[side]
    if kind > KEEPER:
        return cell == BENCH[side][1 if kind == RESERVE_B else 0]
    if cell in FIELD:
        return kind == CAPTAIN or LIGHT[cell] == (kind < 4)
    return cell == ADMONITION[side][0 if kind < 4 else 1 if kind < CAPTAIN else 2]


def _check_board(s: State) -> None:
    piece_at: dict[int, int] = {}
    for piece, cell in enumerate(s.pieces):
        if cell < 0:
            continue
        if not may_stand(piece, cell):
            raise BadState(f"pieces.{PIECES[piece]} may never be {CELLS[cell]}")
        if (cell in PITCH or cell in GOAL[0] or cell in GOAL[1]) and cell in piece_at:
            raise BadState(f"{PIECES[piece_at[cell]]} and {PIECES[piece]} both stand on {CELLS[cell]}")
        piece_at[cell] = piece
        if piece in s.sent_off:
            raise BadState(f"{PIECES[piece]} is sent off and cannot stand on {CELLS[cell]}")
    over = s.phase == phases.FINISHED
    if s.ball not in PITCH and not (over and (s.ball in GOAL[0] or s.ball in GOAL[1])):
        raise BadState(f"ball must be on a cell of the pitch, not on {CELLS[s.ball]}")
    if s.carrier >= 0 and s.pieces[s.carrier] != s.ball:
        raise BadState(f"carrier {PIECES[s.carrier]} must stand on the ball's cell {CELLS[s.ball]}")
    on_ball = s.occupied[s.ball] - 1
    held = s.phase in (phases.TURN, phases.BALL, phases.TRIANGLE, phases.CORNER) or (
        s.phase == phases.OFFSIDE and on_ball not in s.offside
    )  # DJ-9.3
    if s.carrier < 0 <= on_ball and s.period == REGULATION and held:
        raise BadState(f"{PIECES[on_ball]} stands on the ball's cell and must be the carrier")


def _check_phase(s: State) -> None:
    phase, over = phases.NAMES[s.phase], s.phase == phases.FINISHED
    if over != (s.period == OVER) or over != (s.result is not None) or over != (s.attacking < 0):
        raise BadState("phase and period finished, a result and attacking null go together")
    if (s.phase == phases.SHOOTOUT) != (s.period == SHOOTOUT_PERIOD) or (
        not over and s.period not in (REGULATION, SHOOTOUT_PERIOD)
    ):
        raise BadState("phase shootout and period shootout go together; the other phases belong to regulation")
    if s.races and s.period == REGULATION:
        raise BadState("races are run after regulation (DJ-11.1)")
    if (s.phase == phases.OFFSIDE) != bool(s.offside):
        raise BadState("offside lists figures in phase offside and only there")
    if s.phase == phases.OFFSIDE and not s.offside_count:  # stored before it was counted, or set up
        s.offside_count = len(s.offside)
    if s.offside_count < len(s.offside) or (s.offside_count and not s.offside):
        raise BadState("offside_count counts the figures of phase offside, those already placed too (DJ-14.5)")
    if any(piece // 12 != s.attacking or s.pieces[piece] < 0 or piece % 12 > CAPTAIN for piece in s.offside):
        raise BadState("offside lists figures of the attacking side that are on the board")
    if s.carrier in s.offside:
        raise BadState(f"carrier {PIECES[s.carrier]} is offside and has lost the ball (DJ-9.3)")
    if s.watch and s.phase not in (phases.TURN, phases.BALL, phases.TRIANGLE, phases.CORNER):
        raise BadState(f"watch must be empty in phase {phase}")
    if any(piece // 12 != s.attacking or s.pieces[piece] < 0 or piece % 12 > CAPTAIN for piece in s.watch):
        raise BadState("watch lists figures of the attacking side that are on the board")
    if s.phase in (phases.BALL, phases.TRIANGLE, phases.CORNER) and (s.carrier < 0 or s.carrier // 12 != s.attacking):
        raise BadState(f"phase {phase} needs a carrier of the attacking side")
    if (s.phase == phases.TRIANGLE) != (s.passer >= 0):
        raise BadState("passer names a figure in phase triangle and only there")
    if s.phase == phases.TRIANGLE and (s.passer // 12 != s.attacking or s.passer == s.carrier):
        raise BadState("passer is another figure of the attacking side than the carrier")
    if s.phase in (phases.PENALTY, phases.SHOOTOUT) and (s.ball != SPOT[1 - s.attacking] or s.carrier >= 0):
        raise BadState(f"in phase {phase} the ball lies on {CELLS[SPOT[1 - s.attacking]]} and nobody holds it")
    if s.phase in (phases.TURN, phases.BALL, phases.TRIANGLE, phases.CORNER) and s.lost[s.attacking] == MOST_LOST:
        raise BadState(f"lost_turns.{NAMES[s.attacking]} must be below {MOST_LOST} while that side is on turn")
    if s.phase == phases.SHOOTOUT:
        _check_shootout(s)
    if s.phase == phases.TURN:
        keeper = s.pieces[s.attacking * 12 + KEEPER]
        if s.carrier < 0 and s.ball in RED[s.attacking] and (keeper < 0 or distance(keeper, s.ball) > 1):
            raise BadState("this turn would begin with a penalty (DJ-7.3)")
    if s.phase == phases.CORNER and not _at_corner(s):
        raise BadState("phase corner needs a light figure with the ball on a corner cell")
    if not over and not legal(s, deciding_side(s)):
        raise BadState(f"nobody has a legal move in phase {phase}")


def _at_corner(s: State) -> bool:
    return CELLS[s.ball] in ("A1", "I1", "A13", "I13") and s.carrier % 12 < 4


def _check_shootout(s: State) -> None:
    if s.kicks is None or s.shootout_first < 0:
        raise BadState("phase shootout needs shootout and shootout_first")
    # DJ-14.8: a set-up with kicks but no shootout_first names the next kicker there, so nothing is bound here
    own, theirs = len(s.kicks[s.attacking]), len(s.kicks[1 - s.attacking])
    if theirs - own not in (0, 1):
        raise BadState("in a shootout the kicks alternate, and attacking is the next kicker")
    if shootout_winner(s.kicks) >= 0:
        raise BadState("this shootout is decided already")


CONTRACT: Final = Contract(
    "dom_jim",
    OPTIONS,
    frame,
    State,
    (
        Key("phase", names(*phases.NAMES)),
        Key("period", names(*PERIODS)),
        Key("attacking", SIDE_OR_NULL),
        Key("to_act", FOUND, UNHELD),
        Key("score", each(COUNT, list)),
        Key("shootout", KICKS, "kicks"),
        Key("shootout_first", SIDE_OR_NULL),
        Key("pieces", placed(PIECES, CELL_OR_NULL, 2)),
        Key("ball", CELL),
        Key("carrier", FIGURE_OR_NULL),
        Key("possession", SIDE_OR_NULL),
        Key("yellow", tally(FIGURE)),
        Key("cards", each(count(2), list)),
        Key("sent_off", run(FIGURE, list)),
        Key("time_up", FLAG),
        Key("turn", COUNT),
        Key("turns", COUNT),
        Key("quiet", COUNT),
        Key("lost_turns", each(count(MOST_LOST), list), "lost"),
        Key("watch", run(FIGURE)),
        Key("offside", run(FIGURE)),
        Key("offside_count", count(9), before=0, since=2),
        Key("passer", FIGURE_OR_NULL),
        Key("races", many(record(Race, nullable=False, first=SIDE, winner=SIDE, home=count(25), away=count(25)), 2)),
        Key(
            "result",
            result("goal_limit", "regulation", "aggregate", "away_goals", "extra_time", "shootout", "resignation"),
        ),
    ),
    check,
    to_act,
)
