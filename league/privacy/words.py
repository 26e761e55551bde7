"""Sentences of the table with the numbers of the settings."""

from django.conf import settings

from league.privacy.table import Words

DAYS = ("guest_days", "practice_days", "archive_days", "deletion_days", "unread_days", "leftover_days")


def lasting(until: Words) -> str:
    """Return how long something is stored, with this site's days."""
    return str(until) % {name: getattr(settings, name.upper()) for name in DAYS}
