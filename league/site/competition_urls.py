"""Every address of a competition, in one namespace across the apps that have its pages."""

from django.urls import URLPattern, path

from league.brackets import urls as brackets
from league.competitions import urls as competitions
from league.competitions.urls import ONE
from league.leagues import urls as leagues
from league.site.pages import creating, embeds, wall
from league.statistics.pages import public as statistics_views
from league.statistics.pages import teams as team_views

app_name = "competitions"
urlpatterns: list[URLPattern] = [
    # Before ``competitions/<slug>/``, which would take "new" for a slug.
    path("competitions/new/", creating.new, name="new"),
    path("competitions/new/preview/", creating.preview, name="preview"),
    *competitions.urlpatterns,
    *brackets.urlpatterns,
    *leagues.urlpatterns,
    path(f"{ONE}statistics/", statistics_views.competition, name="statistics"),
    path(f"{ONE}statistics/leaders/", statistics_views.boards, name="boards"),
    path(f"{ONE}records/", statistics_views.records, name="records"),
    path(f"{ONE}teams/<uuid:entrant_id>/", team_views.team, name="team"),
    path("embed/<slug:slug>/<str:part>/", embeds.embed, name="embed"),
    path("wall/<slug:slug>/", wall.wall, name="wall"),
]
