"""League phase of a competition: the terms of its draw, and the same draw repeated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.cache import cache

from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Entrant, Stage, Tie
from league.competitions.setup.stages import settings_of
from league.formats import league_phase
from league.formats.league_phase import Phase
from league.sentences import translated

KEPT_SECONDS: Final = 24 * 3600
"""Seconds to cache a repeated schedule: it takes about a second, and readers ask for it."""

Days = list[list[tuple[int, int]]]
"""``(home, away)`` as seeds, matchday by matchday."""


def refusal(entrants: int, settings: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return a setting that does not fit ``entrants`` and a sentence with possible numbers, or None."""
    refused = league_phase.refusal(entrants, settings["pots"], settings["opponents"])
    if refused is None:
        return None
    key = "opponents" if settings["pots"] in league_phase.allowed_pots(entrants) else "pots"
    return key, translated(refused)


def stage_of(row: Competition) -> Stage | None:
    """Return the league phase of ``row``, its first stage; None if it has none."""
    return row.stages.filter(format=Stage.Format.LEAGUE_PHASE).first()


def terms_of(row: Competition) -> dict[str, Any] | None:
    """Return the settings that a draw of ``row`` depends on.

    Whoever could change them after the seed is revealed could try until the fixtures suit: other terms need a new draw.
    """
    stage = stage_of(row)
    return None if stage is None else settings_of(stage)


def must_fit(row: Competition, entrants: int | None = None) -> None:
    """Raise BadSetting unless ``entrants`` (None: all places of ``row``) fit its league phase."""
    stage = stage_of(row)
    refused = stage and refusal(row.places if entrants is None else entrants, settings_of(stage))
    if refused:
        raise BadSetting(*refused)


def pots_of(row: Competition, entrants: int) -> tuple[int, int] | None:
    """Return number and size of the pots of ``row``; None if it has none or ``entrants`` do not fit."""
    stage = stage_of(row)
    count = settings_of(stage)["pots"] if stage else 0
    return None if not count or entrants % count else (count, entrants // count)


def clubs_of(row: Competition) -> dict[str, str]:
    """Return seed -> club of the entrants of ``row`` that have one, each club in the spelling of its best seed."""
    spelt: dict[str, str] = {}
    rows = row.entrants.filter(seed__isnull=False).exclude(club="").order_by("seed")
    return {str(row.seed): spelt.setdefault(row.club.casefold(), row.club) for row in rows}


def phase_of(stage: Stage, ids: Mapping[int, str]) -> Phase:
    """Return the terms of ``stage`` as it was built. ``ids``: seed -> id of the entrant."""
    settings = stage.settings
    order = [ids[seed] for seed in sorted(ids)]
    count = settings["pots"]
    size = -(-len(order) // count)
    pots = [order[at * size : (at + 1) * size] for at in range(count)]
    clubs = {ids[int(seed)]: club for seed, club in settings.get("clubs", {}).items() if int(seed) in ids}
    return Phase(pots, settings["opponents"], clubs, settings["club_limit"])


def days(stage: Stage, ids: Mapping[int, str], seed: str) -> Days:
    """Return the matchdays that ``seed`` of the draw gives. Raises ``league_phase.Refused``."""
    phase = phase_of(stage, ids)
    key = f"league-phase:{league_phase.ALGORITHM}:{seed}:{league_phase.terms_hash(phase)}"
    schedule = cache.get(key)
    if schedule is None:
        schedule = league_phase.schedule(seed, phase)
        cache.set(key, schedule, KEPT_SECONDS)
    seeds = {entrant_id: seed for seed, entrant_id in ids.items()}
    return [[(seeds[home], seeds[away]) for home, away in day] for day in schedule]


@dataclass
class ShownPhase:
    """The drawn league phase as the page of the draw shows it."""

    pots: list[list[Entrant]]
    algorithm: str
    terms_hash: str
    wrong: list[str]
    """Problems found when the draw was run again; empty too if it was not."""


def shown_phase(row: Competition, *, run: bool) -> ShownPhase | None:
    """Return the league phase of ``row`` with its pots, ``run`` again from the seed; None before the start."""
    stage = stage_of(row)
    drawn = row.draws.filter(revealed_at__isnull=False).order_by("-number").first()
    if stage is None or drawn is None or not stage.rounds.exists():
        return None
    entrant_by_id = {str(entrant.id): entrant for entrant in row.entrants.filter(seed__isnull=False)}
    ids = {entrant.seed: key for key, entrant in entrant_by_id.items() if entrant.seed is not None}
    phase = phase_of(stage, ids)
    pots = [[entrant_by_id[entrant_id] for entrant_id in pot] for pot in phase.pots]
    differences = schedule_differences(stage, ids, drawn.seed) if run else []
    return ShownPhase(pots, league_phase.ALGORITHM, league_phase.terms_hash(phase), differences)


def schedule_differences(stage: Stage, ids: Mapping[int, str], seed: str) -> list[str]:
    """Return differences between the fixtures of ``stage`` and those from the ``seed``, in sentences."""
    ties = Tie.objects.filter(round__stage=stage, group__isnull=False).select_related("round")
    played: dict[int, set[tuple[int, int]]] = {}
    for tie in ties:
        home, away = tie.home_slot.get("seed"), tie.away_slot.get("seed")
        if home not in ids or away not in ids:
            return [translated(league_phase.OTHER_FIXTURES)]
        played.setdefault(tie.round.step, set()).add((home, away))
    phase = phase_of(stage, ids)
    laid = [[(ids[home], ids[away]) for home, away in played[step]] for step in sorted(played)]
    problems = [translated(sentence) for sentence in league_phase.problems(phase, laid)]
    try:
        drawn = [set(day) for day in days(stage, ids, seed)]
    except league_phase.Refused as refused:
        return [*problems, translated(refused.reason)]
    if drawn != [played[step] for step in sorted(played)]:
        problems.append(translated(league_phase.OTHER_FIXTURES))
    return problems
