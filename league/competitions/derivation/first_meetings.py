"""First meetings that a draw gives, before the start builds them: pairs of a first round, or groups.

They come from the same functions as the structure, so that the start makes what the draw has shown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from league.competitions.derivation.building import Site, places_in_groups, seeds_in_divisions, site_of
from league.competitions.models import Competition, Draw, Entrant, Stage
from league.competitions.setup import league_phases
from league.competitions.setup.stages import cup, settings_of
from league.formats import league_phase, round_robin, slots
from league.formats.double_elimination import double_bracket
from league.formats.knockout import BracketTie

Pairs = list[tuple[int, int | None]]
"""Seeds that meet, home side first; None: a bye."""


@dataclass
class Meetings:
    """The outcome of a draw: pairs, else groups, else the order of the lots alone."""

    pairs: list[tuple[Entrant, Entrant | None]] = field(default_factory=list)
    """The first round's pairs; None: a bye."""
    groups: list[tuple[str, list[Entrant]]] = field(default_factory=list)
    """Each group by name with its members."""
    order: list[Entrant] = field(default_factory=list)
    """The entrants as drawn, where the first round is paired only at the start."""

    @property
    def turns(self) -> int:
        """Return the number of steps in which it is revealed."""
        return len(self.pairs) or sum(len(members) for _name, members in self.groups) or len(self.order)


def meetings_of(row: Competition, drawn: Draw, entrants: Sequence[Entrant]) -> Meetings | None:
    """Return the first meetings of ``row`` by ``drawn`` among ``entrants``; None before the draw. Two queries."""
    seeded = {entrant.seed: entrant for entrant in entrants if entrant.seed is not None}
    stage = row.stages.order_by("number").first()
    if drawn.revealed_at is None or stage is None or sorted(seeded) != list(range(1, len(seeded) + 1)):
        return None
    by_seed = {seed: entrant for seed, entrant in seeded.items() if seed is not None}
    site = site_of(row, [by_seed[seed] for seed in sorted(by_seed)], drawn.seed)
    if stage.format in _GROUPS:
        named_groups = _GROUPS[stage.format](site, stage)
        return Meetings(groups=[(name, [by_seed[seed] for seed in members]) for name, members in named_groups])
    pairs = _PAIRS[stage.format](site, stage) if stage.format in _PAIRS else []
    if not pairs:
        return Meetings(order=[by_seed[seed] for seed in sorted(by_seed)])
    return Meetings(pairs=[(by_seed[home], by_seed[away] if away else None) for home, away in pairs])


def _bracket(ties: Sequence[BracketTie]) -> Pairs:
    return [
        (tie.home["seed"], None if slots.is_bye(tie.away) else tie.away["seed"])
        for tie in ties
        if "seed" in tie.home and ("seed" in tie.away or slots.is_bye(tie.away))
    ]


def _knockout(site: Site, stage: Stage) -> Pairs:
    return _bracket(cup(site.seeds, settings_of(stage)).rounds[0])


def _double(site: Site, stage: Stage) -> Pairs:
    return _bracket(double_bracket(site.seeds, settings_of(stage)["reset"]).winners[0])


def _league(site: Site, stage: Stage) -> Pairs:
    return list(round_robin.rounds(site.seeds, settings_of(stage)["times"])[0])


def _league_phase(site: Site, stage: Stage) -> Pairs:
    settings = settings_of(stage)
    # Not saved: the start keeps the clubs with the stage.
    stage.settings = {**settings, "clubs": league_phases.clubs_of(site.row) if settings["clubs_apart"] else {}}
    try:
        return list(league_phases.days(stage, site.ids, site.drawn)[0])
    except league_phase.Refused:
        return []


def _groups(site: Site, stage: Stage) -> list[tuple[str, list[int]]]:
    entering = [slots.seed(seed) for seed in range(1, site.seeds + 1)]
    return [
        (_("Group %(name)s") % {"name": name}, [slot["seed"] for slot in members])
        for name, members in places_in_groups(site, stage, entering)
    ]


def _divisions(site: Site, stage: Stage) -> list[tuple[str, list[int]]]:
    count = min(settings_of(stage)["divisions"], site.seeds // 2)
    divisions = enumerate(seeds_in_divisions(site, count), start=1)
    return [(_("Division %(name)s") % {"name": number}, seeds) for number, seeds in divisions]


_PAIRS: dict[str, Callable[[Site, Stage], Pairs]] = {
    Stage.Format.KNOCKOUT: _knockout,
    Stage.Format.DOUBLE: _double,
    Stage.Format.LEAGUE: _league,
    Stage.Format.LEAGUE_PHASE: _league_phase,
}
_GROUPS: dict[str, Callable[[Site, Stage], list[tuple[str, list[int]]]]] = {
    Stage.Format.GROUPS: _groups,
    Stage.Format.DIVISIONS: _divisions,
}
