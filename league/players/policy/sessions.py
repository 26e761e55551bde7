"""Sessions: which are still signed in, and on what device they were opened."""

import ipaddress
from collections.abc import Collection
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from league.players.models import User

LINK_BACKEND: Final = "league.players.backends.LinkBackend"
PREFIXES: Final = {4: 24, 6: 48}
"""Bits that are kept of an IP address: enough to recognise a place, not a household."""
BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""Names of browsers by a part of their user agent, the more particular first: most call themselves Safari too."""
SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


def still_open(pairs: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those of ``pairs`` (session key, user id) in which that user is still signed in. Two queries.

    The hook ``settings.OPEN_SESSIONS``; the rule is that of ``django.contrib.auth.get_user``.
    """
    keys = {key for key, _user in pairs}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: row.get_decoded() for row in rows}
    users = {str(user.pk): user for user in User.objects.filter(pk__in={user for _key, user in pairs}, is_active=True)}
    return {(key, user) for key, user in pairs if user in users and _is_of(users[user], sessions.get(key, {}))}


def _is_of(user: User, session: dict[str, Any]) -> bool:
    if session.get(SESSION_KEY) != str(user.pk):
        return False
    backend, session_hash = session.get(BACKEND_SESSION_KEY), session.get(HASH_SESSION_KEY, "")
    if backend not in settings.AUTHENTICATION_BACKENDS:
        return False
    user.by_link = backend == LINK_BACKEND
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(session_hash, each) for each in hashes)


def shortened(address: str) -> str:
    """Return the network of an IP address, as it is stored: 192.0.2.0, 2001:db8:1::."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return str(ipaddress.ip_network(f"{parsed}/{PREFIXES[parsed.version]}", strict=False).network_address)


def device_of(user_agent: str) -> str:
    """Return browser and system of a user agent, as "Firefox, Android"."""
    browser = next((name for part, name in BROWSERS.items() if part in user_agent), "")
    system = next((name for part, name in SYSTEMS.items() if part in user_agent), "")
    return ", ".join(filter(None, (browser, system))) or _("Unknown device")


def place_of(address: str) -> str:
    """Return a stored network as people read it: "192.0.2.…"."""
    return f"{address.removesuffix('0')}…" if "." in address else f"{address.removesuffix(':')}…"
