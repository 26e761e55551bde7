from __future__ import annotations

from django.urls import URLPattern, path

from league.delivery import pages, views

app_name = "delivery"
urlpatterns: list[URLPattern] = [
    path("settings/notifications/", pages.choices, name="choices"),
    path("notifications/browser/", pages.browser, name="browser"),
    path("competitions/<slug:slug>/console/hooks/", pages.hooks_page, name="hooks"),
    path("cards/competitions/<slug:slug>.png", views.competition, name="competition"),
    path("cards/competitions/<slug:slug>/table.png", views.table, name="table"),
    path("cards/competitions/<slug:slug>/rounds/<int:number>.png", views.round_card, name="round"),
    path("cards/competitions/<slug:slug>/fixtures/<uuid:fixture_id>.png", views.fixture, name="fixture"),
    path("cards/series/<slug:slug>.png", views.series, name="series"),
    path("cards/players/<uuid:player_id>.png", views.player, name="player"),
    path("cards/matches/<uuid:match_id>.png", views.match, name="match"),
    path("competitions/<slug:slug>/rounds/<int:number>.txt", views.round_text, name="round_text"),
]
