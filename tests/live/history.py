"""What clients did and were told, with times, and a check of it against the log: nothing acknowledged is lost or moved.

Each client notes what it sends (``invoke``), the answer (``ok``, ``fail``, ``busy``: it may have been done), and each
version that it is shown. The check is a pure function of these notes and of the log at the end.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

What = Literal["invoke", "ok", "fail", "busy", "shown"]


@dataclass(frozen=True)
class Note:
    """One thing that a client did or was told."""

    at: float
    """Seconds by a clock that all clients share."""
    client: str
    socket: int
    """Number of the connection of this client."""
    what: What
    id: str = ""
    v: int = -1
    timeline: int = 0
    whole: bool = False
    """A whole position was shown, not a step."""
    lines: str = ""


@dataclass
class History:
    """The notes of the clients of one match, in the order of their times."""

    notes: list[Note] = field(default_factory=list)

    def note(self, client: str, socket: int, what: What, **more: object) -> None:
        self.notes.append(Note(time.monotonic(), client, socket, what, **more))  # type: ignore[arg-type]

    def write(self, path: Path) -> None:
        """Write the notes, a line each."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(asdict(note)) + "\n" for note in self.notes))

    @classmethod
    def read(cls, path: Path) -> History:
        return cls([Note(**json.loads(line)) for line in path.read_text().splitlines()])


def violations(notes: Iterable[Note], log: Mapping[str, list[int]], told: Mapping[int, str] | None = None) -> list[str]:
    """Return what may not have been; ``log``: the versions of each id, ``told``: the lines of each version.

    A version that another database went on before (a new timeline, at a lower version) may be lost with its end.
    """
    ordered = sorted(notes, key=lambda note: note.at)
    begins = _timelines(ordered)
    return [
        *_acknowledged(ordered, log, begins),
        *_refused(ordered, log),
        *_backwards(ordered),
        *_disordered(ordered, begins),
        *_prefixes(ordered, log, begins, told or {}),
    ]


def _timelines(notes: list[Note]) -> dict[int, int]:
    """Return the lowest version at which each timeline was first shown as a whole."""
    begins: dict[int, int] = {}
    for note in notes:
        if note.what == "shown" and note.whole:
            begins[note.timeline] = min(note.v, begins.get(note.timeline, note.v))
    return begins


def _is_lost(note: Note, begins: Mapping[int, int]) -> bool:
    return any(timeline > note.timeline and note.v > v for timeline, v in begins.items())


def _acknowledged(notes: list[Note], log: Mapping[str, list[int]], begins: Mapping[int, int]) -> list[str]:
    found = []
    for note in notes:
        if note.what == "ok" and not _is_lost(note, begins):
            held = log.get(note.id, [])
            if not held:
                found.append(f"{note.id} was acknowledged at {note.v}, and is not in the log")
            elif held[-1] != note.v or held != list(range(held[0], held[-1] + 1)):
                found.append(f"{note.id} was acknowledged at {note.v}, and is in the log at {held}")
    return found


def _refused(notes: list[Note], log: Mapping[str, list[int]]) -> list[str]:
    last = {note.id: note for note in notes if note.what in ("invoke", "ok", "fail", "busy")}
    refused = [key for key, note in last.items() if note.what == "fail" and key in log]
    return [f"{key} was refused, and is in the log at {log[key]}" for key in refused]


def _backwards(notes: list[Note]) -> list[str]:
    found, last = [], dict[tuple[str, int], Note]()
    for note in notes:
        if note.what != "shown":
            continue
        before = last.get((note.client, note.socket))
        if before is not None and before.timeline == note.timeline and note.v < before.v:
            found.append(f"{note.client} was shown {note.v} after {before.v} on one socket")
        if before is not None and not note.whole and note.v > before.v + 1:
            found.append(f"{note.client} was shown {note.v} after {before.v} on one socket: a step is missing")
        last[note.client, note.socket] = note
    return found


def _disordered(notes: list[Note], begins: Mapping[int, int]) -> list[str]:
    """Return moves that were acknowledged before another was sent, and lie behind it in the log."""
    found, highest, done = [], None, dict[str, Note | None]()
    for note in notes:
        if note.what == "invoke":
            done.setdefault(note.id, highest)
        elif note.what == "ok" and not _is_lost(note, begins):
            before = done.get(note.id)
            if before is not None and before.id != note.id and before.v >= note.v and not _is_lost(before, begins):
                found.append(
                    f"{note.id} is at {note.v}, but {before.id} at {before.v} was acknowledged before it was sent"
                )
            if highest is None or note.v > highest.v:
                highest = note
    return found


def _prefixes(
    notes: list[Note], log: Mapping[str, list[int]], begins: Mapping[int, int], told: Mapping[int, str]
) -> list[str]:
    """Return versions that were shown and are not in the log, and those that two were told differently."""
    found, end, lines = [], max((v for held in log.values() for v in held), default=0), dict(told)
    for note in notes:
        if note.what != "shown" or _is_lost(note, begins):
            continue
        if note.v > end:
            found.append(f"{note.client} was shown {note.v}, and the log ends at {end}")
        elif not note.whole and lines.setdefault(note.v, note.lines) != note.lines:
            found.append(f"{note.client} was told other lines of {note.v} than others")
    return found
