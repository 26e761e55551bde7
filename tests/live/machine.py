"""Steps of people, processes, time and faults around one match, in any order, and a model that knows what must happen.

``Table`` is the machine: each rule does one thing at the real live half (``world``), tells the model what may follow
from it, and then everything is compared: the log, the row, the outbox, and each frame that any socket was sent.
"""

from __future__ import annotations

import contextlib
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar

import psycopg
from django.db import transaction
from django.test import Client as Browser
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyFailure
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from psycopg_pool import PoolTimeout

import engines
from engines.core.dice import Dice
from engines.core.errors import EngineError
from matches.live.commands import command
from matches.live.seating import SEAT_FRESH
from matches.models import Match
from matches.terms.clock import is_correspondence
from matches.verbs import conditional, holding
from matches.verbs.conditional import BadLine, NotNow
from matches.verbs.opening import Sitter
from tests.live.model import FOR_BOTH, GRACE, OVER, SEATS, Model, Row, Sent, Wrong, hold, other, plain
from tests.live.sockets import cookie_of
from tests.live.world import Client, Process, World, dice_of, two_processes
from tests.matches.table import bot, duel

FRIENDLY = {"origin": "casual"}
SETTINGS: tuple[dict[str, Any], ...] = (
    {"options": {"kicks": 16}, "move_seconds": 20, **FRIENDLY},
    {"options": {"kicks": 6, "sealed": True}, "move_seconds": 20, **FRIENDLY},
    {"options": {"kicks": 9}, "absence_seconds": 60, "absence_claimed": True},
    {"options": {"kicks": 40}, "move_seconds": 600, "absence_seconds": 30, "absence_claimed": False},
    {"options": {"kicks": 16, "fragile": True}, "move_seconds": 30},
    {"options": {"kicks": 12}, "bot": "away", "move_seconds": 30, **FRIENDLY},
    {"game": "toy", "move_seconds": 30, **FRIENDLY},
    {"game": "fuba", "move_seconds": 30, **FRIENDLY},
    {"game": "six_a_side", "move_seconds": 30, "several": True, **FRIENDLY},
    {"game": "dom_jim", "move_seconds": 30},
    {"game": "dom_jim", "move_seconds": 86400},
    {"game": "super_goal", "move_seconds": 30, **FRIENDLY},
    {"game": "soccer_tactics", **FRIENDLY},
    {"options": {"kicks": 40}, "budget_seconds": 90},
    {"options": {"kicks": 12}, "move_seconds": 30, "starts_in": 60, "no_show_in": 180},
)
"""Matches of every kind: our own small game, sealed or not, with clocks, absence, a bot; and all five."""

ASKED: Counter[str] = Counter()
"""How often each rule was run, each answer given: a rule that nothing comes of is seen here."""

FRESH = 40
"""Seconds for which a process may not sweep, and its people still count as being there."""
DEVICES = {"home": "anna1", "away": "bruno1"}
"""Where each side's page is opened."""
PLAYERS = {"anna": "home", "bruno": "away"}
TEAM_MATES = {"dora": "home", "emil": "away"}
"""Where sides are of two, who shares the seat."""
SEEDS = {"home": "0123456789abcdef", "away": "fedcba9876543210"}
"""What each side's page sends for the dice."""
DOES = ("make", "accept", "decline", "withdraw")

numbers = st.integers(0, 99)
TURNS = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=8)


@dataclass
class Asked:
    """A frame that was sent, and what may be its answer."""

    client: Client
    frame: dict[str, Any]
    may: set[str]
    v: int | None = None
    """The version that an acknowledgement must name, if it is known."""
    answer: dict[str, Any] | None = field(default=None)


class Table(RuleBasedStateMachine):
    """Two people, those who look on, two processes, one match."""

    world: ClassVar[World]
    people: ClassVar[dict[str, Any]]
    """Users by name."""
    browsers: ClassVar[dict[str, Browser]]
    """Where each of them is signed in."""
    setting: ClassVar[dict[str, Any]]

    def __init__(self) -> None:
        super().__init__()
        self.world.begin()
        self.wrong = True
        """Something was found, or nothing was looked at."""
        self.ended = contextlib.ExitStack()
        self.ended.callback(self.world.end)

    def teardown(self) -> None:
        try:
            if not self.wrong:
                self.everybody_looks()
                self.a_stranger_comes_at_last()
        finally:
            self.ended.close()

    # ── what is compared after each step ──
    def check(self) -> None:
        """Wait until all is quiet; compare the store and all that was shown with the model."""
        self.wrong = True
        self.world.settle()
        self.compare()
        self.wrong = False

    def compare(self) -> None:
        model, now = self.model, self.world.now()
        model.unsure = self.restarted is not None and now < self.restarted + SEAT_FRESH
        ((version, status, result, opening, rules, outbox),) = self.world.ask(
            """SELECT version, status, result, opening, rules_version,
            (SELECT count(*) FROM matches_outbox o WHERE o.match_id = m.id) FROM matches_match m WHERE id = %s""",
            self.match.pk,
        )
        rows = self.log()
        if model.status == "waiting" and status != "waiting" and opening:
            model.kick_off(opening, rules, now)
            seeds = "SELECT side, dice_seed, default_seed FROM matches_seat WHERE match_id = %s"
            for side, given, is_default in self.world.ask(seeds, self.match.pk):
                hold(is_default == (given != SEEDS[side]), f"{given} of {side} counts as the server's: {is_default}")
        model.read(rows, now)
        hold(version == model.v, f"the match is at {version}, its log at {model.v}")
        hold(status == model.status, f"the match is {status}, and should be {model.status}")
        hold((result is None) == (model.result is None), f"the result of a match that is {status}: {result}")
        if result is not None:
            model.check_result(result)
        hold(outbox == (status in OVER), f"{outbox} rows of the outbox for a match that is {status}")
        for client in self.world.clients:
            for frame in client.unread:
                model.check_frame(frame, client.seat, self.key_of(client.user))
            client.unread.clear()
        if self.world.faults:
            raise Wrong("; ".join(self.world.faults))

    def log(self) -> list[Row]:
        found = self.world.ask(
            """SELECT seq, client_id::text, part, seat, kind, move, rolls, events FROM matches_matchevent
            WHERE match_id = %s ORDER BY seq, part""",
            self.match.pk,
        )
        return [Row(*columns) for columns in found]

    # ── people ──
    def key_of(self, user: str) -> str:
        return str(self.people[user].pk) if user else ""

    def present(self, pick: int, *, seated: bool = False) -> Client | None:
        found = [client for client in self.world.clients if client.is_open and (client.seat or not seated)]
        return found[pick % len(found)] if found else None

    def process(self, pick: int) -> Process:
        return self.world.processes[pick % len(self.world.processes)]

    def come(self, device: str, process: Process, *, again: Client | None = None) -> Client:
        """Open the page on ``device``; ``again``: as the page that this client was, after a cut."""
        user = device[:-1] if device else ""
        seat = self.sides.get(user)
        seat = None if seat in self.model.bots else seat
        client = Client(process, self.match, user, device, seat)
        asked: dict[str, Any] = {}
        if again is not None:
            client.v, client.timeline, client.state = again.v, again.timeline, again.state
            asked = {"v": again.v if again.v >= 0 else None, "timeline": again.timeline, "again": 1}
        if seat is not None:
            self.model.left[seat] = None
            if again is None:
                self.owner[user] = device
        self.world.clients.append(client)
        process.run(client.open(**asked))
        return client

    def leave(self, client: Client) -> None:
        client.process.run(client.drop())
        self.note_left()

    def note_left(self) -> None:
        for seat in SEATS:
            there = any(client.seat == seat and client.is_open for client in self.world.clients)
            if not there and self.model.left[seat] is None:
                self.model.left[seat] = self.world.now()

    # ── what may be the answer ──
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

    # ── the steps ──
    @initialize(
        dice=numbers,
        apart=st.booleans(),
        alone=st.integers(0, 9),
        turns=TURNS,
        waits=st.booleans(),
        several=st.booleans(),
    )
    def open_match(
        self,
        dice: int,
        apart: bool,
        alone: int,
        turns: list[tuple[int, int]],
        waits: bool = False,
        several: bool = False,
    ) -> None:
        """Open a match; mostly both come, and it is kicked off.

        ``waits``: not if it is to begin later; ``several``: the sides are of two, where the setting allows it.
        """
        face = self.ended.enter_context(dice_of(dice))
        setting = dict(self.setting)
        machine, now = setting.pop("bot", ""), self.world.now()
        starts, late = (now + timedelta(seconds=setting.pop(f"{name}_in", 0)) for name in ("starts", "no_show"))
        planned = {"starts_at": starts, "no_show_at": late} if late > now else {}
        several = setting.pop("several", False) and several
        self.sides = PLAYERS | (TEAM_MATES if several else {})
        """Whose seat is where."""
        sitting: dict[str, list[Any]] = {
            seat: [self.people[user] for user in self.sides if self.sides[user] == seat] for seat in SEATS
        }
        home, away = (Sitter(users=tuple(users)) if several else users[0] for users in sitting.values())
        self.match = duel(home, bot() if machine else away, bot_seconds=1, **planned, **setting)
        game = setting.get("game", "duel")
        row = Match.objects.get(pk=self.match.pk)
        self.model = Model(
            game,
            row.options,
            row.terms,
            setting.get("move_seconds"),
            setting.get("absence_seconds"),
            setting.get("absence_claimed", True),
            {seat.side: seat.name for seat in row.seats.all()},
            face,
            frozenset([machine]) if machine else frozenset(),
            {seat: [str(user.pk) for user in users] if several else [] for seat, users in sitting.items()},
            friendly=row.origin == "casual",
            budget=setting.get("budget_seconds") and timedelta(seconds=setting["budget_seconds"]),
            **planned,
        )
        self.model.left = dict.fromkeys(SEATS, now)
        self.frames: list[tuple[str, dict[str, Any]]] = []
        """All that was ever sent, and by whom."""
        self.dropped: list[Client] = []
        self.unswept = 0
        self.restarted: datetime | None = None
        self.owner: dict[str, str] = {}
        """The device on which each plays."""
        self.claims: dict[str, str] = {}
        if alone < 9:
            self.sit("anna1", 0)
            if not machine:
                self.sit("bruno1", 1 if apart else 0)
            if several:
                self.sit("dora1", 1 if apart else 0)
                self.sit("emil1", 0)
            self.sit("", 1)
            self.everybody_looks()
            if planned and not waits:
                self.time_passes(60, swept=True)
            hold(self.model.status == ("waiting" if planned and waits else "live"), "the match begins at another time")
            self.play(turns)
        self.check()

    def sit(self, device: str, process: int) -> Client:
        client = self.come(device, self.process(process))
        if client.seat is not None and self.model.status == "waiting":
            client.process.run(client.tell({"t": "seed", "seed": SEEDS[client.seat]}))
        return client

    @rule(device=st.sampled_from(["anna1", "anna2", "bruno1", "bruno2", "carla1", "dora1", ""]), process=numbers)
    def somebody_opens_the_page(self, device: str, process: int) -> None:
        if sum(client.is_open for client in self.world.clients) < 8:
            self.sit(device, process)
            self.check()

    @rule(client=numbers)
    def somebody_is_cut_off(self, client: int) -> None:
        found = self.present(client)
        if found is not None:
            self.leave(found)
            self.dropped.append(found)
            self.check()

    @rule(client=numbers, process=numbers)
    def somebody_comes_back(self, client: int, process: int) -> None:
        """The same page after a cut: it says what it has seen, and is sent what it missed."""
        if self.dropped:
            found = self.dropped.pop(client % len(self.dropped))
            back = self.come(found.device, self.process(process), again=found)
            hold(
                back.v >= found.v or back.timeline != found.timeline, f"{back} came back with {found.v}, sees {back.v}"
            )
            self.check()

    @rule(client=numbers, turns=TURNS, elsewhere=st.booleans())
    def somebody_is_cut_off_for_a_moment(self, client: int, turns: list[tuple[int, int]], elsewhere: bool) -> None:
        """Play goes on meanwhile; the page comes back at the same process, or at the other."""
        found = self.present(client)
        if found is not None:
            self.leave(found)
            self.play(turns[:3])
            here = self.world.processes.index(found.process)
            back = self.come(found.device, self.process(here + elsewhere), again=found)
            hold(
                back.v >= found.v or back.timeline != found.timeline, f"{back} came back with {found.v}, sees {back.v}"
            )
            self.check()

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
        how=st.sampled_from(["another version", "another version", "another seat", "nonsense"]),
        client=numbers,
        pick=numbers,
        more=numbers,
    )
    def somebody_moves_wrongly(self, how: str, client: int, pick: int, more: int) -> None:
        """For a version before or to come; what is offered to the other side; what nobody may do."""
        found, owner = self.present(client), self.ready(pick)
        if found is None or owner is None:
            return
        moves = self.choices_of(owner)
        if how == "another version" and owner.v >= 2:
            self.send(self.moving(owner, [moves[pick % len(moves)]], owner.v + (-2, -1, -1, 1, 2)[more % 5]))
        elif how == "another seat" and found.seat != owner.seat:
            named = {"seat": owner.seat} if more % 2 else {}
            self.send(self.moving(found, [moves[pick % len(moves)]], max(found.v, owner.v), **named))
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

    @rule(client=numbers, kind=st.sampled_from(["draw", "pause", "resume", "start", "undo"]), do=st.sampled_from(DOES))
    def somebody_offers(self, client: int, kind: str, do: str) -> None:
        found = self.present(client)
        if found is not None:
            self.offer(found, kind, do)

    @rule(kind=st.sampled_from(["draw", "pause", "undo", "undo"]), one=numbers, turns=TURNS)
    def both_agree(self, kind: str, one: int, turns: list[tuple[int, int]]) -> None:
        """In the middle of play one offers, the other accepts, if there are two; and play goes on."""
        self.play(turns[:3])
        play = [client for client in self.world.clients if client.is_open and client.seat and client.here]
        if play:
            found = play[one % len(play)]
            self.offer(found, kind, "make")
            for each in [each for each in play if each.seat == other(str(found.seat)) and each.is_open][:1]:
                self.offer(each, kind, "accept")
        self.play(turns[3:])

    def offer(self, client: Client, kind: str, do: str) -> None:
        model, frame = self.model, {"t": "offer", "id": str(uuid.uuid4()), "kind": kind, "do": do}
        refused, before, seat, now = self.seated(client, None), model.v, client.seat, self.world.now()
        theirs = seat is not None and (kind, other(seat)) in model.offers
        own = seat is not None and (kind, seat) in model.offers
        proven: bool | None = False
        if kind == "coaching" and seat is not None and (theirs if do == "decline" else do == "make" and not own):
            proven = model.proven(other(seat) if do == "make" else seat) if model.coachable() else False
        agrees = theirs and (do == "accept" or (do == "make" and kind not in FOR_BOTH))
        with_bot = do == "make" and bool(model.bots) and kind != "draw"
        agrees = agrees or bool(proven)
        if agrees or with_bot or proven is None:
            made_by = seat if do == "make" and (with_bot or kind in FOR_BOTH) else other(str(seat))
            model.agreed[kind] = str(made_by)
        if kind == "coaching" and do == "make" and seat is not None and not own:
            model.called[seat] = now
        answer = client.process.run(client.say(frame))
        hold(answer is not None, f"{client} was cut off for {frame}")
        assert answer is not None
        code = answer["code"] if answer["t"] == "error" else answer["t"]
        ASKED[f"offer {do}: {code}"] += 1
        if code == "ack" and seat is not None:
            hold(refused is None or "ok" in refused, f"{client} made an offer")
            if do == "make" and not (agrees or with_bot or own):
                if not model.bots:
                    model.offers[kind, seat] = before
                    hold(model.may_agree(kind, seat, now), f"{kind} was offered by {seat}, and may not be agreed on")
                    hold(
                        proven is None or not model.waits(kind, seat, now),
                        f"{kind} was offered by {seat} again, too soon",
                    )
            elif not agrees and do in ("withdraw", "decline"):
                maker = seat if do == "withdraw" else other(seat)
                if model.offers.pop((kind, maker), None) is not None and proven is False:
                    model.failed[kind, maker] = [*model.failed.get((kind, maker), ()), now]
            elif agrees:
                model.offers.pop((kind, other(seat)), None)
        else:
            may = {"no_offer", "too_soon", "busy", *(refused or ())}
            hold(code in may, f"{frame} was answered {answer}, not {may}")
            if seat is not None and refused is None and not client.process.loses and code == "no_offer":
                asks = do == "make" and not own and not agrees
                maker = seat if asks or do == "withdraw" else other(seat)
                stands = asks or agrees or (own if do == "withdraw" else theirs)
                fair = do in ("decline", "withdraw") or model.may_agree(kind, maker, now)
                fair = fair and not (kind == "start" and model.unsure)
                hold(not (stands and fair), f"{frame} was fair, and was answered {answer}")
        self.check()
        if code == "busy":  # it may have been made all the same
            made = "SELECT kind, seat, version FROM matches_offer WHERE match_id = %s AND status = 'open'"
            model.offers = {(kind, seat): v for kind, seat, v in self.world.ask(made, self.match.pk)}
        if code in ("ack", "busy") and kind in model.agreed:
            self.sweep_all()  # what both agreed on is a command, which may wait for a sweep
            self.check()
        if kind in model.agreed:
            # It was refused: then it may not come later.
            ((open_now,),) = self.world.ask(
                "SELECT count(*) FROM matches_matchcommand WHERE match_id = %s AND applied_at IS NULL", self.match.pk
            )
            hold(not open_now, f"what both agreed on waits: {kind}")
            hold(kind != "start" or code != "ack", "both agreed to start, and the match waits")
            del model.agreed[kind]

    @rule(
        room=st.sampled_from([None, "players", "spectators"]), do=st.sampled_from(["accept", "decline", "withdraw", ""])
    )
    def a_side_calls_coaching(self, room: str | None, do: str) -> None:
        """In the turn of the other side, of which a team-mate has written in ``room``; then it is answered, or not."""
        if self.sides == PLAYERS or self.model.status != "live":
            return
        self.everybody_looks()
        side = self.play_to_a_turn()
        if side is None:
            return
        if room is not None:
            self.advise(side, room)
        for seat, act in ((other(side), "make"), (other(side) if do == "withdraw" else side, do)):
            there = [client for client in self.world.clients if client.is_open and client.seat == seat and client.here]
            if there and act:
                self.offer(there[-1], "coaching", act)
        self.everybody_looks()

    def play_to_a_turn(self) -> str | None:
        """Play until team-mates may not advise a side, if it takes a few decisions; return the side."""
        for _decision in range(12):
            found = self.ready(0)
            if self.model.coachable() or found is None:
                break
            moves = self.choices_of(found)
            ready_made = [move for move in moves if move["type"] == "formation"]
            self.send(self.moving(found, [(ready_made or moves)[0]], found.v))
        return self.model.coachable()

    def advise(self, side: str, room: str) -> None:
        """Let a team-mate of the player in turn write a line of their own words."""
        turn = self.model.decider(side, self.model.state)
        for client in [each for each in self.world.clients if each.is_open and each.seat == side]:
            if self.key_of(client.user) != turn:
                key = str(uuid.uuid4())
                answer = client.process.run(client.say({"t": "say", "id": key, "room": room, "text": f"Shoot! {key}"}))
                hold(answer is not None, f"{client} was cut off for a line")
                if answer is not None and answer["t"] == "said":
                    self.model.advice.append((side, self.key_of(client.user), self.model.v, self.world.now()))
                return

    @rule(one=numbers, leaves=st.sampled_from([None, None, "maker", "other"]))
    def both_agree_to_start(self, one: int, leaves: str | None) -> None:
        """Before its time one asks for the kick-off, and the other accepts: neither without the other."""
        play = [client for client in self.world.clients if client.is_open and client.seat and client.here]
        if self.model.status != "waiting" or not play:
            return
        found = play[one % len(play)]
        self.offer(found, "start", "make")
        if leaves is not None:
            self.go_away(str(found.seat) if leaves == "maker" else other(str(found.seat)))
        for each in [each for each in play if each.seat == other(str(found.seat)) and each.is_open][:1]:
            self.offer(each, "start", "accept")
        self.everybody_looks()

    def go_away(self, seat: str) -> None:
        """Close all pages of ``seat``."""
        for client in [client for client in self.world.clients if client.is_open and client.seat == seat]:
            self.leave(client)
            self.dropped.append(client)
        self.check()

    @rule(there=st.sampled_from(["home", "away", "both", "nobody"]), late=st.booleans(), process=numbers)
    def the_kick_off_comes(self, there: str, late: bool, process: int) -> None:
        """It is time, and only ``there`` are at the table; a side that is ``late`` comes at the last moment."""
        model = self.model
        if model.status != "waiting" or model.starts_at is None or model.no_show_at is None:
            return
        self.sweep_all()
        self.check()
        if model.unsure or model.status != "waiting":
            return
        here = [seat for seat in SEATS if there in (seat, "both") or seat in model.bots]
        for seat in SEATS:
            if seat not in here:
                self.go_away(seat)
            elif model.left[seat] is not None and seat not in model.bots:
                self.sit(DEVICES[seat], process)
                self.check()
        self.until(model.starts_at - timedelta(seconds=1))
        self.until(model.starts_at)
        begins = len(here) == len(SEATS) and model.held_since is None
        hold((model.status == "waiting") != begins, f"at its kick-off with {here} the match is {model.status}")
        self.until(model.no_show_at - timedelta(seconds=1))
        if late and not begins and model.status == "waiting":
            for seat in SEATS:
                if seat not in here:
                    self.sit(DEVICES[seat], process + 1)
            self.check()
            begins = model.held_since is None
            hold((model.status == "waiting") != begins, f"all are there at last, and the match is {model.status}")
        self.until(model.no_show_at)
        if not begins and model.held_since is None:
            winner = here[0] if here else None
            hold(model.status == ("finished" if here else "void"), f"nobody waits for {here} any longer")
            hold(winner is None or (model.result or {})["winner"] == winner, f"{winner} alone came: {model.result}")
        self.everybody_looks()

    def until(self, moment: datetime) -> None:
        """Let time pass until ``moment``, if the match still waits for it."""
        seconds = int((moment - self.world.now()).total_seconds())
        if seconds > 0 and self.model.status == "waiting":
            self.time_passes(seconds, swept=True)

    @rule(process=numbers, odds=numbers)
    def the_competition_is_frozen_or_goes_on(self, process: int, odds: int) -> None:
        """Its organiser holds the match, or releases it."""
        model, now, since = self.model, self.world.now(), self.model.held_since
        if model.status in OVER or (since is None and odds % 3):
            return
        commands = "SELECT id::text, kind FROM matches_matchcommand WHERE match_id = %s"
        before = dict(self.world.ask(commands, self.match.pk))
        with transaction.atomic():
            if since is None:
                holding.hold([self.match.pk], "exams")
            else:
                holding.release([self.match.pk], since, now - since)
        if since is None:
            model.freeze(now)
        else:
            model.thaw(now)
        given = {key: kind for key, kind in self.world.ask(commands, self.match.pk) if key not in before}
        asked, status = ("pause", "live") if since is None else ("resume", "paused")
        hold(list(given.values()) == [asked] * (model.status == status), f"a match that is {model.status}: {given}")
        model.commands |= given
        self.sweep(self.process(process))
        self.check()
        hold(model.status != status or not given, f"{asked} by the organiser, and the match is {model.status}")

    @rule(
        kind=st.sampled_from(["pause", "resume", "resume", "message", "message", "award", "void"]),
        process=numbers,
        odds=numbers,
    )
    def an_official_decides(self, kind: str, process: int, odds: int) -> None:
        if kind in ("award", "void") and odds % 4:
            return
        payload: dict[str, Any] = {"reason": "a look at the board", "by": {"user": "", "name": "R", "role": "referee"}}
        if kind == "award":
            payload |= {"winner": SEATS[odds % 2]}
        row = command(self.match.pk, kind, payload)
        key, allowed, before = str(row.pk), self.model.allows(kind), self.model.v
        if allowed:
            self.model.commands[key] = kind
        self.sweep(self.process(process))
        self.check()
        there = any(found.client_id == key for found in self.model.rows[before:])
        hold(there == allowed, f"{kind} by an official {'was not applied' if allowed else 'was applied'}")

    @rule(seconds=st.sampled_from([1, 3, 12, 29, 31, 61, 130, 1000]), swept=st.booleans())
    def time_passes(self, seconds: int, swept: bool) -> None:
        """Everybody's clock runs on; ``swept``: and each process does what is due.

        A process that does not sweep for a while would be taken for dead, and its people for gone.
        """
        if seconds == 1000 and self.model.status != "paused":
            seconds = 130
        swept = swept or self.unswept + seconds > FRESH
        if not swept:
            self.unswept += seconds
            self.world.pass_time(seconds)
            return
        self.sweep_all()
        self.check()
        # What a process could not save it tries again later.
        saves = not any(process.loses for process in self.world.processes)
        asleep = self.model.v if saves and set(self.model.to_act()) & self.model.bots else None
        while seconds:
            span = seconds if self.model.status == "paused" else min(seconds, FRESH)
            seconds -= span
            self.world.pass_time(span)
            self.sweep_all()
            self.check()
            self.nobody_is_overdue()
            hold(span < 12 or asleep is None or self.model.v > asleep, "a bot is asleep")

    def nobody_is_overdue(self) -> None:
        """After the sweep of all processes no clock stands at zero, no pause is over, no bot has slept."""
        for _ in range(4):
            now, model = self.world.now(), self.model
            if not any(model.late(seat, now) for seat in SEATS):
                break
            before = model.v
            self.sweep_all()
            self.check()
            hold(model.v > before, f"the time of {[s for s in SEATS if model.late(s, now)]} is up, and nothing happens")
        now, model = self.world.now(), self.model
        if model.held_since is not None:
            return
        over = model.status == "paused" and model.pause_ends is not None and now >= model.pause_ends
        hold(not over, "the pause is over, and play does not go on")
        missed = model.status == "waiting" and model.no_show_at is not None and now >= model.no_show_at
        hold(not missed, "the time to come is over, and nothing happens")

    @rule(seconds=st.sampled_from([6, 31, 130]), turns=TURNS)
    def nobody_sweeps(self, seconds: int, turns: list[tuple[int, int]]) -> None:
        """All processes are out: whoever comes first after it, a sweep or a move, gives everybody the time back."""
        self.sweep_all()
        self.check()
        self.nobody_is_overdue()
        gap = timedelta(seconds=seconds)
        self.world.moment += gap
        self.model.give_back(gap, self.world.now())
        self.restarted = self.restarted and self.restarted + gap + GRACE  # nor does a side count as gone by it
        self.play(turns[: len(turns) % 2])
        self.everybody_looks()

    @rule(turns=TURNS, lags=st.booleans())
    def a_standby_takes_over(self, turns: list[tuple[int, int]], lags: bool) -> None:
        """The database is lost; if the standby ``lags``, what was played last is lost with it."""
        self.sweep_all()
        self.check()
        copy, model, owner = self.world.copied(), self.model.copied(), dict(self.owner)
        self.play(turns[:3])
        if lags:
            self.model, self.owner = model, owner
        self.world.promote(copy if lags else None)
        self.restarted = self.world.now()  # who was there is not known for a while
        self.everybody_looks()

    @rule(process=numbers)
    def a_process_sweeps(self, process: int) -> None:
        self.sweep(self.process(process))
        self.check()

    def sweep(self, process: Process) -> None:
        """Let ``process`` do what is due; again if its connection was lost in the middle."""
        self.model.decide_calls(self.world.now())
        try:
            process.run(process.sweep())
        except (psycopg.OperationalError, PoolTimeout):
            process.run(process.sweep())

    def sweep_all(self) -> None:
        self.unswept = 0
        for process in self.world.processes:
            self.sweep(process)

    @rule(process=numbers)
    def a_process_is_restarted(self, process: int) -> None:
        """Its sockets are told to come again, and its memory is lost."""
        found = self.process(process)
        there = [client for client in self.world.clients if client.is_open and client.process is found]
        found.run(found.stop())
        for client in there:
            found.run(client.until(lambda _frame: False))
            hold(client.closed is not None, f"{client} was not told of the restart")
        self.dropped += there
        self.restarted = self.world.now()
        found.loses = ""
        found.run(found.start())
        self.note_left()
        self.world.beats()
        self.check()

    @rule(process=numbers, listens=st.booleans(), half=st.booleans())
    def news_come_or_do_not(self, process: int, listens: bool, half: bool) -> None:
        """From now on this process hears what others tell, or ``half`` of it, or nothing: Valkey may lose anything."""
        found = self.process(process)
        found.listens, found.mishears, found.heard = False, half, 0
        if listens:
            found.run(found.hear(self.match.pk))

    @rule(process=numbers, when=st.sampled_from(["before", "after"]))
    def the_connection_will_be_lost(self, process: int, when: str) -> None:
        """At the next commit of this process, before or after it is done."""
        self.process(process).loses = when

    @rule(client=numbers)
    def somebody_takes_the_seat_back(self, client: int) -> None:
        found = self.present(client, seated=True)
        if found is not None:
            self.owner[found.user] = found.device
            found.process.run(found.tell({"t": "take"}))
            self.check()
            hold(found.here, f"{found} took the seat, and is told that it plays elsewhere")

    @rule(client=numbers, odds=numbers)
    def somebody_gives_up(self, client: int, odds: int) -> None:
        found = self.present(client)
        if found is None or odds % 5:
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

    @rule(pick=numbers, follows=st.booleans(), replies=st.integers(1, 3))
    def the_side_that_waits_leaves_a_line(self, pick: int, follows: bool, replies: int) -> None:
        """Conditional moves in a match by days: moves of the other side, and replies; perhaps it comes to them."""
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
        user = self.people["anna" if seat == "home" else "bruno"]
        moves = [move for _seat, move in line]
        try:
            conditional.keep(match=Match.objects.get(pk=self.match.pk), seat=seat, user=user, v=model.v, lines=[moves])
        except (BadLine, NotNow) as refused:
            ASKED[f"line: {refused.code}"] += 1
            return
        ASKED["line: kept"] += 1
        model.plans[seat] = (model.v, line)
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
        answer = self.browsers[user].post(f"/api/v1/matches/{self.match.pk}/moves/", body, "application/json")
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

    def legal(self, seat: str) -> Any:
        return self.model.game.legal(self.model.state, seat)  # type: ignore[arg-type]

    @rule(client=numbers)
    def somebody_claims(self, client: int) -> None:
        """The match is claimed: right only if the other side, which is to act, was away for long enough."""
        found = self.present(client)
        if found is not None:
            self.claim(found)

    def claim(self, client: Client) -> str:
        frame = {"t": "claim", "id": str(uuid.uuid4())}
        answer = client.process.run(client.say(frame))
        hold(answer is not None, f"{client} was cut off for a claim")
        assert answer is not None
        code: str = answer.get("code") or answer["t"]
        ASKED[f"claim: {code}"] += 1
        before = self.model.v
        self.check()
        won = any(row.client_id == frame["id"] for row in self.model.rows[before:])
        hold(won == (code == "ack") or code == "busy", f"a claim was answered {answer}")
        hold(not won or client.seat == self.model.rows[-1].move["winner"], "the match was claimed for the other side")
        return code

    @rule(seconds=st.sampled_from([5, 29, 31, 61, 70]), claims=st.booleans())
    def the_side_to_move_goes_away(self, seconds: int, claims: bool) -> None:
        """All its pages are closed, and time passes; perhaps the other side claims the match then."""
        self.sweep_all()
        self.check()
        model, asked = self.model, [seat for seat in self.model.to_act() if seat not in self.model.bots]
        if len(asked) != 1:
            return
        gone, stays = asked[0], other(asked[0])
        self.go_away(gone)
        was_there, v = model.left[gone] == self.world.now(), model.v
        if self.restarted is not None and self.world.now() < self.restarted + SEAT_FRESH:
            was_there = False  # the process that ended did not note who left it: they count as there for so long
        self.time_passes(seconds, swept=True)
        there = [client for client in self.world.clients if client.is_open and client.seat == stays and client.here]
        if model.absence_seconds is None or not there or not was_there or seconds < model.absence_seconds + 1:
            return
        if not model.absence_claimed:
            hold(model.status == "finished", f"{gone} stays away, and keeps the match")
        elif claims and model.v == v and self.seated(there[0], None) is None and not there[0].process.loses:
            hold(self.claim(there[0]) == "ack", f"{stays} waited for {gone} long enough, and may not claim")

    @rule()
    def everybody_looks(self) -> None:
        """Each process sweeps: now all who are there see the same, whatever was lost on the way."""
        self.sweep_all()
        self.check()
        self.sweep_all()
        self.check()
        for client in self.world.clients:
            if not client.is_open:
                continue
            hold(client.v == self.model.v, f"{client} sees {client.v}, the match is at {self.model.v}")
            plays_here = self.owner.get(client.user, client.device) == client.device
            hold(client.here or not plays_here, f"{client} plays here, and is told that it plays elsewhere")
            hold(plays_here or not client.here or not client.seat, f"{client} is not told that it plays elsewhere")
            shown = client.state.get("status")
            hold(shown == self.model.status, f"{client} sees that it is {shown}, and it is {self.model.status}")
            if self.model.status in OVER:
                hold((client.state["result"] is None) == (self.model.result is None), f"{client} sees no result")
            else:
                self.model.check_clock(client.state)
            self.model.check_offers(client.state)
            self.check_presence(client)
        self.model.agreed.pop("coaching", None)  # what the log proved came too late, if it has not come by now
        for seat in SEATS:
            planned = self.model.planned(seat)
            hold(planned is None or planned[0] != seat, f"the reply that {seat} left was not played: {planned}")
        for key, kind in self.model.commands.items():
            raise Wrong(f"{kind} by an official ({key}) was never applied")

    def check_presence(self, client: Client) -> None:
        """Compare who is shown as being there; a process that ended did not note who left it."""
        model, now, since = self.model, self.world.now(), self.restarted
        if since is not None and now < since + SEAT_FRESH:
            return
        playing = {each.seat for each in self.world.clients if each.is_open} | model.bots
        noted = since is None or all(seat in playing or (model.left[seat] or since) > since for seat in SEATS)
        watching = sum(each.is_open and not each.seat and each.process is client.process for each in self.world.clients)
        there = {seat: seat in playing for seat in SEATS}
        model.check_presence(client.state["presence"], there, watching, noted=noted)

    def a_stranger_comes_at_last(self) -> None:
        """Who comes only now, to a process that knows nothing, sees the end of all that the others saw."""
        process = self.process(0)
        process.run(process.stop())
        process.loses = ""
        process.run(process.start())
        late = self.come("", process)
        self.check()
        hold(late.v == self.model.v, f"who comes at last sees {late.v}, the match is at {self.model.v}")


@contextlib.contextmanager
def tables(cast: Any) -> Iterator[type[Table]]:
    """The machine in a world of its own, with the people of ``cast``: ``anna1`` and ``anna2`` are browsers of one."""
    people = {"anna": cast.anna, "bruno": cast.bruno, "carla": cast.stranger}
    people |= {"dora": cast.organiser, "emil": cast.referee}
    cookies = {f"{name}{n}": cookie_of(user) for name, user in people.items() for n in (1, 2)}
    engines.register("toy", "tests.engines.toy")
    try:
        with two_processes(cookies) as world:
            browsers = {name: Browser() for name in people}
            for name, browser in browsers.items():
                browser.force_login(people[name], backend="django.contrib.auth.backends.ModelBackend")
            yield type("Table", (Table,), {"world": world, "people": people, "browsers": browsers})
    finally:
        engines.forget("toy")


def explore(machine: type[Table], examples: int, *, steps: int = 25, number: int = 0, shrink: bool = False) -> None:
    """Run so many examples of each of ``SETTINGS``, those of ``number``. Raises what the first wrong one found.

    ``shrink``: after a search for a shorter one, which takes minutes.
    """
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        phases=(Phase.explicit, Phase.generate, *([Phase.shrink] if shrink else [])),
        suppress_health_check=list(HealthCheck),
    )
    for index, setting in enumerate(SETTINGS):
        kind = type("Table", (machine,), {"setting": setting})

        def table(kind: type[Table] = kind) -> Table:
            return kind()

        try:
            # Not the class: Hypothesis would parse this file for each, which Python 3.11 can do in one thread only.
            run_state_machine_as_test(seed(number * len(SETTINGS) + index)(table), settings=chosen)
        except FlakyFailure as again:  # on a busy machine a step takes longer, and the second run may end well
            wrong = again.exceptions[0]
            wrong.add_note(f"state.setting = {setting!r}, and not in each run")
            raise wrong from again
        except Exception as wrong:
            wrong.add_note(f"state.setting = {setting!r}")
            raise


def replay(machine: type[Table], setting: dict[str, Any], script: Callable[[Table], None]) -> None:
    """Run the steps of ``script``, as a failing example prints them, and the end of every example."""
    state = type("Table", (machine,), {"setting": setting})()
    try:
        script(state)
    finally:
        state.teardown()
