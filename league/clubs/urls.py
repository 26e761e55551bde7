from django.urls import URLPattern, path

from league.clubs import ownership, views

app_name = "clubs"
ONE = "clubs/<slug:slug>/"
urlpatterns: list[URLPattern] = [
    path("clubs/", views.club_list, name="list"),
    path("clubs/new/", views.new, name="new"),
    path("clubs/join/<str:key>/", views.invited, name="invited"),
    path("clubs/me/<str:key>/", views.sign_in_by_key, name="me"),
    path(ONE, views.page, name="page"),
    path(f"{ONE}act/", views.act, name="act"),
    path(f"{ONE}honours/", views.honours, name="honours"),
    path(f"{ONE}statistics/", views.statistics, name="statistics"),
    path(f"{ONE}members/", views.members, name="members"),
    path(f"{ONE}settings/", views.settings, name="settings"),
    path(f"{ONE}audit/", views.audit, name="audit"),
    path(f"{ONE}ownership/", ownership.of_club, name="ownership"),
    path("competitions/<slug:slug>/console/ownership/", ownership.of_competition, name="competition"),
    path("handovers/<uuid:handover_id>/", ownership.handover, name="handover"),
]
