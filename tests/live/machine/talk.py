"""Rules of the machine for the chat: who writes what where, and who reads it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from matches.live.chat import ROOMS
from matches.models import ChatLine, Match, Silence
from matches.verbs import chat as verbs
from matches.verbs.chat import REASONS
from tests.live.machine.people import People
from tests.live.machine.seen import ASKED, REFEREE, numbers
from tests.live.model import READY, Said, hold
from tests.live.world import Client

MUTED = "{name} is muted for {minutes} min: {reason} ({role})"


class Talk(People):
    """Base of the machine, for the two rooms of the chat."""

    @rule(client=numbers, room=st.sampled_from(ROOMS), ready=st.sampled_from(["", "", *READY]), posts=st.booleans())
    def somebody_writes(self, client: int, room: str, ready: str, posts: bool) -> None:
        """A line of their own words or a ready one, by the socket or ``posts`` it; then the same again."""
        found = self.present(client)
        if found is not None:
            self.write(found, room, ready, posts=posts)
            self.check()

    def write(self, client: Client, room: str, ready: str = "", *, posts: bool = False) -> None:
        """Let ``client`` write, and check the answer; a repeat of the same frame is the same line."""
        key, user, now = str(uuid.uuid4()), self.key_of(client.user), self.world.now()
        words = READY.get(ready) or f"Shoot! {key}"
        line: dict[str, Any] = {"id": key, "room": room, **({"preset": ready} if ready else {"text": words})}
        refused = self.model.refusal(room, client.seat, user, words, now)
        number = 0 if refused else self.model.say(room, client.seat, user, words, now)
        for _time in range(2):
            code, n = self.post_line(client, line) if posts and user else self.send_line(client, line)
            ASKED[f"say: {code}"] += 1
            hold(code == (refused or "said"), f"{client} wrote {line} and was told {code}, not {refused or 'said'}")
            hold(n == number, f"{client} wrote line {number} of the room, and was told {n}")

    @rule(pick=numbers, does=st.sampled_from(["hide", "time out", "lift"]), reason=st.sampled_from(sorted(REASONS)))
    def the_referee_looks_after_the_chat(self, pick: int, does: str, reason: str) -> None:
        """A line is hidden, its writer may not write for a while, or may again."""
        model, now, match = self.model, self.world.now(), Match.objects.get(pk=self.match.pk)
        lines = list(ChatLine.objects.filter(match=match, user__isnull=False).order_by("id"))
        if not lines or not model.referee:
            return
        line, told = lines[pick % len(lines)], REASONS[reason][0]
        user, by = str(line.user_id), self.people[REFEREE]
        own = [each for each in model.said if each.user == user]
        rooms = {each.room for each in own if each.at == own[-1].at}
        if does == "hide":
            verbs.hide(line=line, reason=reason)
            said = [each for each in model.said if each.room == line.room][line.n - 1]
            said.hidden = said.hidden or told
        elif does == "time out" and user != model.referee and len(rooms) == 1:  # told where they wrote last
            verbs.time_out(match=match, user=line.user, minutes=5, reason=reason, by=by, role="referee")
            model.silenced[user] = now + timedelta(minutes=5)
            model.said.append(Said(rooms.pop(), "", MUTED, now))
        elif does == "lift":
            for silence in Silence.objects.filter(match=match, user=line.user):
                verbs.lift(silence=silence)
            model.silenced.pop(user, None)
        ASKED[f"chat: {does}"] += 1
        self.check()

    def send_line(self, client: Client, line: dict[str, Any]) -> tuple[str, int]:
        answer = client.process.run(client.say({"t": "say", **line}))
        hold(answer is not None, f"{client} was cut off for a line")
        assert answer is not None
        return (answer["t"], answer["n"]) if answer["t"] == "said" else (answer["code"], 0)

    def post_line(self, client: Client, line: dict[str, Any]) -> tuple[str, int]:
        """Write without a socket, through a process that was not there before."""
        answer = self.post(client.user, "chat", line)
        told = answer.json()
        return ("said", told["n"]) if answer.status_code in (200, 201) else (told["code"], 0)
