"""Every address of the site, room by room."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("", include("matches.urls")),
    path("", include("league.players.urls")),
    path("", include("league.competitions.urls")),
    path("", include("league.statistics.urls")),
]
