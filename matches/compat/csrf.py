"""Django's note that a form's token was drawn: such a page belongs to one visitor and is never kept for others.

The gain is not speed but safety; Django has no public way to ask. Tried with Django 5.2.19;
``tests/matches/test_compat.py`` tells when the note stands elsewhere.
"""

from django.http import HttpRequest


def token_was_drawn(request: HttpRequest) -> bool:
    """Return whether the answer to ``request`` holds a form's token, or sets one."""
    return bool(request.META.get("CSRF_COOKIE_NEEDS_UPDATE"))
