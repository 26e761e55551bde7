"""Commands of the processes besides the stores: web, worker, outward, beat; and those that make something once.

The supervisor, the container files and the tests all use them.
"""

import os
import sys
from pathlib import Path

POOL = 8
"""Most connections to the database that a web process has for pages; it has as many for the tables of matches."""
OTHERS = 30
"""Connections for all else: workers, their children, beat, commands and backups. PostgreSQL keeps three."""


def connections(web: int) -> int:
    """Return the connections that PostgreSQL is to take for so many web processes, each of which may be measured."""
    return web * (2 * POOL + 1) + OTHERS


def _program(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def web(host: str = "127.0.0.1", port: int = 8000) -> list[str]:
    """Return the ASGI server's command: one process with the running matches.

    Slow clients are dropped. Sockets are small, uncompressed and pinged. Compression would cost 300 KiB a socket;
    players' frames are far below 4 KiB; a ping every 20 s finds dead sockets.
    """
    return [
        _program("uvicorn"),
        "deploy.asgi:application",
        *("--host", host),
        *("--port", str(port)),
        *("--workers", "1"),
        *("--http", "deploy.patience:Patient"),
        *("--ws", "websockets-sansio"),
        *("--ws-per-message-deflate", "false"),
        *("--ws-ping-interval", "20"),
        *("--ws-ping-timeout", "20"),
        *("--ws-max-size", "4096"),
        *("--lifespan", "on"),
        *("--timeout-graceful-shutdown", "5"),
        *("--log-level", "warning"),
        "--no-access-log",
        "--no-server-header",
        "--no-proxy-headers",  # deploy.asgi trusts the named addresses, uvicorn all of loopback
    ]


def worker() -> list[str]:
    """Return the command of a Celery worker with two children."""
    return _worker("--concurrency=2")


def outward() -> list[str]:
    """Return the command of the only worker that talks to other servers: a thread for hooks and push, one for mail.

    It waits for them most of the time. Two children of its own would hold 80 MB; what these give, an end of a task by
    force, is of no use where each request has a deadline.
    """
    return _worker("--pool=threads", "--concurrency=2", "--queues=outward,mail", "--hostname=outward@%h")


def _worker(*options: str) -> list[str]:
    return [
        _program("celery"),
        "--app=deploy.celery",
        "--quiet",
        "worker",
        *options,
        "--loglevel=WARNING",
        "--without-gossip",
        "--without-heartbeat",
        "--without-mingle",
    ]


def beat() -> list[str]:
    """Return the command of Celery's clock. Of several one sends (``deploy.beat``)."""
    return [_program("celery"), "--app=deploy.celery", "--quiet", "beat", "--loglevel=WARNING", "--pidfile="]


def values() -> list[str]:
    """Return the command that makes missing tables of win expectations, a minute of one core at the lowest priority."""
    return ["nice", "-n", "19", sys.executable, "-m", "engines.values.super_goal", "--missing"]


def offline() -> list[str]:
    """Return the command that builds what plays without a server, some seconds of one core at the lowest priority."""
    return ["nice", "-n", "19", sys.executable, "-m", "deploy.offline"]


def surroundings(name: str, base: dict[str, str] | None = None) -> dict[str, str]:
    """Return the environment of process ``name``: only the web server pools connections (a worker forks).

    Beat sends names of tasks and ``outward`` requests: they start without Celery's Django checks, which import every
    page (0.8 s of 2.3). The worker's children share what those load.
    """
    around = dict(os.environ if base is None else base)
    around["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    if name != "web":
        around["DATABASE_POOL"] = "0"
    if name in ("beat", "outward"):
        around["CELERY_SKIP_CHECKS"] = "1"
    return around
