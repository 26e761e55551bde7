"""Resolution of slots: a seed, the winner or loser of a tie, a rank of a group, the best of a rank.

A slot of another stage is known once that stage's group is decided (for the best of several groups: the whole stage). A
corrected result changes only the entrant in the slot; what others played there becomes an orphan (``derive``).
"""

from uuid import UUID

from league.competitions.derivation import tables
from league.competitions.derivation.facts import NOBODY, Derived, Side, TieFacts
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.models import Competition, Group, PlainEntrant, PlainTie, Stage
from league.competitions.setup.boundaries import is_of
from league.formats import thirds
from league.formats.slots import Slot, is_bye, is_house, may_be_empty, source
from league.standings.table import Table


class Slots:
    """The slots of one stage, resolved as its ties are decided in order."""

    def __init__(self, snapshot: Snapshot, derived: Derived, at: int) -> None:
        self.snapshot, self.derived, self.at = snapshot, derived, at
        self.ties: dict[tuple[str, int, int], TieFacts] = {}
        self.places: dict[UUID, int] = {}
        """Entrant -> its seed or rank: the lower, the better placed. Seeds that were lots are none."""
        self._best: dict[str, str] | None = None
        self._before_playoff: dict[tuple[int, int], Table] = {}
        """By group id and place: its table before the play-off there, after those at the places before."""

    def add(self, part: str, step: int, tie: PlainTie, facts: TieFacts) -> None:
        """Record the decided ``tie`` of round ``step`` of ``part``: slots may name it from now on."""
        self.ties[part, step, tie.number] = facts

    def note_place(self, slot: Slot, side: Side) -> None:
        """Note the place by which ``side`` comes into the stage through ``slot``."""
        if not isinstance(side, PlainEntrant):
            return
        if "seed" in slot and self.snapshot.competition.seeding != Competition.Seeding.DRAW:
            self.places[side.id] = int(slot["seed"])
        elif "rank" in slot:
            self.places[side.id] = int(slot["rank"])
        elif "third" in slot:
            self.places[side.id] = int(self.snapshot.stages[self.at].stage.settings["through"]) + 1

    def entrant_of(self, slot: Slot) -> Side:
        """Return the entrant of ``slot``; NOBODY if it stays empty, None while it is not known."""
        if "seed" in slot:
            return self.snapshot.by_seed.get(slot["seed"], NOBODY)
        if is_bye(slot):
            return NOBODY
        if is_house(slot):
            return self.snapshot.house or NOBODY
        key = source(slot)
        if key is not None:
            before = self.ties[key]
            if not before.decided:
                return None
            if may_be_empty(slot) and before.loser is not before.of_slot(slot["side"]):
                return NOBODY
            return (before.winner or NOBODY) if "winner" in slot else before.loser
        if "level" in slot:
            return self._level(str(slot["group"]), int(slot["rank"]), int(slot["level"]))
        if "third" in slot:
            return self._best_of(str(slot["third"]))
        return self._rank(str(slot["group"]), int(slot["rank"]))

    def _level(self, name: str, rank: int, after: int) -> Side:
        """Return the entrant at ``rank`` of the stage's group ``name``, if level on points across place ``after``.

        None while a play-off at the place before is to decide who that is.
        """
        part = self.snapshot.stages[self.at]
        group = next(group for group in part.groups if group.name == name)
        if not _played_out(self.snapshot, self.derived, part, group):
            return None
        if (group.id, after) not in self._before_playoff:
            table = tables.make_table(self.snapshot, self.derived, group, played_off=after)
            self._before_playoff[group.id, after] = table
        table = self._before_playoff[group.id, after]
        rows = table.rows
        if after >= len(rows) or rows[after - 1].tally.points != rows[after].tally.points:
            return NOBODY
        if any(rank in (k, k + 1) for k, _ahead, _behind in (*table.needs_playoff, *table.later_playoffs)):
            return None
        return self.snapshot.entrants[UUID(rows[rank - 1].entrant)]

    @property
    def _before(self) -> StageSnapshot:
        """Return the stage that ranks come from: the last one before with tables."""
        return next(part for part in reversed(self.snapshot.stages[: self.at]) if part.groups)

    def _rank(self, name: str, rank: int) -> Side:
        part = self._before
        group = next(group for group in part.groups if group.name == name)
        if not group_decided(self.snapshot, self.derived, part, group):
            return None
        closing = self.derived.log.closings.get(part.stage.number)
        if closing is not None and closing.annulled:
            return NOBODY
        moves = part.stage.format == Stage.Format.DIVISIONS
        of_group = (self.snapshot, self.derived, group)
        order = tables.order_of_moves(*of_group) if moves else tables.table_of(*of_group).order
        return self.snapshot.entrants[UUID(order[rank - 1])] if rank <= len(order) else NOBODY

    def _best_of(self, label: str) -> Side:
        part = self._before
        if not self.derived.complete.get(part.stage.id):
            return None
        if self._best is None:
            self._best = _allocated(self.snapshot, self.derived, part, self.snapshot.stages[self.at])
        group = self._best.get(label)
        through = self.snapshot.stages[self.at].stage.settings["through"]
        return self._rank(group, through + 1) if group else NOBODY


def group_decided(snapshot: Snapshot, derived: Derived, part: StageSnapshot, group: Group) -> bool:
    """Return whether every tie of ``group``, with its play-offs, is made and decided."""
    if len(part.groups) == 1:
        return bool(derived.complete.get(part.stage.id))
    return _played_out(snapshot, derived, part, group) and all(
        derived.ties[tie.id].decided for round in part.rounds for tie in snapshot.ties[round.id] if is_of(tie, group)
    )


def _played_out(snapshot: Snapshot, derived: Derived, part: StageSnapshot, group: Group) -> bool:
    """Return whether every tie that counts in the table of ``group`` is decided."""
    return all(
        derived.ties[tie.id].decided
        for round in part.rounds
        for tie in snapshot.ties[round.id]
        if tie.group_id == group.id
    )


def _allocated(snapshot: Snapshot, derived: Derived, part: StageSnapshot, following: StageSnapshot) -> dict[str, str]:
    """Return slot -> group of its entrant, for the best of the next rank."""
    settings = following.stage.settings
    through, best = settings["through"], settings["best"]
    order = [group for group, _row in tables.next_placed(snapshot, derived, part, through + 1)][:best]
    allowed: dict[str, str] = settings["allowed"]
    try:
        if settings.get("allocation") == "euro_24":
            return thirds.allocation("".join(order))
        return thirds.allocate("".join(sorted(order)), allowed)
    except ValueError:
        # Too few for the slots, or no way to keep those of one group apart: assign top to bottom.
        return dict(zip(allowed, order, strict=False))
