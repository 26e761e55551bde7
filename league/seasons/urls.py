from django.urls import URLPattern, path

from league.seasons.pages import accidents, end

app_name = "seasons"
ONE = "competitions/<slug:slug>/"
urlpatterns: list[URLPattern] = [
    path(f"{ONE}console/inactive/", accidents.inactive, name="inactive"),
    path(f"{ONE}console/close/", accidents.close_early, name="close_early"),
    path(f"{ONE}console/answers/", end.answers, name="answers"),
    path(f"{ONE}entrants/<uuid:entrant_id>/substitute/", accidents.substitute, name="substitute"),
    path(f"{ONE}leave/", accidents.leave, name="leave"),
    path(f"{ONE}end/", end.end, name="end"),
    path(f"{ONE}end/press/", end.press, name="press"),
    path(f"{ONE}certificates/", end.certificates, name="certificates"),
    path("in-or-out/<str:key>/", end.in_or_out, name="in_or_out"),
    path("archive/<uuid:competition_id>/", end.archive, name="archive"),
    path("archive/<uuid:competition_id>/bracket.svg", end.archive_bracket, name="archive_bracket"),
    path("archive/<uuid:competition_id>/archive.json", end.archive_json, name="archive_json"),
]
