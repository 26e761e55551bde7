"""``/.well-known/security.txt``: where to report a weakness of this site (RFC 9116).

It answers 404 until SECURITY_CONTACT is set.
"""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control

VALID_FOR = timedelta(days=180)
"""Validity of a copy; RFC 9116, 2.5.5 asks for less than a year."""


@cache_control(public=True, max_age=86400)
def security_txt(request: HttpRequest) -> HttpResponse:
    """Name the contact, the expiry date, the languages and the address of this file."""
    if not settings.SECURITY_CONTACT:
        raise Http404("no SECURITY_CONTACT is set")
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {midnight + VALID_FOR:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en, it",
        f"Canonical: {settings.PUBLIC_URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
