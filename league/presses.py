"""Forms sent twice: a button tapped again before the answer to the first tap makes nothing more.

Pages with a script send a form once (``static/js/page.js``); without one a browser sends each tap.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar
from uuid import NAMESPACE_URL, UUID, uuid5

import redis
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest

Row = TypeVar("Row", bound=Model)

AGAIN: Final = 10
"""Seconds within which the same form, sent again by the same person, is a second tap."""


def key_of(request: HttpRequest) -> UUID | None:
    """Return the id of the guest that the form of ``request`` makes: the same for a second tap, for nobody else.

    None for a form without the token of its page.
    """
    token = request.POST.get("csrfmiddlewaretoken")
    return uuid5(NAMESPACE_URL, f"{request.path} {request.POST.urlencode()}") if token else None


def made_once(request: HttpRequest, model: type[Row], make: Callable[[], Row]) -> Row:
    """Return the ``model`` that ``make`` returns for the form of ``request``; for a second tap the one that is there.

    The form holds the token of its page, so whoever opens it anew makes another. Without Valkey each tap makes one.
    """
    maker = request.user.pk
    assert maker is not None, "forms that make something are for people who are signed in"
    form = f"{maker} {request.path} {request.POST.urlencode()}"
    key = f"made:{hashlib.sha256(form.encode()).hexdigest()}"
    with transaction.atomic():
        get_user_model()._default_manager.select_for_update(no_key=True).get(pk=maker)  # other taps wait
        before = None
        with suppress(redis.RedisError):
            before = cache.get(key)
        row = model._default_manager.filter(pk=before).first() if before else None
        if row is None:
            row = make()
            with suppress(redis.RedisError):
                cache.set(key, row.pk, AGAIN)
    return row
