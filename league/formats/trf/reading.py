"""The reader of report files: bytes to a tournament, or to every fault with its line.

What the standard leaves open or other programs write in their own way is read and named (an adjustment); what could
be read in two ways, or contradicts itself, is a fault. It raises nothing, whatever the bytes.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from engines.core.text import Text, text
from league.formats.trf import values
from league.formats.trf.checking import check
from league.formats.trf.found import Found
from league.formats.trf.lines import NoText, lines_of
from league.formats.trf.records import (
    ABNORMAL,
    ALLOTTED,
    BYES,
    FORFEITED,
    HEAD,
    KNOWN_UNREAD,
    LINE_UP,
    PAYS,
    PLAYER,
    ROUND_DATES,
    TEAM,
    TEAM_OF_2016,
    TEAM_PAYS,
)
from league.formats.trf.tournament import (
    OLD_BYES,
    Abnormal,
    Cell,
    Forfeit,
    LineUp,
    Note,
    Pays,
    Player,
    Reading,
    Team,
    TeamBye,
)

MOST_ROUNDS: Final = 999
MOST_NOTES: Final = 1000
"""Most faults, and most adjustments, that are listed: the first ones."""
OF_2026: Final = re.compile(r"1[4-9]2|2\d2|3[56]2|2[4-6]0|299|3[0-3]0|80[12]")
"""Codes that the edition of 2016 does not know."""
PLAYED: Final = frozenset("10=+-WDL")
UNPLAYED: Final = frozenset("HFUZ")
UNKNOWN_RESULT: Final = frozenset("X?*")
_FIRST: Final = min(column.first for column in PLAYER.repeated.values())
_GAPS: Final = PLAYER.gaps
_JAVAFO_PAYS: Final = re.compile(r"(?<![A-Z])([A-Z]{1,9})\s{0,9}=\s{0,9}(-?\d{1,4}(?:[.,]\d{1,2})?)")
_FORFEITS: Final = {"+-": "+-", "-+": "-+", "--": "--", "10": "+-", "01": "-+", "00": "--"}


def read(raw: bytes) -> Reading:
    """Return what a file tells."""
    try:
        lines, notes = lines_of(raw)
    except NoText as refused:
        return Reading(None, [refused.note])
    reader = _Reader(notes)
    for number, line in lines:
        reader.take(number, line)
        if len(reader.found.faults) >= MOST_NOTES:
            return Reading(None, _in_order(reader.found.faults), _in_order(notes))
    tournament = check(reader.found)
    faults = _in_order(reader.found.faults)
    return Reading(None if faults else tournament, faults, _in_order(reader.found.adjustments))


def _in_order(notes: list[Note]) -> list[Note]:
    return sorted(notes, key=lambda note: (note.line, note.name))[:MOST_NOTES]


class _Reader:
    """Takes one line after another."""

    def __init__(self, notes: list[Note]) -> None:
        self.found = Found(adjustments=notes)
        self._heads: dict[str, int] = {}
        self._unread: set[str] = set()
        self._takers: Mapping[str, Callable[[int, str], None]] = {
            PLAYER.code: self._player,
            TEAM.code: self._team,
            TEAM_OF_2016.code: self._team_of_2016,
            ROUND_DATES.code: self._dates,
            PAYS.code: self._pays,
            TEAM_PAYS.code: self._team_pays,
            "XXS": self._javafo_pays,
            BYES.code: self._byes,
            ALLOTTED.code: self._allotted,
            FORFEITED.code: self._forfeited,
            LINE_UP.code: self._line_up,
            ABNORMAL.code: self._abnormal,
        }

    def take(self, number: int, line: str) -> None:
        """Read a line of any record."""
        code = line[:3]
        if line.startswith("#"):
            return
        if OF_2026.fullmatch(code):
            self.found.edition = "TRF26"
        if code in self._takers:
            self._takers[code](number, line)
        elif code in HEAD:
            self._head(number, code, line[3:].strip())
        elif code.startswith("BB") and code[2:] in ("W", "D", "L", "Z", "F", "U"):
            self._bbp_pays(number, line)
        elif code in KNOWN_UNREAD:
            self._left_out(number, code, text("{code} tells no result and is left out.", code=code))
        elif self._is_national(line):
            self._left_out(number, code, text("The national ratings of {code} are left out.", code=code))
        elif code.isascii() and code.isalpha() and code.isupper() and len(code) == 3:
            self._left_out(
                number, "unknown_record", text("A record {code} is unknown and is left out.", code=code), every=True
            )
        else:
            self.fault(number, "unknown_record", text("There is no record {code}.", code=code.strip() or "–"))

    def fault(self, line: int, name: str, sentence: Text) -> None:
        self.found.faults.append(Note(line, name, sentence))

    def adjust(self, line: int, name: str, sentence: Text) -> None:
        self.found.adjustments.append(Note(line, name, sentence))

    def _left_out(self, line: int, code: str, sentence: Text, *, every: bool = False) -> None:
        """Name a kind of record that is left out: at its first line, or at each."""
        if every or code not in self._unread:
            self._unread.add(code)
            self.adjust(line, code if every else "left_out", sentence)

    def _is_national(self, line: str) -> bool:
        code = line[:3]
        return code.isascii() and code.isalpha() and values.whole(PLAYER.columns["number"].cut(line)) is not None

    # ── the tournament ──
    def _head(self, line: int, code: str, value: str) -> None:
        name = HEAD[code]
        if code in self._heads:
            first = self._heads[code]
            if self.found.head.get(name, "") != value:
                self.adjust(
                    line,
                    "record_twice",
                    text("{code} stood in line {first} before; that one counts.", code=code, first=first),
                )
            return
        self._heads[code] = line
        self.found.head_lines[name] = line
        if name in ("begins", "ends") and value:
            found = values.day(value)
            if not found:
                self.adjust(line, "bad_date", text("{value} is no date; it is left out.", value=value[:20]))
            elif not values.AS_THE_STANDARD.fullmatch(value):
                self.adjust(line, "date_form", text("{value} is read as {day}.", value=value[:20], day=found))
            value = found
        if name == "rounds_of_javafo" or name == "rounds":
            count = values.whole(value)
            if count is None or not 0 < count <= MOST_ROUNDS:
                self.fault(line, "bad_rounds", text("{value} is no number of rounds.", value=value[:20] or "–"))
                return
        if name == "first_colour" and value.upper() not in ("W", "B"):
            self.adjust(line, "bad_colour", text("{value} is no colour; it is left out.", value=value[:20] or "–"))
            value = ""
        self.found.head[name] = value

    def _dates(self, line: int, words: str) -> None:
        dates = []
        for part in ROUND_DATES.parts(words):
            found = values.day(part["date"], short=True)
            if part["date"] and not found:
                self.adjust(line, "bad_date", text("{value} is no date; it is left out.", value=part["date"]))
            dates.append(found)
        self.found.dates = tuple(dates[:MOST_ROUNDS])

    def _points(self, line: int, value: str) -> float | None:
        """Return the points of ``value``; None, after naming the fault, for what is none."""
        points = values.points(value)
        if points is None:
            self.fault(line, "bad_points", text("{value} are no points.", value=value[:20] or "–"))
        elif "," in value:
            self.adjust(line, "comma", text("{value} is read with a decimal point.", value=value))
        return points

    def _kinds_of_pay(self, line: int, words: str) -> dict[str, float]:
        found = {}
        for part in PAYS.parts(words):
            if part["code"]:
                points = self._points(line, part["points"])
                found[part["code"].upper()] = points if points is not None else 0.0
        return found

    def _pays(self, line: int, words: str) -> None:
        found = self._kinds_of_pay(line, words)
        if unknown := sorted(set(found) - set("WDLAPX")):
            self.fault(line, "bad_points", text("{value} is no kind of result.", value=", ".join(unknown)))
        plain = self.found.pays
        self.found.pays = Pays(
            found.get("W", plain.win),
            found.get("D", plain.draw),
            found.get("L", plain.loss),
            found.get("A", plain.absence),
            found.get("P", plain.bye),
            plain.others,
        )

    def _team_pays(self, line: int, words: str) -> None:
        found = self._kinds_of_pay(line, words)
        win, draw, loss = self.found.team_pays
        self.found.team_pays = (found.get("W", win), found.get("D", draw), found.get("L", loss))

    def _javafo_pays(self, line: int, words: str) -> None:
        """Read JaVaFo's points: ``WW=3.0 BW=3.0 HPB=1.0``."""
        groups = {
            "W": ("1w", "1b", "Ww", "Wb", "+", "F"),
            "D": ("=", "Dw", "Db", "=w", "=b", "H"),
            "L": ("0", "0w", "0b", "Lw", "Lb", "-", "Z"),
            "WW": ("1w", "Ww"),
            "BW": ("1b", "Wb"),
            "WD": ("=w", "Dw"),
            "BD": ("=b", "Db"),
            "WL": ("0w", "Lw"),
            "BL": ("0b", "Lb"),
            "ZPB": ("Z",),
            "HPB": ("H",),
            "FPB": ("F",),
            "PAB": ("U",),
            "FW": ("+",),
            "FL": ("-",),
        }
        others = dict(self.found.pays.others)
        for code, value in _JAVAFO_PAYS.findall(words[3:]):
            points = self._points(line, value)
            if code not in groups:
                self.fault(line, "bad_points", text("{value} is no kind of result.", value=code))
            elif points is not None:
                others |= dict.fromkeys(groups[code], points)
        self.found.pays = _with(self.found.pays, others)

    def _bbp_pays(self, line: int, words: str) -> None:
        """Read the points of bbpPairings: a record for each kind of result."""
        signs = {"W": "1+WF", "D": "=DH", "L": "0L", "Z": "Z", "F": "-", "U": "U"}[words[2]]
        points = self._points(line, words[3:].strip())
        if points is not None:
            self.found.pays = _with(self.found.pays, {**self.found.pays.others, **dict.fromkeys(signs, points)})

    # ── players ──
    def _player(self, line: int, words: str) -> None:
        fitted = _fitted(words)
        fields = PLAYER.cut(fitted or words)
        number = values.whole(fields["number"])
        if not number:
            self.found.lost = True
            self.fault(line, "bad_number", text("{value} is no starting number.", value=fields["number"][:20] or "–"))
            return
        if number in self.found.players:
            self.found.lost = True
            first = self.found.players[number].line
            self.fault(
                line, "double_number", text("Number {number} stands in line {first} too.", number=number, first=first)
            )
            return
        if fitted is None:
            self.found.unclear.add(number)
            self.found.unread.add(number)
            self.fault(line, "misaligned", text("Its values do not stand in their columns."))
            self.found.players[number] = Player(number, fields["name"], line, ())
            return
        name = fields["name"]
        if fitted != words:
            name = name.encode("latin-1").decode("utf-8", errors="replace").rstrip("\ufffd ")
            self.adjust(line, "bytes_counted", text("Its columns count bytes; it is read so."))
        points = self._points(line, fields["points"]) if fields["points"] else None
        if fields["points"] and points is None:
            self.found.unclear.add(number)
        cells = [self._cell(line, number, round, part) for round, part in enumerate(PLAYER.parts(fitted), start=1)]
        while cells and cells[-1] == Cell():
            cells.pop()
        if len(cells) > MOST_ROUNDS:
            self.fault(line, "too_many_rounds", text("There are more than {most} rounds.", most=MOST_ROUNDS))
            cells = []
        rank = self._optional(line, "rank", fields["rank"])
        rating = self._optional(line, "rating", fields["rating"])
        self._personal(line, fields)
        if not name:
            self.adjust(line, "no_name", text("Player {number} has no name.", number=number))
        self.found.players[number] = Player(number, name, line, tuple(cells), points, rank, rating or None)

    def _optional(self, line: int, name: str, value: str) -> int | None:
        """Return a number that may be left out; name what is none."""
        number = values.whole(value)
        if value and number is None:
            self.adjust(line, f"bad_{name}", text("{value} is no number; it is left out.", value=value))
        return number

    def _personal(self, line: int, fields: Mapping[str, str]) -> None:
        """Name personal fields that do not follow the standard. None of them is kept, nor told: notes are kept."""
        if fields["sex"].lower() not in ("", "m", "w", "f"):
            self.adjust(line, "bad_sex", text("Its sex is neither m nor w; it is left out."))
        if fields["fide_number"] and not fields["fide_number"].isdigit():
            self.adjust(line, "bad_fide_number", text("Its FIDE number has other signs than digits; it is left out."))
        birth = fields["birth"]
        if birth and not re.fullmatch(r"\d{4}|\d{4}([/.-]00){2}", birth, re.ASCII) and not values.day(birth):
            self.adjust(line, "bad_date", text("Its date of birth is no date; it is left out."))

    def _cell(self, line: int, player: int, round: int, part: Mapping[str, str]) -> Cell:
        """Read a round of a player; name what is wrong in it."""
        opponent = values.whole(part["opponent"] or "0")
        colour, result = part["colour"].lower().replace("-", ""), part["result"].upper()
        where = {"round": round}
        if opponent is None:
            self.fault(
                line,
                "bad_number",
                text("Round {round}: {value} is no player's number.", value=part["opponent"], **where),
            )
            self.found.broken.add((player, round))
            self.found.unclear.add(player)
            return Cell()
        if colour not in ("", "w", "b"):
            self.fault(
                line,
                "bad_colour",
                text("Round {round}: {value} is no colour; it must be w, b or -.", value=part["colour"], **where),
            )
            self.found.broken.add((player, round))
            colour = ""
        if result in UNKNOWN_RESULT:
            self.adjust(line, "unknown_result", text("Round {round}: its result is not known yet.", **where))
            result = ""
        allowed = PLAYED if opponent else UNPLAYED
        if not opponent and result in OLD_BYES:
            self.found.old_byes.append((player, round, result))
        elif result and result not in allowed:
            if result not in PLAYED | UNPLAYED:
                sentence = text("Round {round}: {value} is no result.", value=result, **where)
            elif opponent:
                sentence = text("Round {round}: {value} has no opponent, but one is named.", value=result, **where)
            else:
                sentence = text("Round {round}: {value} needs an opponent.", value=result, **where)
            self.fault(line, "bad_result", sentence)
            self.found.broken.add((player, round))
            self.found.unclear.add(player)
            return Cell(opponent, colour)
        if opponent and not colour and result not in ("+", "-") and (player, round) not in self.found.broken:
            self.fault(line, "bad_colour", text("Round {round}: the colour is missing.", **where))
            self.found.broken.add((player, round))
        if not opponent and colour:
            self.adjust(
                line, "colour_of_bye", text("Round {round}: a colour without an opponent is left out.", **where)
            )
            colour = ""
        return Cell(opponent, colour, result)

    # ── teams ──
    def _team(self, line: int, words: str) -> None:
        fields = TEAM.cut(words)
        number = values.whole(fields["number"])
        if not number:
            self.fault(line, "bad_number", text("{value} is no number.", value=fields["number"] or "–"))
            return
        if number in self.found.teams:
            first = self.found.teams[number].line
            self.fault(
                line, "double_number", text("Number {number} stands in line {first} too.", number=number, first=first)
            )
            return
        match_points, points = (
            self._points(line, fields[name]) if fields[name] else None for name in ("match_points", "points")
        )
        rank = self._optional(line, "rank", fields["rank"])
        players = self._numbers(line, TEAM.parts(words), "player")
        self.found.teams[number] = Team(number, fields["name"], line, players, match_points, points, rank)

    def _team_of_2016(self, line: int, words: str) -> None:
        number = len(self.found.teams_of_2016) + 1
        players = self._numbers(line, TEAM_OF_2016.parts(words), "player")
        self.found.teams_of_2016[number] = Team(number, TEAM_OF_2016.cut(words)["name"], line, players)

    def _numbers(
        self, line: int, parts: Iterable[Mapping[str, str]], name: str, *, keep: bool = False
    ) -> tuple[int, ...]:
        """Return the numbers that repeat in a line. ``keep``: a nought or blank stands for nobody."""
        found = []
        for part in parts:
            number = values.whole(part[name] or "0")
            if number is None:
                self.fault(line, "bad_number", text("{value} is no number.", value=part[name]))
            elif number or keep:
                found.append(number)
        return tuple(found)

    def _byes(self, line: int, words: str) -> None:
        fields = BYES.cut(words)
        kind, round = fields["kind"].upper() or "Z", self._round(line, fields["round"])
        if kind not in ("F", "H", "Z"):
            self.fault(line, "bad_bye", text("{value} is no kind of bye; it must be F, H or Z.", value=kind))
        elif round:
            numbers = self._numbers(line, BYES.parts(words), "number")
            self.found.byes += [(line, TeamBye(number, round, kind)) for number in numbers]

    def _round(self, line: int, value: str) -> int:
        """Return the number of a round; 0, after naming the fault, for what is none."""
        number = values.whole(value)
        if not number:
            self.fault(line, "bad_round", text("{value} is no round.", value=value or "–"))
            return 0
        return number

    def _allotted(self, line: int, words: str) -> None:
        fields = ALLOTTED.cut(words)
        match_points, points = (self._points(line, fields[name] or "0") for name in ("match_points", "points"))
        self.found.bye_pays = (match_points or 0, points or 0)
        numbers = self._numbers(line, ALLOTTED.parts(words), "team", keep=True)
        self.found.byes += [
            (line, TeamBye(number, round, "U")) for round, number in enumerate(numbers, start=1) if number
        ]

    def _forfeited(self, line: int, words: str) -> None:
        fields = FORFEITED.cut(words)
        kind, round = _FORFEITS.get(fields["kind"]), self._round(line, fields["round"])
        white, black = values.whole(fields["white"]), values.whole(fields["black"])
        if kind is None:
            self.fault(line, "bad_result", text("{value} is no forfeit.", value=fields["kind"] or "–"))
        elif not white or not black:
            self.fault(line, "bad_number", text("A forfeit needs two teams."))
        elif round:
            self.found.forfeits.append(Forfeit(kind, round, white, black, line))

    def _line_up(self, line: int, words: str) -> None:
        fields = LINE_UP.cut(words)
        round, team = self._round(line, fields["round"]), values.whole(fields["team"])
        opponent = values.whole(fields["opponent"])
        if not team or not opponent:
            self.fault(line, "bad_number", text("A line-up needs two teams."))
        elif round:
            players = self._numbers(line, LINE_UP.parts(words), "player", keep=True)
            self.found.line_ups.append(LineUp(round, team, opponent, players, line))

    def _abnormal(self, line: int, words: str) -> None:
        fields = ABNORMAL.cut(words)
        points, match_points = (self._points(line, fields[name] or "0") for name in ("points", "match_points"))
        round, numbers = values.whole(fields["round"] or "0"), self._numbers(line, ABNORMAL.parts(words), "number")
        kind = fields["kind"].upper()
        if round is None:
            self.fault(line, "bad_round", text("{value} is no round.", value=fields["round"]))
        elif kind and kind not in "WDLFHZ+-":
            self.fault(line, "bad_result", text("{value} is no result.", value=kind))
        elif points is not None and match_points is not None:
            self.found.abnormal.append(Abnormal(kind, round, numbers, points, match_points, line))


def _with(pays: Pays, others: Mapping[str, float]) -> Pays:
    """Return ``pays`` with points by sign; those of the plain kinds are kept as such."""
    win, draw, loss = (
        next((others[key] for key in keys if key in others), plain)
        for keys, plain in ((("1", "1w"), pays.win), (("=", "=w"), pays.draw), (("0", "0w"), pays.loss))
    )
    return Pays(win, draw, loss, others.get("Z", pays.absence), others.get("U", pays.bye), others)


def _fitted(words: str) -> str | None:
    """Return the line of a player whose columns fit, in signs or in bytes; None if they fit in neither."""
    if _fits(words):
        return words
    in_bytes = words.encode("utf-8", errors="replace").decode("latin-1")
    return in_bytes if _fits(in_bytes) else None


def _fits(words: str) -> bool:
    """Return whether the blanks between the columns of a player's line are blank, from the points on."""
    if words[3:4].strip() or words[84:85].strip() or words[89 : _FIRST - 1].strip():
        return False
    return not any(words[gap - 1 :: PLAYER.every].strip() for gap in _GAPS)
