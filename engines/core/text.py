"""Engine texts, independent of language: a message id with named values, translated at the edge.

A ``Text`` is ``[msgid, values]``, plain JSON. The msgid is the English sentence with ``{name}`` places; a value is a
number, a plain string, another ``Text``, ``"@home"`` / ``"@away"``, which stands for that seat's name, or ``"@left"``,
``"@right"``, ``"@up"``, ``"@down"``: a side of the board as the reader has it before him, home at the bottom. ``say``
renders it; the browser renders the same shape with the same catalogues (``engines/locale``, a file a game).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engines.core.seats import Seat

Text: TypeAlias = list[Any]  # [msgid, {name: value}], nested; Any because it is recursive JSON

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")

if TYPE_CHECKING:  # imported by whoever needs a language (``_catalogue``)
    import gettext


def text(msgid: str, /, **values: Any) -> Text:  # values: str, int or Text
    """Build a ``Text``. Mark msgids by calling this function: the extractor looks for ``text(``."""
    return [msgid, values]


def say(message: Text, lang: str = "en", names: dict[Seat, str] | None = None) -> str:
    """Render ``message`` in ``lang``, with ``names`` of the seats in place of ``@home`` and ``@away``."""
    msgid, values = message
    words = _catalogue(lang).gettext(msgid) if msgid else ""
    ready = {name: _value(value, lang, names) for name, value in values.items()}
    return words.format_map(ready) if ready else words


def isolate(name: str) -> str:
    """Isolate a right-to-left ``name`` from the sentence around it.

    Without the two invisible marks (FSI, PDI) it would turn the numbers after it round: "2–1" would be read as 1–2.
    """
    return f"\u2068{name}\u2069" if _RIGHT_TO_LEFT.search(name) else name


def sentence(message: Text, lang: str = "en", names: dict[Seat, str] | None = None) -> str:
    """Render a whole sentence, with a capital unless a name begins it ("number 2 of Ada" is also a part)."""
    words = say(message, lang, names)
    isolated = tuple(isolate(name) for name in (names or {}).values())
    return words if words.startswith(isolated) else words[:1].upper() + words[1:]


def _value(value: Any, lang: str, names: dict[Seat, str] | None) -> str:  # a JSON value of a Text
    if isinstance(value, list):
        return say(value, lang, names)
    if value == "@home":
        return isolate((names or {}).get("home") or _catalogue(lang).gettext("Home"))
    if value == "@away":
        return isolate((names or {}).get("away") or _catalogue(lang).gettext("Away"))
    if value in _SIDES:
        return say(_SIDES[value], lang)
    return isolate(str(value))


_SIDES: Final = {"@left": text("To the left"), "@right": text("To the right"), "@up": text("Up"), "@down": text("Down")}


def locale_name(lang: str) -> str:
    """Return the folder of a language's catalogues: ``pt_BR`` for ``pt-br``."""
    language, _, region = lang.partition("-")
    return f"{language}_{region.upper()}" if region else language


def languages() -> list[str]:
    """List English and the folders of the other catalogues."""
    from pathlib import Path

    locale = Path(__file__).resolve().parent.parent / "locale"
    return ["en", *sorted(folder.name for folder in locale.iterdir())]


@lru_cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    import gettext  # imported here, so that play alone does not load the catalogues
    from pathlib import Path

    locale = Path(__file__).resolve().parent.parent / "locale"
    merged: gettext.NullTranslations = gettext.NullTranslations()
    folder = locale_name(lang)
    for compiled in sorted((locale / folder / "LC_MESSAGES").glob("*.mo")):
        part = gettext.translation(compiled.stem, locale, languages=[folder])
        part.add_fallback(merged)
        merged = part
    return merged


@lru_cache
def catalogue(lang: str) -> dict[str, str]:
    """Return every catalogue of ``lang`` as one msgid -> words, for the browser (empty for English)."""
    messages: dict[str, str] = {}
    part: gettext.NullTranslations | None = _catalogue(lang)
    while part is not None:
        for key, value in getattr(part, "_catalog", {}).items():
            if isinstance(key, str) and key and isinstance(value, str):
                messages.setdefault(key, value)
        part = getattr(part, "_fallback", None)
    return messages
