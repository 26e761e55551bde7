"""Checks a match that a browser has kept: plays it again, move by move, with the rolls of its own secret. Pure.

Whoever played it holds the secret, so this proves that the log keeps the rules and its dice, not that nobody tried
several matches and sent the best: what is sent in counts nowhere.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

import msgspec

import engines
from engines import bots
from engines.core.dice import FairDice
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.options import resolve_options, resolve_terms
from engines.core.seats import SEATS, Seat
from matches.codes import UNDO
from matches.errors import BadFrame, MatchError
from matches.live import deciding
from matches.offline.host import Kept, KeptMatch, Sitter, row_of
from matches.store.rows import LogRow

MOST_LINES: Final = 5000
"""Lines of a log at most. The longest of 200 matches of random moves had some 900."""
MOST_NAME: Final = 60
_SEED: Final = re.compile(r"[0-9a-f]{32}")
_SECRET: Final = re.compile(r"[0-9a-f]{64}")
_write: Final = msgspec.json.Encoder(order="deterministic").encode

Fault: TypeAlias = Literal["order", "move", "rolls", "events", "undo", "end"]
"""``order``: the line is not the next one; ``move``: the rules refuse it; ``undo``: it does not lead back to where the
match stood; ``end``: what is kept of the match is not where its log leads."""


class DoesNotFit(MatchError):
    """A log does not follow from rules and secret; ``line`` is the first that does not, 0 the start."""

    code = "does_not_fit"
    status = 422

    def __init__(self, line: int, fault: Fault, why: str = "") -> None:
        super().__init__(f"Line {line} of the log does not fit ({fault}). {why}".strip())
        self.line, self.fault, self.why = line, fault, why

    def members(self) -> dict[str, Any]:
        return {"line": self.line, "fault": self.fault}


class NotOver(MatchError):
    """The match is not over."""

    code = "not_over"


class OlderRules(MatchError):
    """The match was begun under rules that the site does not play."""

    code = "other_rules"


@dataclass(frozen=True, slots=True)
class _Standing:
    """A position of the match, and the rolls up to it."""

    v: int
    state: Any  # the game's own position type
    rolls: int


def kept_of(value: Any) -> Kept:  # a JSON value from outside
    """Read ``{"match": ..., "log": [...]}``. Raises BadFrame, also for a field that is not known."""
    try:
        kept = msgspec.convert(value, Kept)
    except (msgspec.ValidationError, OverflowError) as error:
        raise BadFrame(f"This is no kept match: {error}") from None
    known, of_row = {field.name for field in msgspec.structs.fields(KeptMatch)}, set(LogRow.__slots__)
    unknown = [*(set(value) - {"match", "log"}), *(set(value["match"]) - known)]
    unknown += (name for row in value["log"] for name in set(row) - of_row)
    if unknown:
        raise BadFrame(f"A kept match has no field {min(unknown)}.")
    if len(kept.log) > MOST_LINES:
        raise BadFrame(f"The log has {len(kept.log)} lines; at most {MOST_LINES} are taken.")
    _check_words(kept.match)
    return kept


def _check_words(match: KeptMatch) -> None:
    seeds = (match.home_seed, match.away_seed)
    if not _SECRET.fullmatch(match.secret) or not all(map(_SEED.fullmatch, seeds)):
        raise BadFrame("The secret has 64 hexadecimal digits, each seed 32, in lower case.")
    for sits in (match.home, match.away):
        if not sits.bot and not 1 <= len(sits.name) <= MOST_NAME:
            raise BadFrame(f"A name has 1 to {MOST_NAME} letters.")
    if match.home.bot and match.away.bot:
        raise BadFrame("One side at least is a person.")


def check(kept: Kept) -> None:
    """Play ``kept`` again from its beginning; return if it is over and everything follows from rules and secret.

    Raises NotOver, OlderRules, DoesNotFit at the first line that fails, BadRequest for a game or level that is none.
    """
    match = kept.match
    game: Game[Any] = engines.get(match.game)
    for sits in _bots_of(match):
        bots.level_of(sits.bot)
    if not game.plays(match.rules_version):
        raise OlderRules("This match was begun under rules that this site does not play.")
    if match.status != "finished":
        raise NotOver("This match is not over. Play it to its end first.")
    dice = deciding.fair_dice(row_of(match))
    dice.next_number = 1
    chain = [_begun(match, game, dice)]
    for number, row in enumerate(kept.log, 1):
        if row.seq != number or (number > 1 and game.result(chain[-1].state) is not None):
            raise DoesNotFit(number, "order")
        if row.kind == "move":
            chain.append(_moved(match, game, chain[-1], row, dice))
        else:
            chain = _undone(match, game, chain, row)
            dice.next_number = chain[-1].rolls + 1
    _check_end(kept, game, chain[-1])


def _bots_of(match: KeptMatch) -> Iterable[Sitter]:
    return [sits for sits in (match.home, match.away) if sits.bot]


def _begun(match: KeptMatch, game: Game[Any], dice: FairDice) -> _Standing:
    options = game.options_under(match.rules_version, match.options)
    try:
        if match.terms != resolve_terms(match.terms) or options != resolve_options(game.options, options):
            raise DoesNotFit(0, "move", "Its options or terms are not complete.")
        state, events = game.new(options, match.terms, dice)
    except EngineError as error:
        raise DoesNotFit(0, "move", str(error)) from None
    if not _same(match.opening.get("rolls"), dice.rolled) or set(match.opening) != {"rolls", "events"}:
        raise DoesNotFit(0, "rolls")
    if not _same(match.opening["events"], _plain(events)):
        raise DoesNotFit(0, "events")
    return _Standing(0, state, len(dice.rolled))


def _moved(match: KeptMatch, game: Game[Any], before: _Standing, row: LogRow, dice: FairDice) -> _Standing:
    seat: Seat | None = next((seat for seat in SEATS if seat == row.seat), None)
    # Of a move without a seat only a person's resignation is known here: there is no clock that decides.
    person = seat or row.move.get("seat")
    resigns = row.move.get("type") == "resign" and any(person == each for each in deciding.people(row_of(match)))
    if seat is None and (row.seat or not resigns):
        raise DoesNotFit(row.seq, "move")
    rolled = len(dice.rolled)
    try:
        state, events = game.apply(before.state, seat, row.move, dice)
    except EngineError as error:
        raise DoesNotFit(row.seq, "move", str(error)) from None
    if row.rolls != dice.rolled[rolled:]:
        raise DoesNotFit(row.seq, "rolls")
    if not _same(row.events, _plain(events)):
        raise DoesNotFit(row.seq, "events")
    return _Standing(row.seq, state, before.rolls + len(row.rolls))


def _undone(match: KeptMatch, game: Game[Any], chain: list[_Standing], row: LogRow) -> list[_Standing]:
    """Return ``chain`` up to the position to which the ruling of ``row`` leads back."""
    move: Mapping[str, Any] = row.move
    again = [each for each in chain if isinstance(move.get("to"), int) and each.v <= move["to"]]
    there = again[-1] if again and again[-1].v == move["to"] < chain[-1].v else None
    is_undo = row.kind == "ruling" and not row.seat and not row.rolls and not row.events
    if there is None or not is_undo:
        raise DoesNotFit(row.seq, "undo")
    wire = _plain(game.stored_under(match.rules_version, there.state))
    if not _same(dict(move), {"type": UNDO, "to": there.v, "rolls": there.rolls, "wire": wire}):
        raise DoesNotFit(row.seq, "undo")
    again[-1] = replace(there, v=row.seq)  # the next decision is undone to this version
    return again


def _check_end(kept: Kept, game: Game[Any], last: _Standing) -> None:
    match, row = kept.match, row_of(kept.match)
    row.result = None
    result = deciding.played_result(row, game, last.state)
    if result is None:
        raise NotOver("This match is not over. Play it to its end first.")
    position = _plain(game.stored_under(match.rules_version, last.state))
    told = [match.version, match.rolls, match.result, match.position, match.score]
    if not _same(told, [len(kept.log), last.rolls, _plain(result), position, position.get("score") or {}]):
        raise DoesNotFit(len(kept.log), "end")


def _same(sent: Any, own: Any) -> bool:  # JSON values
    """Return whether both are one JSON: for Python 1, 1.0 and true are equal, and no engine reads them all."""
    return bool(sent == own) and _write(sent) == _write(own)


def _plain(value: Any) -> Any:  # what the engines give, as JSON has it
    return msgspec.json.decode(msgspec.json.encode(value))
