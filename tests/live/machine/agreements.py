"""Rules of the machine for what both sides agree on, and for calls of coaching."""

from __future__ import annotations

import uuid
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.live.machine.seen import ASKED, PLAYERS, TURNS, numbers
from tests.live.machine.talk import Talk
from tests.live.model import FOR_BOTH, hold, other
from tests.live.world import DONE, Client

DOES = ("make", "accept", "decline", "withdraw")


class Agreements(Talk):
    """Base of the machine, for offers."""

    @rule(
        client=numbers,
        kind=st.sampled_from(["draw", "pause", "resume", "start", "undo"]),
        do=st.sampled_from(DOES),
        posts=st.booleans(),
    )
    def somebody_offers(self, client: int, kind: str, do: str, posts: bool) -> None:
        """Any offer, or any answer to one; ``posts``: without a socket, through another process."""
        found = self.present(client)
        if found is not None:
            self.offer(found, kind, do, posts=posts and bool(found.user))

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

    def offer(self, client: Client, kind: str, do: str, *, posts: bool = False) -> None:
        model, frame = self.model, {"t": "offer", "id": str(uuid.uuid4()), "kind": kind, "do": do}
        refused, before, seat, now = self.seated(client, None), model.v, client.seat, self.world.now()
        if posts:  # there is no other device
            refused = None if seat else {"not_seated"}
        theirs = seat is not None and (kind, other(seat)) in model.offers
        own = seat is not None and (kind, seat) in model.offers
        proven: bool | None = False
        if kind == "coaching" and seat is not None and (theirs if do == "decline" else do == "make" and not own):
            called = model.coachable() is not None and not model.referee
            proven = model.proven(other(seat) if do == "make" else seat) if called else False
        agrees = theirs and (do == "accept" or (do == "make" and kind not in FOR_BOTH))
        with_bot = do == "make" and bool(model.bots) and kind != "draw"
        agrees = agrees or bool(proven)
        if agrees or with_bot or proven is None:
            made_by = seat if do == "make" and (with_bot or kind in FOR_BOTH) else other(str(seat))
            model.agreed[kind] = str(made_by)
        if kind == "coaching" and do == "make" and seat is not None and not own:
            model.called[seat] = now
        code = self.answer_to(client, frame, posts=posts)
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
            hold(code in may, f"{frame} was answered {code}, not {may}")
            if seat is not None and refused is None and not client.process.loses and code == "no_offer":
                asks = do == "make" and not own and not agrees
                maker = seat if asks or do == "withdraw" else other(seat)
                stands = asks or agrees or (own if do == "withdraw" else theirs)
                fair = do in ("decline", "withdraw") or model.may_agree(kind, maker, now)
                fair = fair and not (kind == "start" and model.unsure)
                hold(not (stands and fair), f"{frame} was fair, and was answered {code}")
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

    def answer_to(self, client: Client, frame: dict[str, Any], *, posts: bool = False) -> str:
        """Send an offer; return "ack", or the code of its refusal."""
        if posts:
            told = self.post(client.user, "offers", {name: frame[name] for name in ("id", "kind", "do")})
            code: str = "ack" if told.status_code == 200 else told.json()["code"]
        else:
            answer = client.process.run(client.say(frame))
            hold(answer is not None, f"{client} was cut off for {frame}")
            assert answer is not None
            code = answer["code"] if answer["t"] == "error" else answer["t"]
        ASKED[f"offer {frame['kind']} {frame['do']}: {code}"] += 1
        DONE[f"offer {frame['kind']}: {frame['do']}"] += code == "ack"
        return code

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
                self.write(client, room)
                return

    @rule(one=numbers, do=st.sampled_from(["accept", "accept", "make", "decline", "withdraw"]))
    def they_ask_for_another_match(self, one: int, do: str) -> None:
        """After the end one asks for a rematch, and it is answered: there is one if both want it, and never two."""
        self.everybody_looks()
        play = [client for client in self.world.clients if client.is_open and client.seat and client.here]
        if not play:
            return
        first = play[one % len(play)]
        others = [each for each in play if each.seat == (first.seat if do == "withdraw" else other(str(first.seat)))]
        self.ask_again(first, "make")
        for each in others[:1]:
            self.ask_again(each, do)
        self.everybody_looks()

    def ask_again(self, client: Client, do: str) -> None:
        model, seat, now = self.model, str(client.seat), self.world.now()
        own, theirs = (("rematch", side) in model.offers for side in (seat, other(seat)))
        frame = {"t": "offer", "id": str(uuid.uuid4()), "kind": "rematch", "do": do}
        before = model.next_match
        code = self.answer_to(client, frame)
        hold(code in ("ack", "no_offer", "too_soon"), f"{client} asked for a rematch, and was told {code}")
        if code == "ack":
            agrees = (theirs and do in ("make", "accept")) or (do == "make" and bool(model.bots))
            hold(model.status == "finished", f"{client} asked for a rematch of a match that is {model.status}")
            if agrees or (before and do == "make"):
                model.next_match = True
            elif do == "make" and not own:
                hold(not model.waits("rematch", seat, now), f"{client} asked for a rematch again, too soon")
                model.offers["rematch", seat] = model.v
            if do == "withdraw" or agrees or do == "decline":
                maker = seat if do == "withdraw" else other(seat)
                if model.offers.pop(("rematch", maker), None) is not None and not agrees:
                    model.failed["rematch", maker] = [*model.failed.get(("rematch", maker), ()), now]
        else:
            waits = bool(model.failed.get(("rematch", seat)))
            fair = model.status == "finished" and ((do == "make" and not waits) or (do == "accept" and theirs))
            hold(not fair, f"{client} asked for a rematch, and was told {code}")
        self.check()

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
