"""Addresses of the API of live matches, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches import api

urlpatterns: list[URLPattern] = [
    path("matches/", api.Matches.as_view(), name="api-matches"),
    path("matches/<uuid:match_id>/", api.OneMatch.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/moves/", api.Moves.as_view(), name="api-moves"),
]
