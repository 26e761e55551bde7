"""Fixture as a row of the organiser's console: sides, status, and a link to decide it.

Python, not a template: a season has hundreds of them, and the console shows every round of it.
"""

from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from league.competitions.models import Competition, Fixture
from league.competitions.pages.reading import is_live
from league.competitions.words.fixtures import aggregate, fixture_sentence, waits_for
from league.players.templatetags.tabellone import iso, local


def fixture_row(fixture: Fixture, competition: Competition) -> SafeString:
    """Render ``fixture`` as a row of a table of three columns."""
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


def _side(fixture: Fixture, side: str) -> str:
    entrant = fixture.home if side == "home" else fixture.away
    if entrant is not None:
        return f"<bdi>{escape(entrant.name)}</bdi>"
    return f'<span class="muted">{escape(waits_for(fixture, side))}</span>'


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
