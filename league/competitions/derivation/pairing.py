"""Rounds made one by one: the next of a Swiss stage, or of a cup redrawn each round.

Both follow from the results so far and the seed of the draw, so making a round twice gives the same round; a round that
has ties is never made again. Each Swiss round records the engine that paired it, its version, its rules and their
edition: a stage keeps the edition of its first round.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import combinations, takewhile
from math import ceil
from typing import Final

from django.utils import timezone

from engines.core.text import text
from league.competitions.derivation import tables
from league.competitions.derivation.building import add_ties
from league.competitions.derivation.facts import FORFEITED, Derived
from league.competitions.derivation.slots import Slots
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.log import journal
from league.competitions.models import PlainEntrant, PlainFixture, Round, Stage, Tie
from league.competitions.setup.season_plan import days_in, wishes_of
from league.competitions.setup.stages import legs_of_round, settings_of
from league.formats import draw as draws
from league.formats import knockout, protection, slots
from league.formats.slots import Slot
from league.formats.swiss import editions, rounds, told
from league.formats.swiss.games import CannotPair, Game, Outcome, Rules
from league.formats.trf import writing
from league.formats.trf.tournament import Edition as FileEdition

IN_REQUEST: Final = 300
"""Larger Swiss fields are paired in a task; with the edition of 2017, which is slower, from a third of this on."""


def is_paired_in_task(snapshot: Snapshot, round: Round) -> bool:
    """Return whether ``round`` is to be paired in a task."""
    part = _part(snapshot, round)
    most = IN_REQUEST if _edition(part, round) == editions.CURRENT else IN_REQUEST // 3
    return part.stage.format == Stage.Format.SWISS and len(snapshot.by_seed) > most


def proposed(snapshot: Snapshot, derived: Derived, round: Round) -> list[Tie]:
    """Return the ties of ``round``, unsaved, in the group of its stage."""
    part = _part(snapshot, round)
    if part.stage.format == Stage.Format.SWISS:
        return _swiss(snapshot, derived, part, round)
    return _redrawn(snapshot, derived, part, round)


def save(snapshot: Snapshot, round: Round, ties: Sequence[Tie]) -> None:
    """Save ``ties`` as those of ``round``. Needs the lock; the caller has checked that it has none."""
    part = _part(snapshot, round)
    numbered = settings_of(part.stage).get("evening", False)
    add_ties(part.stage, ties, numbered=numbered, play_days=_play_days(snapshot, round))
    if part.stage.format == Stage.Format.SWISS:
        engine = editions.engine(settings_of(part.stage)["system"], _edition(part, round))
        round.made_by = {**engine, "at": timezone.now().isoformat()}
        round.save(update_fields=["made_by"])
        values = {"number": round.step, "engine": engine["engine"], "version": engine["version"]}
        message = text("paired round {number}: {engine} {version}", **values)
    else:
        message = text("drew round {number} from the committed seed", number=round.step)
    journal.record(snapshot.competition, None, "pair", message)


def _play_days(snapshot: Snapshot, round: Round) -> list[datetime]:
    """Return the kick-offs that the season's plan has for ``round``; none without a plan, or if one is past."""
    wishes = wishes_of(snapshot.competition)
    if wishes is None or round.closes_at is None:
        return []
    legs, now = legs_of_round(round), timezone.now()
    days = days_in(wishes, max(now, round.opens_at or now), round.closes_at, legs)
    return [wishes.kick_off(day) for day in days] if len(days) == legs else []


def _edition(part: StageSnapshot, round: Round) -> editions.Edition:
    return editions.edition_of(earlier.made_by for earlier in part.rounds if earlier.step <= round.step)


def _part(snapshot: Snapshot, round: Round) -> StageSnapshot:
    return next(part for part in snapshot.stages if part.stage.id == round.stage_id)


# ── Swiss ──
def _swiss(snapshot: Snapshot, derived: Derived, part: StageSnapshot, round: Round) -> list[Tie]:
    settings = settings_of(part.stage)
    rules = _rules(snapshot, part)
    players = max(snapshot.by_seed, default=0)
    games = [
        _games(snapshot, derived, earlier, settings["late"]) for earlier in part.rounds if earlier.step < round.step
    ]
    resting = _resting(snapshot, derived, part, round.step)
    absent = set(resting) | {seed for seed in range(1, players + 1) if seed not in snapshot.by_seed}
    try:
        if settings["system"] == "monrad":
            pairs = rounds.monrad(players, games, rules, absent=absent)
        else:
            at_start = sum(entrant.first_round == 1 for entrant in snapshot.by_seed.values())
            boost = _baku(at_start, rules, round.step) if settings["accelerated"] else None
            edition = _edition(part, round)
            pairs = rounds.dutch(players, games, rules, absent=absent, acceleration=boost, edition=edition)
    except CannotPair:
        # There are more rounds than opponents: the remaining players meet again rather than not play.
        pairs = rounds.pair_again(players, games, rules, absent=absent)
    group = part.groups[0]
    ties = [
        Tie(
            round=round,
            group=group,
            number=number,
            home_slot=slots.seed(pair.home),
            away_slot=_left_over(snapshot) if pair.away is None else slots.seed(pair.away),
        )
        for number, pair in enumerate(pairs, start=1)
    ]
    ties += [
        Tie(
            round=round,
            group=group,
            number=number,
            kind=kind,
            home_slot=slots.seed(seed),
            away_slot=slots.BYE,
        )
        for number, (seed, kind) in enumerate(sorted(resting.items()), start=len(ties) + 1)
        if kind != "gone"
    ]
    return ties


def _left_over(snapshot: Snapshot) -> Slot:
    """Return the opponent of the odd player: nobody, or the house player."""
    return slots.BYE if snapshot.house is None else slots.HOUSE


def _rules(snapshot: Snapshot, part: StageSnapshot) -> Rules:
    points = tables.rules_of(snapshot.competition).points
    return Rules(
        rounds=len(part.rounds),
        points=points,
        bye=tables.bye_points(points, "bye", settings_of(part.stage)["bye"]),
        first_home=not snapshot.lots_seed or int(snapshot.lots_seed[-1], 16) % 2 == 0,
        shootout=tables.kicks_of(part.stage).points or (points[1], points[1]),
    )


def report(snapshot: Snapshot, derived: Derived, part: StageSnapshot, edition: FileEdition = "TRF16") -> str:
    """Write a Swiss stage as FIDE's tournament report file: game points only.

    Results, points and ranks are those after the last round before which all are over. ``edition``: of the file.
    """
    late = settings_of(part.stage)["late"]
    over = list(takewhile(lambda round: derived.rounds[round.id] == Round.Status.DONE, part.rounds))
    games = [_games(snapshot, derived, earlier, late) for earlier in over]
    if len(over) == len(part.rounds):
        table = tables.table_of(snapshot, derived, part.groups[0])
    else:
        table = tables.make_table(snapshot, derived, part.groups[0], over[-1].number if over else 0)
    rank = {row.entrant: row.rank for row in table.rows}
    seeds = range(1, max(snapshot.by_seed, default=0) + 1)
    seeded = [snapshot.by_seed.get(seed) for seed in seeds]
    names = [entrant.name if entrant else "-" for entrant in seeded]
    ranks = [rank.get(str(entrant.id), len(seeded)) if entrant else len(seeded) for entrant in seeded]
    rules, row, system = _rules(snapshot, part), snapshot.competition, _rules_in_words(part)
    if edition == "TRF16":
        return rounds.trf(names, games, rules, row.name, ranks, system=system)
    begins, ends = (moment.date().isoformat() if moment else "" for moment in (row.started_at, row.finished_at))
    whole = told.tournament(names, games, rules, row.name, ranks, begins=begins, ends=ends)
    return writing.write(whole, kind=f"Individual: Swiss-System, {system}", kind_code=_kind_code(part))


def _kind_code(part: StageSnapshot) -> str:
    """Return FIDE's code of the system that pairs a Swiss stage (record 192)."""
    settings = settings_of(part.stage)
    if settings["system"] == "monrad":
        return "CUSTOM_SWISS"
    edition = editions.edition_of(round.made_by for round in part.rounds)
    return f"FIDE_DUTCH_{edition}" + ("_BAKU" if settings["accelerated"] else "")


def _rules_in_words(part: StageSnapshot) -> str:
    system = settings_of(part.stage)["system"]
    return editions.engine(system, editions.edition_of(round.made_by for round in part.rounds))["rules"]


def _resting(snapshot: Snapshot, derived: Derived, part: StageSnapshot, step: int) -> dict[int, str]:
    """Return seed -> reason not to pair it.

    Withdrawn, not yet there, gone home (``gone``), a requested rest, or no check-in at an evening that asks for one.
    """
    settings = settings_of(part.stage)
    needs_answer = settings["evening"] and settings["silent"] == "rest" and step > 1
    values = {}
    for seed, entrant in snapshot.by_seed.items():
        if entrant.id in derived.log.withdrawn or entrant.first_round > step or entrant.has_gone(step):
            values[seed] = "gone"
        elif str(step) in entrant.rests:
            values[seed] = entrant.rests[str(step)]
        elif needs_answer and entrant.here_round < step and entrant.first_round < step:
            values[seed] = settings["late"]
    return values


def _games(snapshot: Snapshot, derived: Derived, round: Round, late: str) -> list[Game]:
    """Return a finished round for the pairing engine; late entrants get the points set for late entry."""
    games = []
    for tie in snapshot.ties[round.id]:
        facts = derived.ties[tie.id]
        home = tie.home_slot["seed"]
        if facts.decided == "bye":
            games.append(Game(home, None, tie.kind or "bye"))  # type: ignore[arg-type]
            continue
        kicks = tables.kicks_of(_part(snapshot, round).stage)
        outcome = _outcome(derived, facts.decided, snapshot.fixtures[tie.id], round.number, kicks)
        if outcome is not None and slots.is_house(tie.away_slot):
            games.append(Game(home, None, _AGAINST_HOUSE.get(outcome, "house_loss")))
        elif outcome is not None:
            games.append(Game(home, tie.away_slot["seed"], outcome))
    if late == "half_bye":
        games += [
            Game(seed, None, "half_bye")
            for seed, entrant in snapshot.by_seed.items()
            if entrant.first_round > round.step
        ]
    return games


_AGAINST_HOUSE: Final[dict[str, Outcome]] = {
    "home": "house_win",
    "home_forfeit": "house_win",
    "draw": "house_draw",
    "home_shootout": "house_shootout_win",
    "away_shootout": "house_shootout_loss",
}


def _outcome(
    derived: Derived, decided: str, fixtures: list[PlainFixture], number: int, kicks: tables.Kicks
) -> Outcome | None:
    result = tables.result_of(derived, fixtures, number, kicks)
    if result is None:
        return None
    if decided in FORFEITED:
        forfeits: dict[str, Outcome] = {"home": "home_forfeit", "away": "away_forfeit"}
        return forfeits.get(result.awarded, "both_forfeit")
    if result.shootout is not None:
        return "home_shootout" if result.shootout.winner == "home" else "away_shootout"
    winners: dict[str, Outcome] = {"home": "home", "away": "away"}
    return winners.get(result.winner, "draw")


def _baku(at_start: int, rules: Rules, step: int) -> dict[int, list[float]]:
    """Return the virtual points of Baku acceleration (FIDE C.04.5): upper half, first half of the rounds.

    The half is that of those ``at_start``: its last player stays the last one, also when others come late.
    """
    upper = 2 * ceil(at_start / 4)
    accelerated = ceil(rules.rounds / 2)
    full = ceil(accelerated / 2)
    win, draw, _loss = rules.points
    virtual = [win if at <= full else draw if at <= accelerated else 0.0 for at in range(1, step + 1)]
    return dict.fromkeys(range(1, upper + 1), virtual)


# ── a new draw each round ──
def _redrawn(snapshot: Snapshot, derived: Derived, part: StageSnapshot, round: Round) -> list[Tie]:
    entering = _entering(snapshot, part, round)
    free = knockout.size(len(entering)) - len(entering)
    byes = list(enumerate(entering[:free], start=1))  # byes go to the best placed
    sides = [(str(at), slot) for at, slot in enumerate(entering) if at >= free]
    apart = [
        (one, other)
        for one, own in sides
        for other, theirs in sides
        if one < other and "group" in own and own["group"] == theirs.get("group")
    ]
    apart += _of_one_club(snapshot, derived, part, round, sides)
    listed = [[key, _label(slot)] for key, slot in sides]
    seed = snapshot.lots_seed or "0" * 64
    try:
        pairs = draws.pairs(seed, listed, f"round {round.step}", apart)
    except ValueError:
        pairs = draws.pairs(seed, listed, f"round {round.step}")
    slot_of = dict(sides)
    kind = "final" if len(pairs) == 1 and not byes else ""
    ties = [Tie(round=round, number=number, home_slot=slot, away_slot=slots.BYE) for number, slot in byes]
    ties += [
        Tie(round=round, number=number, kind=kind, home_slot=slot_of[home], away_slot=slot_of[away])
        for number, (home, away) in enumerate(pairs, start=len(byes) + 1)
    ]
    before = part.rounds[round.step - 2] if round.step > 1 else None
    if kind and before is not None and part.stage.settings.get("third_place") and len(snapshot.ties[before.id]) == 2:
        losers = [slots.loser(number, before.step) for number in (1, 2)]
        ties.append(Tie(round=round, number=2, kind="third_place", home_slot=losers[0], away_slot=losers[1]))
    return ties


def _of_one_club(
    snapshot: Snapshot, derived: Derived, part: StageSnapshot, round: Round, sides: Sequence[tuple[str, Slot]]
) -> list[tuple[str, str]]:
    """Return the pairs of ``sides`` from one club, where those are kept apart."""
    if not part.stage.settings.get("clubs_apart"):
        return []
    places = Slots(snapshot, derived, snapshot.stages.index(part))
    for before in part.rounds:
        for tie in snapshot.ties[before.id] if before.number < round.number else ():
            places.add(before.part, before.step, tie, derived.ties[tie.id])
    entrants = [(key, places.entrant_of(slot)) for key, slot in sides]
    clubs = {key: side.club.casefold() for key, side in entrants if isinstance(side, PlainEntrant)}
    return [(one, other) for one, other in combinations(clubs, 2) if protection.of_one_club(clubs, one, other)]


def _entering(snapshot: Snapshot, part: StageSnapshot, round: Round) -> list[Slot]:
    """Return the slots that play in ``round``."""
    if round.step > 1:
        before = part.rounds[round.step - 2]
        return [slots.winner(tie.number, before.step) for tie in snapshot.ties[before.id]]
    settings = part.stage.settings
    source = next(stage for stage in reversed(snapshot.stages[: snapshot.stages.index(part)]) if stage.groups)
    entering = [slots.rank(rank, group.name) for rank in range(1, settings["through"] + 1) for group in source.groups]
    return entering + [slots.third(label) for label in settings.get("allowed", {})]


def _label(slot: Slot) -> str:
    return ",".join(f"{key}={value}" for key, value in sorted(slot.items()))
