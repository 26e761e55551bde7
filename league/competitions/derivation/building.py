"""Rounds, ties and slots of a competition, built once at its start.

Slots name places, never people: seeds of the draw, winners and losers of ties, ranks of the stage before. Rounds are
counted through all stages, so that "round 7" is one round. The rounds of a Swiss stage and of a cup redrawn each round
are built empty; ``pairing`` fills them later.
"""

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.derivation.line_ups import squads_of
from league.competitions.models import Competition, Entrant, Fixture, Group, Round, Stage, Tie
from league.competitions.setup import boundaries, league_phases, team_rules
from league.competitions.setup.formats import FOLLOWS, Shape
from league.competitions.setup.house_player import enter_house
from league.competitions.setup.season_plan import play_day_of
from league.competitions.setup.stages import (
    MOST_PLACES,
    cup,
    legs_of,
    must_be_won,
    pairs_people,
    rules_from,
    settings_of,
    splits,
    tie_rules,
)
from league.formats import groups, knockout, league_phase, protection, round_robin, scheveningen, slots, thirds
from league.formats.consolation import ADDED, steps
from league.formats.double_elimination import double_bracket
from league.formats.knockout import BracketTie
from league.formats.ladders import PAGE_SIZE
from league.formats.slots import Slot
from league.sentences import translated

Format = Stage.Format
BATCH = 500


@dataclass
class Site:
    """A competition while it is built."""

    row: Competition
    seeds: int
    drawn: str
    """The revealed seed of the draw."""
    rounds: int = 0
    before: Stage | None = None
    sizes: list[int] = field(default_factory=list)
    """The sizes of the groups of the last stage with tables."""
    divisions: dict[int, int] = field(default_factory=dict)
    """Seed -> division, where a season says so."""
    ids: dict[int, str] = field(default_factory=dict)
    """Seed -> id of the entrant."""
    clubs: dict[int, str] = field(default_factory=dict)
    """Seed -> club, of those who have one."""


def site_of(row: Competition, entrants: Sequence[Entrant], drawn: str) -> Site:
    """Return the empty site of ``row`` with its seeded ``entrants``."""
    divisions = {
        entrant.seed: entrant.division
        for entrant in entrants
        if entrant.seed is not None and entrant.division is not None
    }
    clubs = {entrant.seed: entrant.club.casefold() for entrant in entrants if entrant.seed is not None and entrant.club}
    ids = {entrant.seed: str(entrant.id) for entrant in entrants if entrant.seed is not None}
    return Site(row, len(entrants), drawn, divisions=divisions, clubs=clubs, ids=ids)


def build(row: Competition, entrants: Sequence[Entrant], drawn: str) -> None:
    """Build the structure of ``row`` for its seeded ``entrants``. Needs the lock.

    Raises ValueError, with a sentence, if a stage has too few entrants.
    """
    site = site_of(row, entrants, drawn)
    for stage in row.stages.order_by("number"):
        MAKERS[stage.format](site, stage)
        site.before = stage


def _rounds(site: Site, stage: Stage, steps: Sequence[tuple[str, int]]) -> list[Round]:
    rounds = [
        Round(stage=stage, number=site.rounds + at, part=part, step=step)
        for at, (part, step) in enumerate(steps, start=1)
    ]
    site.rounds += len(rounds)
    return Round.objects.bulk_create(rounds)


def _plain(count: int) -> list[tuple[str, int]]:
    return [("", step) for step in range(1, count + 1)]


def add_ties(stage: Stage, ties: Sequence[Tie], numbered: bool = False, play_days: Sequence[datetime] = ()) -> None:
    """Save ``ties`` with the fixtures of their legs, of teams one a board; a bye has none.

    ``numbered``: number their tables from 1. ``play_days``: the planned kick-offs of the days of play of their round.
    """
    Tie.objects.bulk_create(ties, batch_size=BATCH)
    fixtures = []
    for tie in ties:
        if slots.is_bye(tie.home_slot) or slots.is_bye(tie.away_slot):
            continue
        legs = legs_of(tie_rules(stage, tie))
        for leg, board in _boards(stage, tie, legs):
            fixture = Fixture(tie=tie, competition_id=stage.competition_id, leg=leg, board=board)
            if play_days:
                fixture.kick_off_at = play_days[play_day_of(leg, len(legs), len(play_days)) - 1]
                fixture.fixed = Fixture.Fixed.PLAN
            fixtures.append(fixture)
    if numbered and stage.competition.hall_id is None:  # else the queue calls them to their tables
        for table, fixture in enumerate(fixtures, start=1):
            fixture.table = table
    Fixture.objects.bulk_create(fixtures, batch_size=BATCH)


def _boards(stage: Stage, tie: Tie, legs: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield leg and board of each fixture of ``tie``; the last leg may need one board more where it must be won."""
    for leg in legs:
        boards = team_rules.boards_of(stage.competition, decides=must_be_won(tie) and leg == legs[-1])
        yield from ((leg, board) for board in range(1, boards + 1))


# ── tables ──
def _tables(site: Site, stage: Stage, named_groups: Sequence[tuple[str, Sequence[Slot]]], times: int) -> None:
    """Build groups that each play a round robin, with common matchdays."""
    days: list[list[tuple[Group, Slot, Slot]]] = []
    for number, (name, places) in enumerate(named_groups, start=1):
        if len(places) < 2:
            values = {"name": name or "A", "count": len(places)}
            raise ValueError(_("Group %(name)s would have only %(count)d of the two entrants it needs.") % values)
        group = Group.objects.create(stage=stage, number=number, name=name, members=list(places))
        for at, pairs in enumerate(round_robin.rounds(len(places), times)):
            if at == len(days):
                days.append([])
            days[at] += [(group, places[home - 1], places[away - 1]) for home, away in pairs]
    ties = [
        Tie(round=round, group=group, number=number, home_slot=home, away_slot=away)
        for round, day in zip(_rounds(site, stage, _plain(len(days))), days, strict=True)
        for number, (group, home, away) in enumerate(day, start=1)
    ]
    add_ties(stage, ties)
    site.sizes = [len(places) for _name, places in named_groups]
    _boundaries(site, stage, named_groups)


def _league_phase(site: Site, stage: Stage) -> None:
    """Build the matchdays of a league phase, drawn from the revealed seed.

    The stage keeps the clubs of the draw, so that it can be repeated after an entrant has changed club.
    """
    settings = settings_of(stage)
    stage.settings = {**settings, "clubs": league_phases.clubs_of(site.row) if settings["clubs_apart"] else {}}
    stage.save(update_fields=["settings"])
    try:
        days = league_phases.days(stage, site.ids, site.drawn)
    except league_phase.Refused as refused:
        raise ValueError(translated(refused.reason)) from None
    group = Group.objects.create(stage=stage, number=1, members=[slots.seed(seed) for seed in sorted(site.ids)])
    ties = [
        Tie(round=round, group=group, number=number, home_slot=slots.seed(home), away_slot=slots.seed(away))
        for round, day in zip(_rounds(site, stage, _plain(len(days))), days, strict=True)
        for number, (home, away) in enumerate(day, start=1)
    ]
    add_ties(stage, ties)
    site.sizes = [site.seeds]


def _boundaries(site: Site, stage: Stage, named_groups: Sequence[tuple[str, Sequence[Slot]]]) -> None:
    """Build the play-offs at the boundaries that matter, in last rounds of their own."""
    places = {
        name: boundaries.after(site.row, stage, number, len(members))
        for number, (name, members) in enumerate(named_groups, start=1)
    }
    waves = boundaries.waves(places)
    steps = [(boundaries.KIND, step) for step in range(1, len(waves) + 1)]
    for round, wave in zip(_rounds(site, stage, steps), waves, strict=True):
        add_ties(stage, boundaries.ties(round, wave))


def _league(site: Site, stage: Stage) -> None:
    if pairs_people(stage):
        _scheveningen(site, stage, _field(site, stage))
        return
    _tables(site, stage, [("", _field(site, stage))], settings_of(stage)["times"])


def _scheveningen(site: Site, stage: Stage, places: Sequence[Slot]) -> None:
    """Build the rounds of two teams in which everybody meets everybody.

    The stage keeps the numbers that the table pairs: whoever has such a number plays.
    """
    if len(places) != 2:
        raise ValueError(_("Scheveningen is for two teams, not %(count)d.") % {"count": len(places)})
    settings, boards = settings_of(stage), site.row.boards
    squads = squads_of(Entrant.objects.filter(pk__in=site.ids.values()))
    numbers = {str(team): list(squad)[:boards] for team, squad in squads.items()}
    stage.settings = {**stage.settings, "squads": numbers}
    stage.save(update_fields=["settings"])
    group = Group.objects.create(stage=stage, number=1, members=list(places))
    made = scheveningen.team_rounds(boards, settings["times"])
    ties = []
    for round, of_teams in zip(_rounds(site, stage, _plain(len(made))), made, strict=True):
        home, away = places if of_teams.home == "home" else reversed(places)
        ties.append(Tie(round=round, group=group, number=1, home_slot=home, away_slot=away))
    add_ties(stage, ties)
    site.sizes = [len(places)]


def _groups(site: Site, stage: Stage) -> None:
    places = places_in_groups(site, stage, _field(site, stage))
    settings = settings_of(stage)
    stage.settings = {**settings, **stage.settings, "groups": len(places)}
    stage.save(update_fields=["settings"])
    _tables(site, stage, places, settings["times"])


def places_in_groups(site: Site, stage: Stage, entering: Sequence[Slot]) -> list[tuple[str, list[Slot]]]:
    """Return the groups of ``stage`` by name with the slots of ``entering`` that are drawn into each."""
    settings = settings_of(stage)
    count = max(1, min(settings["groups"], len(entering) // 2))
    if splits(settings):
        return list(zip(groups.names(count), groups.by_rank(entering, count), strict=True))
    ids = [str(at) for at in range(1, len(entering) + 1)]
    tags = _tags_to_separate(site, settings, entering)
    if not tags and site.before is None and site.row.seeding == Competition.Seeding.DRAW:
        drawn_groups = groups.snake(ids, count)  # the seeds are the lots already
    else:
        drawn_groups = protection.groups_apart(site.drawn, groups.pots(ids, count), count, tags)
    named_groups = zip(groups.names(count), drawn_groups, strict=True)
    return [(name, [entering[int(member) - 1] for member in members]) for name, members in named_groups]


def _tags_to_separate(site: Site, settings: Mapping[str, Any], entering: Sequence[Slot]) -> dict[str, list[str]]:
    """Return number -> tag of entrants to keep apart: their last group, or their club if the organiser wants it."""
    tags = {}
    for at, slot in enumerate(entering, start=1):
        if "group" in slot:
            tags[str(at)] = [f"group {slot['group']}"]
        elif settings["clubs_apart"] and site.clubs.get(slot["seed"]):
            tags[str(at)] = [site.clubs[slot["seed"]]]
    return tags


def _divisions(site: Site, stage: Stage) -> None:
    settings = settings_of(stage)
    count = min(settings["divisions"], site.seeds // 2)
    members = seeds_in_divisions(site, count)
    moves = _moves([len(member) for member in members], settings["move"], settings["playoff"])
    stage.settings = {**settings, "divisions": count, "moves": moves}
    stage.save(update_fields=["settings"])
    places = [(str(at), [slots.seed(seed) for seed in seeds]) for at, seeds in enumerate(members, start=1)]
    _tables(site, stage, places, settings["times"])


def seeds_in_divisions(site: Site, count: int) -> list[list[int]]:
    """Return the seeds of each of ``count`` divisions, the highest first: as a season says, else in order."""
    members: list[list[int]] = [[] for _ in range(count)]
    if len(site.divisions) == site.seeds:
        for seed in range(1, site.seeds + 1):
            members[min(site.divisions[seed], count) - 1].append(seed)
        members = [member for member in members if member]
    else:
        size, more = divmod(site.seeds, count)
        first = 1
        for at in range(count):
            wide = size + (at >= count - more)  # the lower divisions are the larger ones
            members[at] = list(range(first, first + wide))
            first += wide
    return members


def _moves(sizes: Sequence[int], move: int, playoff: int) -> list[dict[str, int]]:
    """Return the moves up and down at each border: as many as set and as the divisions can bear."""
    moves = []
    for upper, lower in itertools.pairwise(sizes):
        room = min(upper, lower) // 2
        direct = min(move, room)
        moves.append({"direct": direct, "playoff": min(playoff, room - direct)})
    return moves


# ── brackets ──
def _ties_of(site: Site, stage: Stage, ties: Sequence[BracketTie], order: list[tuple[str, int]]) -> None:
    by_key = {(round.part, round.step): round for round in _rounds(site, stage, order)}
    add_ties(
        stage,
        [
            Tie(
                round=by_key[tie.part, tie.round],
                number=tie.number,
                kind=tie.kind,
                home_slot=tie.home,
                away_slot=tie.away,
            )
            for tie in ties
        ],
    )


def _knockout(site: Site, stage: Stage) -> None:
    settings = settings_of(stage)
    field_of = _field(site, stage)
    if len(field_of) < 2:
        raise ValueError(_("Too few entrants: a knockout needs two or more."))
    if settings["shape"] == "page" and len(field_of) != PAGE_SIZE:
        raise ValueError(_("A page play-off is for four, not %(count)d.") % {"count": len(field_of)})
    if settings["consolation"] == "places" and len(field_of) > MOST_PLACES:
        raise ValueError(_("At most %(most)d entrants can play for every place.") % {"most": MOST_PLACES})
    if stage.settings.get("allocation") == "euro_24":
        third = settings["third_place"] or settings["consolation"] == "places"
        tree = ADDED[settings["consolation"]](knockout.bracket_of(thirds.euro_24(), third_place=third))
    else:
        tree = cup(len(field_of), settings)
    ties = [_filled(tie, field_of) for tie in tree.ties()]
    stage.settings = {**stage.settings, "venue": settings["venue"]}
    if site.before is not None and settings["venue"] == "better":
        through = {tie.number for tie in ties if tie.round == 1 and slots.is_bye(tie.away)}
        ties = [_second_leg_at_home(tie, settings, through) for tie in ties]
    if site.before is not None and site.before.format == Format.LEAGUE_PHASE:
        stage.settings["playoff_round"] = tree.byes > 0
    stage.save(update_fields=["settings"])
    if settings["redraw"]:
        # Only a first round by seeds is drawn now; every other round when the one before it is over.
        ties = [tie for tie in ties if tie.round == 1 and site.before is None]
    _ties_of(site, stage, ties, steps(tree))


def _second_leg_at_home(tie: BracketTie, settings: Mapping[str, Any], through: Collection[int]) -> BracketTie:
    """Return ``tie`` with its second leg at home for the better rank of the table before.

    Only in the first tie that this side plays, where it is known before the tables are (``derive`` has the others).
    ``through``: the ties of the first round that are byes.
    """
    by_rank = tie.home.get("rank") != tie.away.get("rank") and "rank" in tie.home and not slots.is_bye(tie.away)
    after_bye = tie.round == 2 and tie.home.get("winner") in through and tie.away.get("winner") not in through
    if rules_from(settings, tie.kind).legs != 2 or not (by_rank or after_bye):
        return tie
    return BracketTie(tie.round, tie.number, tie.away, tie.home, tie.kind, tie.part)


def _filled(tie: BracketTie, field_of: Sequence[Slot]) -> BracketTie:
    """Return ``tie`` with the slots of ``field_of`` in place of the bracket's seeds."""

    def slot(source: Slot) -> Slot:
        return field_of[source["seed"] - 1] if "seed" in source else source

    return BracketTie(tie.round, tie.number, slot(tie.home), slot(tie.away), tie.kind, tie.part)


def _double(site: Site, stage: Stage) -> None:
    field_of = _field(site, stage)
    settings = settings_of(stage)
    tree = double_bracket(len(field_of), settings["reset"])
    stage.settings = {**stage.settings, "venue": settings["venue"]}
    stage.save(update_fields=["settings"])
    order: list[tuple[str, int]] = [("winners", 1)]
    for step in range(2, len(tree.winners) + 1):
        order += [("losers", 2 * step - 3), ("winners", step), ("losers", 2 * step - 2)]
    order += [("final", tie.round) for tie in tree.final]
    _ties_of(site, stage, [_filled(tie, field_of) for tie in tree.ties()], order)


def _playoffs(site: Site, stage: Stage) -> None:
    """Build play-offs at each border: the worst not relegated against the best not promoted."""
    before = site.before
    moves = before.settings.get("moves", []) if before else []
    [round] = _rounds(site, stage, _plain(1))
    ties: list[Tie] = []
    for at, move in enumerate(moves):
        upper, direct, count = site.sizes[at], move["direct"], move["playoff"]
        for place in range(count):
            defender = slots.rank(upper - direct - count + 1 + place, str(at + 1))
            challenger = slots.rank(direct + count - place, str(at + 2))
            number = len(ties) + 1
            ties.append(Tie(round=round, number=number, kind="playoff", home_slot=challenger, away_slot=defender))
    if not ties:
        round.delete()
        site.rounds -= 1
        stage.delete()
        return
    add_ties(stage, ties)


def _field(site: Site, stage: Stage) -> list[Slot]:
    """Return the slots that play in a stage, best first: seeds, or ranks of the stage before."""
    if site.before is None:
        return [slots.seed(seed) for seed in range(1, site.seeds + 1)]
    settings = {**FOLLOWS, **settings_of(stage)}
    smallest = min(site.sizes)
    through = min(settings["through"], smallest)
    best = min(settings["best"], len(site.sizes)) if through < smallest else 0
    if len(site.sizes) == 1:  # the best of the next place of one table is that place
        through, best = through + best, 0
    stage.settings = {**settings, "through": through, "best": best}
    if len(site.sizes) == 1:
        name = "" if site.before.format in (Format.SWISS, Format.LEAGUE, Format.LEAGUE_PHASE) else "A"
        qualifiers = [slots.rank(rank, name) for rank in range(1, through + 1)]
    elif not best:
        qualifiers = groups.knockout_seeding(len(site.sizes), through)
    else:
        qualifiers = _with_best(site, stage, through, best)
    stage.save(update_fields=["settings"])
    return qualifiers


def _with_best(site: Site, stage: Stage, through: int, best: int) -> list[Slot]:
    """Return the qualifying ranks, then the best of the next rank.

    Those are the lowest seeds; the groups that they come from are known only at the end. Each is kept apart from the
    winner of its own group.
    """
    labels = groups.names(len(site.sizes))
    bracket = stage.format == Format.KNOCKOUT and settings_of(stage)["shape"] == Shape.BRACKET
    if bracket and (len(labels), through, best) == (6, 2, 4):
        stage.settings["allocation"] = "euro_24"
        stage.settings["allowed"] = dict(thirds.EURO_24_ALLOWED)
        return [slots.rank(1, name) for name in labels] * 2 + [
            slots.BYE
        ] * 4  # only their number counts: the bracket is that of euro_24
    total = len(labels) * through + best
    sure = [slots.rank(rank, name) for rank in range(1, through + 1) for name in labels]
    pairs = _first_pairs(total)
    for turn in range(len(labels)):
        turned = _turned(sure, labels, turn)
        if not any(_clash(turned, pair) for pair in pairs):
            sure = turned
            break
    opponent = {b: a for a, b in pairs} | dict(pairs)
    allowed: dict[str, str] = {}
    places = []
    for seed in range(len(sure) + 1, total + 1):
        against = opponent.get(seed, 0)
        other = sure[against - 1] if 0 < against <= len(sure) else None
        label = f"{other['rank']}{other['group']}" if other else f"T{seed}"
        allowed[label] = "".join(name for name in labels if other is None or name != other["group"])
        places.append(slots.third(label))
    stage.settings["allowed"] = allowed
    return sure + places


def _first_pairs(total: int) -> list[tuple[int, int]]:
    tree = knockout.bracket(total)
    return [(tie.home["seed"], tie.away["seed"]) for tie in tree.rounds[0] if not tie.bye]


def _turned(sure: Sequence[Slot], labels: Sequence[str], turn: int) -> list[Slot]:
    """Return the second and later ranks moved on by ``turn`` groups."""
    moved = {name: labels[(at + turn) % len(labels)] for at, name in enumerate(labels)}
    return [place if place["rank"] == 1 else slots.rank(place["rank"], moved[place["group"]]) for place in sure]


def _clash(sure: Sequence[Slot], pair: tuple[int, int]) -> bool:
    first, second = pair
    if max(pair) > len(sure):
        return False
    return bool(sure[first - 1]["group"] == sure[second - 1]["group"])


def _swiss(site: Site, stage: Stage) -> None:
    settings = settings_of(stage)
    rounds = min(settings["rounds"], site.seeds - 1 + site.seeds % 2)
    stage.settings = {**settings, "rounds": rounds}
    stage.save(update_fields=["settings"])
    Group.objects.create(stage=stage, number=1)
    if settings["evening"] and settings["odd"] != "bye":
        enter_house(site.row, settings["odd"], settings["house_name"])
    _rounds(site, stage, _plain(rounds))
    site.sizes = [site.seeds]


MAKERS: dict[str, Callable[[Site, Stage], Any]] = {
    Stage.Format.LEAGUE: _league,
    Stage.Format.GROUPS: _groups,
    Stage.Format.DIVISIONS: _divisions,
    Stage.Format.KNOCKOUT: _knockout,
    Stage.Format.PLAYOFFS: _playoffs,
    Stage.Format.DOUBLE: _double,
    Stage.Format.SWISS: _swiss,
    Stage.Format.LEAGUE_PHASE: _league_phase,
}
