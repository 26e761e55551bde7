"""Structured data of public pages for search engines: schema.org SportsEvent as JSON-LD.

Only of pages that every list may show; a page by link or for members asks not to be indexed.
"""

import json
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from league.competitions.models import Competition, Fixture
from league.players.words.games import game_name
from matches.models import Match

SCHEDULED, CANCELLED = "https://schema.org/EventScheduled", "https://schema.org/EventCancelled"
ONLINE, AT_TABLES = (
    "https://schema.org/OnlineEventAttendanceMode",
    "https://schema.org/OfflineEventAttendanceMode",
)
_ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


def is_public(competition: Competition) -> bool:
    """Return whether every list may show ``competition``."""
    return competition.status != Competition.Status.DRAFT and competition.visibility == Competition.Visibility.PUBLIC


def is_cancelled(fixture: Fixture, competition: Competition) -> bool:
    """Return whether nobody plays ``fixture``, of ``competition``, any more, and nobody has."""
    if fixture.status == Fixture.Status.VOID:
        return fixture.home_goals is None
    over = fixture.status in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)
    return competition.status == Competition.Status.CANCELLED and not over


def script(event: dict[str, Any]) -> SafeString:
    """Render ``event`` as a data block, which browsers do not execute; safe for any name in it."""
    words = json.dumps(event, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
    return mark_safe(f'<script type="application/ld+json">{words}</script>')


def of_competition(competition: Competition, url: str, picture: str, *, at_tables: bool) -> dict[str, Any]:
    """Return ``competition`` as an event with its dates, as far as they are known."""
    club = competition.shown_club
    organiser = (
        {"@type": "SportsOrganization", "name": club.name}
        if club is not None
        else {"@type": "Person", "name": competition.owner.nickname}
    )
    event = {
        **_event(competition.name, competition.game, url, picture),
        **_dates(competition.started_at or competition.starts_at, competition.finished_at),
        "eventStatus": _status(competition.status == Competition.Status.CANCELLED),
        "eventAttendanceMode": AT_TABLES if at_tables else ONLINE,
        "organizer": organiser,
    }
    if not at_tables:
        event["location"] = {"@type": "VirtualLocation", "url": url}
    if competition.description:
        event["description"] = competition.description[:300]
    return event


def of_fixture(fixture: Fixture, competition: Competition, title: str, url: str, picture: str) -> dict[str, Any]:
    """Return ``fixture``, both of whose sides are known, as an event of its competition."""
    assert fixture.home is not None and fixture.away is not None
    return {
        **_event(title, competition.game, url, picture),
        **_sides(fixture.home.name, fixture.away.name),
        **_dates(fixture.kick_off_at, None),
        "eventStatus": _status(is_cancelled(fixture, competition)),
        "superEvent": {"@type": "SportsEvent", "name": competition.name},
    }


def of_match(match: Match, home: str, away: str, title: str, url: str, picture: str) -> dict[str, Any]:
    """Return ``match`` as an event."""
    event = {
        **_event(title, match.game, url, picture),
        **_sides(home, away),
        **_dates(match.started_at or match.starts_at, match.finished_at),
        "eventStatus": _status(match.status == Match.Status.VOID),
        "eventAttendanceMode": ONLINE,
        "location": {"@type": "VirtualLocation", "url": url},
    }
    if match.back_url and match.title:
        event["superEvent"] = {"@type": "SportsEvent", "name": match.title}
    return event


def _event(name: str, game: str, url: str, picture: str) -> dict[str, Any]:
    event = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": name,
        "sport": game_name(game),
        "url": url,
    }
    return {**event, "image": picture} if picture else event


def _status(cancelled: bool) -> str:
    return CANCELLED if cancelled else SCHEDULED


def _sides(home: str, away: str) -> dict[str, Any]:
    sides = {"homeTeam": home, "awayTeam": away}
    return {seat: {"@type": "SportsTeam", "name": name} for seat, name in sides.items()}


def _dates(begin: datetime | None, end: datetime | None) -> dict[str, str]:
    dates = {"startDate": begin, "endDate": end}
    return {name: at.isoformat(timespec="seconds") for name, at in dates.items() if at is not None}
