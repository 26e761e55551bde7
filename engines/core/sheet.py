"""Match sheets: finished matches as text to keep and share, and as JSON; exact replay; proof of dice.

A text sheet is a header of tags, numbered moves in the game's notation with the rolls of each, and the result::

    [Game "super_goal"]
    [RulesVersion "1"]
    [Home "Anna"]
    ...
    0. - [2 3]
    1. home roll pass [1]
    2. home shoot [6]
    57. host timeout away [4]
    Result: 2-1 home regulation

``write`` is canonical. ``read`` is tolerant: it takes either form, any order of tags, unknown tags, blank lines, lines
broken elsewhere, other cases of letters, and comments in braces. Source: docs/engines.md, "The match sheet".
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import engines
from engines.core.dice import Dice, FairDice, ScriptedDice, commitment
from engines.core.errors import BadRequest, EngineError, show
from engines.core.game import Game
from engines.core.moves import plain_notation
from engines.core.seats import SEATS, Event, Seat, Wire

FORMAT: Final = "tabellone-sheet"
FORMAT_VERSION: Final = 1


class BadSheet(BadRequest):
    """A sheet that cannot be read or does not replay; the sentence names the line or the move."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One applied move: ``seat`` None is a host move; ``rolled`` its dice, in order."""

    seat: Seat | None
    move: Mapping[str, Any]
    rolled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The record of a match.

    ``tags`` holds what no replay needs (Home, Away, Date, Match, Commitment, Secret, HomeSeed, AwaySeed, Decided ...),
    in writing order. ``result`` and ``score`` are the engine's; None for an unfinished match.
    """

    game: str
    rules_version: int
    options: dict[str, Any]
    terms: dict[str, Any]
    opening: tuple[int, ...]
    entries: tuple[Entry, ...]
    score: dict[str, int]
    result: dict[str, Any] | None = None
    tags: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Replay:
    """A replayed sheet: the positions after the start and after each entry, and each one's events."""

    game: Game[Any]  # each game has its own kind of position
    states: list[Any]
    events: list[list[Event]]

    @property
    def final(self) -> Wire:
        return self.game.to_wire(self.states[-1])


# ── replay and proof ──
def replay(sheet: Sheet) -> Replay:
    """Replay ``sheet`` with its written dice. Raises BadSheet at the first move that does not fit."""
    game = _game(sheet)
    dice = ScriptedDice(sheet.opening)
    try:
        state, events = game.new(_options(sheet, game), sheet.terms, dice)
    except EngineError as error:
        raise BadSheet(f"the match cannot begin: {error}") from None
    _spent(dice, "the start")
    played = Replay(game, [state], [events])
    for number, entry in enumerate(sheet.entries, 1):
        dice = ScriptedDice(entry.rolled)
        try:
            state, events = game.apply(state, entry.seat, entry.move, dice)
        except EngineError as error:
            raise BadSheet(f"move {number} does not fit: {error}") from None
        _spent(dice, f"move {number}")
        played.states.append(state)
        played.events.append(events)
    return played


def _game(sheet: Sheet) -> Game[Any]:  # each game has its own kind of position
    game = engines.get(sheet.game)
    if not game.plays(sheet.rules_version):
        raise BadSheet(
            f"the sheet is of rules version {sheet.rules_version}, this {game.name} plays version {game.rules_version}"
        )
    for option in game.options:
        if option.since > sheet.rules_version and option.name in sheet.options:
            raise BadSheet(
                f"the sheet is of rules version {sheet.rules_version}, which has no option {option.name}: "
                f"it came with version {option.since}"
            )
    return game


def _options(sheet: Sheet, game: Game[Any]) -> dict[str, Any]:  # each game has its own kind of position
    return game.options_under(sheet.rules_version, sheet.options)


def _spent(dice: ScriptedDice, place: str) -> None:
    if dice.left:
        raise BadSheet(f"{place} has more dice written than it rolls: {dice.left} are left")


def verify(sheet: Sheet) -> list[str]:
    """Return what was proved about ``sheet``, in sentences. Raises BadSheet at a fault.

    The match replays with its dice; score and result are as written; if the sheet has its secret, the secret fits the
    commitment and every roll follows from it and the sides' seeds.
    """
    played = replay(sheet)
    final = played.final
    proofs = [f"the {len(sheet.entries)} moves replay by rules version {sheet.rules_version} of {sheet.game}"]
    if final["score"] != sheet.score:
        raise BadSheet(f"the score is {_score(final['score'])}, the sheet says {_score(sheet.score)}")
    if final["result"] != sheet.result:
        raise BadSheet(f"the result is {show(final['result'])}, the sheet says {show(sheet.result)}")
    proofs.append(f"the score is {_score(sheet.score)}" + ("" if sheet.result else ", the match is not over"))
    tags = sheet.tags
    if "Secret" not in tags:
        proofs.append("the sheet has no secret, so its dice cannot be proved")
        return proofs
    _prove(sheet, played.game)
    rolls = len(sheet.opening) + sum(len(entry.rolled) for entry in sheet.entries)
    if "Before" in tags:
        proofs.append(
            f"each secret fits its commitment, and all {rolls} rolls follow from them and the seeds of both sides"
        )
        proofs.append(
            "the match goes on from a move of another one: up to there its rolls follow from that one's secret"
        )
    else:
        proofs.append(f"the secret fits its commitment, and all {rolls} rolls follow from it and the two seeds")
    return proofs


def _prove(sheet: Sheet, game: Game[Any]) -> None:  # each game has its own kind of position
    tags = sheet.tags
    for name in ("Commitment", "Match", "HomeSeed", "AwaySeed"):
        if name not in tags:
            raise BadSheet(f"a sheet with its secret needs the tag {name} as well")
    try:
        secret = bytes.fromhex(tags["Secret"])
    except ValueError:
        raise BadSheet("the tag Secret is not hexadecimal") from None
    if commitment(secret) != tags["Commitment"].lower():
        raise BadSheet("the secret does not fit the commitment that was published before the match")
    dice = _proved_dice(sheet, secret)
    state, _ = game.new(_options(sheet, game), sheet.terms, dice)
    _check_dice(dice, sheet.opening, "the start")
    for number, entry in enumerate(sheet.entries, 1):
        before = len(dice.rolled)
        try:
            state, _ = game.apply(state, entry.seat, entry.move, dice)
        except EngineError as error:
            raise BadSheet(f"with the proved dice move {number} does not fit: {error}") from None
        _check_dice(dice, entry.rolled, f"move {number}", before)


def _proved_dice(sheet: Sheet, secret: bytes) -> Dice:
    """Return the dice of the sheet's own secret, preceded by those of continued matches (the tag Before).

    Before is a JSON list, oldest first: ``match``, ``secret``, ``commitment``, ``home_seed``, ``away_seed`` and
    ``last``, the number of the last roll that follows from them.
    """
    tags = sheet.tags
    own = FairDice(secret, tags["Match"], tags["HomeSeed"], tags["AwaySeed"])
    if "Before" not in tags:
        return own
    earlier: list[tuple[int, FairDice]] = []
    try:
        for part in json.loads(tags["Before"]):
            value = bytes.fromhex(part["secret"])
            if commitment(value) != str(part["commitment"]).lower():
                raise BadSheet(f"the secret of match {show(part['match'])} does not fit its commitment")
            dice = FairDice(value, str(part["match"]), str(part["home_seed"]), str(part["away_seed"]))
            earlier.append((_number(part["last"]), dice))
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, EngineError):
            raise
        raise BadSheet("the tag Before is no list of matches with their secrets") from None
    return _Relay(earlier, own)


class _Relay(Dice):
    """Dice that go on with the next secret where one ends; rolls keep their number."""

    __slots__ = ("_earlier", "_own")

    def __init__(self, earlier: list[tuple[int, FairDice]], own: FairDice) -> None:
        super().__init__()
        self._earlier, self._own = earlier, own

    def _draw(self, n: int) -> int:
        number = len(self.rolled) + 1
        dice = next((dice for last, dice in self._earlier if number <= last), self._own)
        dice.next_number = number
        return dice.roll(n)


def _check_dice(dice: Dice, expected: tuple[int, ...], place: str, start: int = 0) -> None:
    proved = tuple(dice.rolled[start:])
    if proved != expected:
        raise BadSheet(f"{place} is written with the dice {list(expected)}, but the secret gives {list(proved)}")


def _score(score: Mapping[str, int]) -> str:
    return f"{score['home']}-{score['away']}"


# ── writing ──
def write(sheet: Sheet) -> str:
    """Return the canonical text."""
    game = engines.get(sheet.game)
    head = {
        "Game": sheet.game,
        "RulesVersion": str(sheet.rules_version),
        **sheet.tags,
        "Options": json_words(sheet.options),
        "Terms": json_words(sheet.terms),
    }
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in head.items()]
    lines += ["", f"0. -{dice_words(sheet.opening)}"]
    for number, entry in enumerate(sheet.entries, 1):
        move = move_words(game, entry.seat, entry.move)
        lines.append(f"{number}. {entry.seat or 'host'} {move}{dice_words(entry.rolled)}")
    lines.append(f"Result: {_result(sheet)}")
    return "\n".join(lines) + "\n"


def move_words(game: Game[Any], seat: Seat | None, move: Mapping[str, Any]) -> str:  # any game's position
    """Write a move; ``seat`` None: of the host."""
    if seat is not None:
        return game.notation(move)
    # host moves of up to two words read well; others are written as JSON
    return plain_notation(move) if set(move) <= {"type", "seat"} else json_words(dict(move))


def json_words(value: Any) -> str:  # JSON values
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def dice_words(rolled: Sequence[int]) -> str:
    return f" [{' '.join(map(str, rolled))}]" if rolled else ""


def _result(sheet: Sheet) -> str:
    score = _score(sheet.score)
    if sheet.result is None:
        return f"{score} *"
    return f"{score} {sheet.result['winner'] or 'draw'} {sheet.result['how']}"


def to_json(sheet: Sheet) -> Wire:
    """Return the sheet as JSON, moves in the wire's shape."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": sheet.game,
        "rules_version": sheet.rules_version,
        "tags": dict(sheet.tags),
        "options": sheet.options,
        "terms": sheet.terms,
        "opening": list(sheet.opening),
        "moves": [
            {"seat": entry.seat, "move": dict(entry.move), "rolled": list(entry.rolled)} for entry in sheet.entries
        ],
        "score": sheet.score,
        "result": sheet.result,
    }


# ── reading ──
def read(words: str) -> Sheet:
    """Read a sheet from its text or its JSON. Raises BadSheet.

    A text sheet is played while it is read: words of a move are understood among the legal moves of its position.
    """
    try:
        if words.lstrip("\ufeff \t\r\n").startswith("{") and '"format"' in words:
            return from_json(json.loads(words.lstrip("\ufeff")))
        return _read_text(words)
    except RecursionError:
        raise BadSheet("the sheet is nested too deeply") from None
    except EngineError:
        raise
    except ValueError as error:  # broken JSON, or a number with thousands of digits
        raise BadSheet(f"the sheet cannot be read: {show(str(error))}") from None


def from_json(value: Any) -> Sheet:  # a JSON value from outside
    """Read a sheet from its JSON. Raises BadSheet."""
    try:
        if value["format"] != FORMAT or value["version"] != FORMAT_VERSION:
            raise BadSheet(f"this is no {FORMAT} of version {FORMAT_VERSION}")
        return Sheet(
            game=str(value["game"]),
            rules_version=_number(value["rules_version"]),
            options=_object(value["options"]),
            terms=_object(value["terms"]),
            opening=_dice(value["opening"]),
            entries=tuple(
                Entry(seat_of(entry["seat"]), _object(entry["move"]), _dice(entry["rolled"]))
                for entry in value["moves"]
            ),
            score={seat: _number(value["score"][seat]) for seat in SEATS},
            result=None if value["result"] is None else _object(value["result"]),
            tags={str(name): str(words) for name, words in _object(value.get("tags", {})).items()},
        )
    except KeyError as missing:
        raise BadSheet(f"the sheet has no {missing.args[0]}") from None
    except (TypeError, AttributeError):
        raise BadSheet("the sheet's JSON has not the shape of a sheet") from None


def _number(value: Any) -> int:  # a JSON value from outside
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadSheet(f"{show(value)} is no whole number")
    return value


def _dice(value: Any) -> tuple[int, ...]:  # a JSON value from outside
    return tuple(_number(number) for number in value)


def _object(value: Any) -> dict[str, Any]:  # a JSON value from outside
    if not isinstance(value, dict):
        raise BadSheet(f"{show(value)} is no object")
    return value


def seat_of(value: Any) -> Seat | None:  # a JSON value from outside
    """Return the seat of an entry; None is the host. Raises BadSheet."""
    for seat in SEATS:
        if value == seat:
            return seat
    if value is None:
        return None
    raise BadSheet(f"{show(value)} is no seat")


_TAG = re.compile(r'^\s*\[\s*([A-Za-z_]\w*)\s+("(?:[^"\\]|\\.)*")\s*\]\s*$')
_MOVE = re.compile(r"^(home|away|host|-)(?:\s+(.*?))?\s*(?:\[([\d\s,]*)\])?$", re.IGNORECASE | re.DOTALL)
_START = re.compile(r"(?m)^[^\S\n]*(?=(?:\d+[^\S\n]*\.|result[^\S\n]*:))", re.IGNORECASE)
"""Reads no line twice: where it crossed lines, a sheet of empty ones cost the square of their number."""
_RESULT = re.compile(r"^(\d+)\s*[-–:]\s*(\d+)\s+(\*|\w+)(?:\s+(\w+))?$")


def _read_text(words: str) -> Sheet:
    tags: dict[str, str] = {}
    body: list[str] = []
    for line in words.lstrip("\ufeff").splitlines():
        header = _TAG.match(line)
        if header:
            tags[header[1]] = json.loads(header[2])
        elif line.strip():
            body.append(line)
    by_case = {name.lower(): name for name in tags}

    def tag(name: str, default: str | None = None) -> str:
        own = by_case.get(name.lower())
        if own is None and default is None:
            raise BadSheet(f"the sheet has no tag {name}")
        return default or "" if own is None else tags.pop(own)

    game = engines.get(tag("Game").strip().lower())
    version = tag("RulesVersion", "1")
    if not version.isdigit():
        raise BadSheet(f"the tag RulesVersion is {show(version)}, which is no number")
    options, terms = _object(json.loads(tag("Options", "{}"))), _object(json.loads(tag("Terms", "{}")))
    sheet = Sheet(game.slug, int(version), options, terms, (), (), {"home": 0, "away": 0}, None, tags)
    _game(sheet)
    return _play_text(sheet, game, "\n".join(body))


def _play_text(sheet: Sheet, game: Game[Any], body: str) -> Sheet:  # each game has its own kind of position
    opening: tuple[int, ...] = ()
    state: Any = None  # each game has its own kind of position
    entries: list[Entry] = []
    score, result = {"home": 0, "away": 0}, None
    for part in _START.split(re.sub(r"(?m)\{[^{}\"]*\}", " ", body)):
        words = " ".join(part.split())
        if not words:
            continue
        if words.lower().startswith("result"):
            score, result = _read_result(words.partition(":")[2].strip())
            continue
        number, _, decision = words.partition(".")
        match = _MOVE.match(decision.strip())
        if not match or not number.strip().isdigit() or (match[1] == "-" and match[2]):
            raise BadSheet(f"this is no move: {show(words)}")
        mover = match[1].lower()
        rolled = tuple(int(value) for value in (match[3] or "").replace(",", " ").split())
        if state is None:
            opening = rolled if mover == "-" else ()
            state = _begin(sheet, game, opening)
            if mover == "-":
                continue
        move = _understand(game, state, mover, match[2] or "", number)
        entry = Entry(None if mover == "host" else seat_of(mover), move, rolled)
        try:
            state, _ = game.apply(state, entry.seat, move, ScriptedDice(rolled))
        except EngineError as error:
            raise BadSheet(f"move {number} does not fit: {error}") from None
        entries.append(entry)
    return Sheet(
        sheet.game,
        sheet.rules_version,
        sheet.options,
        sheet.terms,
        opening,
        tuple(entries),
        score,
        result,
        sheet.tags,
    )


def _begin(sheet: Sheet, game: Game[Any], opening: tuple[int, ...]) -> Any:  # each game has its own kind of position
    try:
        state, _ = game.new(_options(sheet, game), sheet.terms, ScriptedDice(opening))
    except EngineError as error:
        raise BadSheet(f"the match cannot begin: {error}") from None
    return state


def _understand(game: Game[Any], state: Any, mover: str, words: str, number: str) -> Mapping[str, Any]:  # any position
    """Find the move that ``words`` mean: a legal one, a host move, or a JSON object."""
    if words.startswith("{"):
        return _object(json.loads(words))
    notation = " ".join(words.lower().split())
    if mover == "host":
        kind, _, seat = notation.partition(" ")
        return {"type": kind, "seat": seat} if seat else {"type": kind}
    seat_to_move = seat_of(mover)
    for move in game.legal(state, seat_to_move) if seat_to_move else ():
        if game.notation(move).lower() == notation:
            return move
    raise BadSheet(f"move {number}, {mover} {show(words)}, is not legal in its position")


def _read_result(words: str) -> tuple[dict[str, int], dict[str, Any] | None]:
    match = _RESULT.match(words)
    if not match:
        raise BadSheet(f"this is no result: {show(words)}")
    score = {"home": int(match[1]), "away": int(match[2])}
    if match[3] == "*":
        return score, None
    winner = match[3].lower()
    return score, {"winner": None if winner == "draw" else seat_of(winner), "how": (match[4] or "").lower()}
