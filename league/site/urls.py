from typing import Any

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from league.competitions.pages import personal_links
from league.players.urls import pages
from league.site.pages import embeds, event_wall, games, home, matches, overlays, profile, search

players: list[URLPattern] = [
    *pages,
    path("players/<uuid:player_id>/", profile.profile, name="profile"),
    path("enter/<str:key>/", personal_links.enter, name="enter"),
    path("search/", search.search, name="search"),
]


def moved(to: str, **options: bool) -> Any:  # a view
    """Make the view of an address that others still name: the page has been at ``to`` since."""
    return require_safe(RedirectView.as_view(url=to, permanent=True, **options))


urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("matches/", matches.matches, name="matches"),
    path("overlay/matches/<uuid:match_id>/", overlays.scoreboard, name="overlay_match"),
    path("overlay/<slug:slug>/ties/<uuid:tie_id>/", overlays.tie, name="overlay_tie"),
    path("overlay/<slug:slug>/<str:part>/", overlays.competition, name="overlay"),
    path("today/", moved("/matches/", query_string=True)),
    path("live/", moved("/matches/?show=live")),
    path("following/", moved("/matches/?show=followed")),
    path("tv/", moved("/matches/")),
    path("tv/<slug:slug>/", moved("/matches/?game=%(slug)s"), name="tv_channel"),
    path("events/<slug:slug>/wall/", event_wall.wall, name="event_wall"),
    path("events/<slug:slug>/embed/", embeds.event, name="event_embed"),
    path("games/", games.games, name="games"),
    path("games/<slug:slug>/", games.game, name="game"),
    path("", include((players, "players"))),
]
