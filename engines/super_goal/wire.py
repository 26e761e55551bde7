"""A position of Super Goal! as JSON and back, and positions made by hand. Source: SG section 16, "State" and ``setup``.

``read`` is strict: exactly the keys of the data contract, each value checked, so that no position from outside can make
a rule fail later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.core import reading
from engines.core.errors import BadState, show
from engines.core.moves import find
from engines.core.seats import Wire
from engines.super_goal import moves as m
from engines.super_goal.board import CELLS, MOUTH, NAMES, NOWHERE, ON_PITCH, SIDE, WING
from engines.super_goal.faces import ARROWS, DICE, NO_DIE, STAR, Arrow
from engines.super_goal.options import frame
from engines.super_goal.periods import result
from engines.super_goal.state import (
    ATTACK,
    CORNER,
    CROSSBAR,
    DIRECTION,
    FINISHED,
    GOAL_KICK,
    INTERVENE,
    KEEPER_THROW,
    KICKS,
    OVER,
    PENALTY,
    PERIODS,
    PHASES,
    REACT,
    RESTARTS,
    SHOOTOUT,
    SPOT_KICK,
    THROW,
    WINDOWS,
    Frame,
    State,
    starting,
)

SLUG: Final = "super_goal"
HOWS: Final = ("regulation", "aggregate", "away_goals", "shootout", "resignation")


def to_act(s: State) -> list[str]:
    """Who decides: the attack, in ``react`` and ``intervene`` the defender, at the end nobody."""
    if s.phase == FINISHED:
        return []
    return [NAMES[1 - s.attacking if s.phase in (REACT, INTERVENE) else s.attacking]]


def write(s: State) -> Wire:
    """The position in the data contract's shape."""
    terms = s.frame.terms
    return {
        "game": SLUG,
        "options": dict(s.frame.options),
        "terms": {**terms, "carry": dict(terms["carry"])},
        "phase": PHASES[s.phase],
        "to_act": to_act(s),
        "period": PERIODS[s.period],
        "attacking": _seat(s.attacking),
        "score": {"home": s.score[0], "away": s.score[1]},
        "shootout": None if s.kicks is None else {"home": list(s.kicks[0]), "away": list(s.kicks[1])},
        "pieces": {},
        "ball": None if s.ball == NOWHERE else CELLS[s.ball],
        "carrier": None,
        "yellow": {},
        "sent_off": [],
        "time_up": s.time_up,
        "turn": s.turn,
        "result": result(s),
        "toss_winner": NAMES[s.toss_winner],
        "star": {"holder": NAMES[s.star_holder], "face": STAR[s.star_face]},
        "restart": RESTARTS[s.restart],
        "last_die": None if s.last_die == NO_DIE else DICE[s.last_die],
        "last_foul": _seat(s.last_foul),
        "expulsions": {"home": s.reds[0], "away": s.reds[1]},
        "period_turns": s.period_turns,
        "first_kicker": _seat(s.first_kicker),
        "pending": _pending(s),
    }


def _seat(side: int) -> str | None:
    return None if side < 0 else NAMES[side]


def _pending(s: State) -> Wire | None:
    if s.declared is not None:
        return {"action": dict(s.declared)}
    if s.arrow is not None:
        die, direction, n, symbol, turned = s.arrow
        return {"die": DICE[die], "dir": direction, "n": n, "symbol": symbol, "turned": turned}
    if s.window is not None:
        return {"kind": WINDOWS[s.window[0]], "inside": s.window[1]}
    return None


KEYS: Final = frozenset(write(starting(frame(None, None))))


def read(wire: Mapping[str, Any]) -> State:
    """The position of ``wire``. Raises BadState naming the key that is wrong and what it allows."""
    wire = reading.whole(wire, KEYS, SLUG)
    match = reading.settings(wire, frame, lambda found: (found.options, found.terms))
    for key, value in (("pieces", {}), ("carrier", None), ("yellow", {}), ("sent_off", [])):
        if wire[key] != value:
            raise BadState(f"{key} must be {value!r} in this game, not {show(wire[key])}")
    s = _numbers(wire, match)
    _check_phase(s)
    _read_pending(s, wire["pending"])
    if s.phase == REACT:
        _check_declared(s)
    if wire["to_act"] != to_act(s):
        raise BadState(f"to_act must be {to_act(s)} in phase {PHASES[s.phase]}, not {show(wire['to_act'])}")
    return s


def _numbers(wire: Mapping[str, Any], match: Frame) -> State:
    s = State()
    s.frame = match
    s.phase = reading.one("phase", wire["phase"], PHASES)
    s.period = reading.one("period", wire["period"], PERIODS)
    s.attacking = reading.side("attacking", wire["attacking"])
    s.score = reading.pair("score", wire["score"])
    s.reds = reading.pair("expulsions", wire["expulsions"])
    s.ball = NOWHERE if wire["ball"] is None else reading.one("ball", wire["ball"], CELLS)
    s.time_up = reading.truth("time_up", wire["time_up"])
    s.turn = reading.count("turn", wire["turn"])
    s.period_turns = reading.count("period_turns", wire["period_turns"])
    s.toss_winner = reading.side("toss_winner", wire["toss_winner"], nullable=False)
    star = wire["star"]
    if not isinstance(star, Mapping) or set(star) != {"holder", "face"}:
        raise BadState(f"star must be an object with the keys holder and face, not {show(star)}")
    s.star_holder = reading.side("star.holder", star["holder"], nullable=False)
    s.star_face = reading.one("star.face", star["face"], STAR[1:]) + 1
    s.restart = reading.one("restart", wire["restart"], RESTARTS)
    s.last_die = NO_DIE if wire["last_die"] is None else reading.one("last_die", wire["last_die"], DICE)
    s.last_foul = reading.side("last_foul", wire["last_foul"])
    s.first_kicker = reading.side("first_kicker", wire["first_kicker"])
    s.kicks = reading.kicks(wire["shootout"])
    s.result = reading.result(wire["result"], HOWS)
    s.declared = s.arrow = s.window = None
    return s


def _check_phase(s: State) -> None:
    """What each phase asks of the other keys, so that no rule meets a position that it cannot play on from."""
    phase = PHASES[s.phase]
    over = s.phase == FINISHED
    if (
        over != (s.period == OVER)
        or over != (s.result is not None)
        or over != (s.attacking < 0)
        or over != (s.ball < 0)
    ):
        raise BadState("phase and period finished, a result, attacking null and ball null go together")
    if (s.phase == SHOOTOUT) != (s.period == KICKS):
        raise BadState("phase shootout and period shootout go together")
    if s.phase == SHOOTOUT:
        if s.kicks is None or s.first_kicker < 0:
            raise BadState("phase shootout needs shootout and first_kicker")
        _check_kicks(s)
    if s.phase in (ATTACK, REACT, DIRECTION) and s.ball >= ON_PITCH:
        raise BadState(f"ball must be on a cell of the pitch in phase {phase}, not in {CELLS[s.ball]}")
    if (s.restart == SPOT_KICK) != (s.phase in (PENALTY, SHOOTOUT)):
        raise BadState("restart penalty and the phases penalty and shootout go together")
    if s.phase == KEEPER_THROW and s.restart != THROW:
        raise BadState("phase keeper_throw needs restart keeper_throw")
    if s.phase in (ATTACK, REACT, DIRECTION) and s.restart == CORNER and not WING[s.attacking][s.ball]:
        raise BadState("restart corner needs the ball in a corner under attack")


def _check_kicks(s: State) -> None:
    """Kicks are taken in turn: without this a shootout would never have equal kicks again (SG-12.6)."""
    home, away = map(len, s.kicks or ((), ()))
    if abs(home - away) > 1 or (home != away and s.attacking != int(home > away)):
        raise BadState("in a shootout the sides kick in turn, and attacking is the side that kicks next")


def _read_pending(s: State, value: Any) -> None:  # a JSON value from outside
    if s.phase not in (REACT, DIRECTION, INTERVENE):
        if value is not None:
            raise BadState(f"pending must be null in phase {PHASES[s.phase]}, not {show(value)}")
        return
    keys = {REACT: {"action"}, DIRECTION: {"die", "dir", "n", "symbol", "turned"}, INTERVENE: {"kind", "inside"}}[
        s.phase
    ]
    if not isinstance(value, Mapping) or set(value) != keys:
        raise BadState(f"pending must have the keys {', '.join(sorted(keys))} in phase {PHASES[s.phase]}")
    if s.phase == REACT:
        action = value["action"]
        if not isinstance(action, Mapping):
            raise BadState(f"pending.action must be an object, not {show(action)}")
        s.declared = find((*m.ROLL, m.SHOOT), action)
        if s.declared is None:
            raise BadState(f"pending.action must be a roll or a shot, not {show(action)}")
    elif s.phase == DIRECTION:
        s.arrow = _arrow(s, value)
    else:
        kind, inside = (
            reading.one("pending.kind", value["kind"], WINDOWS),
            reading.truth("pending.inside", value["inside"]),
        )
        _check_window(s, kind, inside)
        s.window = (kind, inside)


def _arrow(s: State, value: Mapping[str, Any]) -> Arrow:
    die = reading.one("pending.die", value["die"], DICE)
    turned = reading.truth("pending.turned", value["turned"])
    n = reading.count("pending.n", value["n"])
    for direction, steps, symbol in ARROWS[die][1:]:
        if direction in ("lateral", "diagonal") and (direction, symbol) == (value["dir"], value["symbol"]):
            if n != steps and (n != 2 * steps or s.restart not in (GOAL_KICK, THROW)):
                continue
            if turned and not WING[s.attacking][s.ball]:
                raise BadState("pending.turned: an arrow is turned only in the outer lanes of the last three rows")
            return Arrow(die, direction, n, symbol, turned)
    raise BadState(f"pending is no lateral or diagonal face of the {DICE[die]} die: {show(dict(value))}")


def _check_window(s: State, kind: int, inside: bool) -> None:
    in_mouth = kind >= CROSSBAR
    if in_mouth != (s.ball == MOUTH[s.attacking]) or (not in_mouth and s.ball >= ON_PITCH):
        where = "in the goal mouth under attack" if in_mouth else "on a cell of the pitch"
        raise BadState(f"ball must be {where} when {WINDOWS[kind]} is pending, not at {CELLS[s.ball]}")
    if inside and WINDOWS[kind] in ("tackle", "block"):
        raise BadState(f"pending.inside must be false for {WINDOWS[kind]}")


def _check_declared(s: State) -> None:
    if s.declared not in m.attack(s.attacking, s.ball, s.restart, s.last_die, -1):
        raise BadState("pending.action is not legal in this position")


def set_up(
    overrides: Mapping[str, Any] | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None
) -> State:
    """A position made by hand: the base line, ``overrides`` in place of its keys, what follows from the phase.

    ``star``, ``score`` and ``expulsions`` are merged key by key. Raises BadState, BadOptions.
    """
    if overrides is None:
        overrides = {}
    if not isinstance(overrides, Mapping):
        raise BadState(f"overrides must be an object, not {show(overrides)}")
    wire = write(starting(frame(options, terms)))
    given = {key: value for key, value in overrides.items() if key != "pieces_only"}  # this game has no pieces
    for key, value in given.items():
        if key not in KEYS:
            raise BadState(f"a super_goal state has no key {show(key)}")
        if key in ("star", "score", "expulsions") and isinstance(value, Mapping):
            wire[key] = {**wire[key], **value}
        else:
            wire[key] = value
    phase = wire["phase"]
    if "restart" not in given:
        kick_off = phase == "attack" and wire["ball"] == "C6"
        wire["restart"] = "kick_off" if kick_off else _RESTART.get(phase) if isinstance(phase, str) else None
    if phase == "shootout":
        for key, value in (
            ("period", "shootout"),
            ("shootout", {"home": [], "away": []}),
            ("first_kicker", wire["attacking"]),
        ):
            if key not in given:
                wire[key] = value
    elif phase == "finished":
        for key, value in (("period", "finished"), ("attacking", None), ("ball", None)):
            if key not in given:
                wire[key] = value
    if "to_act" not in given:
        wire["to_act"] = _acting(wire)
    return read(wire)


_RESTART: Final = {"keeper_throw": "keeper_throw", "penalty": "penalty", "shootout": "penalty"}


def _acting(wire: Wire) -> list[str]:
    if wire["phase"] == "finished" or wire["attacking"] not in NAMES:
        return []
    side = SIDE[wire["attacking"]]
    return [NAMES[1 - side if wire["phase"] in ("react", "intervene") else side]]
