"""What a decision changes, by the engine and the clock: moves, and the match's own rulings.

Reads the match in memory and changes nothing (``matches.live.commits`` writes). Lock held.
"""

from collections.abc import Generator, Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from engines import placing
from engines.core.dice import Dice, FairDice
from engines.core.errors import DiceExhausted
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat, Wire
from matches.live.changes import Change, Playing, Step
from matches.live.frames import numbered, ruling_line, score
from matches.store.rows import MatchRow
from matches.terms import clock, pace
from matches.terms.results import awarded


def moved(
    runtime: Playing,
    seat: Seat | None,
    moves: Iterable[Mapping[str, Any]],
    client_id: UUID,
    *,
    timed_out: Seat | None = None,
    command: UUID | None = None,
) -> Change:
    """Run the engine over ``moves`` of ``seat``. Raises EngineError."""
    row, game, state = runtime.row, runtime.game, runtime.state
    now, dice = runtime.hall.now(), fair_dice(row)
    rows, steps, rolled = [], [], 0
    for part, move in enumerate(moves):
        state, events = game.apply(state, seat, move, dice)
        seq = row.version + part + 1
        rows.append({"seq": seq, "part": part, "move": move, "rolls": dice.rolled[rolled:], "events": events})
        rolled = len(dice.rolled)
        steps.append(Step(seq, state, numbered(seq, game.commentary(events)), seat))
    change = Change(rows, client_id, now, seat=seat, state=state, steps=steps, command=command)
    change.result = played_result(row, game, state)
    if change.result is not None:
        change.status = "finished"
    change.columns = _columns(runtime, change, row.rolls + rolled, timed_out=timed_out)
    return change


def played_result(row: MatchRow, game: Game[Any], state: Any) -> dict[str, Any] | None:
    """Return the result of the position ``state`` (the game's own type) as a match keeps it; None: play goes on."""
    result = game.result(state)
    if result is None:
        return None
    public = game.view(state, None)
    return {
        **result,
        "score": score(row, public),
        "shootout": public.get("shootout"),
        "source": "play",
        "reason": "",
    }


def decision(game: Game[Any], state: Any, seat: Seat) -> Generator[tuple[Wire, list[Move]], Move, list[Move]]:
    """Ask a bot for the next decision of ``seat``, or all placements of a run, which a person confirms at once too.

    Yields its view and legal moves, is sent its choice, and returns the moves. A run ends where chance or the other
    seat comes in: nothing is decided by what is not yet shown.
    """
    moves: list[Move] = []
    while True:
        view, legal = game.view(state, seat), list(game.legal(state, seat))
        keys = [choice.get("key") for choice in game.choices(view, seat, legal)]
        if moves and placing.KEY not in keys:
            return moves
        moves.append((yield view, legal))
        if keys[legal.index(moves[-1])] != placing.KEY or len(moves) == placing.MOST:
            return moves
        try:
            state, _events = game.apply(state, seat, moves[-1], Dice())
        except DiceExhausted:
            return moves
        if seat not in game.to_act(state):
            return moves


def ruled(
    runtime: Playing,
    ruling: Mapping[str, Any],
    *,
    client_id: UUID,
    status: str,
    result: dict[str, Any] | None = None,
    command: UUID | None = None,
    resume_at: datetime | None = None,
) -> Change:
    """Make a ruling (the match's own decision, no engine move) into a change.

    One with a position in ``wire`` puts that on the board, after the ``rolls`` that led to it if they are others.
    """
    row, now = runtime.row, runtime.hall.now()
    state = runtime.game.from_wire(ruling["wire"]) if "wire" in ruling else runtime.state
    seq = row.version + 1
    change = Change(
        [{"seq": seq, "part": 0, "move": dict(ruling), "rolls": [], "events": []}],
        client_id,
        now,
        kind="ruling",
        state=state,
        status=status,
        result=result,
        steps=[Step(seq, state, numbered(seq, [ruling_line(ruling)]))],
        command=command,
    )
    change.columns = _columns(runtime, change, ruling.get("rolls", row.rolls), resume_at=resume_at)
    return change


def frozen(runtime: Playing, error: Exception) -> Change:
    """Pause a match whose engine failed with ``error``; the others play on."""
    return ruled(runtime, {"type": "frozen", "reason": repr(error)[:300]}, client_id=uuid4(), status="paused")


def fair_dice(row: MatchRow) -> FairDice:
    """Return the match's own dice, at its next roll."""
    return FairDice(
        bytes.fromhex(row.secret),
        str(row.id),
        row.seats["home"].dice_seed,
        row.seats["away"].dice_seed,
        row.rolls + 1,
    )


def people(row: MatchRow) -> list[Seat]:
    """Return the seats whose clock runs when they are to act."""
    return [seat for seat in SEATS if not row.seats[seat].bot]


def _columns(
    runtime: Playing,
    change: Change,
    rolls: int,
    *,
    timed_out: Seat | None = None,
    resume_at: datetime | None = None,
) -> dict[str, Any]:
    row, state, game, mover = runtime.row, change.state, runtime.game, change.seat
    to_act = game.to_act(state) if change.status == "live" and state is not None else ()
    clocked = people(row)
    set_piece = "" if state is None else game.set_piece(state)
    snapshot = runtime.unread if state is None else game.stored_under(row.rules_version, state)
    clocks = clock.after(
        row,
        mover=mover,
        to_act=to_act,
        people=clocked,
        now=change.at,
        timed_out=timed_out,
        lag_ms=runtime.lag_ms.get(mover, 0) if mover is not None else 0,
        set_piece=set_piece,
    )
    wall = clock.NO_WALL
    if row.options.get("clock") == "wall" and state is not None:
        view = game.view(state, None)
        wall = clock.wall(row, view, status=change.status, now=change.at, whole_minutes=game.wall_minutes)
    bot_due_at = None
    if any(row.seats[seat].bot for seat in to_act):
        before = runtime.bot_decisions + 1 if mover is not None and row.seats[mover].bot else 0
        rolled = any(entry["rolls"] for entry in change.rows)
        pause = pace.pause(row.bot_seconds, before=before, rolled=rolled, hurried=runtime.hurried)
        bot_due_at = clock.shifted(change.at, pause)
    return {
        "version": row.version + len(change.rows),
        "snapshot": snapshot,
        "rolls": rolls,
        "status": change.status,
        "result": change.result,
        "finished_at": change.at if change.over else None,
        "resume_at": resume_at,
        "bot_due_at": bot_due_at,
        **clocks._asdict(),
        **wall._asdict(),
    }


def award(
    winner: Seat | None,
    *,
    score_now: Mapping[str, int],
    source: str,
    how: str,
    reason: str,
    code: str = "",
) -> dict[str, Any]:
    """Return the result of a match that was not played to its end.

    ``code`` names a reason of the match's own. The winner gets what is awarded (``matches.terms.results``).
    """
    final_score = score_now if winner is None else awarded(score_now, winner)
    return {
        "winner": winner,
        "how": how,
        "score": {seat: final_score[seat] for seat in SEATS},
        "shootout": None,
        "source": source,
        "reason": reason,
        **({"code": code} if code else {}),
    }
