"""Data contract of a FUBA position, and each seat's view of it (section 12, state, view)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engines.core.codecs import (
    ACTING,
    COUNT,
    FLAG,
    KICKS,
    SIDE,
    SIDE_OR_NULL,
    Codec,
    always,
    count,
    each,
    names,
    placed,
    record,
    result,
    run,
    words,
)
from engines.core.contract import UNHELD, Contract, Key
from engines.core.errors import BadState, show
from engines.core.position import Table
from engines.core.position import pieces as letters
from engines.core.seats import SEATS, Wire
from engines.fuba import phases
from engines.fuba.board import CELL, CELL_NAMES, OFF, OUTFIELD, PIECES, SEAT_OF, TEAM, ZONES
from engines.fuba.options import DIVE_SIDES, FORMATION_NAMES, OPTIONS, Frame
from engines.fuba.play import playable
from engines.fuba.state import (
    EXTRA_SECOND,
    NO_OPTION,
    NO_RESTART,
    NOBODY,
    OPTION_NAMES,
    OVER,
    PERIODS,
    QUICK,
    RESTARTS,
    SHOOTOUT,
    STEPS,
    Movement,
    SetUp,
    State,
    clear_pitch,
    put,
)

FEWEST: Final = 3
"""Fewest men for a kick-off set-up. A match itself never has fewer than seven a side (FU-6.2)."""
HIDDEN: Final = "hidden"
"""Stands for another seat's sealed choice in a view."""

_ZONE_LETTERS: Final = Table(dict(zip(CELL_NAMES, "12345lmnorstuwxyz-", strict=True)))
MAN: Final = names(*PIECES, noun="a piece", part=letters(*PIECES))
ZONE: Final = names(*ZONES, part=_ZONE_LETTERS)
CELL_OR_NULL: Final = replace(names(*CELL_NAMES, part=_ZONE_LETTERS), read=CELL.__getitem__)
ZONE_OR_NULL: Final = replace(
    names(*ZONES, None, part=_ZONE_LETTERS), read=CELL.__getitem__, write=CELL_NAMES.__getitem__, table=CELL_NAMES
)
PITCH: Final = placed(PIECES, CELL_OR_NULL, 1)
FORMATION_OR_NULL: Final = names(*FORMATION_NAMES, None)
DIE: Final = count(6, 1, nullable=True)
_SECRET: Final = words(*FORMATION_NAMES, *DIVE_SIDES)
SECRET: Final = replace(_SECRET, json=_SECRET.json | None, allowed=f"null or {_SECRET.allowed}")


def _places(zones: Mapping[str, str | None]) -> tuple[int, ...]:
    if zones and len(zones) != len(PIECES):
        raise ValueError(f"must name all {len(PIECES)} pieces, or none")
    return tuple(CELL[zones[name]] for name in PIECES) if zones else ()


SNAPSHOT: Final = Codec(
    dict[MAN.json, CELL_OR_NULL.json],  # type: ignore[name-defined]
    f"an object with all {len(PIECES)} pieces, or none",
    _places,
    lambda cells: {name: CELL_NAMES[cell] for name, cell in zip(PIECES, cells, strict=True)} if cells else {},
    PITCH.part,
)


def _make(phase: int, sealed_words: tuple[str | None, str | None], **values: Any) -> State:
    """Build the position of these values; the phase decides what a sealed word means."""
    choices = FORMATION_NAMES if phase == phases.FORMATION else DIVE_SIDES if phase == phases.PENALTY_AIM else ()
    for seat, word in zip(SEATS, sealed_words, strict=True):
        if word is not None and word not in choices:
            raise BadState(f"sealed.{seat} must be one of {', '.join(('null', *choices))}, not {show(word)}")
    home, away = (NOBODY if word is None else choices.index(word) for word in sealed_words)
    return State(phase=phase, sealed=(home, away), **values)


_WITHOUT_BALL = frozenset((phases.FORMATION, phases.CHOOSE_KICK_OFF, phases.FINISHED))
_MOVING = frozenset((phases.MOVEMENT_OPTION, phases.MOVEMENT, phases.FREE_PLAY, phases.QUICK_MOVES))


def check(state: State) -> None:
    """Refuse impossible or unplayable positions. Raises BadState naming the key."""
    cells = state.pieces
    clear_pitch(state)
    for piece, cell in enumerate(cells):
        if cell != OFF:
            put(state, piece, cell)
    _refuse_what_cannot_stand(state)
    playable(state)


def _refuse_what_cannot_stand(state: State) -> None:
    """Check that each phase has what its moves read."""
    phase, last = state.phase, state.frame.ends[EXTRA_SECOND]
    if state.minute > last:
        raise BadState(f"minute must be a whole number from 1 to {last}, not {state.minute}")
    _refuse_wrong_seats(state)
    for piece in state.sent_off:
        if piece not in OUTFIELD[SEAT_OF[piece]]:
            raise BadState("sent_off names outfield players only (FU-6.2)")
        if state.pieces[piece] != OFF:
            raise BadState(f"pieces.{PIECES[piece]} must be null, for he is sent off")
    if any(len(set(team) - set(state.sent_off)) < FEWEST for team in TEAM):
        raise BadState(f"sent_off must leave each team {FEWEST} men, as a kick-off needs them (FU-3.7)")
    if (phase == phases.FINISHED) != (state.period == OVER) or (phase == phases.FINISHED) != (state.result is not None):
        raise BadState("phase, period and result say together that the match is finished")
    if phase == phases.FINISHED:
        return
    shootout = state.period == SHOOTOUT
    if shootout != (state.shootout is not None):
        raise BadState("shootout must be an object in the shootout, and null elsewhere")
    if shootout and phase not in (phases.PENALTY_DIVE, phases.PENALTY_AIM):
        raise BadState("in the shootout phase must be penalty_dive or penalty_aim (FU-9.4)")
    if not shootout and state.minute > state.frame.ends[state.period]:
        raise BadState(f"minute must be at most {state.frame.ends[state.period]} in this period")
    if phase == phases.FORMATION:
        return
    if NOBODY in state.formations:
        raise BadState("formations must be set once they are shown (FU-3.1)")
    if phase == phases.CHOOSE_KICK_OFF:
        return
    if state.first_kick_off == NOBODY:
        raise BadState("first_kick_off must be home or away once it is settled (FU-3.3)")
    if not shootout:
        if state.ball == OFF:
            raise BadState(f"ball must be a zone in {phases.NAMES[phase]}")
        if not state.ball_die:
            raise BadState(f"ball_die must be 1 to 6 in {phases.NAMES[phase]}")
    _refuse_wrong_set_up(state)
    _refuse_wrong_movement(state)


def _refuse_wrong_seats(state: State) -> None:
    """Check that ``to_act`` and ``attacking`` are those of the phase (section 10)."""
    phase, attacking = state.phase, state.attacking
    if phase in _WITHOUT_BALL:
        expected: tuple[int, ...] = (1, 2)
        if phase == phases.FORMATION:
            expected = (sum(1 << seat for seat in (0, 1) if state.sealed[seat] == NOBODY),)
        elif phase == phases.FINISHED:
            expected = (0,)
    elif attacking == NOBODY:
        raise BadState(f"attacking must be home or away in {phases.NAMES[phase]}")
    elif phase in (phases.DEPLOY, phases.ADJUST):
        expected = (1 << state.setup.seat,) if state.setup else ()
    elif phase in _MOVING:
        expected = (1 << state.movement.seat,) if state.movement else ()
    elif phase == phases.PENALTY_DIVE:
        expected = (2 >> attacking,)
    elif phase == phases.SEND_OFF:
        expected = (1, 2)
    else:
        expected = (1 << attacking,)
    if state.acting not in expected or (phase == phases.FORMATION and not state.acting):
        raise BadState(f"to_act does not fit the phase {phases.NAMES[phase]} (section 10)")
    if phase == phases.PENALTY_AIM and (state.sealed[1 - attacking] == NOBODY or state.sealed[attacking] != NOBODY):
        raise BadState("sealed must hold the keeper's side in penalty_aim (FU-7.15)")


def _refuse_wrong_set_up(state: State) -> None:
    phase, setup = state.phase, state.setup
    if (phase in (phases.DEPLOY, phases.ADJUST)) != (setup is not None):
        raise BadState("setup must be an object in deploy and adjust, and null elsewhere")
    if setup is None:
        return
    if state.restart == NO_RESTART or RESTARTS[state.restart] == "goal_kick":
        raise BadState("restart must be kick_off, free_kick, corner or penalty while setting up (FU-3.4)")
    expected = {0: state.attacking, 1: 1 - state.attacking, 2: state.attacking}[setup.step]
    if setup.seat != expected or (setup.step == 2) != (phase == phases.ADJUST):
        raise BadState("setup.seat and setup.step must fit the phase (FU-3.4)")
    if (phase == phases.DEPLOY) != bool(setup.left) or any(piece not in TEAM[setup.seat] for piece in setup.left):
        raise BadState("setup.left lists the pieces of setup.seat still to place, none of them in adjust (FU-3.5)")
    if any(piece not in TEAM[state.attacking] for piece in setup.adjusted):
        raise BadState("setup.adjusted lists pieces of the active team (FU-3.4)")
    if any(state.pieces[piece] != OFF or piece in state.sent_off for piece in setup.left):
        raise BadState("setup.left lists pieces that are not on the board and not sent off (FU-3.5)")


def _refuse_wrong_movement(state: State) -> None:
    phase, movement = state.phase, state.movement
    if phase in (phases.RECEIVE, phases.COLLECT) and state.target is None:
        raise BadState(f"target must be an object in {phases.NAMES[phase]}")
    if (phase in _MOVING) != (movement is not None):
        raise BadState("movement must be an object in the phases of player movement, and null elsewhere")
    if movement is None:
        return
    if movement.next == movement.seat:
        raise BadState("movement.next is the other seat, or null")
    fits = {
        phases.MOVEMENT_OPTION: movement.option == NO_OPTION,
        phases.QUICK_MOVES: movement.option == QUICK and not movement.extra,
    }.get(phase, movement.option not in (NO_OPTION, QUICK))
    if not fits:
        raise BadState(f"movement.option does not fit the phase {phases.NAMES[phase]} (FU-5.2, FU-5.11)")


CONTRACT: Final = Contract(
    "fuba",
    OPTIONS,
    Frame,
    _make,
    (
        Key("phase", names(*phases.NAMES)),
        Key("to_act", ACTING, "acting"),
        Key("period", names(*PERIODS)),
        Key("attacking", SIDE_OR_NULL),
        Key("score", each(COUNT)),
        Key("shootout", KICKS),
        Key("pieces", PITCH),
        Key("ball", ZONE_OR_NULL),
        Key("carrier", always(None), UNHELD),
        Key("ball_die", DIE),
        Key("yellow", each(COUNT)),
        Key("sent_off", run(MAN)),
        Key("time_up", always(False), UNHELD),
        Key("turn", COUNT),
        Key("result", result("regulation", "aggregate", "away_goals", "extra_time", "shootout", "resignation")),
        Key("formations", each(FORMATION_OR_NULL)),
        Key("sealed", each(SECRET), "sealed_words"),
        Key("first_kick_off", SIDE_OR_NULL),
        Key("minute", count(least=1)),
        Key("stoppage", count(6)),
        Key("game_turn", COUNT),
        Key("restart", names(*RESTARTS)),
        Key(
            "setup",
            record(
                SetUp,
                seat=SIDE,
                step=names(*STEPS),
                left=run(MAN),
                adjust_left=count(2),
                adjusted=run(MAN),
            ),
        ),
        Key("dice", each(DIE)),
        Key("target", record(None, from_=ZONE, zone=ZONE, via=ZONE_OR_NULL)),
        Key("snapshot", SNAPSHOT),
        Key("deducted", each(COUNT)),
        Key("moved", run(MAN)),
        Key(
            "movement",
            record(Movement, seat=SIDE, option=names(*OPTION_NAMES), left=count(10), next=SIDE_OR_NULL, extra=FLAG),
        ),
        Key("carried", FLAG),
        Key("no_movement", SIDE_OR_NULL),
    ),
    check,
)


def view(state: State, seat: int) -> Wire:
    """Return the position without the choices sealed from ``seat`` (NOBODY: a spectator)."""
    wire = CONTRACT.write(state)
    wire["sealed"] = {
        name: HIDDEN if value is not None and number != seat else value
        for number, (name, value) in enumerate(wire["sealed"].items())
    }
    return wire
