"""One outgoing POST to an address given by a user: HTTPS, public internet only, one total deadline.

The name is resolved once, all its addresses must be public, and the connection goes to the address that was checked:
a name that answers differently a moment later leads nowhere. Redirects are not followed and the body of the answer is
not read.
"""

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from league import outgoing
from league.outgoing import Unreachable
from league.typed import whole_number

PORTS: Final = (443, 8443)


class Refused(ValueError):
    """A forbidden address; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Status of the answer and the pause that it asks for."""

    status: int
    retry_after: int
    """Seconds; 0 if the server asked for none."""


Outcome: TypeAlias = Answer | Refused | Unreachable


@dataclass(frozen=True, slots=True)
class Request:
    """A message claimed for sending."""

    host: str
    url: str
    body: bytes
    headers: Mapping[str, str]
    record: Callable[[Outcome], bool]
    """Records the outcome; returns whether the message was accepted."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send ``body`` and wait for the status, ``settings.OUTWARD_SECONDS`` in all. Raises Refused, Unreachable."""
    target = outgoing.Target(*parts(url))
    headers = {"User-Agent": "Tabellone", **headers}
    reply = outgoing.exchange("POST", target, body, headers, seconds=settings.OUTWARD_SECONDS, admit=_admit)
    return Answer(reply.status, _seconds(reply.headers.get("Retry-After", "")))


def _seconds(text: str) -> int:
    """Parse seconds of a ``Retry-After`` header; 0 for a date and for more digits than a day has seconds."""
    return whole_number(text, 0, digits=5)


def parts(url: str) -> tuple[bool, str, int, str]:
    """Split ``url`` into ``(secure, host, port, path with query)`` without a name lookup. Raises Refused."""
    try:
        split = urlsplit(url)
        host, port = split.hostname or "", split.port
        host.encode("idna")
    except ValueError:  # includes UnicodeError: a label of more than 63 characters
        raise Refused(_("This is not an address.")) from None
    allowed = ("https", "http") if settings.OUTWARD_PRIVATE else ("https",)
    if split.scheme not in allowed:
        raise Refused(_("The address must begin with https://."))
    if not host or split.username is not None or split.password is not None:
        raise Refused(_("The address needs a host, without name and password."))
    path = (split.path or "/") + (f"?{split.query}" if split.query else "")
    if any(ord(char) < 33 or ord(char) > 126 for char in path + host):
        raise Refused(_("The address has an invalid character."))
    secure = split.scheme == "https"
    port = port or (443 if secure else 80)
    if not settings.OUTWARD_PRIVATE:
        _check_public(host, port)
    return secure, host, port, path


def _check_public(host: str, port: int) -> None:
    """Refuse other ports, private addresses, and names without a dot, which only private networks have."""
    if port not in PORTS:
        raise Refused(_("The port must be 443 or 8443."))
    try:
        private = not is_public(host)
    except ValueError:  # a name: its addresses are checked on connecting
        private = "." not in host.rstrip(".")
    if private:
        raise Refused(_("The address leads into a private network."))


def _admit(addresses: list[str]) -> None:
    """Raise Refused unless all addresses of a host are public."""
    if not settings.OUTWARD_PRIVATE and not all(map(is_public, addresses)):
        raise Refused(_("The address leads into a private network."))


def is_public(address: str) -> bool:
    """Return whether ``address`` is public, also if it is embedded in an IPv6 address."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            ip = inner
        elif ip in ipaddress.ip_network("64:ff9b::/96"):
            ip = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        elif ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved
