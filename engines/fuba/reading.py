"""A position read from the wire: every key is checked, what could not be played on is refused (section 12, state)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.core import reading
from engines.core.errors import BadState, show
from engines.core.seats import SEATS
from engines.fuba.board import CELL, OFF, OUTFIELD, PIECE, PIECES, SEAT_OF, TEAM, ZONES
from engines.fuba.moves import DIVE_SIDES
from engines.fuba.options import FORMATION, Settings
from engines.fuba.state import (
    ADJUST,
    CHOOSE_KICK_OFF,
    COLLECT,
    DEPLOY,
    EXTRA_SECOND,
    FINISHED,
    FREE_PLAY,
    MOVEMENT,
    MOVEMENT_OPTION,
    NO_OPTION,
    NO_RESTART,
    NOBODY,
    OPTION_NAMES,
    OVER,
    PENALTY_AIM,
    PENALTY_DIVE,
    PERIODS,
    PHASES,
    QUICK,
    QUICK_MOVES,
    RECEIVE,
    RESTARTS,
    SEND_OFF,
    SHOOTOUT,
    STEPS,
    Movement,
    Pair,
    SetUp,
    State,
    clear_pitch,
    put,
)
from engines.fuba.state import FORMATION as FORMATION_PHASE
from engines.fuba.wire import SLUG

KEYS: Final = frozenset(
    (
        "game",
        "options",
        "terms",
        "phase",
        "to_act",
        "period",
        "attacking",
        "score",
        "shootout",
        "pieces",
        "ball",
        "carrier",
        "ball_die",
        "yellow",
        "sent_off",
        "time_up",
        "turn",
        "result",
        "formations",
        "sealed",
        "first_kick_off",
        "minute",
        "stoppage",
        "game_turn",
        "restart",
        "setup",
        "dice",
        "target",
        "snapshot",
        "deducted",
        "moved",
        "movement",
        "carried",
        "no_movement",
    )
)
FEWEST: Final = 3
"""Men without whom no kick-off can be set up. A match itself never has fewer than seven a side (FU-6.2)."""
HOWS: Final = ("regulation", "aggregate", "away_goals", "extra_time", "shootout", "resignation")


def _one_of(key: str, value: Any, allowed: Mapping[Any, int]) -> int:  # a JSON value from outside
    """The number of ``value`` among the names ``allowed``."""
    if (value is None or isinstance(value, str)) and value in allowed:
        return allowed[value]
    names = tuple(allowed)
    return allowed[names[reading.one(key, value, names)]]  # which names what is allowed


def _int(key: str, value: Any, low: int, high: int) -> int:  # a JSON value from outside
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadState(f"{key} must be a whole number from {low} to {high}, not {show(value)}")
    return value


def _object(key: str, value: Any, keys: Sequence[str]) -> Mapping[str, Any]:  # a JSON value from outside
    if not isinstance(value, Mapping) or set(value) != set(keys):
        raise BadState(f"{key} must be an object with exactly the keys {', '.join(keys)}")
    return value


def _pitch(key: str, value: Any) -> tuple[int, ...]:  # a JSON value from outside
    given = _object(key, value, PIECES)
    return tuple(_one_of(f"{key}.{name}", given[name], CELL) for name in PIECES)


def from_wire(wire: Mapping[str, Any]) -> State:
    """The position of ``wire``.

    Raises:
        BadState: naming the key that is wrong and what it allows, options and terms included.
    """
    wire = reading.whole(wire, KEYS, SLUG)
    setting = reading.settings(wire, Settings, lambda found: (found.options, found.terms))
    state = _read(setting, wire)
    _refuse_what_cannot_stand(state)
    return state


def _read(setting: Settings, wire: Mapping[str, Any]) -> State:
    state = State.__new__(State)
    state.setting = setting
    state.phase = reading.one("phase", wire["phase"], PHASES)
    if not isinstance(wire["to_act"], list):
        raise BadState(f"to_act must be a list, not {show(wire['to_act'])}")
    acting = [reading.one("to_act", name, SEATS) for name in wire["to_act"]]
    if acting != sorted(set(acting)):
        raise BadState("to_act lists home before away, each once")
    state.acting = sum(1 << seat for seat in acting)
    state.period = reading.one("period", wire["period"], PERIODS)
    state.attacking = reading.side("attacking", wire["attacking"])
    state.score = reading.pair("score", wire["score"])
    state.shootout = reading.kicks(wire["shootout"])
    clear_pitch(state)
    for piece, cell in enumerate(_pitch("pieces", wire["pieces"])):
        if cell != OFF:
            put(state, piece, cell)
    state.ball = _one_of("ball", wire["ball"], {**{zone: CELL[zone] for zone in ZONES}, None: OFF})
    if wire["carrier"] is not None:
        raise BadState("carrier is always null in FUBA")
    state.ball_die = 0 if wire["ball_die"] is None else _int("ball_die", wire["ball_die"], 1, 6)
    state.yellow = reading.pair("yellow", wire["yellow"])
    state.sent_off = reading.piece_list("sent_off", wire["sent_off"], PIECE)
    if wire["time_up"] is not False:
        raise BadState("time_up is always false in FUBA")
    state.turn = reading.count("turn", wire["turn"])
    state.result = reading.result(wire["result"], HOWS)
    formations = _object("formations", wire["formations"], SEATS)
    names: dict[Any, int] = {None: NOBODY, **FORMATION}
    state.formations = (
        _one_of("formations.home", formations["home"], names),
        _one_of("formations.away", formations["away"], names),
    )
    state.sealed = _read_sealed(state.phase, wire["sealed"])
    state.first_kick_off = reading.side("first_kick_off", wire["first_kick_off"])
    state.minute = _int("minute", wire["minute"], 1, setting.ends[EXTRA_SECOND])
    state.stoppage = _int("stoppage", wire["stoppage"], 0, 6)
    state.game_turn = reading.count("game_turn", wire["game_turn"])
    state.restart = reading.one("restart", wire["restart"], RESTARTS)
    state.setup = _read_setup(wire["setup"])
    dice = _object("dice", wire["dice"], SEATS)
    home, away = (0 if dice[seat] is None else _int(f"dice.{seat}", dice[seat], 1, 6) for seat in SEATS)
    state.dice = (home, away)
    state.target = _read_target(wire["target"])
    state.snapshot = _pitch("snapshot", wire["snapshot"]) if wire["snapshot"] != {} else ()
    state.deducted = reading.pair("deducted", wire["deducted"])
    state.moved = reading.piece_list("moved", wire["moved"], PIECE)
    state.movement = _read_movement(wire["movement"])
    state.carried = reading.truth("carried", wire["carried"])
    state.no_movement = reading.side("no_movement", wire["no_movement"])
    state.codes = None
    return state


def _read_sealed(phase: int, value: Any) -> Pair:
    sealed = _object("sealed", value, SEATS)
    names: dict[Any, int] = {None: NOBODY}
    if phase == FORMATION_PHASE:
        names.update(FORMATION)
    elif phase == PENALTY_AIM:
        names.update((side, index) for index, side in enumerate(DIVE_SIDES))
    home, away = (_one_of(f"sealed.{seat}", sealed[seat], names) for seat in SEATS)
    return home, away


def _read_setup(value: Any) -> SetUp | None:
    if value is None:
        return None
    setup = _object("setup", value, ("seat", "step", "left", "adjust_left", "adjusted"))
    return SetUp(
        reading.one("setup.seat", setup["seat"], SEATS),
        reading.one("setup.step", setup["step"], STEPS),
        reading.piece_list("setup.left", setup["left"], PIECE),
        _int("setup.adjust_left", setup["adjust_left"], 0, 2),
        reading.piece_list("setup.adjusted", setup["adjusted"], PIECE),
    )


def _read_target(value: Any) -> tuple[int, int, int] | None:
    if value is None:
        return None
    target = _object("target", value, ("from", "zone", "via"))
    return (
        reading.one("target.from", target["from"], ZONES),
        reading.one("target.zone", target["zone"], ZONES),
        _one_of("target.via", target["via"], {**{zone: CELL[zone] for zone in ZONES}, None: OFF}),
    )


def _read_movement(value: Any) -> Movement | None:
    if value is None:
        return None
    movement = _object("movement", value, ("seat", "option", "left", "next", "extra"))
    return Movement(
        reading.one("movement.seat", movement["seat"], SEATS),
        reading.one("movement.option", movement["option"], OPTION_NAMES),
        _int("movement.left", movement["left"], 0, 10),
        reading.side("movement.next", movement["next"]),
        reading.truth("movement.extra", movement["extra"]),
    )


_WITHOUT_BALL = frozenset((FORMATION_PHASE, CHOOSE_KICK_OFF, FINISHED))
_MOVING = frozenset((MOVEMENT_OPTION, MOVEMENT, FREE_PLAY, QUICK_MOVES))


def _refuse_what_cannot_stand(state: State) -> None:
    """Every phase needs what its moves read. Raises BadState naming the key."""
    phase = state.phase
    _refuse_wrong_seats(state)
    for piece in state.sent_off:
        if piece not in OUTFIELD[SEAT_OF[piece]]:
            raise BadState("sent_off names outfield players only (FU-6.2)")
        if state.pieces[piece] != OFF:
            raise BadState(f"pieces.{PIECES[piece]} must be null, for he is sent off")
    if any(len(set(team) - set(state.sent_off)) < FEWEST for team in TEAM):
        raise BadState(f"sent_off must leave each team {FEWEST} men, as a kick-off needs them (FU-3.7)")
    if (phase == FINISHED) != (state.period == OVER) or (phase == FINISHED) != (state.result is not None):
        raise BadState("phase, period and result say together that the match is finished")
    if phase == FINISHED:
        return
    shootout = state.period == SHOOTOUT
    if shootout != (state.shootout is not None):
        raise BadState("shootout must be an object in the shootout, and null elsewhere")
    if shootout and phase not in (PENALTY_DIVE, PENALTY_AIM):
        raise BadState("in the shootout phase must be penalty_dive or penalty_aim (FU-9.4)")
    if not shootout and state.minute > state.setting.ends[state.period]:
        raise BadState(f"minute must be at most {state.setting.ends[state.period]} in this period")
    if phase == FORMATION_PHASE:
        return
    if NOBODY in state.formations:
        raise BadState("formations must be set once they are shown (FU-3.1)")
    if phase == CHOOSE_KICK_OFF:
        return
    if state.first_kick_off == NOBODY:
        raise BadState("first_kick_off must be home or away once it is settled (FU-3.3)")
    if not shootout:
        if state.ball == OFF:
            raise BadState(f"ball must be a zone in {PHASES[phase]}")
        if not state.ball_die:
            raise BadState(f"ball_die must be 1 to 6 in {PHASES[phase]}")
    _refuse_wrong_set_up(state)
    _refuse_wrong_movement(state)


def _refuse_wrong_seats(state: State) -> None:
    """``to_act`` and ``attacking`` must be those of the phase (section 10)."""
    phase, attacking = state.phase, state.attacking
    if phase in _WITHOUT_BALL:
        expected: tuple[int, ...] = (1, 2)
        if phase == FORMATION_PHASE:
            expected = (sum(1 << seat for seat in (0, 1) if state.sealed[seat] == NOBODY),)
        elif phase == FINISHED:
            expected = (0,)
    elif attacking == NOBODY:
        raise BadState(f"attacking must be home or away in {PHASES[phase]}")
    elif phase in (DEPLOY, ADJUST):
        expected = (1 << state.setup.seat,) if state.setup else ()
    elif phase in _MOVING:
        expected = (1 << state.movement.seat,) if state.movement else ()
    elif phase == PENALTY_DIVE:
        expected = (2 >> attacking,)
    elif phase == SEND_OFF:
        expected = (1, 2)
    else:
        expected = (1 << attacking,)
    if state.acting not in expected or (phase == FORMATION_PHASE and not state.acting):
        raise BadState(f"to_act does not fit the phase {PHASES[phase]} (section 10)")
    if phase == PENALTY_AIM and (state.sealed[1 - attacking] == NOBODY or state.sealed[attacking] != NOBODY):
        raise BadState("sealed must hold the keeper's side in penalty_aim (FU-7.15)")


def _refuse_wrong_set_up(state: State) -> None:
    phase, setup = state.phase, state.setup
    if (phase in (DEPLOY, ADJUST)) != (setup is not None):
        raise BadState("setup must be an object in deploy and adjust, and null elsewhere")
    if setup is None:
        return
    if state.restart == NO_RESTART or RESTARTS[state.restart] == "goal_kick":
        raise BadState("restart must be kick_off, free_kick, corner or penalty while setting up (FU-3.4)")
    expected = {0: state.attacking, 1: 1 - state.attacking, 2: state.attacking}[setup.step]
    if setup.seat != expected or (setup.step == 2) != (phase == ADJUST):
        raise BadState("setup.seat and setup.step must fit the phase (FU-3.4)")
    if (phase == DEPLOY) != bool(setup.left) or any(piece not in TEAM[setup.seat] for piece in setup.left):
        raise BadState("setup.left lists the pieces of setup.seat still to place, none of them in adjust (FU-3.5)")
    if any(piece not in TEAM[state.attacking] for piece in setup.adjusted):
        raise BadState("setup.adjusted lists pieces of the active team (FU-3.4)")
    if any(state.pieces[piece] != OFF or piece in state.sent_off for piece in setup.left):
        raise BadState("setup.left lists pieces that are not on the board and not sent off (FU-3.5)")


def _refuse_wrong_movement(state: State) -> None:
    phase, movement = state.phase, state.movement
    if phase in (RECEIVE, COLLECT) and state.target is None:
        raise BadState(f"target must be an object in {PHASES[phase]}")
    if (phase in _MOVING) != (movement is not None):
        raise BadState("movement must be an object in the phases of player movement, and null elsewhere")
    if movement is None:
        return
    if movement.next == movement.seat:
        raise BadState("movement.next is the other seat, or null")
    fits = {
        MOVEMENT_OPTION: movement.option == NO_OPTION,
        QUICK_MOVES: movement.option == QUICK and not movement.extra,
    }.get(phase, movement.option not in (NO_OPTION, QUICK))
    if not fits:
        raise BadState(f"movement.option does not fit the phase {PHASES[phase]} (FU-5.2, FU-5.11)")
