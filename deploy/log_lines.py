"""Lines of the log: without secret addresses, and as JSON objects with ``LOG_FORMAT=json``."""

import asyncio
import datetime as dt
import json
import logging
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from matches.log_context import MATCH, REQUEST

MORE: Final = ("method", "view", "status", "duration_ms", "user", "task")
"""Attributes of a record that go into the line if they are set."""


def view_name(request: HttpRequest) -> str:
    """Return the name of the request's address: one of those of the site's list, so their number is bounded."""
    resolved = request.resolver_match
    if resolved is not None:
        return resolved.view_name or "unnamed"
    return "static" if request.path_info.startswith(settings.STATIC_URL) else "unknown"


class WithContext(logging.Filter):
    """A filter that adds request and match to a record, and names an address instead of quoting it.

    Django's lines about refused requests quote the path, which may hold a secret.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id, record.match = REQUEST.get(), MATCH.get()
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            record.args = tuple(view_name(request) if value == request.path else value for value in record.args)
        return True


class WithErrorId(logging.Filter):
    """A filter that prefixes a request's log line with the number shown to the person."""

    def filter(self, record: logging.LogRecord) -> bool:
        number = getattr(getattr(record, "request", None), "error_id", None)
        if number and not getattr(record, "numbered", False):
            record.msg = f"[{number}] {record.msg}"
            record.numbered = True
        return True


class WithoutReadiness(logging.Filter):
    """Drops the answer that an installation is not ready: it is asked every few seconds while things start."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether ``record`` is about anything else."""
        path = getattr(getattr(record, "request", None), "path_info", "")
        return not (path == "/readyz" and getattr(record, "status_code", 0) == 503)


class WithoutLeavers(logging.Filter):
    """Drops the end of a request whose client left: Python 3.14 tells asyncio's log of each, in 180 lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether ``record`` is about anything else."""
        return not (record.exc_info and record.exc_info[0] is asyncio.CancelledError)


class JsonFormatter(logging.Formatter):
    """One JSON object a line; what is empty is left out."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": getattr(record, "request_id", ""),
            "match": getattr(record, "match", ""),
            **{name: getattr(record, name, "") for name in MORE},
            "error": self.formatException(record.exc_info) if record.exc_info else "",
        }
        if hasattr(record, "status_code"):  # Django's own lines about answers
            line["status"] = record.status_code
        return json.dumps({name: value for name, value in line.items() if value != ""}, default=str, ensure_ascii=False)
