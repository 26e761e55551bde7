"""Entry of a whole list at once: all of it, or nothing and every bad line reported."""

from django.utils.translation import gettext as _

from league.competitions.errors import EntryRefused
from league.competitions.exchange.entrant_list import Listing, read
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Letter
from league.competitions.verbs import emails
from league.competitions.verbs.entries import entered, must_be_open, typed_entrants
from league.players.models import User


def enter_list(*, competition: Competition, by: User, text: str) -> list[Entrant]:
    """Enter the people of the list ``text`` (CSV: ``entrant_list``), each with a personal key.

    Those with an address get the personal link there, once. ``check`` is the preview. Raises EntryRefused naming every
    bad line, WrongStep.
    """
    with locked(competition.id) as row:
        must_be_open(row)
        listing = read(row, text)
        if listing.problems:
            raise EntryRefused(problem_sentences(listing))
        return _enter(row, by, listing)


def enter_good_lines(*, competition: Competition, by: User, text: str) -> tuple[list[Entrant], Listing]:
    """Enter the right lines of the list ``text``; return their entrants and the reading with the problems of the rest.

    Sent again, a list enters nobody twice: names that are there already are problems. Raises EntryRefused (too many
    letters a day), WrongStep.
    """
    with locked(competition.id) as row:
        must_be_open(row)
        listing = read(row, text)
        wrong = listing.wrong
        listing.lines = [line for line in listing.lines if line.number not in wrong]
        return (_enter(row, by, listing) if listing.lines else []), listing


def _enter(row: Competition, by: User, listing: Listing) -> list[Entrant]:
    """Enter the lines of ``listing``. Needs the lock."""
    entrants = typed_entrants(row, [line.name for line in listing.lines])
    for entrant, line in zip(entrants, listing.lines, strict=True):
        entrant.club = line.club
        if line.seed is not None:
            entrant.strength = float(1 - line.seed)
        if line.email:
            entrant.link_sent_at = entrant.entered_at
    Entrant.objects.bulk_create(entrants)
    posted = [
        Letter(entrant=entrant, to=line.email)
        for entrant, line in zip(entrants, listing.lines, strict=True)
        if line.email
    ]
    emails.write(row, by, posted)
    entered(row, entrants, by)
    return entrants


def check(*, competition: Competition, text: str) -> Listing:
    """Return what ``enter_list`` would enter, and its problems. Writes nothing."""
    return read(competition, text)


def problem_sentences(listing: Listing) -> str:
    """Return the problems of ``listing``, one sentence each."""
    lines = [
        _("Line %(number)d: %(reason)s") % {"number": number, "reason": reason} if number else reason
        for number, reason in listing.problems
    ]
    return " ".join(lines)
