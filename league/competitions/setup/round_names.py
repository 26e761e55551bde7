"""Untranslated names of rounds, legs and places; readers get them in their language."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

from league.competitions.models import AnyTie, Round, Stage, Tie
from league.competitions.setup import boundaries
from league.formats.consolation import PLATE, is_for_places, range_of
from matches.words.titles import LEGS

Label: TypeAlias = list[Any]
"""``[msgid, values]``, plain JSON, as ``Match.part`` holds it."""


def round_name(ties: int) -> str:
    """Name a knockout round by its number of ties."""
    return label_words(_by_ties(ties))


def name_of(row: Round) -> str:
    """Return the name of a round: a matchday of a league, a Swiss round, or a round of the bracket."""
    return label_words(label_of(row, row.stage, row.stage.all_rounds))


def label_of(row: Round, stage: Stage, rounds: Iterable[Round]) -> Label:
    """Return ``name_of``, untranslated; ``rounds`` are all of its ``stage``."""
    if row.part == boundaries.KIND and row.step > 1:
        return [_noop("Play-off for places, round %(number)d"), {"number": row.step}]
    if row.part == boundaries.KIND:
        return [_noop("Play-off for places"), {}]
    match stage.format:
        case Stage.Format.LEAGUE | Stage.Format.GROUPS | Stage.Format.DIVISIONS | Stage.Format.LEAGUE_PHASE:
            return [_noop("Matchday %(number)d"), {"number": row.step}]
        case Stage.Format.SWISS:
            return [_noop("Round %(number)d"), {"number": row.step}]
        case Stage.Format.PLAYOFFS:
            return [_noop("Play-offs"), {}]
    if row.step == 1 and stage.settings.get("playoff_round"):
        return [_noop("Play-off round"), {}]
    steps = max(each.step for each in rounds if each.part == row.part)
    if stage.format == Stage.Format.DOUBLE:
        return _double(row, steps)
    if row.part == PLATE:
        return _of_plate(1 << (steps - row.step))
    shape = stage.settings.get("shape", "bracket")
    return _by_ties(1 << (steps - row.step)) if shape == "bracket" else _of_ladder(row, steps, shape)


def labels_of(tie: AnyTie, leg: int, legs: int, row: Round, stage: Stage, rounds: Iterable[Round]) -> list[Label]:
    """Label the match of a leg of ``tie``, untranslated: its round and, of several, the leg."""
    if tie.kind == "third_place":
        labels = [[_noop("Third place"), {}]]
    else:
        labels = [places_label(tie.kind) if is_for_places(tie.kind) else label_of(row, stage, rounds)]
    return labels + leg_labels(leg, legs, stage)


def leg_labels(leg: int, legs: int, stage: Stage) -> list[Label]:
    """Label one of the ``legs`` of a tie, untranslated; empty if it is the only one."""
    if legs > 2:
        return [[_noop("match %(number)d"), {"number": leg}]]
    if stage.settings.get("replay"):
        return [[_noop("played again"), {}]] if leg == 2 else []
    if legs == 2:
        return [[LEGS[leg], {}]]
    return []


def leg_name(tie: Tie, leg: int) -> str:
    """Return the name of a leg of ``tie``, whose fixtures must be read; empty if it has no other."""
    legs = len({fixture.leg for fixture in tie.legs})
    return " · ".join(map(label_words, leg_labels(leg, legs, tie.round.stage)))


def board_labels(home: str, away: str, board: int) -> list[Label]:
    """Label a board of the tie of the teams ``home`` and ``away``, untranslated."""
    teams: Label = [_noop("%(home)s against %(away)s"), {"home": home, "away": away}]
    return [teams, [_noop("board %(number)d"), {"number": board}]]


def _by_ties(ties: int) -> Label:
    names = {1: _noop("Final"), 2: _noop("Semi-finals"), 4: _noop("Quarter-finals")}
    return [names[ties], {}] if ties in names else [_noop("Last %(places)d"), {"places": 2 * ties}]


def places_label(kind: str) -> Label:
    """Label the places at stake in ties of ``kind`` (``5-8``), untranslated."""
    first, last = range_of(kind) or (0, 0)
    if last == first + 1:
        return [_noop("For place %(place)d"), {"place": first}]
    return [_noop("Places %(first)d–%(last)d"), {"first": first, "last": last}]


def _of_plate(ties: int) -> Label:
    names = {1: _noop("Plate, final"), 2: _noop("Plate, semi-finals"), 4: _noop("Plate, quarter-finals")}
    return [names[ties], {}] if ties in names else [_noop("Plate, last %(places)d"), {"places": 2 * ties}]


def _of_ladder(row: Round, steps: int, shape: str) -> Label:
    if row.step == steps:
        return [_noop("Final"), {}]
    if shape == "stepladder":
        return [_noop("Step %(number)d"), {"number": row.step}]
    return [_noop("First round") if row.step == 1 else _noop("Semi-final"), {}]


def _double(row: Round, steps: int) -> Label:
    number = {"number": row.step}
    last = row.step == steps
    if row.part == "final":
        return [_noop("Final") if row.step == 1 else _noop("Second final"), {}]
    if row.part == "winners":
        return [_noop("Winners’ final"), {}] if last else [_noop("Winners, round %(number)d"), number]
    return [_noop("Losers’ final"), {}] if last else [_noop("Losers, round %(number)d"), number]


def label_words(label: Label) -> str:
    msgid, values = label
    return str(_(msgid) % values)
