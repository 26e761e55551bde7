"""Moves that are sent, and what may be their answers by the protocol."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any

from engines.core.dice import Dice
from engines.core.errors import EngineError
from tests.live.machine.seen import ASKED, Seen
from tests.live.model import Sent, hold, other, plain
from tests.live.world import Client


@dataclass
class Asked:
    """A frame that was sent, and what may be its answer."""

    client: Client
    frame: dict[str, Any]
    may: set[str]
    v: int | None = None
    """The version that an acknowledgement must name, if it is known."""
    answer: dict[str, Any] | None = field(default=None)


class Answers(Seen):
    """Base of the machine, for whatever is sent."""

    def expect(self, client: Client, seat: str | None, moves: list[dict[str, Any]], v: int, key: str) -> set[str]:
        """Which answers may be given to ``moves`` that ``client`` sends now for ``seat``, by the protocol."""
        model, now = self.model, self.world.now()
        refused = self.seated(client, seat)
        if refused is not None and "ok" not in refused:
            return refused
        may = set(refused or ()) - {"ok"}
        if key in {row.client_id for row in model.rows}:
            return may | {"ack"}
        assert seat is not None
        if v != model.v:
            may.add("stale")
            # A choice that was asked of both at once is not stale because the other side was quicker, nor by a message.
            since = model.rows[v:] if 0 <= v < model.v else []
            quicker = since and all(row.seat == other(seat) or row.move["type"] == "message" for row in since)
            if not (quicker and all(seat in model.game.to_act(state) for state in model.states[v:])):
                # A process that has not heard of it yet may refuse it by the rules, as it stood then; or it asks the
                # database, and may lose its connection over that.
                may |= {"busy"} if client.process.loses else set()
                may |= {"not_your_turn"} if model.people[seat] else set()
                return may | (
                    set() if self.fair_then(seat, moves, v) else {"illegal_move", "bad_request", "not_live", "late"}
                )
        if model.status != "live":
            return may | {"not_live"}
        if model.late(seat, now):
            return may | {"late"}
        if model.maybe_late(seat, now):
            may.add("late")
        if model.decider(seat, model.state) not in (None, self.key_of(client.user)):
            return may | {"not_your_turn"}
        state = model.state
        for number, move in enumerate(moves):
            if seat not in model.game.to_act(state) or move not in plain(model.game.legal(state, seat)):  # type: ignore[arg-type]
                return may | {"illegal_move", "bad_request"}
            if move["type"] == "boom":
                return may | {"frozen"}
            if number < len(moves) - 1:
                try:
                    state, _events = model.game.apply(state, seat, move, Dice())  # type: ignore[arg-type]
                except EngineError:  # it needs a die, which nobody knows: what follows may be legal or not
                    return may | {"ack", "illegal_move", "bad_request"}
        if client.process.loses:
            return may | ({"busy"} if client.process.loses == "before" else {"ack"})
        return may | {"ack"}

    def fair_then(self, seat: str, moves: list[dict[str, Any]], v: int) -> bool:
        """Tell whether the first of ``moves`` was a choice at version ``v``, and nothing speaks against the others."""
        model = self.model
        if not 0 <= v < model.v or model.statuses[v] != "live" or (model.move_seconds is not None and self.unswept):
            return v > model.v
        state = model.states[v]
        return len(moves) == 1 and seat in model.game.to_act(state) and moves[0] in plain(model.game.legal(state, seat))  # type: ignore[arg-type]

    def seated(self, client: Client, seat: str | None) -> set[str] | None:
        """Which refusals there may be because of who sends it, "ok" among them if it may be taken; None: it is."""
        if client.seat is None:
            return {"not_seated"}
        if seat is not None and seat != client.seat:
            return {"not_seated", "elsewhere"} if not client.here else {"not_seated"}
        plays_here = self.owner.get(client.user, client.device) == client.device
        if not client.here:
            return {"elsewhere", "ok"} if plays_here else {"elsewhere"}
        # Another process may not have heard yet that its user plays elsewhere now.
        return None if plays_here else {"elsewhere", "ok"}

    def moving(self, client: Client, moves: list[dict[str, Any]], v: int, **more: Any) -> Asked:
        """Make the frame of these moves, with what may follow."""
        key = str(uuid.uuid4())
        frame = {"t": "move", "id": key, "v": v, "moves": moves, **more}
        return self.asking(client, frame)

    def asking(self, client: Client, frame: dict[str, Any]) -> Asked:
        key, moves, v = frame["id"], frame["moves"], frame["v"]
        seat = frame.get("seat", client.seat)
        may = self.expect(client, seat, moves, v, key)
        if client.seat is not None and key not in self.model.sent:
            self.model.sent[key] = Sent(client.seat, moves)
        sent = self.model.sent.get(key)
        if sent is not None:
            sent.refused = False
        self.frames.append((client.user, frame))
        return Asked(client, frame, may)

    def answered(self, asked: Asked, code: str, answer: dict[str, Any] | None, *, alone: bool = True) -> None:
        """Compare an answer with what it may be, and the log with the answer."""
        key = asked.frame["id"]
        assert answer is not None
        self.check()
        more = set() if alone else {"stale", "illegal_move", "bad_request", "not_live", "late", "not_your_turn", "ack"}
        hold(code in asked.may | more, f"{asked.client} sent {asked.frame} and was told {answer}, not {asked.may}")
        if code == "ack":
            rows = [row.seq for row in self.model.rows if row.client_id == key]
            hold(rows, f"{asked.frame} was acknowledged, and is not in the log")
            hold(answer["v"] == rows[-1], f"{asked.frame} was acknowledged at {answer['v']}, the log has it at {rows}")
            for client in self.world.clients:
                if client.is_open and client.process is asked.client.process:
                    hold(client.v >= rows[-1], f"{client} sees {client.v} after {rows[-1]} was acknowledged there")

    def note_answer(self, asked: Asked, answer: dict[str, Any] | None) -> str:
        """Return the code of ``answer``; what was refused may not be in the log."""
        hold(answer is not None, f"{asked.client} was cut off for {asked.frame}")
        assert answer is not None
        code: str = answer["code"] if answer["t"] == "error" else answer["t"]
        ASKED[f"{asked.frame['t']}: {code}"] += 1
        sent = self.model.sent.get(asked.frame["id"])
        if sent is not None and code not in ("ack", "busy"):
            sent.refused = sent.v is None
        return code

    def send(self, asked: Asked) -> None:
        answer = asked.client.process.run(asked.client.say(asked.frame))
        self.answered(asked, self.note_answer(asked, answer), answer)

    def choices_of(self, client: Client) -> list[dict[str, Any]]:
        return [choice["move"] for choice in client.state.get("choices", ())]

    def legal(self, seat: str) -> Any:
        return self.model.game.legal(self.model.state, seat)  # type: ignore[arg-type]

    def play(self, turns: list[tuple[int, int]]) -> None:
        for client, pick in turns:
            found = self.ready(client)
            if found is not None:
                moves = self.choices_of(found)
                self.send(self.moving(found, [moves[pick % len(moves)]], found.v))

    def ready(self, pick: int) -> Client | None:
        """A client whose page offers it moves."""
        found = [client for client in self.world.clients if client.is_open and self.choices_of(client)]
        return found[pick % len(found)] if found else None
