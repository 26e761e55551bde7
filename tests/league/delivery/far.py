"""A foreign server on this machine: a push service or a chat, which remembers its messages."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Far:
    """Its address, what it answers, what came."""

    url: str = ""
    status: int = 201
    headers: dict = field(default_factory=dict)
    came: list = field(default_factory=list)
    """``(path, headers, body)`` of each request."""


@contextmanager
def far_away():
    """A server that listens on 127.0.0.1 while the block runs."""
    far = Far()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            far.came.append((self.path, dict(self.headers), body))
            self.send_response(far.status)
            for name, value in far.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    far.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield far
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
