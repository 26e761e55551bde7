"""The sentences of the board's own script; those that it shares with the table are in ``matches.words.catalogue``.

A test reads ``static/js/analysis`` and compares.
"""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

UI: Final = (
    _("First position"),
    _("Variation"),
    _("Move {n}: {what}"),
    _("Die {n}: choose its face, or roll."),
    _("Choose the face of the die, or roll."),
    _("Thinking…"),
    _("It would play: {move}."),
    _("{n} other moves were not compared."),
    _("{home} wins {win}, draw {draw}, {away} wins {loss}."),
    _("Too many requests. Wait a minute, then go on."),
    _("The server did not answer. Try again."),
    _("You are offline. Try again."),
    _("Not saved yet."),
    _("Saving…"),
    _("Saved."),
    _("Copied"),
    _("The line is deleted from here on."),
    _("The line is one step up now."),
)


def words() -> dict[str, str]:
    """Return each sentence in the reader's language."""
    return {msgid: gettext(msgid) for msgid in UI}
