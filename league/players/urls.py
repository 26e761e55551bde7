"""Addresses of the front pages and of players."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from league.players import home, preferences

players: list[URLPattern] = []

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("games/", home.games, name="games"),
    path("games/<slug:slug>/", home.game, name="game"),
    path("prefer/", preferences.prefer, name="prefer"),
    path("", include((players, "players"))),
]
