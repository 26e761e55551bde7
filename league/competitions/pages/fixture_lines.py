"""Fixture as a line of a list: its time or state, both sides with their goals, and a link over the whole line.

Python, not a template: a day has forty of them, and a template of as many parts takes half a millisecond for each.
"""

from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from league.competitions.derivation.boards import are_open
from league.competitions.models import Fixture, Tie
from league.competitions.pages.reading import has_begun, is_live
from league.competitions.policy.parties import plays_for
from league.competitions.words.fixtures import (
    fixture_note,
    fixture_page,
    fixture_sentence,
    fixture_url,
    halves,
    round_ahead,
    tie_sentence,
    tie_url,
    unbroken,
    waits_for,
    winning_side,
)
from league.players.templatetags.tabellone import crest, exact, happened, icon, iso, local
from matches.words.titles import pace


@dataclass(frozen=True, slots=True)
class Listing:
    """The list that lines stand in: what none of them needs to tell, and who reads it."""

    reader: Any  # User or AnonymousUser; None on pages that are the same for all
    show_competition: bool = False
    """Its fixtures are of several competitions, so each names its own."""
    on_day: bool = False
    """Its fixtures are of one day, so none names it."""
    brief: bool = False
    """Its lines have one link each."""


def fixture_line(fixture: Fixture, listing: Listing) -> SafeString:
    """Render ``fixture`` as an item of a list; a board of teams as its whole tie."""
    tie = fixture.tie
    if tie.of_teams:
        return _tie_line(tie, listing)
    competition, state = tie.round.stage.competition, fixture_state(fixture)
    sentence = escape(fixture_sentence(fixture))
    home, away = ("" if goals is None else goals for goals in fixture.score)
    winner = None if fixture.status == Fixture.Status.LIVE else winning_side(fixture)
    note = unbroken(fixture_note(fixture))
    extra = escape(competition.name if listing.show_competition else note)
    if state != "done" and (days := pace(competition.move_seconds)):
        extra += f' <span class="pace">{escape(days)}</span>'
    more = "" if listing.brief else _details(fixture, sentence)
    ended = f' title="{escape(exact(fixture.ended_at))}"' if fixture.ended_at else ""
    return mark_safe(
        f"{_opening(fixture, state, listing)}"
        f'<span class="when">{_when(fixture, state, listing)}</span> {_side(fixture, "home", winner)} '
        f'<span class="goals"><b>{home}</b> <i>–</i> <b>{away}</b></span> {_side(fixture, "away", winner)} '
        f'<span class="extra">{extra}</span> {more}'
        f'<a class="go" href="{fixture_url(fixture)}"{ended}><span class="sr">{sentence}</span></a></li>\n'
    )


def fixture_state(fixture: Fixture) -> str:
    """Return ``live``, ``soon`` or ``done`` for the style sheet."""
    if is_live(fixture):
        return "live"
    return "soon" if fixture.status in (Fixture.Status.PENDING, Fixture.Status.OPEN) else "done"


def is_mine(fixture: Fixture, reader: Any) -> bool:  # User, AnonymousUser or None
    """Return whether ``reader`` plays for a side of ``fixture``."""
    if not getattr(reader, "is_authenticated", False):
        return False
    return any(plays_for(reader, side) for side in (fixture.home, fixture.away))


def _opening(fixture: Fixture, state: str, listing: Listing) -> str:
    abroad = " abroad" if listing.show_competition else ""
    mine = " data-mine" if is_mine(fixture, listing.reader) else ""
    return f'<li class="fixture{abroad}" data-state="{state}"{mine}>'


def _side(row: Fixture | Tie, side: str, winner: str | None) -> str:
    """Render a side with its crest, and whether it ``won``; an empty one by what it waits for."""
    entrant = row.home if side == "home" else row.away
    outcome = "" if winner is None else "won" if winner == side else "lost"
    if entrant is None:
        inside = f'<span class="muted">{escape(waits_for(row, side))}</span>'
    else:
        inside = f"{crest(entrant.name, True)} <span>{escape(entrant.name)}</span>"
    return f'<span class="team {side} {outcome}">{inside}</span>'


def _details(fixture: Fixture, sentence: str) -> str:
    """Render the link to the page of a fixture whose line leads to its match; ``sentence`` is escaped."""
    if not (fixture.match_id and fixture.home and fixture.away):
        return ""
    words = escape(_("Details"))
    link = f'<a class="more" href="{fixture_page(fixture)}" title="{words}">'
    return f'{link}{icon("info")} <span class="sr">{words} {sentence}</span></a> '


def _when(fixture: Fixture, state: str, listing: Listing) -> str:
    """Render the minute of a running fixture, the end of one that is over, the kick-off of any other."""
    if state == "live":
        minute = getattr(fixture, "minute", None)  # of lists that read the positions of their matches
        return _live(f"{minute}′" if minute else pgettext("chip", "Live"))
    match fixture.status:
        case Fixture.Status.PLAYED:
            return _played(fixture, listing)
        case Fixture.Status.OPEN if not listing.on_day:
            return _to_play()
        case Fixture.Status.WALKOVER:
            return f'<span class="chip">{escape(_("w/o"))}</span>'
        case Fixture.Status.VOID:
            return f'<span class="chip">{escape(_("Void"))}</span>'
    if fixture.kick_off_at:
        return _kick_off(fixture.kick_off_at, listing)
    return escape(round_ahead(fixture)) if listing.show_competition else "–"


def _played(fixture: Fixture, listing: Listing) -> str:
    if listing.on_day:
        return _full_time()
    if fixture.ended_at:
        return happened(fixture.ended_at)
    if fixture.kick_off_at:
        return f'<time datetime="{iso(fixture.kick_off_at)}">{escape(local(fixture.kick_off_at, "d MMM"))}</time>'
    return escape(_("Full time"))


def _live(words: str) -> str:
    return f'<span class="chip" data-k="live">{escape(words)}</span>'


def _full_time() -> str:
    return f'<abbr title="{escape(_("Full time"))}">{escape(pgettext("chip", "FT"))}</abbr>'


def _to_play() -> str:
    return f'<span class="chip" data-k="open">{escape(pgettext("chip", "To play"))}</span>'


def _kick_off(moment: datetime, listing: Listing) -> str:
    day = "" if listing.on_day else f"<b>{escape(local(moment, 'EEE d MMM'))}</b> "
    return f'{day}<time datetime="{iso(moment)}">{timezone.localtime(moment):%H:%M}</time>'


def _tie_line(tie: Tie, listing: Listing) -> SafeString:
    """Render a tie of teams: its boards together, with their points."""
    live, competition = any(map(is_live, tie.legs)), tie.round.stage.competition
    state = "live" if live else "done" if tie.decided else "soon"
    winner = None if not tie.winner_id else "home" if tie.winner_id == tie.home_id else "away"
    home, away = ("" if points is None else halves(points) for points in (tie.home_points, tie.away_points))
    extra = f'<span class="extra">{escape(competition.name)}</span> ' if listing.show_competition else ""
    link = ""
    if tie.home and tie.away:
        link = f'<a class="go" href="{escape(tie_url(tie))}"><span class="sr">{escape(tie_sentence(tie))}</span></a>'
    return mark_safe(
        f"{_opening(tie.legs[0], state, listing)}"
        f'<span class="when">{_when_of_tie(tie, live, listing)}</span> {_side(tie, "home", winner)} '
        f'<span class="goals"><b>{home}</b> <i>–</i> <b>{away}</b></span> {_side(tie, "away", winner)} '
        f"{extra}{link}</li>\n"
    )


def _when_of_tie(tie: Tie, live: bool, listing: Listing) -> str:
    """Render that boards are played, else the end of the last one, else the kick-off of the first."""
    ended = max((leg.ended_at for leg in tie.legs if leg.ended_at is not None), default=None)
    begins = min((leg.kick_off_at for leg in tie.legs if leg.kick_off_at is not None), default=None)
    if live:
        return _live(pgettext("chip", "Live"))
    if tie.decided:
        return _full_time() if listing.on_day else escape(_("Full time")) if ended is None else happened(ended)
    if has_begun(tie):
        return f'<span class="chip" data-k="open">{escape(_("In progress"))}</span>'
    if are_open(tie.legs) and not listing.on_day:
        return _to_play()
    if begins is not None:
        return _kick_off(begins, listing)
    if listing.show_competition:
        return escape(round_ahead(tie.legs[0]))
    boards = tie.round.stage.competition.boards
    return escape(ngettext("%(number)s board", "%(number)s boards", boards) % {"number": boards})
