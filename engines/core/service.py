"""The stateless wire of ``python -m engines serve``: one JSON request, one JSON answer.

``answer`` and ``answer_line`` never raise: any failure is ``{"ok": false, "error": CODE, "reason": SENTENCE}``. Source:
docs/engines.md, "The wire".
"""

import json
from collections.abc import Callable
from typing import Any, BinaryIO, Final, NoReturn

import engines
from engines.core.codecs import MOST
from engines.core.dice import Dice, ScriptedDice, SeededDice
from engines.core.errors import BadRequest, BadState, EngineError, show
from engines.core.game import Game
from engines.core.seats import SEATS, Seat, Wire

LONGEST_LINE: Final = 4_000_000
"""Longest request, in bytes; a longer line is read to its end and refused."""


def answer(request: Any) -> Wire:  # a JSON value from outside
    try:
        if not isinstance(request, dict):
            raise BadRequest(f"a request must be an object, not {show(request)}")
        name = request.get("cmd")
        command = _COMMANDS.get(name) if isinstance(name, str) else None
        if command is None:
            raise BadRequest(f"there is no cmd {show(name)}; the commands are {', '.join(_COMMANDS)}")
        return {"ok": True, **command(request)}
    except EngineError as error:
        return {"ok": False, "error": error.code, "reason": str(error)}
    except RecursionError:
        return {"ok": False, "error": "bad_request", "reason": "the request is nested too deeply"}


def answer_line(line: bytes) -> bytes:
    """Answer one line with one line of JSON, without its newline."""
    try:
        request = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return _dump({"ok": False, "error": "bad_request", "reason": "the line is not JSON"})
    return _dump(answer(request))


def _dump(value: Wire) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer each line of ``requests`` on ``answers`` until they end."""
    while line := requests.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            while (chunk := requests.readline(LONGEST_LINE)) and not chunk.endswith(b"\n"):
                pass
            reason = f"a line may have {LONGEST_LINE} bytes"
            reply = _dump({"ok": False, "error": "bad_request", "reason": reason})
        else:
            reply = answer_line(line)
        answers.write(reply + b"\n")
        answers.flush()


# ── commands ──
def _games(_request: Wire) -> Wire:
    games = []
    for slug in engines.games():
        game = engines.get(slug)
        games.append(
            {
                "slug": slug,
                "name": game.name,
                "rules_version": game.rules_version,
                "options": [option.schema() for option in game.options],
                "suggested_limits": {"move_seconds": game.move_seconds, "wall_minutes": game.wall_minutes},
            }
        )
    return {"games": games}


def _new(request: Wire) -> Wire:
    game, dice = engines.get(_required(request, "game")), _dice(request)
    state, events = game.new(request.get("options"), request.get("terms"), dice)
    return {"state": game.to_wire(state), "events": events, "rolled": dice.rolled}


def _legal(request: Wire) -> Wire:
    seat = _seat(request)
    game, state = _position(request)
    return {"moves": list(game.legal(state, seat))}


def _apply(request: Wire) -> Wire:
    seat = None if _required(request, "seat") is None else _seat(request)
    dice = _dice(request)
    move = _required(request, "move")
    if not isinstance(move, dict):
        raise BadRequest(f"move must be an object, not {show(move)}")
    game, state = _position(request)
    after, events = game.apply(state, seat, move, dice)
    wire = game.to_wire(after)
    _refuse_overflow(wire)
    return {"state": wire, "events": events, "rolled": dice.rolled}


def _refuse_overflow(wire: Wire) -> None:
    """Refuse a count at its bound: it cannot grow, and the next request could not read the position."""
    for key, value in wire.items():
        for count in value.values() if isinstance(value, dict) else (value,):
            if isinstance(count, int) and count > MOST:
                raise BadState(f"{key} is at its bound {MOST}, so this position cannot be played on")


def _view(request: Wire) -> Wire:
    seat = None if request.get("seat") is None else _seat(request)
    game, state = _position(request)
    return {"state": game.view(state, seat)}


def _default_move(request: Wire) -> Wire:
    seat = _seat(request)
    game, state = _position(request)
    return {"move": game.default_move(state, seat)}


def _setup(request: Wire) -> Wire:
    game = engines.get(_required(request, "game"))
    state = game.setup(request.get("overrides"), request.get("options"), request.get("terms"))
    return {"state": game.to_wire(state)}


_COMMANDS: Final[dict[str, Callable[[Wire], Wire]]] = {
    "games": _games,
    "new": _new,
    "legal": _legal,
    "apply": _apply,
    "view": _view,
    "default_move": _default_move,
    "setup": _setup,
}


# ── fields of a request ──
def _required(request: Wire, key: str) -> Any:  # a JSON value from outside
    if key not in request:
        raise BadRequest(f"cmd {request['cmd']} needs {key}")
    return request[key]


def _seat(request: Wire) -> Seat:
    seat = _required(request, "seat")
    for each in SEATS:
        if seat == each:
            return each
    raise BadRequest(f"seat must be home or away, not {show(seat)}")


def _position(request: Wire) -> tuple[Game[Any], Any]:  # each game has its own kind of position
    state = _required(request, "state")
    if not isinstance(state, dict):
        raise BadState(f"a state must be an object, not {show(state)}")
    if not isinstance(state.get("game"), str):
        raise BadState("a state needs its game")
    game = engines.get(state["game"])
    return game, game.from_wire(state)


def _dice(request: Wire) -> Dice:
    script, seed = request.get("dice"), request.get("seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise BadRequest(f"seed must be a whole number, not {show(seed)}")
    if script is None:
        return ScriptedDice(()) if seed is None else SeededDice(seed)
    if not isinstance(script, list):
        raise BadRequest(f"dice must be a list of whole numbers, not {show(script)}")
    for number, value in enumerate(script, 1):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadRequest(f"die {number} must be a whole number, not {show(value)}")
    return ScriptedDice(script, seed)
