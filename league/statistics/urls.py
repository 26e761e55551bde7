"""Addresses of ``league.statistics``; a competition's statistics keep the competition's name space."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from league.statistics import views

own: list[URLPattern] = [
    path("leaders/", views.leader_board, name="leaders"),
    path("games/<slug:slug>/statistics/", views.game, name="game"),
    path("games/<slug:slug>/records/", views.game_records, name="game_records"),
    path("players/<uuid:player_id>/statistics/", views.player, name="player"),
    path("players/<uuid:player_id>/opponents/", views.opponents, name="opponents"),
    path("players/<uuid:player_id>/vs/<uuid:rival_id>/", views.versus, name="versus"),
    path("matches/<uuid:match_id>/figures/", views.match, name="match"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("", include((own, "statistics")))]
