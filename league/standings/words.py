"""Sentences of tables, ties and draws in a language: the catalogue ``standings``.

They have the shape of ``engines.core.text``: ``[msgid, values]``, nested. A value that begins with ``@`` is an
entrant: ``@`` and its id in a table, ``@home`` and ``@away`` in a tie; ``names`` has their names. A list of such
values is read with commas.
"""

import gettext
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from engines.core.text import Text, locale_name

LOCALE = Path(__file__).resolve().parent / "locale"
DOMAIN = "standings"


def say(message: Text, lang: str = "en", names: Mapping[str, str] | None = None) -> str:
    """Return ``message`` in ``lang``; ``names`` maps what follows the ``@`` to a name."""
    msgid, values = message
    words = _catalogue(lang).gettext(msgid)
    ready = {key: _value(value, lang, names or {}) for key, value in values.items()}
    return words.format_map(ready) if ready else words


def _value(value: Any, lang: str, names: Mapping[str, str]) -> str:  # a JSON value of a Text
    if isinstance(value, list) and (len(value) != 2 or isinstance(value[1], str)):
        return ", ".join(_value(part, lang, names) for part in value)
    if isinstance(value, list):
        return say(value, lang, names)
    if isinstance(value, str) and value.startswith("@"):
        return names.get(value[1:], value[1:])
    return str(value)


@lru_cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, languages=[locale_name(lang)], fallback=True)
