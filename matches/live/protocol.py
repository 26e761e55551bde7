"""The frames of the socket, version 1: what clients may say, typed; what the server says, encoded once.

``docs/protocol.md`` describes every frame; the examples there are run by the tests. Nothing here decides anything.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias
from uuid import UUID

import msgspec

from matches.errors import BadFrame

VERSION = 1
"""What both sides speak; raised when a frame changes so that an older client would misread it."""
FRAME_LIMIT = 4096
"""Bytes of a client's frame; a longer one closes the socket."""
MOVES_LIMIT = 64
"""Moves of one frame: a whole placement fits."""

CLOSE_BAD = 1008
"""Close code: flooding, or frames that cannot be read."""
CLOSE_LATER = 1013
"""Close code: this socket reads too slowly; connect again with ?v=."""
CLOSE_RESTART = 1012
"""Close code: the server restarts; connect again."""
CLOSE_UNKNOWN = 4404
"""Close code: there is no such match (or it is not for you)."""
CLOSE_OTHER_VERSION = 4426
"""Close code: the client speaks another version of this protocol; its page has to be loaded anew."""


class MoveFrame(msgspec.Struct, tag_field="t", tag="move", forbid_unknown_fields=True):
    """Moves of one seat, all or none, for the position after ``v``."""

    id: UUID
    v: int
    moves: list[dict[str, Any]]  # the shape of a move is its game's own
    seat: Literal["home", "away"] | None = None
    """Only from a screen that holds both seats: whose moves these are."""
    timeline: int | None = None
    """That of the frame in which the position was seen."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.moves) <= MOVES_LIMIT:
            raise ValueError(f"moves must hold 1 to {MOVES_LIMIT} moves")


class ResignFrame(msgspec.Struct, tag_field="t", tag="resign", forbid_unknown_fields=True):
    """Give the match up."""

    id: UUID
    seat: Literal["home", "away"] | None = None
    """Only from a screen that holds both seats: which side gives up."""


class SeedFrame(msgspec.Struct, tag_field="t", tag="seed", forbid_unknown_fields=True):
    """This side's own dice seed, before the kick-off: 16 to 64 lower-case hex digits."""

    seed: str

    def __post_init__(self) -> None:
        if not 16 <= len(self.seed) <= 64 or set(self.seed) - set("0123456789abcdef"):
            raise ValueError("seed must be 16 to 64 lower-case hex digits")


class HoldFrame(msgspec.Struct, tag_field="t", tag="hold", forbid_unknown_fields=True):
    """On one screen for two people: ``seat`` sits in front of it now (null: nobody, it is being handed over)."""

    seat: Literal["home", "away"] | None


class TakeFrame(msgspec.Struct, tag_field="t", tag="take", forbid_unknown_fields=True):
    """Play on this device again; the other one only looks on from now."""


class PingFrame(msgspec.Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Are you there? Answered by pong with the server's time."""

    n: int = 0


class SayFrame(msgspec.Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    """A line for a room of the chat: free text, or a ready sentence by its name."""

    id: UUID
    room: Literal["players", "spectators"]
    text: str = ""
    preset: str = ""

    def __post_init__(self) -> None:
        if bool(self.text) == bool(self.preset):
            raise ValueError("say needs either text or preset")


class OfferFrame(msgspec.Struct, tag_field="t", tag="offer", forbid_unknown_fields=True):
    """Make an offer to the other side, or take back one's own, or accept or decline the other's."""

    id: UUID
    kind: Literal["draw", "pause", "resume", "start", "rematch"]
    do: Literal["make", "accept", "decline", "withdraw"]


class ClaimFrame(msgspec.Struct, tag_field="t", tag="claim", forbid_unknown_fields=True):
    """Claim the match: the other side, which is to act, has left for too long."""

    id: UUID


class EchoFrame(msgspec.Struct, tag_field="t", tag="echo", forbid_unknown_fields=True):
    """The answer to a probe, with its number."""

    n: int


ClientFrame: TypeAlias = (
    MoveFrame
    | ResignFrame
    | SeedFrame
    | HoldFrame
    | TakeFrame
    | PingFrame
    | SayFrame
    | EchoFrame
    | OfferFrame
    | ClaimFrame
)

_decoder = msgspec.json.Decoder(ClientFrame)
encode = msgspec.json.Encoder(enc_hook=str).encode
"""Plain data as JSON bytes; ``msgspec.Raw`` goes in as it is."""


def read(text: str | bytes) -> ClientFrame:
    """The frame that a client sent. Raises BadFrame with what is wrong in it."""
    try:
        frame: ClientFrame = _decoder.decode(text)
    except msgspec.DecodeError as error:
        raise BadFrame(str(error)) from error
    except UnicodeEncodeError as error:
        raise BadFrame("the frame is not valid text") from error
    return frame


def write(frame: dict[str, Any]) -> str:
    """``frame`` as the text that goes out."""
    return encode(frame).decode()


def join(shared: bytes, own: bytes) -> bytes:
    """One frame of two encoded objects, neither of them empty: what all views share is encoded once."""
    return shared[:-1] + b"," + own[1:]


def ack(client_id: UUID, v: int) -> str:
    """The moves of ``client_id`` are committed; the last of them is ``v``."""
    return f'{{"t":"ack","id":"{client_id}","v":{v}}}'


def stale(client_id: UUID, v: int) -> str:
    """The moves of ``client_id`` were meant for another position; the match is at ``v``."""
    return f'{{"t":"stale","id":"{client_id}","v":{v}}}'


def error(client_id: UUID | None, code: str, reason: str) -> str:
    """Something was refused and nothing changed."""
    return write({"t": "error", "id": client_id, "code": code, "reason": reason})


def pong(n: int, now: int) -> str:
    """The answer to a ping; ``now`` in epoch milliseconds of the server."""
    return f'{{"t":"pong","n":{n},"now":{now}}}'


def presence(shown: dict[str, Any]) -> str:
    """Who is at the table, and the countdown to a forfeit; ``watching`` counts the spectators of this process."""
    return write({"t": "presence", **shown})


def offers(made: list[dict[str, Any]]) -> str:
    """The offers that stand."""
    return write({"t": "offers", "offers": made})


def probe(n: int) -> str:
    """Answer at once with echo: so the server measures the way to you and back."""
    return f'{{"t":"probe","n":{n}}}'


def chat(room: str, lines: list[dict[str, Any]]) -> str:
    """Lines of a room, in their order; one that comes again with its ``n`` has changed (it was hidden)."""
    return write({"t": "chat", "room": room, "lines": lines})


def said(client_id: UUID, room: str, n: int) -> str:
    """The line of ``client_id`` is committed as number ``n`` of its room."""
    return f'{{"t":"said","id":"{client_id}","room":"{room}","n":{n}}}'


def device(here: bool, others: int = 0) -> str:
    """Whether you play on this device (``others``: how many of your screens were told to only look on)."""
    return write({"t": "device", "here": here, "others": others})


def bye(code: Literal["restart", "slow", "flood", "frozen", "moved", "full"], retry_ms: int) -> str:
    """The server is about to close this socket; connect again after about ``retry_ms``."""
    return write({"t": "bye", "code": code, "retry_ms": retry_ms})
