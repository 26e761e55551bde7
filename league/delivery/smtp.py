"""Django's SMTP backend with one deadline for a whole mail, from the name of the server to its last answer.

``EMAIL_TIMEOUT`` bounds each read and write and begins again with each byte: a server that drips would hold the worker.
"""

import smtplib
import socket
import ssl
import time
from contextlib import ExitStack
from typing import Any, Final

from django.core.mail.backends import smtp

from league import outgoing

WHOLE: Final = 30.0
"""Seconds of one mail: connection, greeting, TLS, sign-in, text and answer."""


class _Bounded(smtplib.SMTP):
    """A connection that is shut down ``WHOLE`` seconds after it was asked for."""

    def connect(self, host: str = "localhost", port: int = 0, source_address: Any = None) -> tuple[int, bytes]:
        """Connect, wait for the greeting and return it. Raises OSError."""
        ends = time.monotonic() + WHOLE
        raw = outgoing.connected(outgoing.look_up(host, port, self.timeout), port, ends, self.timeout)
        self.deadline = ExitStack()
        self.deadline.enter_context(outgoing.shut_down_at(ends, raw))
        self.file = None
        self.sock = self.secured(raw)
        return self.getreply()

    def secured(self, raw: socket.socket) -> socket.socket:
        return raw

    def close(self) -> None:
        """Close the connection and end its deadline."""
        super().close()
        if hasattr(self, "deadline"):
            self.deadline.close()


class _BoundedTLS(_Bounded):
    """The same over TLS from the first byte."""

    def __init__(self, host: str, port: int, *, context: ssl.SSLContext, local_hostname: str, timeout: float) -> None:
        self.context, self.host = context, host
        super().__init__(host, port, local_hostname=local_hostname, timeout=timeout)

    def secured(self, raw: socket.socket) -> socket.socket:
        return self.context.wrap_socket(raw, server_hostname=self.host)


class EmailBackend(smtp.EmailBackend):
    """``EMAIL_TRANSPORT`` of ``smtp:`` and ``submission:`` addresses."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Return the class of Django's connections."""
        return _BoundedTLS if self.use_ssl else _Bounded
