"""Refusals of moderation, each with a sentence for a person and a code for a program."""

from __future__ import annotations


class ModerationError(ValueError):
    code = "refused"
