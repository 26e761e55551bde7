"""Numbers and names of figures as they are shown."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def average(value: float) -> str:
    """Format a number to one decimal in the reader's language.

    Rounded here: Django's own formatting truncates 2.97 to 2.9.
    """
    return number_format(Decimal(repr(value)).quantize(Decimal("0.1"), ROUND_HALF_UP), 1)


def always(name: str) -> bool:
    """Return whether a row is shown even if both sides have zero: only where the game has the figure."""
    return name in ("goals", "possession", "shots", "shots_on_target", "passing", "corners", "fouls")


@dataclass(frozen=True, slots=True)
class Deed:
    """A shown number of a piece, with the head of its column and the meaning."""

    name: str
    short: str | Promise
    label: str | Promise


DEEDS: Final = (
    Deed("goals", pgettext_lazy("deeds", "G"), _("Goals")),
    Deed("shots", pgettext_lazy("deeds", "S"), _("Shots")),
    Deed("passes", pgettext_lazy("deeds", "P"), _("Passes")),
    Deed("won", pgettext_lazy("deeds", "DW"), _("Duels won")),
    Deed("lost", pgettext_lazy("deeds", "DL"), _("Duels lost")),
    Deed("run", pgettext_lazy("deeds", "Run"), _("Cells run")),
)
"""The deeds of pieces (``figures.deeds``), in the order in which they are shown. A duel is a tackle, an interception or
a steal, as the game calls it; ``run`` is counted where the game declares it."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """The deeds of one piece: its name without its side, and a number for each deed that is shown."""

    name: str
    numbers: list[int]


@dataclass(frozen=True, slots=True)
class PieceTable:
    """The deeds of pieces over many matches: the kinds that are known, and a row for each piece that did any."""

    deeds: list[Deed]
    rows: list[PieceRow]
