"""Refusals of moderation, each with a sentence for a person and a code for a program."""


class ModerationError(ValueError):
    code = "refused"
