"""Bytes of a file as numbered lines of text, whatever its encoding and line ends."""

import re
from typing import Final

from engines.core.text import text
from league.formats.trf.tournament import Note

MOST_BYTES: Final = 2_000_000
"""Five thousand players of thirty rounds."""
_ENDS: Final = re.compile(r"\r\n|\r|\n")
_NO_TEXT: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x19\x1b-\x1f\x7f]")


class NoText(Exception):
    """The bytes are no lines of text."""

    def __init__(self, note: Note) -> None:
        super().__init__(note.name)
        self.note = note


def lines_of(raw: bytes) -> tuple[list[tuple[int, str]], list[Note]]:
    """Return the lines that are not blank with their numbers, and what was adjusted. Raises NoText."""
    if len(raw) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise NoText(Note(0, "too_large", text("The file is larger than {most} MB.", most=most)))
    words, notes = _decoded(raw)
    if _NO_TEXT.search(words):
        raise NoText(Note(0, "not_text", text("This is not a text file.")))
    lines = [(number, line.rstrip("\t \x1a")) for number, line in enumerate(_ENDS.split(words), start=1)]
    kept = [(number, line) for number, line in lines if line]
    if not kept:
        raise NoText(Note(0, "empty", text("The file is empty.")))
    for number, line in kept:
        if "\t" in line:
            notes.append(Note(number, "tabs", text("A tab is read as one blank.")))
    return [(number, line.replace("\t", " ")) for number, line in kept], notes


def _decoded(raw: bytes) -> tuple[str, list[Note]]:
    """Return the text of ``raw``: UTF-8, UTF-16 with its mark, else Latin-1."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode("utf-16"), [Note(0, "utf_16", text("The file is read as UTF-16."))]
        except UnicodeDecodeError:
            raise NoText(Note(0, "not_text", text("This is not a text file."))) from None
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        # Windows writes its own signs where Latin-1 has none to see.
        words = raw.decode("cp1252", errors="replace")
        return words, [Note(0, "latin_1", text("The file is not UTF-8; it is read as Latin-1."))]
