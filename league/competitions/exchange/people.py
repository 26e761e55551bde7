"""Reader of a list of people as text: from a spreadsheet, a file, or typed one a line.

What separates the columns is decided once: by a line ``sep=;``, else by the heading, which names the columns in one of
the site's languages. A list without heading has its columns in a given order; there a tab or a semicolon separates, and
a comma unless it belongs to the names (``Rossi, Mario``). Every person is one record, or the problem of a line.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from matches.letters import clean

NAME, FIRST, LAST, EMAIL, SEED, CLUB = "name", "first name", "surname", "email", "seed", "club"
_PERHAPS_CLUB, _TEAM, _LEFT_OUT = "perhaps club", "team", "left out"
_WORDS: Final[dict[str, str]] = {
    NAME: """
        name fullname player playername entrant participant surnamename surnameandname namesurname nameandsurname
        nome nomecompleto nominativo giocatore giocatrice partecipante iscritto cognomenome cognomeenome nomecognome
        nomeecognome jogador jogadora nomeesobrenome nombre nombrecompleto nombreyapellido nombreyapellidos
        apellidosynombre apellidoynombre jugador jugadora participante inscrito""",
    FIRST: """
        firstname first givenname forename nomedibattesimo prenome primeironome primernombre nombredepila nombres""",
    LAST: """
        surname lastname last familyname cognome sobrenome apellido apellidos primerapellido segundoapellido""",
    EMAIL: """
        email mail emailaddress posta postaelettronica indirizzoemail indirizzodiposta correo correoelectronico
        correoeletronico enderecodeemail""",
    SEED: "seed seednumber testadiserie numero cabezadeserie cabecadechave",
    CLUB: "club clubcity tag circolo societa clube",
    _PERHAPS_CLUB: """
        class classe clase turma school scuola escola escuela association associazione asociacion associacao federation
        fed federazione federacion federacao country paese nazione pais""",
    _TEAM: "team squadra equipo equipe",
    _LEFT_OUT: """
        rating ratings ratingfide fiderating elo rtg rtgi rtgn punteggio puntuacion pontuacao ranking rank id fideid
        tessera numeroditessera licenza licencia licenca no n nr num year birthyear born birthday birthdate dateofbirth
        anno annodinascita datadinascita nascita fechadenacimiento nacimiento datadenascimento nascimento ano sex gender
        sesso sexo genero phone telephone mobile telefono cellulare movil celular telefone title titolo titulo category
        categoria cat group gruppo grupo city citta ciudad cidade notes note notas observaciones observacoes paid
        pagato pagado pago""",
}
_HEADS: Final = {word: column for column, words in _WORDS.items() for word in words.split()}
_HEADS_ALONE: Final = re.split(
    r"\s+",
    "name fullname nome nomecompleto nominativo cognomenome cognomeenome nomecognome nomeecognome nombre nombrecompleto"
    " nombreyapellidos apellidosynombre",
)
"""Heads of a list of one column: anything else is an entrant, who may be called Team or Player."""
_SEPARATORS: Final = "\t;,|"
_SEPARATOR_LINE: Final = re.compile(r'"?sep=([^\w\s"]|\t)"?', re.IGNORECASE)
_ADDRESS: Final = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")


@dataclass(slots=True)
class Person:
    number: int
    """Number of the person's first line, from 1."""
    given: str
    """Lines of the person as they were given, joined."""
    name: str = ""
    cells: dict[str, str] = field(default_factory=dict)
    """The other columns: ``EMAIL``, ``SEED``, ``CLUB``."""


@dataclass(slots=True)
class Reading:
    people: list[Person] = field(default_factory=list)
    """Everybody, those whose line has a problem too."""
    problems: list[tuple[int, str]] = field(default_factory=list)
    """``(line, sentence)``."""
    heading: str = ""
    """A first line by which single lines of this list are read alike: the given one, or one that says the same."""
    has_heading: bool = False
    """The list names its columns itself."""
    left_out: list[str] = field(default_factory=list)
    """Heads of columns that are known and not read."""


@dataclass(slots=True)
class _Record:
    number: int
    given: str
    cells: list[str]
    is_broken: bool = False


def decoded(content: bytes) -> str:
    """Decode a file: UTF-8, the UTF-16 of spreadsheets, else the encoding of Windows.

    Raises: ValueError: it is no text.
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return clean(content.decode("utf-16"))
    if b"\0" in content[:2]:
        return clean(content.decode("utf-16-be" if content[:1] == b"\0" else "utf-16-le"))
    try:
        return clean(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return clean(content.decode("cp1252"))


def read(text: str, order: Sequence[str] = (NAME,), comma_in_names: bool = True) -> Reading:
    """Read the people of ``text``; without a heading its columns come in ``order``."""
    reading = Reading()
    text, first_number, separator = _without_separator_line(text.lstrip("\ufeff"))
    given_heading, records, columns = _by_heading(reading, text, first_number, separator)
    if not given_heading:
        separator = separator or _separator_without_heading(text, comma_in_names)
        records = list(_records(text, first_number, separator or ";"))
        columns = list(order) if separator else [NAME]
    reading.has_heading = bool(given_heading)
    reading.heading = given_heading or (separator or ";").join(columns)
    for record in records:
        person = Person(record.number, record.given)
        reading.people.append(person)
        sentence = _fill(person, record, columns)
        if not sentence and not given_heading and not separator and record.given.count(",") > 1:
            sentence = _("This line has several commas. Name the columns in a first line.")
        if sentence:
            reading.problems.append((record.number, sentence))
    return reading


def _without_separator_line(text: str) -> tuple[str, int, str]:
    """Take off a line ``sep=;``; return the rest, the number of its first line, and the separator."""
    first = io.StringIO(text, newline="").readline()
    match = _SEPARATOR_LINE.fullmatch(first.strip(" \r\n"))
    return (text.removeprefix(first), 2, match[1]) if match else (text, 1, "")


def _records(text: str, first_number: int, separator: str) -> Iterator[_Record]:
    """Return the records that are not blank."""
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        start, is_broken = reader.line_num, False
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            cells, is_broken = [], True
        given = " ".join(line.strip("\r\n") for line in lines[start : reader.line_num])
        if is_broken or any(cell.strip() for cell in cells):
            yield _Record(first_number + start, given, cells, is_broken)


def _by_heading(reading: Reading, text: str, first_number: int, separator: str) -> tuple[str, list[_Record], list[str]]:
    """Return the heading, the records below it and their columns; an empty heading if the first record is none.

    Of the separators, that one counts by which the first record names most columns.
    """
    best: tuple[int, str] = (0, "")
    for sign in separator or _SEPARATORS:
        first = next(_records(text, first_number, sign), None)
        known = _known_heads(first.cells) if first is not None else 0
        best = max(best, (known, sign), key=lambda pair: pair[0])
    known, sign = best
    if not known:
        return "", [], []
    heading, *records = _records(text, first_number, sign)
    if len([cell for cell in heading.cells if cell.strip()]) == 1 and not separator:
        sign = _separator_without_heading(text, comma_in_names=True) or ";"
        heading, *records = _records(text, first_number, sign)
    columns, sentence = _columns(heading.cells, records)
    if sentence:
        reading.problems.append((heading.number, sentence))
    reading.left_out = [
        head.strip() for head, column in zip(heading.cells, columns, strict=True) if column == _LEFT_OUT
    ]
    return heading.given, records, columns


def _key(head: str) -> str:
    """Return a head in small letters, without accents, spaces and punctuation."""
    plain = unicodedata.normalize("NFKD", head.casefold())
    return "".join(sign for sign in plain if sign.isalnum())


def _known_heads(cells: Sequence[str]) -> int:
    """Return how many columns a record names; 0 if it is no heading."""
    keys = [_key(cell) for cell in cells if cell.strip()]
    known = [_HEADS[key] for key in keys if key in _HEADS]
    has_name = any(column in (NAME, FIRST, LAST, _TEAM) for column in known)
    if len(keys) == 1:
        return int(keys[0] in _HEADS_ALONE)
    if any("@" in cell or cell.strip().isdecimal() for cell in cells):
        return 0
    return len(known) if has_name or len(known) > 1 or EMAIL in known else 0


def _columns(heads: Sequence[str], records: Sequence[_Record]) -> tuple[list[str], str]:
    """Return the column of each head ("" for an empty one), and the sentence of what is wrong with them."""
    columns = [_HEADS.get(_key(head), "?" if head.strip() else "") for head in heads]
    if LAST in columns and FIRST not in columns and columns.count(NAME) == 1:
        columns[columns.index(NAME)] = FIRST
    has_name = any(column in (NAME, FIRST, LAST) for column in columns)
    columns = [(_PERHAPS_CLUB if has_name else NAME) if column == _TEAM else column for column in columns]
    if CLUB not in columns and _PERHAPS_CLUB in columns:
        columns[columns.index(_PERHAPS_CLUB)] = CLUB
    columns = [_LEFT_OUT if column == _PERHAPS_CLUB else column for column in columns]
    unknown = [
        head.strip()
        for place, (head, column) in enumerate(zip(heads, columns, strict=True))
        if column == "?" and any(record.cells[place : place + 1] not in ([], [""]) for record in records)
    ]
    if unknown:
        sentence = _("The column %(column)s is not known. Rename it or take it out. A list has %(known)s.")
        known = _("name (or first name and surname), e-mail, seed, club")
        return columns, sentence % {"column": ", ".join(unknown)[:100], "known": known}
    for column in (NAME, FIRST, EMAIL, SEED, CLUB):
        same = [head.strip() for head, other in zip(heads, columns, strict=True) if other == column]
        if len(same) > 1:
            return columns, _("These columns mean the same: %(columns)s. Keep one.") % {
                "columns": ", ".join(same)[:100]
            }
    if NAME in columns and (FIRST in columns or LAST in columns):
        return columns, _("Write the names in one column, or in two: first name and surname.")
    if not {NAME, FIRST, LAST} & set(columns):
        return columns, _("No column has the names. Call one Name, or two First name and Surname.")
    return columns, ""


def _separator_without_heading(text: str, comma_in_names: bool) -> str:
    """Return what separates the columns of a list without heading; empty if it has names alone."""
    for sign in "\t;":
        if sign in text:
            return sign
    if not comma_in_names:
        return ","
    seconds = [record.cells[1] for record in _records(text, 1, ",") if len(record.cells) > 1]
    return "," if any("@" in cell or not cell.strip() for cell in seconds) else ""


def _fill(person: Person, record: _Record, columns: Sequence[str]) -> str:
    """Give ``person`` what its record has; return the sentence of what is wrong."""
    if record.is_broken:
        return _("The quotation marks on this line do not match.")
    if any(cell.strip() for column, cell in zip(columns, record.cells, strict=False) if not column) or any(
        cell.strip() for cell in record.cells[len(columns) :]
    ):
        return _("This line has more cells than the list has columns.")
    cells: dict[str, list[str]] = {}
    for column, cell in zip(columns, record.cells, strict=False):
        cells.setdefault(column, []).append(cell.strip())
    names = [name for column in (NAME, FIRST, LAST) for name in cells.get(column, []) if name]
    person.name = " ".join(names)
    person.cells = {column: " ".join(cells[column][0].split()) for column in (EMAIL, SEED, CLUB) if column in cells}
    if "\n" in person.name or "\r" in person.name:
        return _("The name has a line break. Write it on one line.")
    if _ADDRESS.search(person.name):
        return _("The name holds an e-mail address. Put it into a column of its own.")
    return ""


def typed(names: str | Sequence[str], order: Sequence[str] = (NAME,), comma_in_names: bool = True) -> Reading:
    """Read names that come as a text with one a line, or as a list of them."""
    if isinstance(names, str):
        return read(names, order, comma_in_names)
    people = [Person(number, name, name) for number, name in enumerate(names, start=1) if name.strip()]
    return Reading(people)
