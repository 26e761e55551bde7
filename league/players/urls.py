"""Addresses of the front pages and of players."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from league.players import home, preferences, resets_views, robots_views, views

players: list[URLPattern] = [
    path("guest/", views.guest, name="guest"),
    path("notifications/", views.notifications, name="notifications"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/helpers/", resets_views.helpers, name="helpers"),
    path("reset/", resets_views.ask, name="ask_reset"),
    path("settings/bots/", robots_views.mine, name="bots"),
    path("bots/", robots_views.ladder_page, name="ladder"),
    path("players/<uuid:player_id>/", views.profile, name="profile"),
    path("enter/<str:key>/", views.enter, name="enter"),
    path("search/", views.search, name="search"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("games/", home.games, name="games"),
    path("games/<slug:slug>/", home.game, name="game"),
    path("prefer/", preferences.prefer, name="prefer"),
    path("", include((players, "players"))),
]
