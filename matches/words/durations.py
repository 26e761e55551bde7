"""Lengths of time in words."""

from django.utils.translation import ngettext


def duration(seconds: int) -> str:
    """Format seconds in the largest unit that divides them: 60 is "1 minute", 2700 "45 minutes", 86400 "1 day"."""
    if seconds and seconds % 86400 == 0:
        number = seconds // 86400
        return ngettext("%(number)d day", "%(number)d days", number) % {"number": number}
    if seconds and seconds % 3600 == 0:
        number = seconds // 3600
        return ngettext("%(number)d hour", "%(number)d hours", number) % {"number": number}
    if seconds and seconds % 60 == 0:
        number = seconds // 60
        return ngettext("%(number)d minute", "%(number)d minutes", number) % {"number": number}
    return ngettext("%(number)d second", "%(number)d seconds", seconds) % {"number": seconds}
