"""Replace a person's names in words and in stored JSON. Pure."""

import html
import re
from collections.abc import Collection
from typing import Any, Final

NAMED_KEYS: Final = frozenset({"name", "reason", "words"})
"""Keys of a match's JSON that hold a person's name or somebody's words; all else is the engine's."""
LOOSE: Final = 5
"""From this length on a name is found in any case; a shorter one is too often a word ("Will", "May")."""


class Names:
    """The names of a person, replaced by ``label``, but not inside a longer name of somebody else (``others``)."""

    def __init__(self, names: Collection[str], label: str, others: Collection[str] = ()) -> None:
        self.known = sorted({name for name in names if name and name != label}, key=lambda name: (-len(name), name))
        self.label = label
        own = {name.casefold() for name in self.known}
        longer = {
            each for each in others if each.casefold() not in own and any(name in each.casefold() for name in own)
        }
        spellings_kept = _spellings(longer)
        self._others = {name.casefold() for name in spellings_kept}
        parts = [
            re.escape(name) if len(name) < LOOSE else f"(?i:{re.escape(name)})"
            for name in sorted(_spellings(self.known) | spellings_kept, key=len, reverse=True)
        ]
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)") if parts else None

    def in_words(self, words: str) -> str:
        """Return ``words`` with the label for each name, as a whole word."""
        if self._pattern is None:
            return words
        return self._pattern.sub(lambda match: match[0] if match[0].casefold() in self._others else self.label, words)

    def in_json(self, value: Any) -> Any:  # any JSON
        """Return ``value`` with the label in all its words; the message id of a stored sentence stays."""
        if isinstance(value, str):
            return self.in_words(self._in_drawing(value))
        if isinstance(value, dict):
            return {key: self.in_json(each) for key, each in value.items()}
        if isinstance(value, list):
            if len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict):
                return [self.label if value[0] in self.known else value[0], self.in_json(value[1])]
            return [self.in_json(each) for each in value]
        return value

    def in_state(self, value: Any, named: bool = False) -> Any:  # any JSON
        """Return a match's JSON with the label where it holds a name or words."""
        if isinstance(value, str):
            return self.in_words(value) if named else value
        if isinstance(value, dict):
            return {key: self.in_state(each, named or key in NAMED_KEYS) for key, each in value.items()}
        if isinstance(value, list):
            return [self.in_state(each, named) for each in value]
        return value

    def _in_drawing(self, words: str) -> str:
        """Replace names that a drawing has cut: "Zaphod B…"."""
        if not words.startswith("<svg") or "…" not in words:
            return words

        def whole(cut: re.Match[str]) -> str:
            start = html.unescape(cut[1]).rstrip()
            return (
                f">{self.label}<" if len(start) > 1 and any(name.startswith(start) for name in self.known) else cut[0]
            )

        return re.sub(r">([^<>…]+)…<", whole, words)


def _spellings(names: Collection[str]) -> set[str]:
    """Return ``names`` as they are and as HTML has them."""
    return {spelling for name in names for spelling in (name, html.escape(name))}
