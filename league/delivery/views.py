"""Views of shared links: cards as pictures, rendered as for an anonymous visitor; a round as text."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.competitions.models import Competition, Fixture
from league.competitions.pages import visitor_marks
from league.competitions.pages.reading import Matchday
from league.competitions.policy import access
from league.competitions.words.fixtures import fixture_note, page_of
from league.delivery import cards
from league.delivery.drawing import Card, draw
from league.players.policy.access import player_or_404
from league.players.templatetags.tabellone import local
from league.series import access as series_access
from league.series import marks as series_marks
from league.statistics.pages import visitor_marks as statistics_marks
from league.typed import whole_number
from matches.pages.visitor_marks import finished
from matches.pages.visitors import tagged
from matches.policy.access import match_or_404


def _picture(card: Card) -> HttpResponse:
    return HttpResponse(draw(card), content_type="image/png")


def _row(slug: str) -> Competition:
    return access.door(AnonymousUser(), slug)


@require_safe
@tagged(visitor_marks.competition)
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    return _picture(cards.of_competition(_row(slug)))


@require_safe
@tagged(visitor_marks.competition)
def table(request: HttpRequest, slug: str) -> HttpResponse:
    return _picture(cards.of_table(_row(slug)))


@require_safe
@tagged(visitor_marks.competition)
def round_card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _picture(cards.of_round(_row(slug), number))


@require_safe
@tagged(visitor_marks.competition)
def fixture(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    row = _row(slug)
    return _picture(cards.of_fixture(row, access.fixture_or_404(row, fixture_id)))


@require_safe
@tagged(statistics_marks.profile)
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    return _picture(cards.of_player(player_or_404(player_id, None)))


@require_safe
@tagged(finished)
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Serve the card of a match; with ``?v=``, the card of one move, such as a goal."""
    version = request.GET.get("v", "")
    v = whole_number(version, None, digits=6)
    return _picture(cards.of_match(match_or_404(match_id, AnonymousUser()), v))


@require_safe
@tagged(series_marks.series)
def series(request: HttpRequest, slug: str) -> HttpResponse:
    return _picture(cards.of_series(series_access.door(AnonymousUser(), slug)))


def round_words(row: Competition, day: Matchday, root: str) -> str:
    """Return a round as lines for a chat: its name, its deadline, each fixture with its score or its link."""
    lines = [f"{row.name} · {day.name}"]
    if day.round.closes_at is not None and day.done < len(day.fixtures):
        lines.append(_("Play by %(when)s") % {"when": local(day.round.closes_at, "EEE d MMM, HH:mm")})
    for fixture in cards.fixtures_with_sides(day):
        score = cards.score_of(fixture)
        if score:
            lines.append(f"{fixture.home} {score} {fixture.away}")
            continue
        if not fixture.tie.of_teams and fixture.status in (Fixture.Status.WALKOVER, Fixture.Status.VOID):
            note = fixture_note(fixture)
            lines.append(f"{fixture.home} – {fixture.away}" + (f" ({note})" if note else ""))
            continue
        when = f" ({local(fixture.kick_off_at, 'EEE d MMM, HH:mm')})" if fixture.fixed and fixture.kick_off_at else ""
        lines.append(f"{fixture.home} – {fixture.away}{when} {root}{page_of(fixture)}")
    lines.append(f"{root}{reverse('competitions:fixtures', args=[row.slug])}?round={day.round.number}")
    return "\n".join(lines) + "\n"


@require_safe
@tagged(visitor_marks.competition)
def round_text(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Serve a round as text with links, to be pasted into a chat."""
    row = access.door(request.user, slug)
    words = round_words(row, cards.round_of(row, number), settings.PUBLIC_URL.rstrip("/"))
    return HttpResponse(words, content_type="text/plain; charset=utf-8")
