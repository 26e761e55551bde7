from django.urls import URLPattern, path

from league.events import views

app_name = "events"
ONE = "events/<slug:slug>/"
urlpatterns: list[URLPattern] = [
    path("events/", views.event_list, name="list"),
    path("events/new/", views.new, name="new"),
    path(ONE, views.event_page, name="one"),
    path(f"{ONE}next/", views.where_next, name="next"),
    path(f"{ONE}desk/", views.desk, name="desk"),
    path(f"{ONE}timetable/", views.timetable, name="timetable"),
    path(f"{ONE}print/", views.prints, name="print"),
    path(f"{ONE}people/", views.people_page, name="people"),
    path(f"{ONE}settings/", views.settings, name="settings"),
    path(f"{ONE}press/", views.press, name="press"),
    path(f"{ONE}calendar.ics", views.calendar, name="calendar"),
]
