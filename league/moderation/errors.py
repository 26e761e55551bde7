"""What moderation refuses, with a sentence for a person and a code for a program."""

from __future__ import annotations


class ModerationError(ValueError):
    """Something was refused and nothing changed."""

    code = "refused"
