"""Lists of people as they come: nobody is lost, split or joined without a word."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as some

from league.competitions.exchange import people

ORDER = (people.NAME, people.EMAIL, people.SEED, people.CLUB)


def names(text, **how):
    """The names of a list without problems."""
    reading = people.read(text, **how)
    assert not reading.problems, reading.problems
    return [person.name for person in reading.people]


def wrong(text, **how):
    """The lines with problems."""
    return [number for number, _sentence in people.read(text, **how).problems]


@pytest.mark.parametrize(
    "heading",
    [
        "Cognome;Nome;Circolo",
        "SURNAME;First name;Club",
        "Last_Name;Given Name;Team",
        "Apellidos;Nombre;Club",
        "Sobrenome;Nome;Clube",
        "Cognome:;Nome:;Società",
        "family name;Name;Country",
    ],
)
def test_two_columns_of_names_are_one_person(heading):
    reading = people.read(f"{heading}\nRossi;Mario;Uno\nDe Bianchi;Anna;Due\n", ORDER)
    assert [person.name for person in reading.people] == ["Mario Rossi", "Anna De Bianchi"] and not reading.problems
    assert [person.cells[people.CLUB] for person in reading.people] == ["Uno", "Due"]


def test_two_surnames_are_both_kept():
    assert names("Nombre;Primer apellido;Segundo apellido\nAna;García;Ruiz\n") == ["Ana García Ruiz"]


def test_the_heading_says_what_separates():
    given_list = "Nome;Circolo\nRossi, Mario;Uno, Roma\nBianchi, Anna;Due, Bari\n"
    assert names(given_list) == ["Rossi, Mario", "Bianchi, Anna"]
    assert names(given_list.replace(";", "\t")) == ["Rossi, Mario", "Bianchi, Anna"]
    assert names("Nome|Circolo\nRossi, Mario|Uno; Roma\n") == ["Rossi, Mario"]
    assert names("Nome,Circolo\nRossi Mario,Uno; Roma; Lazio; Italia\n") == ["Rossi Mario"]


@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"', "\ufeffsep=;\r"])
def test_a_line_of_a_spreadsheet_names_the_separator(line):
    assert names(f"{line}\nNome;Circolo\nRossi Mario;Uno\n") == ["Rossi Mario"]
    assert names(f"{line}\nRossi, Mario\n", order=ORDER) == ["Rossi, Mario"]
    assert wrong(f"{line}\nNome;Circolo\nRossi Mario;Uno;more\n") == [3]


def test_a_quoted_cell_may_have_lines_but_a_name_is_on_one():
    reading = people.read('Name,Club\n"Rossi Mario","Uno\nRoma"\n\n"Bianchi\nAnna",Due\nVerdi Ugo,Tre\n', ORDER)
    assert [person.name for person in reading.people if person.number != 5] == ["Rossi Mario", "Verdi Ugo"]
    assert reading.people[0].cells[people.CLUB] == "Uno Roma"
    assert [number for number, _sentence in reading.problems] == [5]
    assert reading.people[1].given == '"Bianchi Anna",Due', "one line to correct"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ('Nome;Circolo\n"Rossi;Uno\nBianchi;Due\n', [2]),
        ('Nome;Circolo\n"Lupo" Rossi;Uno\nBianchi;Due\n', [2]),
        ("Nome;Circolo\nRossi;Uno;Due\nBianchi;Due;;\n", [2]),
        ("Cognome;Etunimi;Circolo\nRossi;Mario;Uno\n", [1]),
        ("Sukunimi;E-mail\nVirtanen;v@example.org\n", [1]),
        ("Nome;Name\nRossi;Mario\n", [1]),
        ("Nome;Circolo;\nRossi;Uno;?\n", [2]),
        ("Nome\nRossi;Mario\n", [2]),
        ("Aldo, aldo@example.org\nBerta,,,,x\n", [2]),
        ("Rossi, Mario\nBianchi, Anna, Bari\n", [2]),
        ("Rossi, Mario\nVerdi, Ugo, u@example.org\n", [2]),
        ("Rossi Mario, Bari; m@example.org\nVerdi, u@example.org\n", [2]),
    ],
)
def test_what_is_no_person_is_a_problem_of_its_line(text, lines):
    assert wrong(text, order=ORDER) == lines


def test_names_alone_may_have_a_comma():
    assert names("Rossi, Mario\nBianchi, Anna\nUgo\n", order=ORDER) == ["Rossi, Mario", "Bianchi, Anna", "Ugo"]
    assert names("Nome\nRossi, Mario\nTre, quattro, cinque\n") == ["Rossi, Mario", "Tre, quattro, cinque"]
    assert names('"Rossi, Mario"\n') == ["Rossi, Mario"]


def test_columns_that_are_not_read_are_named():
    reading = people.read("N.;Nome;Rating;Nazione;Club\n1;Rossi;1500;Italia;Uno\n")
    assert (reading.left_out, reading.problems) == (["N.", "Rating", "Nazione"], [])
    assert people.read("Nome;?;\nRossi;;\n").problems == [], "an empty column is none"


def test_a_line_alone_is_read_as_it_was_in_the_list():
    for text in ("Aldo, a@example.org\nx, b@example.org", "Rossi, Mario\nx", "sep=;\nRossi\nx;b@example.org"):
        reading = people.read(text, ORDER)
        last = reading.people[-1]
        again = people.read(f"{reading.heading}\n{last.given}", ORDER).people[0]
        assert (again.name, again.cells) == (last.name, last.cells)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_files_are_decoded(encoding):
    assert (
        people.decoded("Nome;Circolo\nNicolò;Più\n".encode(encoding))
        .lstrip("\ufeff")
        .startswith("Nome;Circolo\nNicolò")
    )


@pytest.mark.parametrize("content", [b"\xff\xfeN", b"Nome\n\x81\x8d\n", b"\xfe\xff\xd8\x00"])
def test_what_is_no_text_is_refused(content):
    with pytest.raises(ValueError):
        people.decoded(content)


LETTERS = some.characters(codec="cp1252", categories=("L", "N", "P", "S", "Zs"))
CELLS = some.text(LETTERS, min_size=1, max_size=12).map(lambda cell: " ".join(cell.split())).filter(bool)
NAMES = CELLS.filter(lambda name: any(sign.isalpha() for sign in name) and "@" not in name)
HEADINGS = [
    (people.NAME,),
    (people.NAME, people.CLUB),
    (people.LAST, people.FIRST),
    (people.CLUB, people.LAST, people.FIRST),
    (people.LAST, people.FIRST, people.EMAIL, people.SEED, people.CLUB),
]


@given(
    rows=some.lists(some.tuples(NAMES, NAMES, CELLS), min_size=1, max_size=8),
    columns=some.sampled_from(HEADINGS),
    delimiter=some.sampled_from(";,\t|"),
    quoting=some.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    end=some.sampled_from(["\n", "\r\n", "\r"]),
    encoding=some.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    separator_line=some.booleans(),
)
def test_what_a_spreadsheet_writes_is_read(rows, columns, delimiter, quoting, end, encoding, separator_line):
    out = io.StringIO(newline="")
    if separator_line and delimiter != "\t":
        out.write(f"sep={delimiter}{end}")
    writer = csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=end)
    writer.writerow(columns)
    for first, last, club in rows:
        values = {people.NAME: first, people.FIRST: first, people.LAST: last, people.CLUB: club}
        writer.writerow([values.get(column, "") for column in columns])
    reading = people.read(people.decoded(out.getvalue().encode(encoding)), ORDER)
    wanted = [first if people.NAME in columns else f"{first} {last}" for first, last, _club in rows]
    if len(columns) == 1 and reading.problems:
        return  # of one column: a semicolon in a name is refused with its line
    assert ([person.name for person in reading.people], reading.problems) == (wanted, [])
    if people.CLUB in columns:
        assert [person.cells[people.CLUB] for person in reading.people] == [club for _first, _last, club in rows]


@given(some.text(some.characters(codec="utf-8"), max_size=80))
def test_any_text_is_read_or_has_problems(text):
    reading = people.read(text, ORDER)
    given_signs = sum(len(person.given) for person in reading.people)
    assert given_signs <= len(text) and all(number >= 1 for number, _sentence in reading.problems)
