"""Letters that a text may hold: what cannot be written or seen is taken out where a text enters.

Taken out are controls, halves of letters and noncharacters, which no XML holds (a hyphen copied from a PDF is often
U+FFFE), and what is invisible or turns the direction: with it a text shows something else than it says. The two joiners
stay where a script or an emoji needs them: in Persian, in Devanagari, in a family of emoji.
"""

import re
import unicodedata
from typing import Any, Final

from idna import valid_contextj

_UNWRITABLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    "\ufffe\uffff"
    "\U0001fffe\U0001ffff\U0002fffe\U0002ffff\U0003fffe\U0003ffff\U0004fffe\U0004ffff\U0005fffe\U0005ffff\U0006fffe\U0006ffff"
    "\U0007fffe\U0007ffff\U0008fffe\U0008ffff\U0009fffe\U0009ffff\U000afffe\U000affff\U000bfffe\U000bffff\U000cfffe\U000cffff"
    "\U000dfffe\U000dffff\U000efffe\U000effff\U000ffffe\U000fffff\U0010fffe\U0010ffff"
    "]"
)
"""Controls, halves of letters and noncharacters: the last two of each plane are some of these."""
_JOINERS: Final = "\u200c\u200d"
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default-ignorable letters and controls of direction; not the joiners, nor the selectors by which emoji are drawn."""
NAMES: Final = frozenset({"name", "names", "nickname", "username", "name_before", "name_after"})
"""Fields whose verbs refuse an invisible sign in a sentence: a name is not changed behind the back of who types it."""
_SELECTORS: Final = "\ufe0e\ufe0f"
_NEAR: Final = 16
"""Letters on each side that are asked whether a joiner stands right: marks may be between it and its letter."""
_SKIN: Final = ("\U0001f3fb", "\U0001f3ff")


def writable(text: str) -> str:
    """Return ``text`` without what XML cannot hold: for a feed of texts that were stored before they were cleaned."""
    return _UNWRITABLE.sub("", text)


def clean(text: str) -> str:
    """Return ``text`` without what cannot be written or seen."""
    if text.isascii():
        return writable(text)
    visible = _INVISIBLE.sub("", writable(text.replace("\u2028", "\n").replace("\u2029", "\n")))
    if not any(joiner in visible for joiner in _JOINERS):
        return visible
    return "".join(sign for at, sign in enumerate(visible) if sign not in _JOINERS or _joins(visible, at))


def clean_field(field: str, text: str) -> str:
    """Return what was typed into ``field``, clean; of a name or password only what cannot be written is taken out."""
    return writable(text) if field in NAMES or "password" in field else clean(text)


def clean_values(value: Any, field: str = "") -> Any:
    """Return parsed JSON with its texts clean, each by its ``field``. Raises RecursionError."""
    if isinstance(value, dict):
        return {clean(key): clean_values(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [clean_values(inner, field) for inner in value]
    return clean_field(field, value) if isinstance(value, str) else value


def without_joiners(text: str) -> str:
    """Return ``text`` without the invisible signs that a clean text may hold: names are compared without them."""
    return "".join(letter for letter in text if letter not in _JOINERS + _SELECTORS)


def _joins(text: str, at: int) -> bool:
    """Return whether the joiner at ``at`` stands where a script (UAX 31, by RFC 5892) or an emoji needs it."""
    before, after = text[max(0, at - _NEAR) : at], text[at + 1 : at + 1 + _NEAR]
    drawn = before.rstrip(_SELECTORS)
    if drawn and _SKIN[0] <= drawn[-1] <= _SKIN[1]:
        drawn = drawn[:-1]
    if text[at] == "\u200d" and drawn and after and unicodedata.category(drawn[-1]) == "So":
        return unicodedata.category(after[0]) == "So"
    if not after[:1].isalpha():
        return False
    return _is_named(before[-1:]) and valid_contextj(before + text[at] + after, len(before))


def _is_named(sign: str) -> bool:
    return bool(sign) and bool(unicodedata.name(sign, ""))
