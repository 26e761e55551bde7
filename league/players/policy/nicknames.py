"""Rules of nicknames. Pure: text in, text out, or a refusal that says what to change.

Strangers read a name on a bracket, so it may not hide, reorder or imitate: no control or invisible characters, no
direction overrides, no stacked accents, no letters of two look-alike alphabets in one name.
"""

import itertools
import unicodedata

from django.utils.translation import gettext as _

from league.players.errors import NicknameRefused
from matches.letters import clean, without_joiners

SHORTEST, LONGEST = 2, 24
LONGEST_ENTRANT = 40
"""Length of an entrant's name, as in its column: a team is often called like its club."""

_LOOK_ALIKES = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
"""Alphabets with letters that look alike: a name keeps to one of them."""


def clean_entrant_name(raw: str) -> str:
    """Return the name of an entrant in its normal form. Raises NicknameRefused."""
    return clean_nickname(raw, LONGEST_ENTRANT)


def clean_nickname(raw: str, longest: int = LONGEST) -> str:
    """Return ``raw`` in its normal form (NFKC, single spaces).

    Raises: NicknameRefused: with a sentence that says what to change.
    """
    hidden = ("Cc", "Co", "Cs", "Cn", "Zl", "Zp")
    if clean(raw) != raw or any(unicodedata.category(sign) in hidden for sign in raw.strip()):
        raise NicknameRefused(_("A name cannot have control or invisible characters. Type it again without them."))
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if len(name) < SHORTEST:
        raise NicknameRefused(_("A name needs at least %(count)d characters.") % {"count": SHORTEST})
    if len(name) > longest:
        raise NicknameRefused(_("A name can have at most %(count)d characters.") % {"count": longest})
    if not any(sign.isalnum() for sign in name):
        raise NicknameRefused(_("A name needs at least one letter or digit."))
    if any(unicodedata.combining(a) and unicodedata.combining(b) for a, b in itertools.pairwise(name)):
        raise NicknameRefused(_("A name cannot have stacked accents."))
    if len(_alphabets(name)) > 1:
        raise NicknameRefused(_("Use one alphabet: you cannot mix letters that look alike."))
    return name


def name_key(name: str) -> str:
    """Return by what names are compared: two that differ in capitals or an invisible sign alone are the same."""
    return without_joiners(unicodedata.normalize("NFKC", name)).casefold()


def _alphabets(name: str) -> set[str]:
    """Return the look-alike alphabets that the letters of ``name`` belong to."""
    first_words = {unicodedata.name(sign, "").split(" ")[0] for sign in name if sign.isalpha()}
    return first_words & set(_LOOK_ALIKES)
