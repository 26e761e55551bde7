"""One outgoing POST to an address given by a user: HTTPS, public internet only, one total deadline.

The name is resolved once, all its addresses must be public, and the connection goes to the address that was checked:
a name that answers differently a moment later leads nowhere. Redirects are not followed and the body of the answer is
not read. ``http.client`` bounds the head of the answer (100 lines of 64 KiB).
"""

import functools
import http.client
import ipaddress
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from league.typed import whole_number

PORTS: Final = (443, 8443)


class Refused(ValueError):
    """A forbidden address; the sentence says why."""


class Unreachable(OSError):
    """No connection, or no HTTP answer over it."""


class TooSlow(Unreachable):
    """No answer within ``settings.OUTWARD_SECONDS``."""


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
    secure, host, port, path = parts(url)
    ends = time.monotonic() + settings.OUTWARD_SECONDS
    connection = _Connection(host, port)
    try:
        address = _resolve(host, port, seconds_left(ends))
        raw = socket.create_connection((address, port), timeout=seconds_left(ends))
        connection.sock = raw
        with shut_down_at(ends, raw):
            if secure:
                connection.sock = _tls().wrap_socket(raw, server_hostname=host)
            connection.request("POST", path, body, {"User-Agent": "Tabellone", **headers})
            with connection.getresponse() as answer:
                seconds_left(ends)  # the deadline cuts a head off like its end
                return Answer(answer.status, _seconds(answer.headers.get("Retry-After", "")))
    except (Refused, TooSlow):
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, TimeoutError) or time.monotonic() >= ends:
            raise TooSlow(host) from error
        raise Unreachable(f"{host}: {error}") from error
    finally:
        connection.close()


class _Connection(http.client.HTTPConnection):
    """An HTTP connection over a given socket."""

    def connect(self) -> None:
        if self.sock is None:
            raise OSError("the connection was closed")


@functools.cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def seconds_left(ends: float) -> float:
    """Return the seconds until ``ends``. Raises TooSlow if there are none."""
    left = ends - time.monotonic()
    if left <= 0:
        raise TooSlow
    return left


@contextmanager
def shut_down_at(ends: float, raw: socket.socket) -> Iterator[None]:
    """Shut the connection of ``raw`` down at ``ends``, even during a read or write.

    A socket's own timeout starts again with each byte, so a server that drips would hold it for ever. The duplicate
    stays valid when TLS takes the socket over.
    """
    with raw.dup() as twin:
        timer = threading.Timer(seconds_left(ends), _shut_down, [twin])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # otherwise it might shut a descriptor that was closed and reused


def _shut_down(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the other side closed first


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


def _resolve(host: str, port: int, seconds: float) -> str:
    """Resolve ``host`` to an address, all of which must be public. Raises Refused, Unreachable."""
    addresses = look_up(host, port, seconds)
    if not settings.OUTWARD_PRIVATE and not all(map(is_public, addresses)):
        raise Refused(_("The address leads into a private network."))
    return addresses[0]


def look_up(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of ``host``. Raises Unreachable.

    ``getaddrinfo`` has no timeout, so it runs in a thread that is left behind if it takes too long.
    """
    answers: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([str(entry[4][0]) for entry in entries])
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        addresses = answers.get(timeout=seconds)
    except queue.Empty:
        raise TooSlow(host) from None
    if isinstance(addresses, Exception):
        raise Unreachable(f"{host}: {addresses}") from addresses
    return addresses


def is_public(address: str) -> bool:
    """Return whether ``address`` is public, also if it is embedded in an IPv6 address."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            ip = inner
        elif ip in ipaddress.ip_network("64:ff9b::/96"):
            ip = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.is_global and not ip.is_multicast and not ip.is_reserved
