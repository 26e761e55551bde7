"""Numbers and names of figures as they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engines.core.figures import TOPICS
from league.players.words.games import spoken
from league.statistics.derivation.figures import statistics_of


def average(value: float, places: int = 1) -> str:
    """Format a number to one decimal, or to ``places``, in the reader's language.

    Rounded here: Django's own formatting truncates 2.97 to 2.9.
    """
    return number_format(Decimal(repr(value)).quantize(Decimal(10) ** -places, ROUND_HALF_UP), places)


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


@dataclass(frozen=True, slots=True)
class Number:
    """One of the six numbers that a page of statistics opens with."""

    label: str | Promise
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A figure of two sides: both in words, and the part of a bar that the left one has, in per cent."""

    label: str
    left: str
    right: str
    share: float


@dataclass(frozen=True, slots=True)
class PairsOfTopic:
    """The figures about one thing."""

    title: str
    pairs: list[Pair]


def part_of(left: float, right: float) -> float:
    """Return what ``left`` has of both, in per cent; half of nothing."""
    return round(100 * left / (left + right), 1) if left + right else 50.0


def pairs_by_topic(
    game: str, left: Mapping[str, int], right: Mapping[str, int], matches: int = 1
) -> list[PairsOfTopic]:
    """Put the figures of two sides beside each other, by topic; what neither has is left out.

    ``matches``: counts are shown as averages over so many; percentages are those of all of them.
    """
    topics = {topic: PairsOfTopic(spoken(title), []) for topic, title in TOPICS.items()}
    for figure in statistics_of(game).listed:
        mine, theirs = figure.value(left, right), figure.value(right, left)
        if mine or theirs:
            left_words, right_words = (_in_words(value, figure.percent, matches) for value in (mine, theirs))
            pair = Pair(spoken(figure.label), left_words, right_words, part_of(mine, theirs))
            topics[figure.topic].pairs.append(pair)
    return [topic for topic in topics.values() if topic.pairs]


def _in_words(value: int, percent: bool, matches: int) -> str:
    if percent:
        return f"{value}%"
    return str(value) if matches == 1 else average(value / matches)
