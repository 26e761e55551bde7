from django.urls import URLPattern, URLResolver, include, path

from league.privacy import views

own: list[URLPattern] = [
    path("settings/data/", views.data, name="data"),
    path("settings/data/<uuid:archive_id>.zip", views.archive, name="archive"),
    path("settings/delete/", views.delete, name="delete"),
    path("privacy/", views.page, name="page"),
    path("legal/", views.operator, {"name": "legal"}, name="legal"),
    path("terms/", views.operator, {"name": "terms"}, name="terms"),
    path("contact/", views.operator, {"name": "contact"}, name="contact"),
    path("moderation/players/<uuid:player_id>/erase/", views.erase, name="erase"),
    path("competitions/<slug:slug>/class/erase/", views.erase_pupil, name="erase_pupil"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("", include((own, "privacy")))]
