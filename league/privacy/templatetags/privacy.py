"""Links of the footer: the operator's texts, the source, the state of the service."""

from contextlib import suppress

from django import template
from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

register = template.Library()

OF_OPERATOR: tuple[tuple[str, str, Promise], ...] = (
    ("TERMS", "privacy:terms", _("Terms")),
    ("LEGAL_NOTICE", "privacy:legal", _("Legal notice")),
    ("CONTACT", "privacy:contact", _("Contact")),
)


@register.simple_tag
def footer_links() -> list[tuple[str, Promise]]:
    """Return address and words of the links that this site has."""
    links: list[tuple[str, Promise]] = []
    if settings.SOURCE_URL:
        links.append((settings.SOURCE_URL, _("Source code")))
    links.append((reverse("privacy:page"), _("Privacy")))
    for setting, name, words in OF_OPERATOR:
        address = getattr(settings, setting)
        if address:
            links.append((address if address.startswith(("https://", "http://")) else reverse(name), words))
    with suppress(NoReverseMatch):
        links.append((reverse("status"), _("State of the service")))
    return links
