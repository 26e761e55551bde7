"""Names that look alike: a name is compared by its skeleton (UTS 39), without regard to capitals, spaces and signs.

The table of letters that look alike is Unicode's, as ``confusable-homoglyphs`` carries it.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from matches.letters import without_joiners

_MARK: Final = "\u200e"
"""Stands around letters from right to left in the table."""


@cache
def _prototypes() -> dict[int, str]:
    """Return the letter or letters that each look-alike is read as. Imported when a name is compared first: 9,000."""
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]  # noqa: PLC0415

    alike = {
        letter.strip(_MARK): [each["c"].strip(_MARK) for each in others] for letter, others in confusables_data.items()
    }
    table = {}
    for letter, others in alike.items():
        # One that stands for several others is what they are read as; of two that stand for each other, the lower one.
        if len(letter) == 1 and len(others) == 1 and not (alike.get(others[0]) == [letter] and letter < others[0]):
            table[ord(letter)] = others[0]
    return table


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """Return what ``name`` is read as; names with the same skeleton look alike."""
    shown = unicodedata.normalize("NFKC", without_joiners(name))
    for _capitals_and_then_small in range(2):
        shown = unicodedata.normalize("NFD", shown).translate(_prototypes()).casefold()
    # A capital I is a small l to the table, and a small i to the fold.
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFC", shown.replace("\u0307", ""))).replace("i", "l")


def looks_like(name: str, others: Iterable[str]) -> bool:
    """Return whether ``name`` looks like one of ``others``."""
    own = skeleton(name)
    return bool(own) and any(own == skeleton(other) for other in others)
