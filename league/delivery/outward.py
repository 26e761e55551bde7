"""Posting to an address that somebody else has named: over HTTPS, to the public internet only, and never further.

The name is resolved once, every address it has must be public, and the connection is made to the address that was
checked: a name that answers differently a moment later leads nowhere. Redirects are not followed.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

SECONDS: Final = 8.0
"""How long one step (connecting, sending, the answer) may take."""
READ: Final = 2000
"""Bytes of the answer that are read."""


class Refused(ValueError):
    """An address that nothing is sent to; the sentence says why."""


class Unreachable(OSError):
    """Nothing answered, or not in time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    retry_after: int | None
    """Seconds to wait, where the other side said so."""
    body: bytes


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send ``body``. Raises Refused, Unreachable."""
    secure, host, port, path = parts(url)
    address = public_address(host, port)
    connection = _Connection(host, port, timeout=SECONDS)
    try:
        raw = socket.create_connection((address, port), timeout=SECONDS)
        connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host) if secure else raw
        connection.request("POST", path, body, {"User-Agent": "Tabellone", **headers})
        found = connection.getresponse()
        wait = found.headers.get("Retry-After", "")
        return Answer(found.status, int(wait) if wait.isdecimal() else None, found.read(READ))
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"{host}: {error}") from error
    finally:
        connection.close()


class _Connection(http.client.HTTPConnection):
    """Speaks over the socket that it was given."""

    def connect(self) -> None:
        """The socket is there already."""
        if self.sock is None:
            raise OSError("the connection was closed")


def parts(url: str) -> tuple[bool, str, int, str]:
    """Whether ``url`` is secure, its host, port, path with query. Raises Refused."""
    try:
        split = urlsplit(url)
        host, port = split.hostname or "", split.port
    except ValueError:
        raise Refused(_("This is no address.")) from None
    allowed = ("https", "http") if settings.OUTWARD_PRIVATE else ("https",)
    if split.scheme not in allowed:
        raise Refused(_("The address must begin with https://."))
    if not host or split.username is not None or split.password is not None:
        raise Refused(_("The address must name a host, and hold no name and password."))
    path = (split.path or "/") + (f"?{split.query}" if split.query else "")
    if any(ord(char) < 33 or ord(char) > 126 for char in path + host):
        raise Refused(_("The address holds a character that no address has."))
    secure = split.scheme == "https"
    return secure, host, port or (443 if secure else 80), path


def public_address(host: str, port: int) -> str:
    """An address of ``host``, all of which are public. Raises Refused, Unreachable."""
    try:
        found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except OSError as error:
        raise Unreachable(f"{host}: {error}") from error
    if not settings.OUTWARD_PRIVATE and not all(map(is_public, found)):
        raise Refused(_("The address leads into a private network."))
    return found[0]


def is_public(address: str) -> bool:
    """Whether ``address`` is one of the public internet, also where it is written inside an IPv6 address."""
    known = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(known, ipaddress.IPv6Address):
        inner = known.ipv4_mapped or known.sixtofour or (known.teredo[1] if known.teredo else None)
        if inner is not None:
            known = inner
        elif known in ipaddress.ip_network("64:ff9b::/96"):
            known = ipaddress.IPv4Address(int(known) & 0xFFFFFFFF)
    return known.is_global and not known.is_multicast and not known.is_reserved
