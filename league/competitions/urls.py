"""URLs of competition pages; ``league.site.competition_urls`` gives them their namespace."""

from django.urls import URLPattern, path

from league.competitions.pages import absences as absent
from league.competitions.pages import (
    composing,
    console,
    entering,
    exchange,
    feeds,
    fixture,
    people,
    public,
    seeding,
    staff,
)
from league.competitions.pages import visibility as sight

ONE = "competitions/<slug:slug>/"
"""Prefix of the addresses of one competition."""
urlpatterns: list[URLPattern] = [
    path("competitions/", public.competition_list, name="list"),
    path("competitions/new/stages/", composing.compose, name="compose"),
    path("competitions/import/", exchange.import_page, name="import"),
    path("fixtures/<uuid:fixture_id>/", fixture.short, name="fixture_short"),
    path("fixtures/<uuid:fixture_id>/decide/", fixture.short_ruling, name="ruling_short"),
    path("my/absences/", absent.absences, name="absences"),
    path("my/fixtures/", public.own_fixtures, name="mine"),
    path(ONE, public.overview, name="overview"),
    path(f"{ONE}fixtures/", public.fixtures, name="fixtures"),
    path(f"{ONE}fixtures/all/", public.all_fixtures, name="all_fixtures"),
    path(f"{ONE}fixtures/<uuid:fixture_id>/", fixture.fixture_page, name="fixture"),
    path(f"{ONE}fixtures/<uuid:fixture_id>/act/", fixture.act, name="act"),
    path(f"{ONE}fixtures/<uuid:fixture_id>/let-stand/", fixture.let_stand, name="let_stand"),
    path(f"{ONE}fixtures/<uuid:fixture_id>/comment/", fixture.comment, name="comment"),
    path(f"{ONE}fixtures/<uuid:fixture_id>/put-off/", fixture.put_off, name="put_off"),
    path(f"{ONE}entrants/", entering.entrants, name="entrants"),
    path(f"{ONE}enter/", entering.enter, name="enter"),
    path(f"{ONE}entrants/list/", people.paste, name="paste"),
    path(f"{ONE}entrants/invitations/", people.invitations, name="invitations"),
    path(f"{ONE}entrants/check-in/", people.check_in, name="check_in"),
    path(f"{ONE}entrants/seeds/", seeding.seeds, name="seeds"),
    path(f"{ONE}entrants/links/", console.links, name="links"),
    path(f"{ONE}entrants/<uuid:entrant_id>/reset/", console.reset, name="reset"),
    path(f"{ONE}console/", console.console, name="console"),
    path(f"{ONE}console/settings/", console.settings, name="settings"),
    path(f"{ONE}console/visibility/", sight.visibility, name="visibility"),
    path(f"{ONE}console/stages/", composing.stages, name="stages"),
    path(f"{ONE}console/plan/", console.plan, name="plan"),
    path(f"{ONE}console/options/", console.change_options, name="options"),
    path(f"{ONE}console/press/", console.press, name="press"),
    path(f"{ONE}console/<uuid:fixture_id>/", console.ruling, name="ruling"),
    path(f"{ONE}export.json", exchange.export, name="export"),
    path(f"{ONE}announcements.atom", feeds.announcements, name="announcements"),
    path(f"{ONE}calendar.ics", feeds.competition_calendar, name="calendar"),
    path(f"{ONE}entrants/<uuid:entrant_id>/calendar.ics", feeds.entrant_calendar, name="entrant_calendar"),
    path("players/<uuid:player_id>/calendar.ics", feeds.player_calendar, name="player_calendar"),
    path(f"{ONE}fixtures.csv", feeds.fixtures_csv, name="fixtures_csv"),
    path(f"{ONE}report.trf", feeds.report_trf, name="trf"),
    path(f"{ONE}staff/", staff.staff, name="staff"),
    path("invited/<str:key>/", people.invited, name="invited"),
    path("sides/<str:key>/", entering.side, name="side"),
    path("staff/<str:key>/", staff.invitation, name="invitation"),
    path(f"{ONE}rules/", public.rules, name="rules"),
    path(f"{ONE}audit/", public.audit, name="audit"),
    path(f"{ONE}draw/", public.draw, name="draw"),
]
