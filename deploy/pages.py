"""The installation's own pages: how to join on the Wi-Fi of the laptop that runs it."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from deploy import lan


def join(request: HttpRequest) -> HttpResponse:
    """``/lan/``: the address and its QR code, big enough to be scanned from the other side of a table."""
    if not settings.LAN_URL:
        raise Http404
    return TemplateResponse(request, "lan.html", {"address": settings.LAN_URL, "code": lan.as_svg(settings.LAN_URL)})
