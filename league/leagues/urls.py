"""Addresses of the pages of tables; ``league.site.competition_urls`` gives them their namespace."""

from django.urls import URLPattern, path

from league.competitions.urls import ONE
from league.leagues.pages import table

urlpatterns: list[URLPattern] = [
    path(f"{ONE}table/", table.table, name="table"),
    path(f"{ONE}standings.csv", table.standings_csv, name="standings_csv"),
]
