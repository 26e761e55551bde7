"""Other sites that sign people in here: the OpenID Connect providers of the settings."""

from typing import Any

from django.conf import settings


def providers() -> list[dict[str, Any]]:
    """List the configured providers, with ``provider_id`` and ``name``."""
    configured: dict[str, Any] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]
    return list(configured["APPS"])
