"""Plan of ``make up``, read from the environment, and the processes' settings that follow from it."""

import contextlib
import errno
import fcntl
import ipaddress
import json
import os
import secrets
import socket
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from deploy import lan
from deploy.environment import ROOT, data_folder, put_in_place

WEB_LIMIT = 32
"""Most web processes of one supervisor; more machines run more supervisors."""


class CannotRun(RuntimeError):
    """A start that is impossible; the sentence says what to do."""


def version() -> str:
    number: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return number


def _means_yes(name: str, default: str = "") -> bool:
    """Return whether ``name`` means yes; empty means the default, since make exports missing ones as empty.

    Raises CannotRun for anything else than yes and no.
    """
    value = (os.environ.get(name) or default).lower()
    if value not in ("", "0", "no", "false", "1", "yes", "true"):
        raise CannotRun(f"{name} is {value!r}: say 1 or 0, as in: make up {name}=1")
    return value in ("1", "yes", "true")


def _lan_address() -> str | None:
    """Return this machine's address on its network, if LAN asks for it; LAN may name it. Raises CannotRun."""
    setting = os.environ.get("LAN", "")
    with contextlib.suppress(ValueError):
        return str(ipaddress.IPv4Address(setting))  # where the machine has several
    if setting.lower() not in ("", "0", "no", "false", "1", "yes", "true"):
        raise CannotRun(f"LAN is {setting!r}: say 1, or an address of this machine, as in: make up LAN=192.168.1.20")
    if not _means_yes("LAN"):
        return None
    address = lan.address()
    if address is None:
        raise CannotRun("This machine is on no network: join the Wi-Fi first, or start without LAN=1.")
    return address


@dataclass(frozen=True)
class Plan:
    """One run: data folder, port, network."""

    data: Path
    port: int
    lan_address: str | None
    demo: bool
    database_url: str
    valkey_url: str
    web: int = 1
    """Web processes, on consecutive ports from ``port``; a proxy stands in front of them."""
    metrics_port: int = 0
    """Port of the metrics of the first process; each next one of web, worker, outward and beat has the next."""
    solves: bool = True
    """Win expectations that are missing are made beside the site."""
    builds: bool = True
    """Build what plays without a server beside the site, where it is missing."""

    @classmethod
    def from_environment(cls) -> Self:
        """Read PORT, WEB, LAN, DATA, METRICS_PORT, DEMO, SOLVE_VALUES, BUILD_OFFLINE and the stores' addresses.

        Raises CannotRun.
        """
        port = os.environ.get("PORT") or "8000"
        if not port.isdigit() or not 1 <= int(port) <= 65535:
            raise CannotRun(f"PORT is {port!r}: name a port from 1 to 65535, as in: make up PORT=8001")
        web = os.environ.get("WEB") or "1"
        if not web.isdigit() or not 1 <= int(web) <= WEB_LIMIT or int(port) + int(web) - 1 > 65535:
            raise CannotRun(
                f"WEB is {web!r}: name 1 to {WEB_LIMIT} web processes, on the ports from {port} on, "
                "as in: make up WEB=2"
            )
        metrics_port = os.environ.get("METRICS_PORT") or "0"
        if not metrics_port.isdigit() or int(metrics_port) + int(web) + 2 > 65535:
            raise CannotRun(
                f"METRICS_PORT is {metrics_port!r}: name a port, from which on each process has one, "
                "as in: make up METRICS_PORT=9100"
            )
        demo = _means_yes("DEMO", "0" if _means_yes("SECURE_COOKIES") else "1")
        if demo and _means_yes("SECURE_COOKIES"):
            raise CannotRun(
                "DEMO=1 and SECURE_COOKIES=1 exclude each other: a server on the internet has no demo accounts. "
                "Leave DEMO out, or say make up SECURE_COOKIES=0"
            )
        return cls(
            data=data_folder(),
            port=int(port),
            lan_address=_lan_address(),
            demo=demo,
            database_url=os.environ.get("DATABASE_URL", ""),
            valkey_url=os.environ.get("VALKEY_URL", ""),
            web=int(web),
            metrics_port=int(metrics_port),
            solves=_means_yes("SOLVE_VALUES", "1"),
            builds=_means_yes("BUILD_OFFLINE", "1"),
        )

    @property
    def host(self) -> str:
        """Address to listen on."""
        return "0.0.0.0" if self.lan_address else "127.0.0.1"

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}/"

    @property
    def lan_url(self) -> str:
        """Address for others on the network; "" if only this machine is served."""
        return f"http://{self.lan_address}:{self.port}/" if self.lan_address else ""

    @property
    def ports(self) -> range:
        """Port of each web process."""
        return range(self.port, self.port + self.web)

    def check_ports(self) -> None:
        """Check that no other program has one of the ports, or answers at ``url`` by IPv6. Raises CannotRun."""
        for port in self.ports:
            for host in (self.host, "::1"):  # whoever is told localhost asks ::1 first
                self._check(host, port)

    def _check(self, host: str, port: int) -> None:
        is_ours = host == self.host
        try:
            with socket.socket(socket.AF_INET if is_ours else socket.AF_INET6) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
        except PermissionError:
            raise CannotRun(f"Port {port} is for root only: make up PORT=8000") from None
        except OSError as error:
            if not is_ours and error.errno != errno.EADDRINUSE:
                return  # a machine without IPv6
            raise CannotRun(
                f"Port {port} is taken by another program: end that one, or use another port: "
                f"make up PORT={self.port + self.web}"
            ) from None

    def settings(self, database_url: str, valkey_url: str) -> dict[str, str]:
        """Return every process's environment: given values stay, missing laptop defaults are added."""
        hosts = ["localhost", "127.0.0.1", "[::1]"]
        origins: list[str] = []
        if self.lan_address:
            hosts += lan.names(self.lan_address)
            origins = [f"http://{host}:{self.port}" for host in lan.names(self.lan_address)]
        ours = {
            "SECRET_KEY": secret_key(self.data),
            "ALLOWED_HOSTS": ",".join(hosts),
            "CSRF_TRUSTED_ORIGINS": ",".join(origins),
            "SECURE_COOKIES": "0",
            "SSL_REDIRECT": "0",
            "DEMO": "1" if self.demo else "0",
            "BACKUPS": str(ROOT / "backups"),
            "TABELLONE_VALUES": str(self.data / "values"),
            "LOG_LEVEL": "WARNING",
        }
        always = {
            "DATABASE_URL": database_url,
            "VALKEY_URL": valkey_url,
            "LAN_URL": self.lan_url,
            "PYTHONUNBUFFERED": "1",
            "XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", "/tmp"),
        }
        surroundings = {name: value for name, value in os.environ.items() if name not in ours or value}
        return {**ours, **surroundings, **always}


def write_private(place: Path, text: str) -> None:
    """Write ``text`` to ``place``, whole or not at all, readable by its owner only."""
    partial = place.with_suffix(".part")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(text)
    put_in_place(partial, place)


def secret_key(data: Path) -> str:
    """Return the secret key kept in the data folder; made on the first run."""
    place = data / "secret_key"
    if not place.exists():
        write_private(place, secrets.token_urlsafe(50))
    return place.read_text().strip()


class Note:
    """``running.json``: the running instance, for a second ``make up`` and ``make backup``."""

    def __init__(self, data: Path) -> None:
        self.place = data / "running.json"

    def write(self, **values: Any) -> None:
        """Write the note for the folder's owner only: it holds the stores' addresses."""
        write_private(self.place, json.dumps(values))

    def read(self) -> dict[str, Any]:
        """Return the note's values; empty without a note."""
        try:
            values: dict[str, Any] = json.loads(self.place.read_text())
        except (OSError, ValueError):
            return {}
        return values

    def of_running(self) -> dict[str, Any]:
        """Return the note's values; empty unless a process holds the folder's lock (a note outlives a power cut)."""
        try:
            with (self.place.parent / "lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return self.read()
        except OSError:
            pass
        return {}

    def remove(self) -> None:
        self.place.unlink(missing_ok=True)
