from django.urls import URLPattern, URLResolver, path

from league.support import rows
from league.support.site import site

assert rows.REGISTERED, "the models are registered where they are declared"
urlpatterns: list[URLPattern | URLResolver] = [path("support/", site.urls)]
