"""Reader of a list of entrants as CSV: it reports every bad line and writes nothing.

Columns are name, e-mail, seed and club: named in the first line, in any order, or, without one, in that order
(``people``).
"""

from dataclasses import dataclass, field
from typing import Annotated, Final

from django.utils.translation import gettext as _

from league.competitions.exchange import people
from league.competitions.models import Competition, Entrant
from league.players.errors import NicknameRefused
from league.players.policy.addresses import is_address
from league.players.policy.nicknames import clean_entrant_name, name_key
from league.typed import whole_number

MOST_LINES: Final = 1024
MOST_BYTES: Final = 300_000
CLUB: Final = 30
ORDER: Final = (people.NAME, people.EMAIL, people.SEED, people.CLUB)


@dataclass(slots=True)
class Line:
    """An entrant as read from the list."""

    number: Annotated[int, "Of the line."]
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
    """A first line that names the columns: the given one, or one that says how the list was read."""
    left_out: list[str] = field(default_factory=list)
    """Heads of columns that a list of entrants does not hold."""
    texts: dict[int, str] = field(default_factory=dict)
    """Each line that names an entrant, as it was given."""

    @property
    def wrong(self) -> dict[int, list[str]]:
        """Return the sentences of each line with problems."""
        sentences: dict[int, list[str]] = {}
        for number, sentence in self.problems:
            sentences.setdefault(number, []).append(sentence)
        return sentences


def read(row: Competition, text: str) -> Listing:
    """Read the entrants of ``text``, checked against each other and the existing ones."""
    listing = Listing()
    if len(text) > MOST_BYTES:
        listing.problems.append((0, _("The list is too long: at most %(count)d lines.") % {"count": MOST_LINES}))
        return listing
    reading = people.read(text, ORDER)
    if len(reading.people) > MOST_LINES:
        listing.problems.append((0, _("The list is too long: at most %(count)d lines.") % {"count": MOST_LINES}))
        return listing
    listing.heading, listing.left_out, listing.problems = reading.heading, reading.left_out, reading.problems
    listing.texts = {person.number: person.given for person in reading.people}
    misread, of_whole_list = set(listing.wrong), set(listing.wrong) - set(listing.texts)
    names, seeds = _taken_names_and_seeds(row)
    for person in reading.people:
        line = None if of_whole_list or person.number in misread else _line(row, listing, person)
        if line is not None:
            _must_be_new(listing, line, names, seeds)
            listing.lines.append(line)
    if not reading.people and not listing.problems:
        listing.problems.append((0, _("Enter at least one name.")))
    listing.problems.sort(key=lambda problem: problem[0])
    return listing


def _taken_names_and_seeds(row: Competition) -> tuple[dict[str, str], dict[int, str]]:
    names: dict[str, str] = {}
    seeds: dict[int, str] = {}
    by_hand = row.seeding == Competition.Seeding.HAND
    for entrant in row.entrants.all():
        names[name_key(entrant.name)] = _("%(name)s is already entered.") % {"name": entrant.name}
        if by_hand and entrant.status != Entrant.Status.WITHDRAWN and entrant.strength is not None:
            seeds[int(1 - entrant.strength)] = entrant.name
    return names, seeds


def _line(row: Competition, listing: Listing, person: people.Person) -> Line | None:
    """Check one person; None if there are problems, which are recorded."""
    before, number, cells = len(listing.problems), person.number, person.cells
    line = Line(number, "", cells.get(people.EMAIL, ""), None, cells.get(people.CLUB, ""))
    try:
        line.name = clean_entrant_name(person.name)
    except NicknameRefused as refused:
        listing.problems.append((number, str(refused)))
    if line.email and not is_address(line.email):
        sentence = _("%(address)s is not an e-mail address.") % {"address": line.email[:60]}
        listing.problems.append((number, sentence))
    if len(line.club) > CLUB or not line.club.isprintable():
        listing.problems.append((number, _("A club has at most %(count)d characters.") % {"count": CLUB}))
    seed = cells.get(people.SEED, "")
    if seed and row.seeding != Competition.Seeding.HAND:
        listing.problems.append((number, _("This competition does not set seeds by hand.")))
    elif seed and not 1 <= whole_number(seed, 0, digits=6) <= MOST_LINES:
        sentence = _("A seed is a number from 1 to %(most)d, not %(value)s.") % {"most": MOST_LINES, "value": seed[:20]}
        listing.problems.append((number, sentence))
    elif seed:
        line.seed = int(seed)
    return line if len(listing.problems) == before else None


def _must_be_new(listing: Listing, line: Line, names: dict[str, str], seeds: dict[int, str]) -> None:
    """Record a problem if the name or seed is taken; else take it."""
    key = name_key(line.name)
    if key in names:
        listing.problems.append((line.number, names[key]))
    elif line.seed is not None and line.seed in seeds:
        values = {"number": line.seed, "name": seeds[line.seed]}
        listing.problems.append((line.number, _("%(name)s already has seed %(number)d.") % values))
    names[key] = _("%(name)s is already on line %(number)d.") % {"name": line.name, "number": line.number}
    if line.seed is not None:
        seeds.setdefault(line.seed, line.name)
