"""Variables of the environment, checked: a wrong one stops the start with a sentence that names the allowed values.

No sentence quotes an address or a key that may hold a secret.
"""

import ipaddress
import os
import re
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url
from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

DAYS: Final = 36_500
"""The most days of a setting: later than a hundred years there are no dates to count with."""
HOST: Final = re.compile(r"\[[0-9a-fA-F:.]+\]|[^\s/:@]+")
"""A name as browsers send it, without scheme and port."""


def env(name: str, default: str | None = None) -> str:
    """Return the variable ``name`` or its default. Raises ImproperlyConfigured if both are missing."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"set {name} (see docs/settings.md)")
    return value


def env_bool(name: str, default: bool = False) -> bool:
    """Return ``name`` as a truth value: 1, true, yes; 0, false, no or empty; anything else is an error."""
    value = os.environ.get(name, "").lower()
    if value not in ("", "0", "1", "true", "false", "yes", "no"):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")
    return value in ("1", "true", "yes") if value else default


def env_int(name: str, default: int, least: int = 0, most: int = 1_000_000) -> int:
    """Return ``name`` as a whole number from ``least`` to ``most``."""
    value = os.environ.get(name, "") or str(default)
    try:
        number = int(value)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not {value!r}")
    return number


def env_days(name: str, default: int, least: int = 1) -> int:
    return env_int(name, default, least, DAYS)


def env_choice(name: str, default: str, *choices: str) -> str:
    """Return ``name``, which is one of ``choices``."""
    value = os.environ.get(name, "") or default
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {', '.join(choices[:-1])} or {choices[-1]}, not {value!r}")
    return value


def env_list(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def env_hosts(name: str, default: str) -> list[str]:
    """Return ``name`` as names of hosts, split at commas."""
    for host in env_list(name, default):
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name} must be names such as cup.example.org, without scheme and port, not {host!r}"
            )
    return env_list(name, default)


def env_origins(name: str) -> list[str]:
    """Return ``name`` as whole origins, split at commas."""
    for origin in env_list(name):
        if not re.fullmatch(r"https?://[^\s/@]+", origin):
            raise ImproperlyConfigured(
                f"{name} must be origins such as https://cup.example.org, without a path, not {origin!r}"
            )
    return env_list(name)


def env_networks(name: str, default: str) -> list[str]:
    """Return ``name`` as IP addresses and networks, split at commas."""
    networks = env_list(name, default)
    for network in networks:
        try:
            ipaddress.ip_network(network)
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} must be IP addresses or networks such as 10.0.0.5 or 10.0.0.0/24, not {network!r}"
            ) from None
    return networks


def env_listening(name: str, default: str) -> str:
    """Return ``name`` as an address to listen on."""
    value = os.environ.get(name, "") or default
    try:
        ipaddress.ip_address(value.replace("localhost", "127.0.0.1"))
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} must be an IP address of this machine, such as 127.0.0.1 or 0.0.0.0, not {value!r}"
        ) from None
    return value


def env_address(name: str, *schemes: str, default: str | None = "") -> str:
    """Return ``name`` as an address with one of ``schemes``; "" if it is not set and need not be."""
    value = env(name, default)
    if value and not _is_address(value, schemes):
        known = " or ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} must be an address that begins with {known}")
    return value


def _is_address(value: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(value)
        return parts.scheme in schemes and bool(parts.hostname or parts.scheme == "unix") and parts.port != 0
    except ValueError:  # a port that is no number
        return False


def env_folder(name: str) -> str:
    """Return ``name`` as a folder, which need not be there yet; ``~`` is a home, as for ``make backup``."""
    value = os.environ.get(name, "")
    place = Path(value).expanduser()
    if value and place.exists() and not place.is_dir():
        raise ImproperlyConfigured(f"{name} must be a folder, not the file {value}")
    return str(place) if value else ""


def env_key(name: str) -> str:
    """Return ``name`` as a key that nobody guesses."""
    value = env(name)
    if len(value) < 50 or len(set(value)) < 5:
        raise ImproperlyConfigured(
            f"{name} must be at least 50 random characters, not {len(value)}: "
            'python3 -c "import secrets; print(secrets.token_urlsafe(50))" makes some'
        )
    return value


def env_sender(name: str, default: str) -> str:
    """Return ``name`` as the sender of mails."""
    value = os.environ.get(name, "") or default
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", parseaddr(value)[1]) or not value.isprintable():
        raise ImproperlyConfigured(
            f"{name} must be an address such as Cup <cup@example.org> or cup@example.org, not {value!r}"
        )
    return value


def env_database(name: str, default: str | None = None) -> dict[str, Any]:
    """Return Django's settings of the PostgreSQL database ``name``.

    Migrations and backups hand the address to libpq: both must find the same user, password and database in it. They
    differ about a password with a mark that ends a part of an address.
    """
    value = env(name, default)
    try:
        values: dict[str, Any] = {**dj_database_url.parse(value, conn_max_age=0)}
        read = conninfo_to_dict(value)
    except (ValueError, ProgrammingError):
        values = read = {}
    agreed = all(values.get(key) == read.get(word, "") for key, word in _LIBPQ.items())
    is_postgres = value.partition("://")[0] in ("postgresql", "postgres") and values.get("NAME")
    if not is_postgres or not agreed or "@" in values["NAME"]:
        raise ImproperlyConfigured(
            f"{name} must be PostgreSQL, as postgresql://user:password@host:5432/name, and in the password "
            "%40 for @, %2F for /, %25 for %, %23 for #, %3F for ?, %20 for a blank"
        )
    return values


_LIBPQ: Final = {"USER": "user", "PASSWORD": "password", "NAME": "dbname"}
"""Names of Django's settings, with those that libpq has for the same."""


def env_email(name: str) -> dict[str, Any]:
    """Return Django's settings of the mail server ``name``."""
    value = os.environ.get(name, "") or "console:"
    scheme = value.partition(":")[0]
    if scheme not in dj_email_url.SCHEMES:
        *known, last = (f"{known}:" for known in dj_email_url.SCHEMES)
        raise ImproperlyConfigured(f"{name} must begin with {', '.join(known)} or {last}, not {scheme!r}")
    example = f"{scheme}://user:password@mail.example.org:587"
    try:
        values: dict[str, Any] = dj_email_url.parse(value)  # type: ignore[no-untyped-call]
    except ValueError:
        raise ImproperlyConfigured(f"{name}: port and timeout must be whole numbers, as in {example}") from None
    if values["EMAIL_BACKEND"].endswith("smtp.EmailBackend"):
        if not values["EMAIL_HOST"] or not values["EMAIL_PORT"]:
            raise ImproperlyConfigured(f"{name} must name host and port, as {example} does")
        values["EMAIL_BACKEND"] = "league.delivery.smtp.EmailBackend"
    return values
