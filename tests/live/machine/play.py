"""Rules of the machine for play: moves of every kind, old ones and repeated ones, conditional moves, resignation."""

from __future__ import annotations

import contextlib
import uuid
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from engines.core.dice import Dice
from engines.core.errors import EngineError
from matches.terms.clock import is_correspondence
from tests.live.machine.answers import Asked
from tests.live.machine.people import DEVICES, People
from tests.live.machine.seen import ASKED, TURNS, numbers
from tests.live.model import SEATS, Sent, hold, other, plain
from tests.live.world import Client


class Play(People):
    """Base of the machine, for whatever is played."""

    @rule(turns=TURNS)
    def they_play(self, turns: list[tuple[int, int]]) -> None:
        """Moves that pages offer; of an old page where a process has not heard of the last move yet."""
        self.play(turns)

    @rule(turns=TURNS)
    def they_look_and_play(self, turns: list[tuple[int, int]]) -> None:
        """The same, by pages that see where the match stands."""
        self.everybody_looks()
        self.play(turns)

    @rule(turns=TURNS, before=st.booleans())
    def they_play_at_one_process(self, turns: list[tuple[int, int]], before: bool) -> None:
        """All sit at the first process, and play there; ``before``: the other one has seen where the match stands."""
        if before:
            self.sweep(self.process(1))
        for client in [client for client in self.world.clients if client.is_open and client.seat]:
            if client.process is not self.process(0):
                self.leave(client)
        for seat, device in DEVICES.items():
            there = [client for client in self.world.clients if client.is_open and client.seat == seat]
            if not there and seat not in self.model.bots:
                self.sit(device, 0)
        self.check()
        self.play(turns)

    @rule(client=numbers, picks=st.lists(numbers, min_size=2, max_size=4), fair=st.booleans())
    def somebody_sends_a_list(self, client: int, picks: list[int], fair: bool) -> None:
        """Moves in one frame; ``fair``: each may follow the one before it, as far as no die falls."""
        found = self.ready(client)
        if found is None:
            return
        choices, moves, model, seat = self.choices_of(found), list[dict[str, Any]](), self.model, found.seat
        state = model.states[found.v]
        for pick in picks:
            moves.append(choices[pick % len(choices)])
            if fair:
                try:
                    state, _events = model.game.apply(state, seat, moves[-1], Dice())  # type: ignore[arg-type]
                except (EngineError, RuntimeError):  # a die falls, or the engine fails
                    break
                if seat not in model.game.to_act(state):
                    break
                choices = plain(model.game.legal(state, seat))  # type: ignore[arg-type]
        self.send(self.moving(found, moves, found.v))

    @rule(
        how=st.sampled_from(["another version", "another version", "another seat", "out of turn", "nonsense"]),
        client=numbers,
        pick=numbers,
        more=numbers,
    )
    def somebody_moves_wrongly(self, how: str, client: int, pick: int, more: int) -> None:
        """For a version before or to come; what is offered to the other side, or to a team-mate; what nobody may do."""
        found, owner = self.present(client), self.ready(pick)
        if found is None or owner is None:
            return
        moves = self.choices_of(owner)
        if how == "another version" and owner.v >= 2:
            self.send(self.moving(owner, [moves[pick % len(moves)]], owner.v + (-2, -1, -1, 1, 2)[more % 5]))
        elif how == "another seat" and found.seat != owner.seat:
            named = {"seat": owner.seat} if more % 2 else {}
            self.send(self.moving(found, [moves[pick % len(moves)]], max(found.v, owner.v), **named))
        elif how == "out of turn":
            mates = [each for each in self.world.clients if each.is_open and each.seat == owner.seat]
            mates = [each for each in mates if each.user != owner.user]
            if mates:
                mate = mates[more % len(mates)]
                self.send(self.moving(mate, [moves[pick % len(moves)]], max(mate.v, owner.v)))
        elif how == "nonsense":
            self.send(self.moving(found, [{"type": "fly", "to": "the moon"}], found.v))

    @rule(client=numbers, pick=numbers)
    def somebody_sends_it_again(self, client: int, pick: int) -> None:
        """The same frame under the same id, by any page of the same user, at any process."""
        found = self.present(client)
        own = [frame for user, frame in self.frames if found is not None and user == found.user]
        if found is not None and own:
            self.send(self.asking(found, own[-1 - pick % min(len(own), 6)]))

    @rule(one=numbers, two=numbers, pick=numbers, same=st.booleans())
    def two_move_at_once(self, one: int, two: int, pick: int, same: bool) -> None:
        """Two pages at the same moment, at one process or at both; ``same``: the same frame twice."""
        first, second = self.ready(one), self.ready(two)
        if first is None or second is None or first.process.loses or second.process.loses:
            return
        moves = self.choices_of(first), self.choices_of(second)
        asked = [self.moving(first, [moves[0][pick % len(moves[0])]], first.v)]
        if same and second.seat == first.seat:
            asked.append(self.asking(second, asked[0].frame))
        else:
            asked.append(self.moving(second, [moves[1][-1 - pick % len(moves[1])]], second.v))
        waiting = [each.client.process.begin(each.client.say(each.frame)) for each in asked]
        answers = [wait() for wait in waiting]
        codes = [self.note_answer(each, answer) for each, answer in zip(asked, answers, strict=True)]
        for each, code in zip(asked, codes, strict=True):
            sent = self.model.sent.get(each.frame["id"])
            if sent is not None and code in ("ack", "busy"):  # of two that are the same, one may have been refused
                sent.refused = False
        for each, code, answer in zip(asked, codes, answers, strict=True):
            self.answered(each, code, answer, alone=False)

    @rule(
        pick=numbers,
        user=st.sampled_from(["anna", "bruno", "carla", "dora"]),
        seat=st.sampled_from(SEATS),
        old=st.booleans(),
    )
    def somebody_posts_a_move(self, pick: int, user: str, seat: str, old: bool) -> None:
        """A move without a socket, through a process that was not there before; ``old``: one that was sent already."""
        model = self.model
        if user == "bruno" and "away" in model.bots:
            return
        own = self.sides.get(user)
        earlier = [frame for name, frame in self.frames if name == user]
        moves = plain(model.game.legal(model.state, seat)) if seat in model.to_act() else [{"type": "fly"}]
        body = {"id": str(uuid.uuid4()), "v": model.v, "moves": [moves[pick % len(moves)]]}
        if old and earlier:
            last = earlier[-1 - pick % min(len(earlier), 6)]
            body = {"id": last["id"], "v": last["v"], "moves": last["moves"]}
        key, done = body["id"], body["id"] in {row.client_id for row in model.rows}
        if own is not None and key not in model.sent:
            model.sent[key] = Sent(own, body["moves"])
        if key in model.sent:
            model.sent[key].refused = False
        self.frames.append((user, {"t": "move", **body}))
        answer = self.post(user, "moves", body)
        ASKED[f"post: {answer.status_code}"] += 1
        sent = model.sent.get(key)
        if sent is not None and answer.status_code >= 400:
            sent.refused = sent.v is None
        self.check()
        hold(answer.status_code in (200, 201, 403, 409, 422), f"a posted move was answered {answer.status_code}")
        hold((answer.status_code == 403) == (own is None), f"{user} posted a move, and was told {answer.status_code}")
        if own is None:
            return
        hold((answer.status_code == 200) == done, f"a repeat of {key} was answered {answer.status_code}")
        there = [row.seq for row in model.rows if row.client_id == key]
        hold(bool(there) == (answer.status_code < 300), f"{body} was answered {answer.status_code}, the log: {there}")
        if there:
            hold(answer.json()["v"] == there[-1], f"{body} is at {there} in the log, not {answer.json()}")
        fair = body["v"] == model.v and own in model.to_act() and len(body["moves"]) == 1
        fair = fair and body["moves"][0] in plain(self.legal(own))
        fair = fair and model.decider(own, model.state) in (None, self.key_of(user))
        late = model.maybe_late(own, self.world.now())
        hold(there or not fair or late or body["moves"][0]["type"] == "boom", f"{body} was fair, and was refused")

    @rule(client=numbers, odds=numbers, posts=st.booleans())
    def somebody_gives_up(self, client: int, odds: int, posts: bool) -> None:
        found = self.present(client)
        if found is None or odds % 5:
            return
        if posts and found.user:
            self.resign_by_post(found)
            return
        frame = {"t": "resign", "id": str(uuid.uuid4())}
        refused, model = self.seated(found, None), self.model
        may = (refused or set()) - {"ok"}
        if refused is None or "ok" in refused:
            may |= {"ack"} if model.status == "live" else {"not_live"}
            if found.process.loses == "before" and model.status == "live":
                may = may - {"ack"} | {"busy"}
            model.sent[frame["id"]] = Sent("", [{"type": "resign", "seat": found.seat}])
        self.send(Asked(found, frame, may))
        if model.status == "finished" and model.rows and model.rows[-1].client_id == frame["id"]:
            assert model.result is not None and found.seat is not None
            hold(model.result["winner"] == other(found.seat), f"{found} gave up, and {model.result} won")

    def resign_by_post(self, client: Client) -> None:
        """Give up without a socket: a command, which says no more than that it was taken."""
        model, before, fair = self.model, self.model.v, client.seat is not None and self.model.status == "live"
        if fair:
            model.resigns = client.seat or ""
        answer = self.post(client.user, "resign", {})
        ASKED[f"resign: {answer.status_code}"] += 1
        self.check()
        may = 202 if fair else 403 if client.seat is None else 409
        hold(answer.status_code == may, f"{client} gave up, and was answered {answer.status_code}, not {may}")
        hold((model.v > before) == fair, f"{client} gave up, and the log has {model.rows[before:]}")

    @rule(pick=numbers, follows=st.booleans(), replies=st.integers(1, 3), drops=st.booleans())
    def the_side_that_waits_leaves_a_line(self, pick: int, follows: bool, replies: int, drops: bool = False) -> None:
        """Conditional moves in a match by days: moves of the other side, and replies; perhaps it comes to them.

        ``drops``: not any longer then.
        """
        self.sweep_all()
        self.check()
        model, asked = self.model, self.model.to_act()
        if (
            not is_correspondence(model.move_seconds)
            or len(asked) != 1
            or self.process(0).loses + self.process(1).loses
        ):
            return
        mover, seat = asked[0], other(asked[0])
        line = self.line(seat, pick, replies)
        user = "anna" if seat == "home" else "bruno"
        body = {"v": model.v, "lines": [[move for _seat, move in line]]}
        answer = self.post(user, "conditional", body, method="put")
        code = "kept" if answer.status_code == 200 else answer.json()["code"]
        ASKED[f"line: {code}"] += 1
        hold(code in ("kept", "bad_line", "not_now"), f"{user} left {body}, and was told {code}")
        if code != "kept":
            return
        model.plans[seat] = (model.v, line)
        if drops:
            hold(self.post(user, "conditional", {}, method="delete").status_code == 204, "the line was not deleted")
            del model.plans[seat]
        there = [client for client in self.world.clients if client.is_open and client.seat == mover and client.here]
        if follows and there and self.seated(there[0], None) is None:
            for move in [move for acting, move in line if acting == mover]:
                self.sweep_all()
                self.check()
                self.send(self.moving(there[0], [move], there[0].v))
        self.everybody_looks()

    def line(self, seat: str, pick: int, replies: int) -> list[tuple[str, dict[str, Any]]]:
        """Moves that need no die, until ``seat`` has replied so often; shorter where there are none."""
        model, state, line = self.model, self.model.state, list[tuple[str, dict[str, Any]]]()
        while len(line) < 20 and [acting for acting, _move in line].count(seat) < replies:
            acting = model.game.to_act(state)
            moves = plain(model.game.legal(state, acting[0])) if len(acting) == 1 else []
            for move in moves[pick % max(1, len(moves)) :] + moves:
                with contextlib.suppress(EngineError):
                    state, _events = model.game.apply(state, acting[0], move, Dice())
                    line.append((acting[0], move))
                    break
            else:
                break
        while line and line[-1][0] != seat:
            line.pop()
        return line

    @rule(client=numbers)
    def somebody_hurries_the_bot(self, client: int) -> None:
        """Its next decision comes at once; who only looks on may not ask for it."""
        self.everybody_looks()
        found, model = self.present(client), self.model
        if found is None:
            return
        since, v, asleep = len(found.frames), model.v, set(model.to_act()) & model.bots
        loses = any(process.loses for process in self.world.processes)
        found.process.run(found.tell({"t": "hurry"}))
        self.check()
        refused = any(frame.get("code") == "not_seated" for frame in found.frames[since:])
        hold(refused == (found.seat is None), f"{found} hurried the bot, and was refused: {refused}")
        hold(refused or not asleep or loses or model.v > v, "a bot was hurried, and sleeps on")
