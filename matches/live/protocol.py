"""Frames of the socket, version 1: clients' frames typed, the server's encoded once.

``docs/protocol.md`` describes every frame; the tests run the examples there. Nothing here decides anything.
"""

from typing import Any, Literal, TypeAlias
from uuid import UUID

import msgspec

from matches.errors import BadFrame

VERSION = 1
"""Version of the protocol; raised when a frame changes so that an older client would misread it."""
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
    moves: list[dict[str, Any]]  # each game has its own shape of moves
    seat: Literal["home", "away"] | None = None
    """The seat that moves; only from a screen that holds both."""
    timeline: int | None = None
    """The timeline of the frame in which the position was seen."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.moves) <= MOVES_LIMIT:
            raise ValueError(f"moves must hold 1 to {MOVES_LIMIT} moves")


class ResignFrame(msgspec.Struct, tag_field="t", tag="resign", forbid_unknown_fields=True):
    id: UUID
    seat: Literal["home", "away"] | None = None
    """The seat that gives up; only from a screen that holds both."""


class SeedFrame(msgspec.Struct, tag_field="t", tag="seed", forbid_unknown_fields=True):
    """This side's own dice seed, before the kick-off: 16 to 64 lower-case hex digits."""

    seed: str

    def __post_init__(self) -> None:
        if not 16 <= len(self.seed) <= 64 or set(self.seed) - set("0123456789abcdef"):
            raise ValueError("seed must be 16 to 64 lower-case hex digits")


class HoldFrame(msgspec.Struct, tag_field="t", tag="hold", forbid_unknown_fields=True):
    """On one screen for two people: ``seat`` is in front of it now (null: it is being handed over)."""

    seat: Literal["home", "away"] | None


class TakeFrame(msgspec.Struct, tag_field="t", tag="take", forbid_unknown_fields=True):
    """Request to play on this device again; the user's other one then only looks on."""


class HurryFrame(msgspec.Struct, tag_field="t", tag="hurry", forbid_unknown_fields=True):
    """Play the rest of the bot's turn at once, without its pauses."""


class PingFrame(msgspec.Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Ping, answered by pong with the server's time."""

    n: int = 0


class SayFrame(msgspec.Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    """A line for a chat room: free text, or a preset by its name."""

    id: UUID
    room: Literal["players", "spectators"]
    text: str = ""
    preset: str = ""

    def __post_init__(self) -> None:
        if bool(self.text) == bool(self.preset):
            raise ValueError("say needs either text or preset")


class OfferFrame(msgspec.Struct, tag_field="t", tag="offer", forbid_unknown_fields=True):
    """Making, withdrawing, accepting or declining an offer."""

    id: UUID
    kind: Literal["draw", "pause", "resume", "start", "rematch", "undo", "coaching"]
    do: Literal["make", "accept", "decline", "withdraw"]


class ClaimFrame(msgspec.Struct, tag_field="t", tag="claim", forbid_unknown_fields=True):
    """Claim of the match: the other side, which is to act, has been away for too long."""

    id: UUID


class EchoFrame(msgspec.Struct, tag_field="t", tag="echo", forbid_unknown_fields=True):
    n: int


ClientFrame: TypeAlias = (
    MoveFrame
    | ResignFrame
    | SeedFrame
    | HoldFrame
    | TakeFrame
    | HurryFrame
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
    """Parse a client's frame. Raises BadFrame naming what is wrong."""
    try:
        frame: ClientFrame = _decoder.decode(text)
    except msgspec.DecodeError as error:
        raise BadFrame(str(error)) from error
    except UnicodeEncodeError as error:
        raise BadFrame("the frame is not valid text") from error
    return frame


def write(frame: dict[str, Any]) -> str:
    return encode(frame).decode()


def join(shared: bytes, own: bytes) -> bytes:
    """Join two encoded non-empty objects into one frame: the part that all views share is encoded once."""
    return shared[:-1] + b"," + own[1:]


def ack(client_id: UUID, v: int) -> str:
    """Encode an acknowledgement: the moves of ``client_id`` are committed up to version ``v``."""
    return f'{{"t":"ack","id":"{client_id}","v":{v}}}'


def stale(client_id: UUID, v: int) -> str:
    """Encode a refusal: the moves of ``client_id`` were for another position; the match is at ``v``."""
    return f'{{"t":"stale","id":"{client_id}","v":{v}}}'


def error(client_id: UUID | None, code: str, reason: str, rule: str = "") -> str:
    """Encode a refusal that changed nothing; ``rule``: the chapter of the rules page that tells why."""
    return write({"t": "error", "id": client_id, "code": code, "reason": reason, "rule": rule or None})


def pong(n: int, now: int) -> str:
    """Encode the answer to a ping; ``now`` in epoch milliseconds of the server."""
    return f'{{"t":"pong","n":{n},"now":{now}}}'


def presence(seats: dict[str, Any]) -> str:
    """Encode the presence and the countdown; ``watching`` counts this process's spectators."""
    return write({"t": "presence", **seats})


def offers(offers: list[dict[str, Any]]) -> str:
    return write({"t": "offers", "offers": offers})


def probe(n: int) -> str:
    """Encode a probe: the client echoes it at once, so the server measures the round trip."""
    return f'{{"t":"probe","n":{n}}}'


def chat(room: str, lines: list[dict[str, Any]]) -> str:
    """Encode lines of a room in order; one sent again with its ``n`` has changed (it was hidden)."""
    return write({"t": "chat", "room": room, "lines": lines})


def acknowledgement(client_id: UUID, room: str, n: int) -> str:
    """Encode an acknowledgement: the line of ``client_id`` is number ``n`` of its room."""
    return f'{{"t":"said","id":"{client_id}","room":"{room}","n":{n}}}'


def device(here: bool, others: int = 0) -> str:
    """Encode whether you play on this device; ``others``: how many of your screens now only look on."""
    return write({"t": "device", "here": here, "others": others})


def bye(code: Literal["restart", "slow", "flood", "frozen", "moved", "full", "signed_out"], retry_ms: int) -> str:
    """Encode the goodbye before the server closes the socket; reconnect after ``retry_ms`` or so."""
    return write({"t": "bye", "code": code, "retry_ms": retry_ms})
