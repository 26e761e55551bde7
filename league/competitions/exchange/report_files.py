"""A tournament of a report file (``league.formats.trf``) as a competition's document. Pure.

Everything goes in through the one door for documents, ``verbs.importing``: the same checks, rows and recomputing. The
ids follow from the file and its organiser, so the same file twice is the same competition. A file tells who won and no
goals: a win counts 1–0, a draw 0–0. What was read differently or left out goes to the audit, line by line.
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
from league.competitions.models import MOST_BOARDS, SQUAD, Stage
from league.competitions.setup.formats import setting
from league.competitions.setup.presets import PACES, TEAM_CRITERIA
from league.formats.trf.tournament import (
    LEVEL,
    OPEN,
    WON,
    Board,
    Cell,
    Note,
    Player,
    Team,
    TeamTie,
    Tournament,
    pairs,
)
from league.players.errors import NicknameRefused
from league.players.policy.nicknames import LONGEST_ENTRANT, clean_entrant_name
from league.sentences import decimal
from league.standings.presets import PRESETS as RULES

SPACE: Final = UUID("0f0a4f0e-6f5e-5b0c-9d0e-2b6f5d3c8a11")
"""The namespace of ids that are made from files."""
SOURCE: Final = "file"
"""The source of entries of the log that a report file told."""
ADJUSTED: Final = "adjust"
"""The verb of lines of the audit that tell what was read differently or left out."""
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
    adjustments: Sequence[Note],
    organiser: UUID,
    game: str,
    codes: Callable[[Sequence[str]], list[str]],
    now: datetime,
) -> Plan:
    """Return the competition of ``tournament``, read from ``raw`` with ``adjustments``.

    ``codes``: makes the short names of entrants.

    Raises BadFile for what no competition here can hold.
    """
    key = hashlib.sha256(b"\0".join([organiser.bytes, game.encode(), raw])).hexdigest()
    maker = _Teams if tournament.of_teams else _Builder
    return maker(tournament, key, now, list(adjustments)).build(game, codes)


@dataclass(slots=True)
class _Builder:
    tournament: Tournament
    key: str
    now: datetime
    notes: list[Note]
    """The adjustments so far."""
    log: list[dict[str, Any]] = field(default_factory=list)

    def build(self, game: str, codes: Callable[[Sequence[str]], list[str]]) -> Plan:
        whole = self.tournament
        sides = self.sides()
        if not 2 <= len(sides) <= schema.MOST_ENTRANTS:
            message = _("A competition has 2 to %(most)d entrants; the file has %(count)d.")
            raise BadFile("", message % {"most": schema.MOST_ENTRANTS, "count": len(sides)})
        robin = self.times()
        told = whole.rounds - 1 if whole.asked else whole.rounds
        planned = max(whole.planned or told, told)
        if not planned:
            raise BadFile("", _("The file tells no rounds and not how many there are to be."))
        bounds = setting(Stage.Format.SWISS, "rounds")
        if not robin and bounds is not None and (refusal := bounds.refusal(planned)):
            raise BadFile(_("Rounds"), refusal)
        over = told == planned and not any(
            player.cell(round).opponent and player.cell(round).result == OPEN
            for player in whole.players.values()
            for round in range(1, told + 1)
        )
        names = [self._name(side) for side in sides]
        entrants = [
            self._entrant(seed, side, name, code)
            for seed, (side, name, code) in enumerate(zip(sides, names, codes(names), strict=True), start=1)
        ]
        rounds = [self._round(round, told, robin) for round in range(1, planned + 1)]
        self._other_points()
        self._tell(robin)
        self.notes.sort(key=lambda note: (note.line, note.name))
        if robin:
            stage_format, rules = Stage.Format.LEAGUE, ROUND_ROBIN_RULES
            settings: dict[str, Any] = {"times": robin, "draws": "stand"}
            members = [{"seed": seed} for seed in range(1, len(sides) + 1)]
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
                "audit": [self._audited(note) for note in self.notes],
            },
            str(stage_format),
            over,
            self.notes,
        )

    def sides(self) -> Sequence[Player | Team]:
        """Return who enters, in the order of their numbers."""
        return list(self.tournament.players.values())

    def times(self) -> int:
        """Return how often everybody met everybody, if it is a round robin; else 0."""
        return times_of_round_robin(self.tournament)

    def _id(self, *parts: object) -> str:
        return str(uuid5(SPACE, ":".join([self.key, *map(str, parts)])))

    def _adjust(self, line: int, name: str, sentence: Text) -> None:
        self.notes.append(Note(line, name, sentence))

    def _audited(self, note: Note) -> dict[str, Any]:
        """Return the line of the audit that keeps an adjustment."""
        where = text("line {line}: {adjustment}", line=note.line, adjustment=note.sentence)
        whole = text("whole file: {adjustment}", adjustment=note.sentence)
        return {
            "at": self._moment(self.now),
            "by": self.tournament.edition,
            "verb": ADJUSTED,
            "message": where if note.line else whole,
        }

    def _at(self, round: int) -> str:
        """Return when a round was played: its day, the first day, or now; never later than now."""
        dates, begins = self.tournament.dates, self.tournament.begins
        day = (dates[round - 1] if 0 < round <= len(dates) else "") or begins
        moment = datetime.fromisoformat(f"{day}T00:00:00+00:00") if day else self.now
        return self._moment(min(moment, self.now))

    @staticmethod
    def _moment(moment: datetime) -> str:
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def _competition(self, game: str, *, over: bool, rules: str) -> dict[str, Any]:
        whole, now = self.tournament, self._moment(self.now)
        name = " ".join(whole.name.split())
        bounds = schema.COMPETITION["name"]
        cut = name[: bounds["maxLength"]].strip()
        if len(cut) < bounds["minLength"]:
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
    def _name(self, side: Player | Team) -> str:
        """Return the name of a player or team as this site can show it."""
        plain = " ".join(side.name.split())[:LONGEST_ENTRANT]
        try:
            name = clean_entrant_name(plain)
        except NicknameRefused:
            number = {"number": side.number}
            name = _("Player %(number)d") % number if isinstance(side, Player) else _("Team %(number)d") % number
        if name != side.name:
            self._adjust(side.line, "name_changed", text("It is called {name} here.", name=name))
        return name

    def _entrant(self, seed: int, side: Player | Team, name: str, code: str) -> dict[str, Any]:
        asked = self.tournament.asked
        cell = side.cell(asked) if asked and isinstance(side, Player) else Cell()
        return {
            "id": self._id("entrant", side.number),
            "name": name,
            "code": code,
            "seed": seed,
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
        ties = self._ties(round, robin) if round <= told else []
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

    def _ties(self, round: int, robin: int) -> list[dict[str, Any]]:
        players = self.tournament.players
        ties: list[dict[str, Any]] = []
        for player, opponent in pairs(players, round):
            home, away = (opponent, player) if player.cell(round).colour == "b" else (player, opponent)
            ties.append(self._tie(round, len(ties) + 1, home, away))
        alone = (player for player in players.values() if not player.cell(round).opponent)
        return ties + (
            [] if robin else [self._rest(round, at, player) for at, player in enumerate(alone, len(ties) + 1)]
        )

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
            raise BadFile("", _("A bye that pays %(points)s is not possible here.") % {"points": decimal(bye)})
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
        changed, rounds = {number for entry in whole.abnormal for number in entry.numbers}, whole.rounds
        for player in whole.players.values():
            here = sum(self._here(cell) for cell in player.cells)
            more = round(whole.points_of(player, rounds) - here, 2)
            if not more:
                continue
            where = _("line %(line)d") % {"line": player.line}
            if player.number not in changed:
                message = _("Results of player %(number)d pay points that they cannot pay here.")
                raise BadFile(where, message % {"number": player.number})
            if more != int(more):
                message = _("Only whole points can be given or taken; player %(number)d gets %(points)s.")
                raise BadFile(where, message % {"number": player.number, "points": decimal(more)})
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


class _Teams(_Builder):
    """A round robin of teams: ties with boards, each team with its squad. Its captain plays on no board."""

    def sides(self) -> Sequence[Player | Team]:
        return [team for _number, team in sorted(self.tournament.listed_teams.items())]

    def times(self) -> int:
        whole = self.tournament
        met = Counter(frozenset((tie.home, tie.away)) for ties in whole.ties for tie in ties)
        teams, times = len(whole.listed_teams), set(met.values())
        every = len(met) == teams * (teams - 1) // 2 and len(times) == 1 and times <= {1, 2}
        if not every or whole.rounds != (whole.planned or whole.rounds) or self._pays_otherwise():
            raise BadFile(
                "", _("A file of teams must be a round robin: every team meets every other, and only ties pay points.")
            )
        return times.pop()

    def _pays_otherwise(self) -> bool:
        """Return whether the file pays for more than ties: byes, points beside the results."""
        whole = self.tournament
        paid = any(bye.kind != "Z" for bye in whole.team_byes) or bool(whole.abnormal)
        return paid or not whole.pays.plain or bool(whole.pays.loss)

    def _competition(self, game: str, *, over: bool, rules: str) -> dict[str, Any]:
        whole = self.tournament
        boards = self._boards()
        if boards > MOST_BOARDS:
            raise BadFile("", _("A tie has at most %(most)d boards.") % {"most": MOST_BOARDS})
        pays = [whole.pays.win, whole.pays.draw, whole.pays.loss]
        return {
            **_Builder._competition(self, game, over=over, rules=rules),
            "boards": boards,
            "points": list(whole.team_pays),
            "criteria": list(TEAM_CRITERIA),
            "standings": "",
            "team_rules": {} if pays == [1, 0.5, 0] else {"board_points": pays},
        }

    def _boards(self) -> int:
        return max(len(tie.boards) for ties in self.tournament.ties for tie in ties)

    def _entrant(self, seed: int, side: Player | Team, name: str, code: str) -> dict[str, Any]:
        squad = self._squad(side.number)
        if len(squad) >= SQUAD:
            where = _("line %(line)d") % {"line": side.line}
            raise BadFile(where, _("A side has at most %(most)d people.") % {"most": SQUAD})
        people = self.tournament.players
        members = [{"name": self._name(people[number]), "number": at} for number, at in squad.items()]
        return {**_Builder._entrant(self, seed, side, name, code), "members": members}

    def _squad(self, team: int) -> dict[int, int]:
        """Return the numbers in the squad of the players of a team."""
        return {number: at for at, number in enumerate(self.tournament.listed_teams[team].players, start=1)}

    def _ties(self, round: int, robin: int) -> list[dict[str, Any]]:
        ties = self.tournament.ties[round - 1]
        return [self._tie_of_teams(round, number, tie) for number, tie in enumerate(ties, start=1)]

    def _tie_of_teams(self, round: int, number: int, tie: TeamTie) -> dict[str, Any]:
        if tie.forfeited == "--":
            raise BadFile(
                "", _("Round %(round)d: a tie to which neither team came has no place here.") % {"round": round}
            )
        seeds = {team.number: seed for seed, team in enumerate(self.sides(), start=1)}
        squads = self._squad(tie.home), self._squad(tie.away)
        fixtures = []
        for at in range(1, self._boards() + 1):
            fixture = self._id("fixture", round, tie.home, tie.away, at)
            board = tie.boards[at - 1] if at <= len(tie.boards) else Board(0, 0, OPEN, OPEN)
            fixtures.append(
                {
                    "id": fixture,
                    "leg": 1,
                    "board": at,
                    "home": self._id("entrant", tie.home),
                    "away": self._id("entrant", tie.away),
                    "home_player": squads[0].get(board.home),
                    "away_player": squads[1].get(board.away),
                    "kick_off_at": None,
                    "fixed": "",
                    "sequence": 0,
                }
            )
            if board.home and board.away:  # an empty seat decides its board
                self._result(fixture, round, board.home_result, board.away_result)
        if tie.forfeited:
            winner = "home" if tie.forfeited == "+-" else "away"
            goals = (WALKOVER_GOALS, 0) if winner == "home" else (0, WALKOVER_GOALS)
            self._enter(
                round,
                kind="walkover",
                fixture=fixtures[0]["id"],
                home_goals=goals[0],
                away_goals=goals[1],
                winner=winner,
                how="walkover",
                forfeits="tie",
            )
        return {
            "id": self._id("tie", round, tie.home, tie.away),
            "number": number,
            "group": 1,
            "kind": "",
            "home_slot": {"seed": seeds[tie.home]},
            "away_slot": {"seed": seeds[tie.away]},
            "fixtures": fixtures,
        }

    def _other_points(self) -> None:
        """Leave points as they are: ``times`` has refused files that pay for more than ties."""

    def _tell(self, robin: int) -> None:
        _Builder._tell(self, robin)
        self._adjust(0, "captains", text("Each team gets a captain without a board, by whose link you can hand it on."))
        self._adjust(0, "board_colours", text("The home team is white on the first board; other colours are left out."))


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
