"""Pages of the installation: joining over the Wi-Fi of the laptop that runs it."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from deploy import lan


def join(request: HttpRequest) -> HttpResponse:
    """Show ``/lan/``: the address and its QR code, big enough to scan from across a table."""
    if not settings.LAN_URL:
        raise Http404
    return TemplateResponse(request, "lan.html", {"address": settings.LAN_URL, "code": lan.as_svg(settings.LAN_URL)})
