"""A tournament of a report file (``league.formats.trf``) as a competition's document. Pure.

Everything goes in through the one door for documents, ``verbs.importing``: the same checks, rows and recomputing. The
ids follow from the file and its organiser, so the same file twice is the same competition. A file tells who won and no
goals: a win counts 1–0, a draw 0–0.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league.competitions.exchange import schema
from league.competitions.exchange.faults import BadFile, Document
from league.competitions.log.verdicts import WALKOVER_GOALS
from league.competitions.models import Stage
from league.competitions.setup.presets import PACES
from league.formats.trf.tournament import LEVEL, OPEN, WON, Cell, Note, Player, Tournament, pairs
from league.players.errors import NicknameRefused
from league.players.policy.nicknames import LONGEST_ENTRANT, clean_entrant_name
from league.standings.presets import PRESETS as RULES

SPACE: Final = UUID("0f0a4f0e-6f5e-5b0c-9d0e-2b6f5d3c8a11")
"""The namespace of ids that are made from files."""
SOURCE: Final = "file"
"""The source of entries of the log that a report file told."""
SWISS_RULES: Final = "fide-swiss/2026"
ROUND_ROBIN_RULES: Final = "fide-round-robin/2023"
KINDS: Final = {"U": "", "H": "half_bye", "F": "full_bye", "Z": "absent", OPEN: "absent"}
"""Result of a round without an opponent -> kind of its tie."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The competition that a tournament becomes, and what was adjusted for it."""

    document: Document
    format: str
    finished: bool
    adjustments: Sequence[Note]


def plan(
    tournament: Tournament,
    raw: bytes,
    *,
    organiser: UUID,
    game: str,
    codes: Callable[[Sequence[str]], list[str]],
    now: datetime,
) -> Plan:
    """Return the competition of ``tournament``, read from ``raw``. ``codes``: makes the short names of entrants.

    Raises BadFile for what no competition here can hold.
    """
    if tournament.of_teams:
        raise BadFile("", _("Teams cannot play Swiss rounds here: every team of the file must have met every other."))
    if not 2 <= len(tournament.players) <= schema.MOST_ENTRANTS:
        message = _("A competition has 2 to %(most)d entrants; the file has %(count)d.")
        raise BadFile("", message % {"most": schema.MOST_ENTRANTS, "count": len(tournament.players)})
    key = hashlib.sha256(b"\0".join([organiser.bytes, game.encode(), raw])).hexdigest()
    return _Builder(tournament, key, now).build(game, codes)


@dataclass(slots=True)
class _Builder:
    tournament: Tournament
    key: str
    now: datetime
    notes: list[Note] = field(default_factory=list)
    log: list[dict[str, Any]] = field(default_factory=list)

    def build(self, game: str, codes: Callable[[Sequence[str]], list[str]]) -> Plan:
        whole = self.tournament
        robin = times_of_round_robin(whole)
        told = whole.rounds - 1 if whole.asked else whole.rounds
        planned = max(whole.planned or told, told)
        if not planned:
            raise BadFile("", _("The file tells no rounds and not how many there are to be."))
        over = told == planned and not any(
            player.cell(round).opponent and player.cell(round).result == OPEN
            for player in whole.players.values()
            for round in range(1, told + 1)
        )
        names = [self._name(player) for player in whole.players.values()]
        entrants = [
            self._entrant(player, name, code)
            for player, name, code in zip(whole.players.values(), names, codes(names), strict=True)
        ]
        rounds = [self._round(round, told, robin) for round in range(1, planned + 1)]
        self._other_points()
        self._tell(robin)
        if robin:
            stage_format, rules = Stage.Format.LEAGUE, ROUND_ROBIN_RULES
            settings: dict[str, Any] = {"times": robin, "draws": "stand"}
            members = [{"seed": number} for number in whole.players]
        else:
            stage_format, rules = Stage.Format.SWISS, SWISS_RULES
            settings = {"rounds": planned, "bye": self._bye(), "draws": "stand"}
            members = []
        return Plan(
            {
                "kind": schema.KIND,
                "version": schema.VERSION,
                "id": self._id("competition"),
                "source": whole.edition,
                "competition": {
                    **self._competition(game, over=over, rules=rules),
                    "preset": "league" if robin else "swiss",
                    "places": len(entrants),
                },
                "entrants": entrants,
                "draws": [],
                "stages": [
                    {
                        "number": 1,
                        "format": str(stage_format),
                        "settings": settings,
                        "groups": [{"number": 1, "name": "", "members": members}],
                        "rounds": rounds,
                    }
                ],
                "log": self.log,
                "option_changes": [],
                "audit": [],
            },
            str(stage_format),
            over,
            sorted(self.notes, key=lambda note: (note.line, note.name)),
        )

    def _id(self, *parts: object) -> str:
        return str(uuid5(SPACE, ":".join([self.key, *map(str, parts)])))

    def _adjust(self, line: int, name: str, sentence: Text) -> None:
        self.notes.append(Note(line, name, sentence))

    def _at(self, round: int) -> str:
        """Return when a round was played: its day, the first day, or now; never later than now."""
        dates, begins = self.tournament.dates, self.tournament.begins
        day = (dates[round - 1] if 0 < round <= len(dates) else "") or begins
        moment = datetime.fromisoformat(f"{day}T00:00:00+00:00") if day else self.now
        return min(moment, self.now).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _competition(self, game: str, *, over: bool, rules: str) -> dict[str, Any]:
        whole, now = self.tournament, self.now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        name = " ".join(whole.name.split())
        cut = name[: schema.COMPETITION["name"]["maxLength"]].strip()
        if not cut:
            cut = _("Tournament of a report file")
        if cut != name:
            self._adjust(0, "name_changed", text("It is called {name} here.", name=cut))
        ended = f"{whole.ends}T00:00:00Z" if whole.ends else now
        return {
            "name": cut,
            "game": game,
            "options": {},
            "status": "finished" if over else "running",
            "listed": False,
            "season": 1,
            "time_zone": "UTC",
            "blackout": [],
            "points": [whole.pays.win, whole.pays.draw, whole.pays.loss],
            "criteria": RULES[rules]["criteria"],
            "standings": rules,
            "cancelled_because": "",
            "created_at": now,
            "published_at": now,
            "started_at": self._at(1),
            "finished_at": min(ended, now) if over else None,
            "seeding": "hand",
            "visibility": "link",
            "played_elsewhere": True,
            **PACES["tables"],
        }

    # ── entrants ──
    def _name(self, player: Player) -> str:
        """Return the name of a player as this site can show it."""
        plain = " ".join(player.name.split())[:LONGEST_ENTRANT]
        try:
            name = clean_entrant_name(plain)
        except NicknameRefused:
            name = _("Player %(number)d") % {"number": player.number}
        if name != player.name:
            self._adjust(player.line, "name_changed", text("It is called {name} here.", name=name))
        return name

    def _entrant(self, player: Player, name: str, code: str) -> dict[str, Any]:
        asked = self.tournament.asked
        cell = player.cell(asked) if asked else Cell()
        return {
            "id": self._id("entrant", player.number),
            "name": name,
            "code": code,
            "seed": player.number,
            "status": "entered",
            "strength": None,
            "division": None,
            "first_round": 1,
            "rests": {str(asked): KINDS[cell.result]} if cell.result in ("H", "F", "Z") else {},
            "withdrawn_because": "",
            "entered_at": self._at(1),
        }

    # ── rounds ──
    def _round(self, round: int, told: int, robin: int) -> dict[str, Any]:
        whole = self.tournament
        ties: list[dict[str, Any]] = []
        if round <= told:
            for player, opponent in pairs(whole.players, round):
                home, away = (opponent, player) if player.cell(round).colour == "b" else (player, opponent)
                ties.append(self._tie(round, len(ties) + 1, home, away))
            alone = (player for player in whole.players.values() if not player.cell(round).opponent)
            ties += [] if robin else [self._rest(round, at, player) for at, player in enumerate(alone, len(ties) + 1)]
        kind = whole.kind[:200] or "–"
        return {
            "number": round,
            "part": "",
            "step": round,
            "status": "pending" if round > told else "done",
            "opens_at": self._at(round) if round <= told else None,
            "closes_at": None,
            "made_by": {"engine": "file", "version": whole.edition, "rules": kind, "edition": "2026"} if ties else {},
            "ties": ties,
        }

    def _tie(self, round: int, number: int, home: Player, away: Player) -> dict[str, Any]:
        fixture = self._id("fixture", round, home.number, away.number)
        self._result(fixture, round, home.cell(round).result, away.cell(round).result)
        return {
            "id": self._id("tie", round, home.number, away.number),
            "number": number,
            "group": 1,
            "kind": "",
            "home_slot": {"seed": home.number},
            "away_slot": {"seed": away.number},
            "fixtures": [
                {
                    "id": fixture,
                    "leg": 1,
                    "home": self._id("entrant", home.number),
                    "away": self._id("entrant", away.number),
                    "kick_off_at": None,
                    "fixed": "",
                    "sequence": 0,
                }
            ],
        }

    def _rest(self, round: int, number: int, player: Player) -> dict[str, Any]:
        return {
            "id": self._id("rest", round, player.number),
            "number": number,
            "group": 1,
            "kind": KINDS[player.cell(round).result],
            "home_slot": {"seed": player.number},
            "away_slot": {"bye": True},
            "fixtures": [],
        }

    # ── the log ──
    def _result(self, fixture: str, round: int, ours: str, theirs: str) -> None:
        """Add the result of a game to the log, by home's sign and away's."""
        if ours == OPEN:
            return
        forfeit = ours in "+-" or ours == theirs == "0"
        winner = "" if ours in LEVEL or (forfeit and "+" not in ours + theirs) else "home" if ours in WON else "away"
        goals = {"home": (1, 0), "away": (0, 1), "": (0, 0)}[winner]
        if forfeit:
            goals = (goals[0] * WALKOVER_GOALS, goals[1] * WALKOVER_GOALS)
        nobody = forfeit and not winner
        self._enter(
            round,
            kind="walkover" if forfeit else "reported",
            fixture=fixture,
            home_goals=None if nobody else goals[0],
            away_goals=None if nobody else goals[1],
            winner=winner if forfeit else "",
            how=("double_walkover" if nobody else "walkover") if forfeit else "",
            forfeits="match" if forfeit else "",
        )

    def _enter(self, round: int, **values: object) -> None:
        empty = dict.fromkeys(("fixture", "entrant", "points", "home_goals", "away_goals", "shootout", "carry"))
        self.log.append(
            {
                "position": len(self.log) + 1,
                **empty,
                "winner": "",
                "extra_time": False,
                "how": "",
                "cards": None,
                "match": None,
                "by": "",
                "reason": "",
                "why": [],
                "own": False,
                "source": SOURCE,
                "at": self._at(round),
                **values,
            }
        )

    # ── points ──
    def _bye(self) -> float:
        """Return what an allotted bye pays, in wins."""
        pays = self.tournament.pays
        bye = pays.of(Cell(0, "", "U"))
        if not pays.win or not 0 <= bye / pays.win <= 3:
            raise BadFile("", _("A bye that pays %(points)s is not possible here.") % {"points": f"{bye:g}"})
        return bye / pays.win

    def _here(self, cell: Cell) -> float:
        """Return what a round pays here."""
        pays = self.tournament.pays
        if not cell.opponent:
            return {"U": self._bye() * pays.win, "H": pays.draw, "F": pays.win}.get(cell.result, 0)
        if cell.result == OPEN:
            return 0
        return pays.win if cell.result in WON else pays.draw if cell.result in LEVEL else pays.loss

    def _other_points(self) -> None:
        """Enter what the file gives or takes beside the results, and refuse points that no table here can give."""
        whole = self.tournament
        changed = {number for entry in whole.abnormal for number in entry.numbers}
        for player in whole.players.values():
            here = sum(self._here(cell) for cell in player.cells)
            more = round(whole.points_of(player) - here, 2)
            if not more:
                continue
            where = _("line %(line)d") % {"line": player.line}
            if player.number not in changed:
                message = _("Results of player %(number)d pay points that they cannot pay here.")
                raise BadFile(where, message % {"number": player.number})
            if more != int(more):
                message = _("Only whole points can be given or taken; player %(number)d gets %(points)s.")
                raise BadFile(where, message % {"number": player.number, "points": f"{more:g}"})
            entrant = self._id("entrant", player.number)
            self._enter(whole.rounds, kind="deducted", entrant=entrant, points=-int(more), reason="TRF 299")

    def _tell(self, robin: int) -> None:
        """Name what the file tells and a competition here does not hold."""
        whole = self.tournament
        self._adjust(0, "goals", text("A file tells no goals: a win counts 1–0, a draw 0–0, a forfeit 3–0."))
        self._adjust(0, "left_out_people", text("Titles, ratings, birth dates and federations are left out."))
        kind = whole.kind.lower()
        if not robin and ("robin" in kind or "berger" in kind):
            self._adjust(0, "swiss", text("Not every pair met as often as the others: it becomes Swiss rounds."))
        unrated = Counter(cell.result for player in whole.players.values() for cell in player.cells)
        if unrated.keys() & set("WDL"):
            self._adjust(0, "unrated", text("Games of less than one move count like others."))


def times_of_round_robin(tournament: Tournament) -> int:
    """Return how often every pair met, once or twice, if all rounds of a round robin are told; else 0."""
    players, rounds = tournament.players, tournament.rounds
    if len(players) < 3 or rounds != (tournament.planned or rounds):
        return 0
    met = Counter(
        (player.number, opponent.number) for round in range(1, rounds + 1) for player, opponent in pairs(players, round)
    )
    times = set(met.values())
    every = len(met) == len(players) * (len(players) - 1) // 2
    idle = [cell for player in players.values() for cell in player.cells if not cell.opponent]
    paid = any(tournament.pays.of(cell) for cell in idle)
    return times.pop() if every and len(times) == 1 and times <= {1, 2} and not paid else 0
