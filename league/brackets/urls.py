"""Addresses of the pages of brackets; ``league.site.competition_urls`` gives them their namespace."""

from django.urls import URLPattern, path

from league.brackets.pages import bracket
from league.competitions.urls import ONE

urlpatterns: list[URLPattern] = [
    path(f"{ONE}bracket/", bracket.bracket, name="bracket"),
    path(f"{ONE}bracket.svg", bracket.bracket_picture, name="bracket_picture"),
]
