"""Addresses for other people's devices: on paper, in QR codes, in links to pass on.

On a laptop that serves the site, the address is ``localhost``, which on a phone is the phone itself. The laptop's
address on the network (``settings.LAN_URL``) replaces it.
"""

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

HERE_ONLY: Final = ("localhost", "127.0.0.1", "::1")
"""Hosts that mean the asking machine itself."""


def outside(request: HttpRequest, path: str) -> str:
    """Return the full address of ``path`` (from this site's root) for other people's devices."""
    if settings.LAN_URL and urlsplit(f"//{request.get_host()}").hostname in HERE_ONLY:
        return f"{settings.LAN_URL.rstrip('/')}{path}"
    return request.build_absolute_uri(path)
