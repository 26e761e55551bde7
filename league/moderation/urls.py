from django.urls import URLPattern, URLResolver, include, path

from league.moderation import views

own: list[URLPattern] = [
    path("moderation/", views.queue, name="queue"),
    path("moderation/audit/", views.audit, name="audit"),
    path("moderation/cases/<uuid:case_id>/", views.case, name="case"),
    path("moderation/players/<uuid:player_id>/", views.person, name="person"),
    path("notices/", views.notices, name="notices"),
    path("players/<uuid:player_id>/report/", views.report_name, name="report_name"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("", include((own, "moderation")))]
