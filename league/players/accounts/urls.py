"""The addresses of django-allauth, each form in one transaction: an account and its mail are written together.

Forms of one account wait for each other. Two sign-ins unlinked at one moment each found the other, and left no way in.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.urls import urlpatterns as pages_of_allauth
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver

from league.players.models import User

View = Callable[..., HttpResponseBase]


def _posted_in_one_transaction(view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with transaction.atomic():
            _hold_account(request)
            return view(request, *args, **kwargs)

    return answer


def _hold_account(request: HttpRequest) -> None:
    """Lock the row of who is signed in, and read again what another form of theirs may just have changed."""
    if isinstance(request.user, User):
        request.user.refresh_from_db(from_queryset=User.objects.select_for_update(no_key=True))


def _wrapped(page: URLPattern | URLResolver) -> URLPattern | URLResolver:
    if isinstance(page, URLPattern):
        return URLPattern(page.pattern, _posted_in_one_transaction(page.callback), page.default_args, page.name)
    pages = [_wrapped(each) for each in page.url_patterns]
    return URLResolver(page.pattern, pages, page.default_kwargs, page.app_name, page.namespace)


urlpatterns = [_wrapped(page) for page in pages_of_allauth]
