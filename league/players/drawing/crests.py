"""Crests from names: shape, pattern and two colours from the SHA-256 of the name.

A name, whatever its capitals, always has the same crest. It is decoration: the name always stands beside it.
"""

import hashlib
import secrets
from functools import cache, lru_cache
from itertools import count

SHAPES = (
    "M4 4h40v20c0 11-8 17-20 21C12 41 4 35 4 24Z",  # shield
    "M24 3a21 21 0 1 0 0 42a21 21 0 1 0 0-42Z",  # circle
    "M24 2l19 11v22L24 46 5 35V13Z",  # hexagon
    "M5 4h38v30L24 45 5 34Z",  # pennant
)
CIRCLE = SHAPES[1]

PATTERNS = (
    (),  # plain
    ("M24 0h24v48H24z",),  # halves
    ("M9 0h6v48h-6z", "M21 0h6v48h-6z", "M33 0h6v48h-6z"),  # stripes
    ("M0 9h48v7H0z", "M0 24h48v7H0z", "M0 39h48v7H0z"),  # hoops
    ("M-4 10 10-4 52 38 38 52z",),  # sash
    ("M0 14 24 30 48 14v12L24 42 0 26z",),  # chevron
    ("M24 0h24v24H24zM0 24h24v24H0z",),  # quarters
)

COLOURS = (
    "#1b4f9c",
    "#f7f4ea",
    "#b3261e",
    "#1c2320",
    "#6d1a36",
    "#f0bb36",
    "#12737a",
    "#1f7a4d",
    "#dd6b20",
    "#5aa0d8",
    "#54408c",
    "#e58fb1",
)
LEAST_CONTRAST = 1.6


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb`` (WCAG 2.2), 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2), 1 to 21."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


_NUMBERS = count()


@cache
def _here() -> str:
    """Return the mark of this process. It is not made at import: a forked process has its parent's imports."""
    return secrets.token_hex(3)


def crest(name: str, person: bool = False) -> str:
    """Draw the crest of ``name`` as an SVG element; a person's is always a circle.

    Each crest has its own clip path: a shared one in a hidden part of the page would clip nothing elsewhere.
    """
    return _drawn(name, person).replace("KEY", f"k{_here()}{next(_NUMBERS):x}")


def parts_of(name: str, person: bool = True) -> tuple[str, str, tuple[str, ...], str]:
    """Return outline, ground colour, shapes and their colour of the crest of ``name``."""
    digest = hashlib.sha256(name.lower().encode()).digest()
    outline = CIRCLE if person else SHAPES[digest[0] % len(SHAPES)]
    pattern = PATTERNS[digest[1] % len(PATTERNS)]
    ground = COLOURS[digest[2] % len(COLOURS)]
    others = [colour for colour in COLOURS if contrast(ground, colour) >= LEAST_CONTRAST]
    return outline, ground, pattern, others[digest[3] % len(others)]


@lru_cache(maxsize=2048)
def _drawn(name: str, person: bool) -> str:
    outline, ground, pattern, figure = parts_of(name, person)
    marks = "".join(f'<path fill="{figure}" d="{path}"/>' for path in pattern)
    return (
        f'<svg class="crest" viewBox="0 0 48 48" aria-hidden="true">'
        f'<clipPath id="KEY"><path d="{outline}"/></clipPath>'
        f'<g clip-path="url(#KEY)"><path fill="{ground}" d="M0 0h48v48H0z"/>{marks}</g>'
        f'<path fill="none" stroke="#fff" stroke-width="4" d="{outline}"/>'
        f'<path fill="none" stroke="#10201a" stroke-width="2" d="{outline}"/></svg>'
    )
