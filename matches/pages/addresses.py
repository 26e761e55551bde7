"""Addresses that are for other people's devices: on paper, in QR codes, in links to be passed on.

Whoever runs the site on a laptop looks at it as ``localhost``, which on a phone is the phone itself. There the laptop's
address on the network (``settings.LAN_URL``) stands in its place.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

HERE_ONLY: Final = ("localhost", "127.0.0.1", "::1")
"""Hosts that mean the asking machine itself."""


def outside(request: HttpRequest, path: str) -> str:
    """The whole address of ``path`` (of this site, from its root) for somebody else than whoever asks."""
    if settings.LAN_URL and urlsplit(f"//{request.get_host()}").hostname in HERE_ONLY:
        return f"{settings.LAN_URL.rstrip('/')}{path}"
    return request.build_absolute_uri(path)
