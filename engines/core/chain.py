"""Lines that hang together: each has the SHA-256 of the line before and of its own text, so that none can be changed,
left out or put in without every later one.

A line is ``HASH JSON``: 64 hexadecimal digits, a space, one JSON object whose ``kind`` says what it holds. The hash is
that of the hash before (``START`` for the first line), a line feed, and the JSON exactly as it stands.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.core.errors import BadRequest

START: Final = "0" * 64
_LINE: Final = re.compile(r"([0-9a-f]{64}) (\{.*\})", re.DOTALL)


class BadChain(BadRequest):
    """A line that does not follow from those before it; the sentence names it and where it begins."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that follows from those before it. ``number`` counts from 1, bytes from 0: ``ends`` is the one behind."""

    number: int
    begins: int
    ends: int
    digest: str
    content: dict[str, Any]

    @property
    def place(self) -> str:
        return f"line {self.number} (from byte {self.begins:,})"


def link(before: str, words: str) -> str:
    """Return the hash of ``words`` behind the hash ``before``."""
    return hashlib.sha256(f"{before}\n{words}".encode()).hexdigest()


def canonical(content: Mapping[str, Any]) -> str:
    """Return JSON with sorted keys and without spaces: one way to write one value."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def written(contents: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Give the hash and the line of each of ``contents``."""
    digest = START
    for content in contents:
        words = canonical(content)
        digest = link(digest, words)
        yield digest, f"{digest} {words}\n"


def is_chain(start: str) -> bool:
    """Return whether a file that begins with ``start`` is one of such lines."""
    return re.match(r"[0-9a-f]{64} \{", start) is not None


def read(lines: Iterable[bytes]) -> Iterator[Line]:
    """Give each line once it is proved to follow from those before. Raises BadChain at the first that does not."""
    before, begins = START, 0
    for number, raw in enumerate(lines, 1):
        place = f"line {number} (from byte {begins:,})"
        try:
            parts = _LINE.fullmatch(raw.decode().removesuffix("\n"))
            content = json.loads(parts[2]) if parts else None
        except (ValueError, RecursionError):
            parts, content = None, None
        if parts is None or not isinstance(content, dict):
            raise BadChain(f"{place} is no hash with a JSON object behind it")
        if link(before, parts[2]) != parts[1]:
            raise BadChain(f"{place} was changed, or a line before it is missing")
        before = parts[1]
        yield Line(number, begins, begins + len(raw), before, content)
        begins += len(raw)
