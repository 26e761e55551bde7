"""Open Graph tags for links shown in a chat, and the text of a round to copy."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engines
from league.addresses import canonical
from league.competitions.models import Competition, Fixture
from league.competitions.pages.reading import Matchday
from league.competitions.words.fixtures import fixture_sentence
from league.competitions.words.stages import format_words, is_evening
from league.delivery import oembed, structured
from league.delivery.drawing import HEIGHT, WIDTH
from league.delivery.views import round_words
from league.players.models import User
from league.players.words.games import game_name
from league.series.models import Series
from league.series.reading import best_words, today
from matches.models import Match

register = template.Library()

LOCALES = {"en": "en_GB", "it": "it_IT", "pt-br": "pt_BR", "es": "es_ES"}


@register.simple_tag(takes_context=True)
def share_tags(context: dict[str, Any]) -> SafeString:  # template contexts hold anything
    """Render a page's one address, description and Open Graph tags, from its context or the site's. No queries."""
    request: HttpRequest | None = context.get("request")
    if request is None:
        return SafeString("")
    title, line, picture = _card(context, request)
    address = canonical(request)
    tags = [
        ("og:site_name", "Tabellone"),
        ("og:type", "website"),
        ("og:locale", LOCALES.get(get_language() or "en", "en_GB")),
        ("og:title", title),
        ("og:description", line),
        ("og:url", address),
    ]
    if picture:
        tags += [
            ("og:image", request.build_absolute_uri(picture)),
            ("og:image:type", "image/png"),
            ("og:image:width", str(WIDTH)),
            ("og:image:height", str(HEIGHT)),
            ("og:image:alt", f"{title}. {line}" if line else title),
        ]
    html = format_html_join("\n  ", '<meta property="{}" content="{}">', [tag for tag in tags if tag[1]])
    large = "summary_large_image" if picture else "summary"
    robots_tags = _for_search_engines(context, request, title, picture)
    link = format_html('<link rel="canonical" href="{}">', address) if request.resolver_match else ""
    if line:  # search engines read no Open Graph
        link = format_html('{}\n  <meta name="description" content="{}">', link, line)
    return format_html('{}\n  {}\n  <meta name="twitter:card" content="{}">{}', link, html, large, robots_tags)


def _for_search_engines(context: dict[str, Any], request: HttpRequest, title: str, picture: str) -> SafeString:
    """Render structured data and the link to oEmbed of a public page; ask robots to leave out one by link."""
    competition, fixture, match = context.get("competition"), context.get("fixture"), context.get("match")
    url, name = request.build_absolute_uri(request.path), getattr(request.resolver_match, "view_name", "")
    event = None
    if isinstance(competition, Competition):
        if not structured.is_public(competition):
            return format_html('\n  <meta name="robots" content="{}">', "noindex")
        image = request.build_absolute_uri(picture) if picture else ""
        if name == "competitions:overview":
            event = structured.of_competition(competition, url, image, at_tables=is_evening(competition))
        elif name == "competitions:fixture" and isinstance(fixture, Fixture) and fixture.home and fixture.away:
            event = structured.of_fixture(fixture, competition, title, url, image)
    elif isinstance(match, Match) and "home" in context and "away" in context:
        if not match.listed or match.audience is not None or match.closed:
            return format_html('\n  <meta name="robots" content="{}">', "noindex")
        if name in ("matches:live", "matches:report"):
            image = request.build_absolute_uri(picture) if picture else ""
            home, away = context["home"].name or "?", context["away"].name or "?"
            event = structured.of_match(match, home, away, title, url, image)
    parts = [structured.script(event)] if event else []
    is_public = isinstance(competition, Competition) or isinstance(match, Match)  # not a page of "not found"
    if is_public and (name in oembed.COMPETITIONS or name in oembed.MATCHES):
        address = f"{request.build_absolute_uri(reverse('delivery:oembed'))}?{urlencode({'url': url})}"
        link = '<link rel="alternate" type="application/json+oembed" href="{}" title="{}">'
        parts.append(format_html(link, address, title))
    return format_html_join("", "\n  {}", ((part,) for part in parts))


def _card(context: dict[str, Any], request: HttpRequest) -> tuple[str, str, str]:
    """Return title, description and address of the card."""
    competition, fixture, match = context.get("competition"), context.get("fixture"), context.get("match")
    if isinstance(competition, Competition) and competition.status != Competition.Status.DRAFT:
        return _of_competition(context, competition, fixture if isinstance(fixture, Fixture) else None)
    if isinstance(match, Match) and "home" in context and "away" in context:
        return _of_match(context, match, request)
    series = context.get("series")
    if isinstance(series, Series) and "merit" in context:
        # The day, its own position and those of its events: the card changes whenever the order of merit may.
        standings = context["merit"]
        at = today().toordinal() + series.position + sum(event.competition.log_position for event in standings.events)
        address = f"{reverse('delivery:series', args=[series.slug])}?at={at}"
        return f"{series.name}: {_('Order of merit')}", best_words(series), address
    share = context.get("share")
    if isinstance(share, tuple):  # a page that says it itself: title, description, address of the card
        return share
    player = context.get("player")
    if isinstance(player, User):
        address = reverse("delivery:player", args=[player.pk])
        return player.nickname, _("Record, form and fixtures on Tabellone"), address
    return "Tabellone", _("Tournaments, leagues and live matches of football board games."), ""


def _of_competition(context: dict[str, Any], competition: Competition, fixture: Fixture | None) -> tuple[str, str, str]:
    slug, version = competition.slug, f"?at={competition.log_position}"
    line = f"{game_name(competition.game)}, {format_words(competition)}"
    page, chosen = context.get("page"), context.get("chosen")
    if fixture is not None and fixture.home and fixture.away:
        address = reverse("delivery:fixture", args=[slug, fixture.pk])
        return str(fixture_sentence(fixture)), competition.name, address + version
    if page == "fixtures" and chosen is not None:
        address = reverse("delivery:round", args=[slug, chosen.round.number])
        return f"{competition.name}: {chosen.name}", line, address + version
    if page == "table":
        return f"{competition.name}: {_('Table')}", line, reverse("delivery:table", args=[slug]) + version
    return competition.name, line, reverse("delivery:competition", args=[slug]) + version


def _of_match(context: dict[str, Any], match: Match, request: HttpRequest) -> tuple[str, str, str]:
    home, away, score = context["home"].name or "?", context["away"].name or "?", context.get("score") or {}
    address, v = reverse("delivery:match", args=[match.pk]), request.GET.get("v", "")
    friendly = match.title in ("", engines.get(match.game).name)  # titled by its game's name
    line = game_name(match.game) if friendly else match.title
    goal = request.GET.get("goal", "")
    if goal.isascii() and goal.isdecimal() and "report" in request.path:
        return f"{home} – {away}: {_('Goal!')}", line, f"{address}?v={goal}"
    if v.isascii() and v.isdecimal() and "report" in request.path:
        return f"{home} – {away}: {_('Move %(number)s') % {'number': v}}", line, f"{address}?v={v}"
    result = f"{score.get('home')}–{score.get('away')}" if score and match.snapshot is not None else "–"
    return f"{home} {result} {away}", line, f"{address}?at={match.version}"


@register.simple_tag(takes_context=True)
def round_to_copy(context: dict[str, Any], competition: Competition, day: Matchday) -> str:
    """Return a round as text for a group's chat, with links to this site."""
    request: HttpRequest = context["request"]
    return round_words(competition, day, request.build_absolute_uri("/").rstrip("/"))
