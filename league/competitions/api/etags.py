"""Entity tags from the log: what a competition shows changes only when its ``log_position`` does.

The tag also covers the reader's rights, the language and the address.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.models import Competition, Entrant


def names_in(competition: Competition) -> list[object]:
    """Return the names by which those who play here call themselves: another one stands in no log."""
    names = Entrant.objects.filter(competition=competition).values_list("player__nickname", "members__user__nickname")
    return list(names.order_by("pk", "members__pk"))


def tagged(request: Request, competition: Competition, role: str, body: Callable[[], Any], *more: object) -> Response:
    """Answer with ``body()`` and its tag, or 304 if the reader has it. ``more``: its other inputs."""
    parts = (competition.id, competition.log_position, role, get_language(), request.get_full_path(), *more)
    tag = f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:24]}"'
    etags = [etag.strip() for etag in request.headers.get("If-None-Match", "").split(",")]
    answer = Response(status=304) if tag in etags else Response(body())
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    return answer
