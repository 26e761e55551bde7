"""Addresses of ``league.statistics``; a competition's statistics keep the competition's namespace."""

from django.urls import URLPattern, URLResolver, include, path

from league.statistics.pages import insights, public

own: list[URLPattern] = [
    path("leaders/", public.leader_board, name="leaders"),
    path("games/<slug:slug>/statistics/", public.game, name="game"),
    path("games/<slug:slug>/records/", public.game_records, name="game_records"),
    path("players/<uuid:player_id>/statistics/", public.player, name="player"),
    path("players/<uuid:player_id>/insights/", insights.insights, name="insights"),
    path("players/<uuid:player_id>/opponents/", public.opponents, name="opponents"),
    path("players/<uuid:player_id>/vs/<uuid:rival_id>/", public.versus, name="versus"),
    path("matches/<uuid:match_id>/figures/", public.match, name="match"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("", include((own, "statistics")))]
