"""Addresses of the bots' API, below ``/api/v1/``; who is let in is tested with the tokens."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from league.players import robots_api as robots

urlpatterns: list[URLPattern] = [
    path("bot/", robots.Me.as_view(), name="bot"),
    path("bot/events/", robots.Events.as_view(), name="bot_events"),
    path("challenges/", robots.Challenges.as_view(), name="challenges"),
    re_path(
        r"^challenges/(?P<challenge_id>[0-9a-f-]{36})/(?P<do>accept|decline|cancel)/$",
        robots.AnswerChallenge.as_view(),
        name="answer_challenge",
    ),
    path("matches/<uuid:match_id>/resign/", robots.Resign.as_view(), name="resign"),
]
