"""Addresses of the pages of tables; ``league.site.competition_urls`` gives them their namespace."""

from django.urls import URLPattern, path

from league.competitions.urls import ONE
from league.leagues.pages import boards, table

urlpatterns: list[URLPattern] = [
    path(f"{ONE}table/", table.table, name="table"),
    path(f"{ONE}table/boards/", boards.board_table, name="board_table"),
    path(f"{ONE}boards.csv", boards.boards_csv, name="boards_csv"),
    path(f"{ONE}standings.csv", table.standings_csv, name="standings_csv"),
]
