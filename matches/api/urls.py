"""Addresses of the API of live matches, below ``/api/v1/``."""

from django.urls import URLPattern, path

from matches.api import conditional, line_ups, offers, offline, reviews, table
from matches.api import matches as api

urlpatterns: list[URLPattern] = [
    path("matches/", api.Matches.as_view(), name="api-matches"),
    path("matches/offline/", offline.Offline.as_view(), name="api-offline"),
    path("matches/<uuid:match_id>/", api.OneMatch.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/moves/", api.Moves.as_view(), name="api-moves"),
    path("matches/<uuid:match_id>/offers/", offers.Offers.as_view(), name="api-offers"),
    path("matches/<uuid:match_id>/claim/", offers.Claim.as_view(), name="api-claim"),
    path("matches/<uuid:match_id>/chat/", table.ChatRoom.as_view(), name="api-chat"),
    path("matches/<uuid:match_id>/rulings/", table.Rulings.as_view(), name="api-rulings"),
    path("matches/<uuid:match_id>/draft/", line_ups.Drafts.as_view(), name="api-draft"),
    path("matches/<uuid:match_id>/conditional/", conditional.Conditional.as_view(), name="api-conditional"),
    path("matches/<uuid:match_id>/review/", reviews.OneReview.as_view(), name="api-review"),
    path("line-ups/", line_ups.LineUps.as_view(), name="api-line-ups"),
    path("line-ups/<uuid:line_up_id>/", line_ups.OneLineUp.as_view(), name="api-line-up"),
]
