"""A position of Super Goal! as JSON and back, and positions made by hand. Source: SG section 16, "State" and ``setup``.

``read`` is strict: exactly the keys of the data contract, each value checked, so that no position from outside can make
a rule fail later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import BadOptions, BadState, show
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
MOST: Final = 10**9
"""Bound of every count in a position from outside."""
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
    if not isinstance(wire, Mapping):
        raise BadState(f"a state must be an object, not {show(wire)}")
    if set(wire) != KEYS:
        missing, extra = KEYS - set(wire), set(wire) - KEYS
        words = [f"{name} is missing" for name in sorted(missing)] + [f"{show(name)} is no key" for name in extra]
        raise BadState("the keys of a super_goal state are wrong: " + show(", ".join(words), 400))
    try:
        match = frame(_object(wire, "options"), _object(wire, "terms"))
    except BadOptions as wrong:
        raise BadState(str(wrong)) from None
    for key, value in (("game", SLUG), ("pieces", {}), ("carrier", None), ("yellow", {}), ("sent_off", [])):
        if wire[key] != value:
            raise BadState(f"{key} must be {value!r} in this game, not {show(wire[key])}")
    if match.options != wire["options"] or match.terms != wire["terms"]:
        raise BadState("options and terms of a state must be complete: every key, nulls resolved")
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
    s.phase = _one(wire, "phase", PHASES)
    s.period = _one(wire, "period", PERIODS)
    s.attacking = _side(wire, "attacking", True)
    s.score = _pair(wire, "score")
    s.reds = _pair(wire, "expulsions")
    s.ball = NOWHERE if wire["ball"] is None else _one(wire, "ball", CELLS)
    s.time_up = _truth(wire["time_up"], "time_up")
    s.turn = _count(wire["turn"], "turn")
    s.period_turns = _count(wire["period_turns"], "period_turns")
    s.toss_winner = _side(wire, "toss_winner", False)
    star = wire["star"]
    if not isinstance(star, Mapping) or set(star) != {"holder", "face"}:
        raise BadState(f"star must be an object with the keys holder and face, not {show(star)}")
    s.star_holder = _side(star, "holder", False, "star.")
    s.star_face = _one(star, "face", STAR[1:], "star.") + 1
    s.restart = _one(wire, "restart", RESTARTS)
    s.last_die = NO_DIE if wire["last_die"] is None else _one(wire, "last_die", DICE)
    s.last_foul = _side(wire, "last_foul", True)
    s.first_kicker = _side(wire, "first_kicker", True)
    s.kicks = _kicks(wire["shootout"])
    s.result = _result(wire["result"])
    s.declared = s.arrow = s.window = None
    return s


def _object(wire: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = wire[key]
    if not isinstance(value, Mapping):
        raise BadState(f"{key} must be an object, not {show(value)}")
    return value


def _one(wire: Mapping[str, Any], key: str, allowed: tuple[str | None, ...], prefix: str = "") -> int:
    value = wire[key]
    if not (value is None or isinstance(value, str)) or value not in allowed:
        words = ", ".join("null" if name is None else name for name in allowed)
        raise BadState(f"{prefix}{key} must be one of {words}, not {show(value)}")
    return allowed.index(value)


def _side(wire: Mapping[str, Any], key: str, nullable: bool, prefix: str = "") -> int:
    value = wire[key]
    if value is None and nullable:
        return -1
    return _one(wire, key, NAMES, prefix)


def _count(value: Any, key: str) -> int:  # a JSON value from outside
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise BadState(f"{key} must be a whole number from 0 to {MOST}, not {show(value)}")
    return value


def _truth(value: Any, key: str) -> bool:  # a JSON value from outside
    if not isinstance(value, bool):
        raise BadState(f"{key} must be true or false, not {show(value)}")
    return value


def _pair(wire: Mapping[str, Any], key: str) -> tuple[int, int]:
    value = wire[key]
    if not isinstance(value, Mapping) or set(value) != set(NAMES):
        raise BadState(f"{key} must be an object with the keys home and away, not {show(value)}")
    return _count(value["home"], f"{key}.home"), _count(value["away"], f"{key}.away")


def _kicks(value: Any) -> tuple[tuple[bool, ...], tuple[bool, ...]] | None:  # a JSON value from outside
    if value is None:
        return None
    if (
        not isinstance(value, Mapping)
        or set(value) != set(NAMES)
        or any(not isinstance(value[seat], list) for seat in NAMES)
        or any(not isinstance(kick, bool) for seat in NAMES for kick in value[seat])
    ):
        raise BadState(f"shootout must be null or an object of two lists of true and false, not {show(value)}")
    return tuple(value["home"]), tuple(value["away"])


def _result(value: Any) -> tuple[int, str] | None:  # a JSON value from outside
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"winner", "how"}:
        raise BadState(f"result must be null or an object with the keys winner and how, not {show(value)}")
    return _side(value, "winner", True, "result."), HOWS[_one(value, "how", HOWS, "result.")]


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
        kind, inside = _one(value, "kind", WINDOWS, "pending."), _truth(value["inside"], "pending.inside")
        _check_window(s, kind, inside)
        s.window = (kind, inside)


def _arrow(s: State, value: Mapping[str, Any]) -> Arrow:
    die = _one(value, "die", DICE, "pending.")
    turned = _truth(value["turned"], "pending.turned")
    n = _count(value["n"], "pending.n")
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
