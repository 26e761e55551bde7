"""Error pages are drawn from what is known of the request: they ask no database, whoever the reader is."""

from __future__ import annotations

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.views.csrf import csrf_failure

from deploy import closing, errors
from engines.core.text import text
from league.players.models import User
from league.players.verbs.guests import guest
from league.players.verbs.notify import notify
from matches import limits
from matches.maintenance import Work

PAGES = {
    400: lambda request: errors.bad_request(request, exception=ValueError()),
    403: lambda request: errors.permission_denied(request, exception=PermissionDenied()),
    404: lambda request: errors.page_not_found(request, exception=Http404()),
    "csrf": csrf_failure,
    429: lambda request: limits.refusal(request, 30),
    500: lambda request: errors.server_error(request),
    503: lambda request: closing.closed(request, Work("A new release.", timezone.now(), None), timezone.now()),
}


@pytest.mark.parametrize("page", PAGES)
def test_an_error_page_asks_nothing(page, cast, settings, rf, django_assert_num_queries):
    settings.FACTOR_REQUIRED = True
    staff, visitor = cast.organiser, guest(nickname="Ugo")
    User.objects.filter(pk=staff.pk).update(is_staff=True, notices=1)
    notify(users=[staff, visitor], kind="result", message=text("It is over."), url="/", key="one")
    for reader in (User.objects.get(pk=staff.pk), visitor):
        request = rf.get("/nope-x/")
        request.user = reader
        request._messages = CookieStorage(request)
        with django_assert_num_queries(0):
            answer = PAGES[page](request)
        assert answer.status_code == (403 if page == "csrf" else page)
        assert b"</html>" in answer.content
