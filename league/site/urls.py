from django.urls import URLPattern, URLResolver, include, path

from league.competitions.pages import personal_links
from league.players.urls import pages
from league.site.pages import games, home, overlays, profile, search, today, tv

players: list[URLPattern] = [
    *pages,
    path("players/<uuid:player_id>/", profile.profile, name="profile"),
    path("enter/<str:key>/", personal_links.enter, name="enter"),
    path("search/", search.search, name="search"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("today/", today.today, name="today"),
    path("overlay/matches/<uuid:match_id>/", overlays.scoreboard, name="overlay_match"),
    path("overlay/<slug:slug>/<str:part>/", overlays.competition, name="overlay"),
    path("tv/", tv.channels, name="tv"),
    path("tv/<slug:slug>/", tv.channel, name="tv_channel"),
    path("games/", games.games, name="games"),
    path("games/<slug:slug>/", games.game, name="game"),
    path("", include((players, "players"))),
]
