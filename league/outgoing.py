"""One HTTP exchange with another's server: a total deadline, a bounded answer, no redirect."""

import functools
import http.client
import math
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message


class Unreachable(OSError):
    """No connection, or no HTTP answer over it."""


class TooSlow(Unreachable):
    """No whole answer before the deadline."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes."""

    secure: bool
    host: str
    port: int
    path: str
    """With the query."""

    @property
    def authority(self) -> str:
        """The ``Host`` header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Reply:
    """A server's answer, with the bytes of its body that were asked for."""

    status: int
    headers: Message
    body: bytes


def exchange(
    method: str,
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    *,
    seconds: float,
    most: int = 0,
    admit: Callable[[list[str]], None] = lambda _addresses: None,
) -> Reply:
    """Send a request and return its answer, within ``seconds`` from name lookup to last byte.

    At most ``most`` bytes of the body are read. ``admit`` is given the addresses of the host and may raise; the
    connection goes to the first of those that takes one, so a name that answers differently a moment later leads
    nowhere. ``http.client`` bounds the head (100 lines of 64 KiB). Raises Unreachable.
    """
    ends = time.monotonic() + seconds
    addresses = look_up(target.host, target.port, seconds_left(ends))
    admit(addresses)
    connection = _Connection(target.host, target.port)
    try:
        raw = connected(addresses, target.port, ends)
        connection.sock = raw
        with shut_down_at(ends, raw):
            if target.secure:
                connection.sock = _tls().wrap_socket(raw, server_hostname=target.host)
            connection.request(method, target.path, body, {"Host": target.authority, **headers})
            with connection.getresponse() as answer:
                content = answer.read(most) if most else b""
                seconds_left(ends)  # the deadline cuts an answer off like its end
                return Reply(answer.status, answer.headers, content)
    except TooSlow:
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, TimeoutError) or time.monotonic() >= ends:
            raise TooSlow(target.host) from error
        raise Unreachable(f"{target.host}: {error}") from error
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


def connected(addresses: list[str], port: int, ends: float, most: float = math.inf) -> socket.socket:
    """Return a connection to the first of ``addresses`` that takes one, whose reads and writes end at ``ends``.

    Each address but the last has half of the time left, and none more than ``most`` seconds: a host may be there by
    IPv4 and name an IPv6 address that nobody answers. Raises OSError.
    """
    failure: OSError = Unreachable("the host has no address")
    for others_left, address in zip(reversed(range(len(addresses))), addresses, strict=True):
        left = seconds_left(ends)
        try:
            raw = socket.create_connection((address, port), timeout=min(most, left / 2 if others_left else left))
        except OSError as error:
            failure = error
        else:
            raw.settimeout(min(most, seconds_left(ends)))
            return raw
    raise failure


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
