"""Data contract of a six-a-side position, and each seat's view of it. Source: SX section 14.

Positions set up by hand are in ``scenario``.
"""

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
    names,
    placed,
    record,
    result,
    run,
    tally,
    words,
)
from engines.core.contract import UNHELD, Contract, Key
from engines.core.errors import BadState
from engines.core.places import occupied_by
from engines.core.position import cells, pieces
from engines.core.seats import Wire
from engines.core.shootouts import shootout_winner
from engines.six_a_side import phases
from engines.six_a_side.board import (
    AREA_OF,
    BLOCKED,
    CELLS,
    CENTRE,
    NAMES,
    PIECES,
    PITCH,
    PLACING,
    SPOT,
    SUBSTITUTE,
    WALL,
)
from engines.six_a_side.options import OPTIONS, frame
from engines.six_a_side.play import legal, to_act, waiting
from engines.six_a_side.state import (
    KICKS as SHOOTOUT_PERIOD,
)
from engines.six_a_side.state import OVER, PERIODS, Kick, State

_LETTERS: Final = pieces(*PIECES)
PAWN: Final = names(*PIECES, noun="a pawn", part=_LETTERS)
PAWN_OR_NULL: Final = names(*PIECES, None, noun="a pawn", part=_LETTERS)
SPACE_OR_NULL: Final = names(*CELLS, None, noun="a space", part=cells(*CELLS))
PLACES: Final = placed(PIECES, SPACE_OR_NULL, 2)


def view(s: State, side: int) -> Wire:
    """Return the position without the placings and picks sealed from ``side`` (-1: a spectator)."""
    wire = CONTRACT.write(s)
    for other in (0, 1):
        if other == side:
            continue
        wire["picks"][NAMES[other]] = None
        if s.phase == phases.SETUP:
            for piece in PIECES[other * 7 : other * 7 + 7]:
                wire["pieces"][piece] = None
    return wire


def check(s: State) -> None:
    """Refuse impossible positions, so that no rule meets one that it cannot play on from."""
    s.occupied = occupied_by(s.pieces, WALL, BLOCKED)
    _check_sides(s)
    _check_board(s)
    _check_formation(s)
    _check_phase(s)


def _check_sides(s: State) -> None:
    """Check that pawns listed by side belong to it, and that every place is on the pitch."""
    for key, places in (("pieces", s.pieces), ("formation", s.formation)):
        for piece, cell in enumerate(places):
            if cell >= 0 and cell not in PITCH:
                raise BadState(f"{key}.{PIECES[piece]} must be a space of the pitch or null, not {CELLS[cell]}")
    for side, seat in enumerate(NAMES):
        for key, piece in (("keeper", s.keeper[side]), ("no_steal", s.no_steal[side])):
            if piece >= 0 and piece // 7 != side:
                raise BadState(f"{key}.{seat} must be a pawn of that side, not {PIECES[piece]}")
        if any(piece // 7 != side for piece in s.bench[side]):
            raise BadState("bench lists pawns of the other side")


def _check_board(s: State) -> None:
    piece_at: dict[int, int] = {}
    for piece, cell in enumerate(s.pieces):
        if cell < 0:
            continue
        if cell in piece_at:
            raise BadState(f"{PIECES[piece_at[cell]]} and {PIECES[piece]} both stand on {CELLS[cell]} (SX-2.4)")
        piece_at[cell] = piece
        if piece in s.sent_off:
            raise BadState(f"{PIECES[piece]} is sent off and cannot stand on {CELLS[cell]}")
        if any(piece in bench for bench in s.bench):
            raise BadState(f"{PIECES[piece]} is on the bench and cannot stand on {CELLS[cell]}")
        if s.phase == phases.SETUP and cell not in PLACING[piece // 7]:
            raise BadState(f"{PIECES[piece]} may not be placed on {CELLS[cell]} (SX-2.3)")
    for side in (0, 1):
        for area in (0, 1):
            inside = [piece for cell, piece in piece_at.items() if AREA_OF[cell] == area and piece // 7 == side]
            if len(inside) > 1:
                raise BadState(f"{NAMES[side]} has two pawns in one goal-kick area (SX-2.5)")
        if s.controller[side] >= s.frame.players[side]:
            raise BadState(f"controller.{NAMES[side]} must be below its {s.frame.players[side]} players")
        if sum(1 for piece in s.sent_off if piece // 7 == side) > 3 and s.phase != phases.FINISHED:
            raise BadState(f"{NAMES[side]} has four pawns sent off and has lost (SX-6.9)")
    if s.ball >= 0 and s.ball not in PITCH:
        raise BadState(f"ball must be on a space of the pitch, not on {CELLS[s.ball]}")
    if s.carrier >= 0 and (s.ball < 0 or s.pieces[s.carrier] != s.ball):
        raise BadState(f"carrier {PIECES[s.carrier]} must stand on the ball's space")
    lying = s.phase in (phases.TURN, phases.CHAIN, phases.AFTER_TURN)
    if lying and s.carrier < 0 <= s.ball and s.occupied[s.ball]:
        raise BadState(f"{PIECES[s.occupied[s.ball] - 1]} stands on the ball's space and must be the carrier")


def _check_formation(s: State) -> None:
    """Check that both sides can return to the line-up at any kick-off (SX-2.9, SX-8.3)."""
    standing = [piece for piece, cell in enumerate(s.formation) if cell >= 0 and piece not in s.bench[piece // 7]]
    cells = [s.formation[piece] for piece in standing]
    for number, piece in enumerate(standing):
        cell = cells[number]
        if cell in cells[:number]:
            raise BadState(f"formation has two pawns on {CELLS[cell]} (SX-2.4)")
        if cell == CENTRE:
            raise BadState(f"formation.{PIECES[piece]} may not be D6, where the kick-off is taken (SX-2.3)")
        if piece in s.sent_off:
            raise BadState(f"formation.{PIECES[piece]} must be null, for it is sent off (SX-6.6)")
    for side in (0, 1):
        areas = [AREA_OF[s.formation[piece]] for piece in standing if piece // 7 == side]
        if areas.count(0) > 1 or areas.count(1) > 1:
            raise BadState(f"formation has two pawns of {NAMES[side]} in one goal-kick area (SX-2.5)")
        reds = sum(1 for piece in s.sent_off if piece // 7 == side)
        if s.phase not in (phases.SETUP, phases.SHOOTOUT, phases.FINISHED) and len(areas) + reds < 4:
            raise BadState(f"formation must hold four pawns of {NAMES[side]}, less those sent off (SX-8.2)")


def _check_phase(s: State) -> None:
    phase, over = phases.NAMES[s.phase], s.phase == phases.FINISHED
    if over != (s.period == OVER) or over != (s.result is not None):
        raise BadState("phase and period finished and a result go together")
    if (s.phase == phases.SHOOTOUT) != (s.period == SHOOTOUT_PERIOD):
        raise BadState("phase shootout and period shootout go together")
    if (s.active < 0) != (s.phase in (phases.SETUP, phases.FINISHED)):
        raise BadState("active is null in the phases setup and finished and only there")
    if s.phase == phases.SETUP:
        _check_setup(s)
    if s.phase == phases.CHAIN:
        if s.carrier < 0 or s.carrier // 7 != s.active or len(s.chain) < 2 or s.chain[-1] != s.carrier:
            raise BadState("phase chain needs a chain of pawns that ends with the carrier")
    elif s.chain:
        raise BadState(f"chain must be empty in phase {phase}")
    if s.chain and any(piece // 7 != s.active for piece in s.chain):
        raise BadState("chain lists pawns of the side on turn")
    if s.phase == phases.KICKOFF and (s.ball != CENTRE or s.carrier >= 0 or s.occupied[CENTRE]):
        raise BadState("phase kickoff needs the ball on D6 with no carrier and no pawn there")
    _check_penalty(s)
    if s.phase == phases.SHOOTOUT:
        _check_shootout(s)
    for side in waiting(s):
        if not legal(s, side):
            raise BadState(f"{NAMES[side]} has no legal move in phase {phase}")


def _check_setup(s: State) -> None:
    for side in (0, 1):
        first = side * 7
        standing = [s.pieces[piece] >= 0 for piece in range(first, first + 7)]
        if standing[6] or standing[:6] != sorted(standing[:6], reverse=True):
            raise BadState("in phase setup p1 to p6 are placed in this order, and p7 waits")
    if any(piece % 7 != SUBSTITUTE for bench in s.bench for piece in bench):
        raise BadState("in phase setup only p7 waits on the bench (SX-2.1)")
    if all(s.pieces[piece] >= 0 for piece in (*range(6), *range(7, 13))):
        raise BadState("both sides are placed: phase setup is over")
    if s.sent_off:
        raise BadState("in phase setup nobody is sent off yet")


def _check_kick(kick: Kick) -> None:
    if (kick.kicker < 0) != (kick.keeper < 0):
        raise BadState("penalty.kicker and penalty.keeper are named together")
    if kick.kicker >= 0 and (kick.kicker // 7 != kick.awarded or kick.keeper // 7 == kick.awarded):
        raise BadState("penalty.kicker belongs to the awarded side and penalty.keeper to the other")


def _check_penalty(s: State) -> None:
    kick = s.penalty
    if s.phase in (phases.KICKER, phases.PENALTY, phases.SHOOTOUT) and kick is None:
        raise BadState(f"phase {phases.NAMES[s.phase]} needs a penalty")
    if kick is None:
        if any(s.picks):
            raise BadState("picks are made only at a penalty")
        return
    if s.phase not in (phases.KEEPER, phases.KICKER, phases.PENALTY, phases.SHOOTOUT):
        raise BadState(f"penalty must be null in phase {phases.NAMES[s.phase]}")
    _check_kick(kick)
    if kick.awarded != s.active or (kick.reason == "shootout") != (s.phase == phases.SHOOTOUT):
        raise BadState("active is the side that the penalty is awarded to, and a shootout's reason is shootout")
    if all(s.picks) or (any(s.picks) and s.phase not in (phases.PENALTY, phases.SHOOTOUT)):
        raise BadState("picks hold at most one choice, while the other side is still to choose")
    if s.phase == phases.PENALTY and (kick.kicker < 0 or s.carrier != kick.kicker or s.pieces[kick.keeper] < 0):
        raise BadState("phase penalty needs kicker and keeper on the board, the kicker with the ball")
    if s.phase == phases.KEEPER and s.keeper[1 - kick.awarded] >= 0:
        raise BadState("phase keeper of a penalty needs a side without keeper")
    if s.phase == phases.KICKER:
        keeper = s.keeper[1 - kick.awarded]
        if keeper < 0 or s.pieces[keeper] < 0:
            raise BadState("phase kicker needs the other side's keeper on the board")
    if s.phase in (phases.KEEPER, phases.KICKER) and (s.ball != SPOT[1 - kick.awarded] or s.carrier >= 0):
        raise BadState("before the kicker is named the ball lies on the spot, and nobody has it")


def _check_shootout(s: State) -> None:
    if s.kicks is None:
        raise BadState("phase shootout needs shootout")
    home, away = s.kicks
    lengths = (len(home), len(away))
    if abs(lengths[0] - lengths[1]) > 1 or (lengths[0] != lengths[1] and lengths[s.active] > lengths[1 - s.active]):
        raise BadState("in a shootout the kicks alternate, and active is the next kicker")
    if shootout_winner(s.kicks) >= 0 or lengths[0] == lengths[1] == 30:
        raise BadState("this shootout is decided already")


CONTRACT: Final = Contract(
    "six_a_side",
    OPTIONS,
    frame,
    State,
    (
        Key("phase", names(*phases.NAMES)),
        Key("to_act", FOUND, UNHELD),
        Key("period", names(*PERIODS)),
        Key("active", SIDE_OR_NULL),
        Key("attacking", SIDE_OR_NULL),
        Key("score", each(COUNT, list)),
        Key("shootout", KICKS, "kicks"),
        Key("pieces", PLACES),
        Key("ball", SPACE_OR_NULL),
        Key("carrier", PAWN_OR_NULL),
        Key("formation", PLACES),
        Key("bench", each(run(PAWN))),
        Key("subs_left", each(count(1), list)),
        Key("keeper", each(PAWN_OR_NULL, list)),
        Key("no_steal", each(PAWN_OR_NULL, list)),
        Key("chain", run(PAWN)),
        Key("yellow", tally(PAWN, 1)),
        Key("sent_off", run(PAWN)),
        Key("turns_played", COUNT),
        Key("possession_turns", COUNT),
        Key("controller", each(count(2), list)),
        Key("coaching", each(COUNT, list)),
        Key(
            "penalty",
            record(
                Kick,
                awarded=SIDE,
                reason=words("foul", "coaching", "shootout"),
                kicker=PAWN_OR_NULL,
                keeper=PAWN_OR_NULL,
            ),
        ),
        Key("picks", each(count(3, 1, nullable=True), list)),
        Key("time_up", FLAG),
        Key("turn", COUNT),
        Key(
            "result",
            result(
                "golden_goal",
                "goal_limit",
                "regulation",
                "aggregate",
                "away_goals",
                "extra_time",
                "shootout",
                "walkover",
                "resignation",
            ),
        ),
    ),
    check,
    to_act,
)
