"""Reader of a list of entrants as CSV: it reports every bad line and writes nothing.

Columns are name, e-mail, seed and club: named in the first line (in English or Italian, in any order) or, without one,
in that order. The separator is a comma, semicolon or tab.
"""

import csv
from dataclasses import dataclass, field
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from league.competitions.models import Competition, Entrant
from league.players.errors import NicknameRefused
from league.players.policy.nicknames import clean_nickname

MOST_LINES: Final = 1024
MOST_BYTES: Final = 300_000
CLUB: Final = 30
HEADS: Final[dict[str, str]] = {
    "name": "name", "nome": "name", "player": "name", "giocatore": "name", "squadra": "name", "team": "name",
    "e-mail": "email", "email": "email", "mail": "email", "posta": "email",
    "seed": "seed", "testa di serie": "seed", "numero": "seed",
    "club": "club", "tag": "club", "circolo": "club", "società": "club", "classe": "club", "class": "club",
    "association": "club", "associazione": "club", "federation": "club", "federazione": "club", "country": "club",
    "paese": "club", "nazione": "club",
}  # fmt: skip
ORDER: Final = ("name", "email", "seed", "club")


@dataclass(slots=True)
class Line:
    """An entrant of the list."""

    number: int
    """Line number in the given text, from 1."""
    name: str
    email: str = ""
    seed: int | None = None
    club: str = ""


@dataclass(slots=True)
class Listing:
    """Lines and problems of a list."""

    lines: list[Line] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    """``(line, sentence)``. Line 0: the list as a whole."""
    heading: str = ""
    """The first line, if it names the columns."""
    texts: dict[int, str] = field(default_factory=dict)
    """Each line that names an entrant, as it was given."""

    @property
    def wrong(self) -> dict[int, list[str]]:
        """Return the sentences of each line with problems."""
        sentences: dict[int, list[str]] = {}
        for number, sentence in self.problems:
            sentences.setdefault(number, []).append(sentence)
        return sentences


def decoded(content: bytes) -> str:
    """Decode an uploaded file: UTF-8 with or without its mark, else the encoding of Windows spreadsheets."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def read(row: Competition, text: str) -> Listing:
    """Read the entrants of ``text``, checked against each other and the existing ones."""
    listing = Listing()
    if len(text) > MOST_BYTES:
        listing.problems.append((0, _("The list is too long: at most %(count)d lines.") % {"count": MOST_LINES}))
        return listing
    cells = _cells(text)
    columns: tuple[str, ...] = ORDER
    if cells:
        heads = tuple(HEADS.get(cell.casefold(), "") for cell in cells[0][1])
        # Of a single column only "name" and "nome" are a heading: an entrant may be called Team or Player.
        sure = len(heads) > 1 or cells[0][1][0].casefold() in ("name", "nome")
        if "name" in heads and sure:
            listing.heading = text.lstrip("\ufeff").splitlines()[cells[0][0] - 1]
            columns, cells = heads, cells[1:]
    if len(cells) > MOST_LINES:
        listing.problems.append((0, _("The list is too long: at most %(count)d lines.") % {"count": MOST_LINES}))
        return listing
    lines = text.lstrip("\ufeff").splitlines()
    listing.texts = {number: lines[number - 1] for number, _values in cells}
    names, seeds = _taken_names_and_seeds(row)
    for number, values in cells:
        line = _line(row, listing, number, columns, values)
        if line is not None:
            _must_be_new(listing, line, names, seeds)
            listing.lines.append(line)
    if not cells:
        listing.problems.append((0, _("Enter at least one name.")))
    return listing


def _cells(csv_text: str) -> list[tuple[int, list[str]]]:
    """Return the numbered lines that are not blank, split at the separator used most."""
    text = csv_text.lstrip("\ufeff")
    counts = {sign: text.count(sign) for sign in (";", "\t", ",")}
    sign = max(counts, key=lambda separator: counts[separator])
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        cut = next(csv.reader([line], delimiter=sign), [])
        values = [value.strip() for value in cut]
        if any(values):
            rows.append((number, values))
    return rows


def _taken_names_and_seeds(row: Competition) -> tuple[dict[str, str], dict[int, str]]:
    names: dict[str, str] = {}
    seeds: dict[int, str] = {}
    by_hand = row.seeding == Competition.Seeding.HAND
    for entrant in row.entrants.all():
        names[entrant.name.casefold()] = _("%(name)s is already entered.") % {"name": entrant.name}
        if by_hand and entrant.status != Entrant.Status.WITHDRAWN and entrant.strength is not None:
            seeds[int(1 - entrant.strength)] = entrant.name
    return names, seeds


def _line(row: Competition, listing: Listing, number: int, columns: tuple[str, ...], values: list[str]) -> Line | None:
    """Read one line; None if it has problems, which are recorded."""
    before = len(listing.problems)
    cells = {column: value for column, value in zip(columns, values, strict=False) if column}
    if any(values[len(columns) :]):
        listing.problems.append((number, _("The list has more columns than name, e-mail, seed and club.")))
    line = Line(number, "", cells.get("email", ""), None, " ".join(cells.get("club", "").split()))
    try:
        line.name = clean_nickname(cells.get("name", ""))
    except NicknameRefused as refused:
        listing.problems.append((number, str(refused)))
    if line.email:
        try:
            validate_email(line.email)
        except ValidationError:
            sentence = _("%(address)s is not an e-mail address.") % {"address": line.email[:60]}
            listing.problems.append((number, sentence))
    if len(line.club) > CLUB or not line.club.isprintable():
        listing.problems.append((number, _("A club has at most %(count)d characters.") % {"count": CLUB}))
    seed = cells.get("seed", "")
    if seed and row.seeding != Competition.Seeding.HAND:
        listing.problems.append((number, _("This competition does not set seeds by hand.")))
    elif seed and not (seed.isascii() and seed.isdecimal() and 1 <= int(seed[:6]) <= MOST_LINES):
        sentence = _("A seed is a number from 1 to %(most)d, not %(value)s.") % {"most": MOST_LINES, "value": seed[:20]}
        listing.problems.append((number, sentence))
    elif seed:
        line.seed = int(seed)
    return line if len(listing.problems) == before else None


def _must_be_new(listing: Listing, line: Line, names: dict[str, str], seeds: dict[int, str]) -> None:
    """Record a problem if the name or seed is taken; else take it."""
    key = line.name.casefold()
    if key in names:
        listing.problems.append((line.number, names[key]))
    elif line.seed is not None and line.seed in seeds:
        values = {"number": line.seed, "name": seeds[line.seed]}
        listing.problems.append((line.number, _("%(name)s already has seed %(number)d.") % values))
    names[key] = _("%(name)s is already on line %(number)d.") % {"name": line.name, "number": line.number}
    if line.seed is not None:
        seeds.setdefault(line.seed, line.name)
