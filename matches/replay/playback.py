"""A match step by step, from its log: the source of the replay, the sheet and the check of the dice.

The engine is a pure function of (options, terms, moves, rolls), so the log is enough; a ruling of the match itself (a
pause, an award) leaves the position as it was. A match of rules that today's do not continue (``Game.plays``) is told
from its stored events: today's engine shows positions as long as it agrees with them, then the last one stays until the
end.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import engines
from engines.core import sheet as sheets
from engines.core.dice import ScriptedDice
from engines.core.drawing import Line
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.moves import find
from engines.core.seats import SEATS, Event
from engines.core.text import text
from matches.codes import UNDO
from matches.live.frames import ruling_line
from matches.log import moves_of, rows_of
from matches.models import Match
from matches.queries import view_of
from matches.terms.undoing import standing
from matches.verbs.resuming import parts, secrets_are_out


@dataclass(frozen=True, slots=True)
class Step:
    """The position after ``v`` moves, and the decision that led to it."""

    v: int
    seat: str
    move: dict[str, Any] | None
    events: list[Event]
    rolls: list[tuple[int, int]]
    """(faces of the die, value), in order."""
    at: datetime | None
    view: dict[str, Any]
    ruling: bool = False
    """The match's own decision (a pause, an award), no move of the game."""
    undone: bool = False
    """A move that was undone later: shown, but counted nowhere."""
    before: Any = field(default=None, compare=False, repr=False)
    """The game's own state before the decision; None if today's engine has none."""

    def commentary(self, game: Game[Any]) -> list[Line]:
        return [ruling_line(self.move)] if self.ruling and self.move is not None else game.commentary(self.events)

    def told(self, game: Game[Any], *, over: bool) -> list[Line]:
        """Return what the decision brought, else the choice itself: until the match is ``over`` it may be sealed."""
        return self.commentary(game) or (self.choice(game) if over or self.v == 0 else [])

    def scores(self, game: Game[Any]) -> bool:
        """Return whether a goal was scored: the board then stands for the kick-off already."""
        return any(line["kind"] == "goal" for line in self.commentary(game))

    def choice(self, game: Game[Any]) -> list[Line]:
        """Return the choice in its button's words, for a step without commentary (a ball that is held).

        Empty if today's engine does not know it.
        """
        if self.v == 0:
            return [{"text": text("The match begins"), "kind": "whistle", "seat": None}]
        if self.before is None or self.move is None or self.seat not in SEATS:
            return []
        seat: Any = self.seat  # home or away
        own = find(game.legal(self.before, seat), self.move)
        if own is None:
            return []
        (choice,) = game.choices(game.view(self.before, seat), seat, [own])
        return [{"text": choice["label"], "kind": "play", "seat": seat}]


class _Recorded(ScriptedDice):
    """The rolls of the log, recording the number of faces of each die."""

    __slots__ = ("seen",)

    def __init__(self, script: list[int]) -> None:
        super().__init__(script)
        self.seen: list[tuple[int, int]] = []

    def roll(self, n: int) -> int:
        value = super().roll(n)
        self.seen.append((n, value))
        return value


def steps(match: Match) -> Iterator[Step]:
    """Yield every step of ``match`` from the kick-off on; nothing before the kick-off."""
    if match.snapshot is None:
        return
    game: Game[Any] = engines.get(match.game)
    dice = _Recorded(match.opening.get("rolls", []))
    try:
        state, events = game.new(game.options_under(match.rules_version, match.options), match.terms, dice)
    except EngineError:  # an option that today's game no longer has
        state = None
    if state is None or not game.plays(match.rules_version):
        yield from _as_stored(match, game)
        return
    yield Step(0, "", None, events, dice.seen, match.started_at, game.view(state, None))
    rows = rows_of(match)
    numbers = {row.seq for row in standing(rows)}
    for row in rows:
        dice = _Recorded(row.rolls)
        happened: list[Event] = row.events
        before = None
        if row.kind == "move":
            seat: Any = row.seat or None  # home, away, or a host move
            before = state
            state, happened = game.apply(state, seat, row.move, dice)
        elif "wire" in row.move:  # a practice board set up again, or a move taken back
            state = game.from_wire(row.move["wire"])
        view = game.view(state, None)
        ruling, undone = row.kind == "ruling", row.kind == "move" and row.seq not in numbers
        yield Step(row.seq, row.seat, row.move, happened, dice.seen, row.at, view, ruling, undone, before)


def _as_stored(match: Match, game: Game[Any]) -> Iterator[Step]:
    """Yield the steps of a match of older rules: its own events and dice, and positions that still fit."""
    opening: list[Event] = match.opening.get("events", [])
    final: Any = match.snapshot
    state: Any = None  # the game's own; None once today's rules disagree
    try:
        options = game.options_under(match.rules_version, match.options)
        state, events = game.new(options, match.terms, ScriptedDice(match.opening.get("rolls", [])))
        view = game.view(state, None)
        state = state if events == opening else None
    except EngineError:  # a start that today's rules refuse
        view = view_of(match, None) or final
    yield Step(0, "", None, opening, _rolls(opening), match.started_at, {**view, "score": dict.fromkeys(SEATS, 0)})
    score = dict.fromkeys(SEATS, 0)
    rows = rows_of(match)
    numbers = {row.seq for row in standing(rows)}
    for row in rows:
        before = state if row.kind == "move" else None
        if row.kind == "move" and state is not None:
            seat: Any = row.seat or None  # home, away, or a host move
            try:
                state, events = game.apply(state, seat, row.move, ScriptedDice(row.rolls))
                state = state if events == row.events else None
            except EngineError:
                state = None
            view = view if state is None else game.view(state, None)
        elif row.kind == "ruling" and row.move.get("type") == UNDO:
            score = dict(row.move["wire"].get("score", score))
            state = None if state is None else game.from_wire(row.move["wire"])
            view = view if state is None else game.view(state, None)
        for event in row.events:
            if event["type"] == "goal" and event.get("seat") in SEATS:
                score[event["seat"]] += 1
        if state is None and row is rows[-1]:
            view, score = view_of(match, None) or view, final.get("score", score)
        shown_view = {**view, "score": dict(score)}
        rolls, ruling = _rolls(row.events), row.kind == "ruling"
        undone = not ruling and row.seq not in numbers
        yield Step(row.seq, row.seat, row.move, row.events, rolls, row.at, shown_view, ruling, undone, before)


def _rolls(events: list[Event]) -> list[tuple[int, int]]:
    """Return the dice of stored events: every roll tells its faces."""
    return [(event["sides"], event["value"]) for event in events if event["type"] == "roll"]


def film(match: Match) -> dict[str, Any]:  # JSON for the page
    """Return the replay page's data: scene, score, clock and sentences of each step.

    Pieces are in a step only if they differ from the step before (null: as they were).
    """
    game: Game[Any] = engines.get(match.game)
    over = secrets_are_out(match)  # until then sealed choices are not told
    frames: list[dict[str, Any]] = []
    before: Any = None
    for step in steps(match):
        scene = game.scene(step.view)
        lines = step.told(game, over=over)
        pieces = None if scene["pieces"] == before else scene["pieces"]
        before = scene["pieces"]
        frames.append(
            {
                "v": step.v,
                "seat": step.seat or None,
                "scene": {**scene, "pieces": pieces},
                "score": step.view.get("score"),
                "shootout": step.view.get("shootout"),
                "clock": game.clock(step.view),
                "lines": lines,
            }
        )
    return {"version": match.version, "steps": frames}


def dice_record(match: Match) -> dict[str, Any]:  # JSON for the page
    """Return what is needed to recompute every roll of a finished match (``static/js/table/fair.js``).

    ``before`` are the matches that it continues, oldest first: rolls up to ``last`` follow from their secrets;
    ``offline``: no commitment was published before.
    """
    rolled: list[dict[str, int]] = []
    number = 0
    for step in steps(match):
        if step.ruling and step.move is not None and step.move.get("type") == UNDO:
            number = step.move["rolls"]  # the next roll has the number that it had
        for sides, value in step.rolls:
            number += 1
            rolled.append({"number": number, "sides": sides, "value": value})
    offline = match.mode == Match.Mode.OFFLINE
    return {**_proof(match), "before": _before(match), "rolls": rolled, "offline": offline}


def _proof(match: Match) -> dict[str, Any]:
    """Return the secret of a finished match, its published commitment, and both seeds."""
    seats = {seat.side: seat for seat in match.seats.all()}
    return {
        "match": str(match.id),
        "secret": match.secret.value,
        "commitment": match.commitment,
        "home_seed": seats["home"].dice_seed,
        "away_seed": seats["away"].dice_seed,
    }


def _before(match: Match) -> list[dict[str, Any]]:
    return [{**_proof(part.match), "last": part.last} for part in parts(match)[:-1]]


def sheet_of(match: Match, form: str) -> str:
    """Return the sheet of a finished match, as ``txt`` or ``json``, with sealed choices and the secret."""
    assert match.snapshot is not None and match.status in (Match.Status.FINISHED, Match.Status.VOID)
    sides = {seat.side: seat for seat in match.seats.all()}
    tags = {"Home": sides["home"].name, "Away": sides["away"].name, "Match": str(match.id)}
    if match.started_at is not None:
        tags["Date"] = match.started_at.date().isoformat()
    if match.title:
        tags["Event"] = match.title
    if match.status == Match.Status.VOID or (match.result or {}).get("source", "play") != "play":
        result = match.result or {}
        tags["Decided"] = " ".join(filter(None, [match.status, result.get("source"), result.get("reason")]))
    if secrets_are_out(match):
        tags["Commitment"], tags["Secret"] = match.commitment, match.secret.value
        tags["HomeSeed"], tags["AwaySeed"] = sides["home"].dice_seed, sides["away"].dice_seed
        if match.resumed_from_id is not None:
            tags["Before"] = json.dumps(_before(match), separators=(",", ":"))
    if match.resumed_from_id is not None:
        tags["Resumed"] = f"{match.resumed_from_id} {match.resumed_v}"
    sheet = sheets.Sheet(
        match.game,
        match.rules_version,
        match.options,
        match.terms,
        tuple(match.opening.get("rolls", [])),
        tuple(sheets.Entry(sheets.seat_of(row.seat or None), row.move, tuple(row.rolls)) for row in moves_of(match)),
        match.snapshot["score"],
        match.snapshot["result"],
        tags,
    )
    return sheets.write(sheet) if form == "txt" else json.dumps(sheets.to_json(sheet), ensure_ascii=False)
