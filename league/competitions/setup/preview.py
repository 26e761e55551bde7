"""Preview of a preset: rounds, matches, byes, and the length of a match and an evening.

The length of a match is its measured number of decisions (two bots of the middle strength, ``docs/bots.md``) at
``SECONDS_A_DECISION`` each, and at most what both clocks allow; where one clock runs for the round, it is the round's
minutes. An evening is the sum of its rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from typing import Any, Final

from django.utils.translation import gettext as _

import engines
from league.competitions.models import Stage
from league.competitions.setup.chains import entering
from league.competitions.setup.presets import Preset
from league.competitions.setup.round_names import round_name
from league.competitions.setup.stages import cup, most_legs
from league.formats.consolation import PLATE
from league.formats.consolation import steps as order_of_play
from league.formats.double_elimination import double_bracket
from league.formats.knockout import Bracket, BracketTie, round_size

DECISIONS: Final = 150
"""Decisions of both sides in a match if no game is chosen; ``About.decisions`` has those of a game."""
SECONDS_A_DECISION: Final = 6
"""Time of an unhurried decision: an assumption, and shown as one."""


@dataclass
class Outline:
    """A competition with every place taken."""

    boards: int = 1
    """Boards of a tie, each a match of its own."""
    rounds: list[tuple[str, int]] = field(default_factory=list)
    """Rounds in the order of play, with their numbers of matches."""
    matches: int = 0
    byes: int = 0
    steps: int = 0
    """Consecutive matches of a player who plays them all."""
    days: list[int] = field(default_factory=list)
    """Days of play that each round may take, in the order of play: one for each leg, or match of a best of n."""
    at_most: bool = False
    """True if there may be fewer: a best of n that ends early, a second final that is not needed."""
    dates: list[datetime] = field(default_factory=list)
    """The kick-off of each day of play, if a first day is given."""
    round_minutes: int = 0
    """The clock of the round, which ends all its matches; 0 without one."""
    match_minutes: int = 0
    evening_minutes: int = 0

    def add(self, name: str, matches: int, steps: int, days: Sequence[int] = ()) -> None:
        self.rounds.append((name, matches * self.boards))
        self.days += days
        self.matches += matches * self.boards
        self.steps += steps


def outline(
    preset: Preset, places: int, settings: Mapping[str, Any], game: str = "", budget: int | None = None, boards: int = 1
) -> Outline:
    """Return the outline of ``preset`` for ``places``. ``budget``: seconds per side, None for no limit."""
    stages = []
    for plan in preset.stages:
        usual = {**preset.settings, **plan.full}
        stages.append((plan.format, {key: settings.get(key, value) for key, value in usual.items()}))
    return outline_of(stages, places, game, budget, boards)


def outline_of(
    stages: Sequence[tuple[str, Mapping[str, Any]]],
    places: int,
    game: str = "",
    budget: int | None = None,
    boards: int = 1,
) -> Outline:
    """Return the outline of consecutive ``stages`` (each its format and all its settings)."""
    preview = Outline(boards)
    sizes: list[int] = []
    before: Mapping[str, Any] = {}
    for format, own in stages:
        values = {**before, **own}  # settings of the play-offs of divisions are given with the divisions
        coming = entering(sizes, own) if sizes and "through" in own else places
        sizes, before = _stage(preview, format, values, coming, sizes), own
    decisions = engines.about(game).decisions if game in engines.games() else DECISIONS
    minutes = ceil(decisions * SECONDS_A_DECISION / 60)
    if budget is not None:
        minutes = min(minutes, ceil(2 * budget / 60))
    minutes = preview.round_minutes or minutes
    preview.match_minutes = minutes
    preview.evening_minutes = minutes * preview.steps
    return preview


def _stage(outline: Outline, format: str, settings: Mapping[str, Any], places: int, sizes: list[int]) -> list[int]:
    """Add one stage of ``places`` entrants; return the sizes of its tables."""
    match format:
        case Stage.Format.LEAGUE if settings.get("scheveningen"):
            rounds = settings["times"] * outline.boards
            outline.add(_("Rounds") + f" ({rounds})", rounds, rounds, [1] * rounds)
            return [places]
        case Stage.Format.LEAGUE:
            return _tables(outline, [places], settings, _("Matchdays"))
        case Stage.Format.LEAGUE_PHASE:
            days = settings["opponents"] + places % 2
            outline.add(_("Matchdays") + f" ({days})", places * settings["opponents"] // 2, days, [1] * days)
            return [places]
        case Stage.Format.GROUPS:
            return _tables(outline, _shares(places, settings["groups"]), settings, _("Groups"))
        case Stage.Format.DIVISIONS:
            return _tables(outline, _shares(places, settings["divisions"]), settings, _("Divisions"))
        case Stage.Format.SWISS:
            rounds = min(settings["rounds"], places)
            outline.add(_("Rounds") + f" ({rounds})", places // 2 * rounds, rounds, [1] * rounds)
            outline.round_minutes = settings["minutes"] if settings["evening"] else 0
            outline.byes += places % 2
            return [places]
        case Stage.Format.PLAYOFFS:
            ties = (len(sizes) - 1) * settings["playoff"]
            days = [most_legs(settings)] if ties else []
            outline.add(_("Play-offs"), ties * settings["legs"], settings["legs"], days)
        case Stage.Format.DOUBLE:
            outline.at_most = True
            bracket = double_bracket(places, settings["reset"])
            each = settings["best_of"] or settings["legs"]
            won, lost = (sum(not tie.bye for row in part for tie in row) for part in (bracket.winners, bracket.losers))
            for name, part, matches in (
                (_("Winners’ bracket"), bracket.winners, won),
                (_("Losers’ bracket"), bracket.losers, lost),
                (_("Final"), bracket.final, len(bracket.final)),
            ):
                outline.add(name, matches * each, len(part) * each, [most_legs(settings)] * len(part))
        case _:
            if places >= 2:
                _knockout(outline, places, settings)
    return sizes


def _shares(places: int, count: int) -> list[int]:
    count = max(min(count, places // 2), 1)
    size, more = divmod(places, count)
    return [size + (at < more) for at in range(count)]


def _tables(outline: Outline, sizes: list[int], settings: Mapping[str, Any], name: str) -> list[int]:
    times, legs = settings["times"], settings["table_legs"]
    days = times * (max(sizes) - 1 + max(sizes) % 2)
    matches = sum(times * legs * n * (n - 1) // 2 for n in sizes)
    outline.add(f"{name} ({days})" if len(sizes) == 1 else name, matches, days * legs, [legs] * days)
    return sizes


def _knockout(outline: Outline, places: int, settings: Mapping[str, Any]) -> None:
    bracket = cup(places, settings)
    outline.byes += bracket.byes
    outline.at_most = outline.at_most or bool(settings["best_of"])
    for step, ties in enumerate(bracket.rounds, start=1):
        final = any(tie.kind == "final" for tie in ties)
        usual = settings["best_of"] or settings["legs"]
        alone = 1 if settings["neutral_final"] and not settings["best_of"] else usual
        played = sum(alone if tie.kind in ("final", "third_place") else usual for tie in ties if not tie.bye)
        outline.add(_round_name(settings, step, ties, bracket), played, alone if final and len(ties) == 1 else usual)
    if bracket.plate:
        each = settings["best_of"] or settings["legs"]
        outline.add(_("Plate"), sum(len(ties) for ties in bracket.plate) * each, each)
    parts = {"": bracket.rounds, PLATE: bracket.plate}
    for part, step in order_of_play(bracket):
        outline.days.append(most_legs(settings, [tie.kind for tie in parts[part][step - 1]]))


def _round_name(settings: Mapping[str, Any], step: int, ties: Sequence[BracketTie], bracket: Bracket) -> str:
    """Name a round of a knockout by its size, or by its number if rounds do not halve the field."""
    if step == 1 and bracket.byes and "pots" in settings:
        return _("Play-off round")
    if settings.get("shape", "bracket") == "bracket" or any(tie.kind == "final" for tie in ties):
        return round_name(round_size(ties) // 2)
    return _("Round %(number)d") % {"number": step}
