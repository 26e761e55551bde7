"""Fixture as a row of the organiser's console: sides, status, and a link to decide it.

Python, not a template: a season has hundreds of them, and the console shows every round of it.
"""

from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from league.competitions.models import Competition, Fixture, Tie
from league.competitions.pages.reading import is_live
from league.competitions.words.fixtures import (
    aggregate,
    fixture_sentence,
    tie_score,
    tie_sentence,
    tie_url,
    waits_for,
)
from league.players.templatetags.tabellone import iso, local


def fixture_row(fixture: Fixture, competition: Competition) -> SafeString:
    """Render ``fixture`` as a row of a table of three columns; a tie of teams leads to its page, where boards are
    decided."""
    if fixture.tie.of_teams:
        return _tie_row(fixture.tie)
    second = f' <span class="small muted">{escape(_("2nd leg"))}</span>' if fixture.leg == 2 else ""
    sides = f"{_side(fixture, 'home')} – {_side(fixture, 'away')}{second}"
    decide = ""
    if fixture.home_id and fixture.away_id:
        address = reverse("competitions:ruling", args=[competition.slug, fixture.pk])
        sentence = escape(fixture_sentence(fixture))
        decide = (
            f'<a class="btn quiet compact" href="{escape(address)}">{escape(_("Decide"))}'
            f'<span class="sr"> {sentence}</span></a>'
        )
    stands = _stands(fixture)
    return mark_safe(f'<tr><th scope="row">{sides}</th><td class="num">{stands}</td><td class="num">{decide}</td></tr>')


def _tie_row(tie: Tie) -> SafeString:
    live = any(map(is_live, tie.legs))
    chip = f' <span class="chip" data-k="live">{escape(_("Live"))}</span>' if live else ""
    sentence = escape(tie_sentence(tie))
    label = f'{escape(_("Boards"))}<span class="sr"> {sentence}</span>'
    decide = f'<a class="btn quiet compact" href="{escape(tie_url(tie))}">{label}</a>'
    stands = f"<b>{tie_score(tie.home_points, tie.away_points)}</b>{chip}"
    sides = f"{_side(tie, 'home')} – {_side(tie, 'away')}"
    return mark_safe(f'<tr><th scope="row">{sides}</th><td class="num">{stands}</td><td class="num">{decide}</td></tr>')


def _side(row: Fixture | Tie, side: str) -> str:
    entrant = row.home if side == "home" else row.away
    if entrant is not None:
        return f"<bdi>{escape(entrant.name)}</bdi>"
    return f'<span class="muted">{escape(waits_for(row, side))}</span>'


def _stands(fixture: Fixture) -> str:
    """Return the score, "live", or the kick-off."""
    if is_live(fixture):
        live = f'<span class="chip" data-k="live">{escape(_("Live"))}</span>'
        home, away = ("" if goals is None else goals for goals in fixture.score)
        return f"<b>{home}–{away}</b> {live}"
    if fixture.home_goals is not None:
        walkover = f" {escape(_('w/o'))}" if fixture.status == Fixture.Status.WALKOVER else ""
        whole = aggregate(fixture)
        aggregate_words = f' <span class="small muted">{escape(whole)}</span>' if whole else ""
        return f"{fixture.home_goals}–{fixture.away_goals}{walkover}{aggregate_words}"
    if fixture.status == Fixture.Status.OPEN and fixture.kick_off_at:
        kick_off = escape(local(fixture.kick_off_at, "d MMM HH:mm"))
        return f'<time class="small muted" datetime="{iso(fixture.kick_off_at)}">{kick_off}</time>'
    return ""
